"""The family's room; written by `zombicide docs`."""

from ...family.rules.turn_skills import *
