"""The family's room; written by `zombicide docs`."""

from ...family.positions.rounds import *
