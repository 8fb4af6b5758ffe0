"""The family's room; written by `zombicide docs`."""

from ...family.positions.builder import *
