"""The family's room; written by `zombicide docs`."""

from ...family.world.cards import *
