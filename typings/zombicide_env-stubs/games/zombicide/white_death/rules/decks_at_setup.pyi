"""The family's room; written by `zombicide docs`."""

from ...family.rules.decks_at_setup import *
