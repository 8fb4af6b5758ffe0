"""The family's room; written by `zombicide docs`."""

from ..family.team_options import *
