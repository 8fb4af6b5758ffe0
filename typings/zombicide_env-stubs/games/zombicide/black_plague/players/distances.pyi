"""The family's room; written by `zombicide docs`."""

from ...family.players.distances import *
