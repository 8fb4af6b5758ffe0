"""The family's room; written by `zombicide docs`."""

from ...family.rules.quest_setup import *
