"""The family's room; written by `zombicide docs`."""

from ...family.rules.effective_skills import *
