"""The family's room; written by `zombicide docs`."""

from ..family.edition_defaults import *
