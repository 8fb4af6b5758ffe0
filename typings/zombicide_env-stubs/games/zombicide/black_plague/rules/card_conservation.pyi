"""The family's room; written by `zombicide docs`."""

from ...family.rules.card_conservation import *
