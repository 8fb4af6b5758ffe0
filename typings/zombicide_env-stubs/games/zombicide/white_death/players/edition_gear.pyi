"""The family's room; written by `zombicide docs`."""

from ...family.players.edition_gear import *
