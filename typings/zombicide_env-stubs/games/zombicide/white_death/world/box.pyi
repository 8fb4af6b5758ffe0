"""The family's room; written by `zombicide docs`."""

from ...family.world.box import *
