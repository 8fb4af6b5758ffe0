"""The family's room; written by `zombicide docs`."""

from ...family.world.quest_file import *
