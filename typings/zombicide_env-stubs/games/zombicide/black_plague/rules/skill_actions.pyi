"""The family's room; written by `zombicide docs`."""

from ...family.rules.skill_actions import *
