"""The family's room; written by `zombicide docs`."""

from ...family.rules.sight_blockers import *
