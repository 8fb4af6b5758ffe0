"""The family's room; written by `zombicide docs`."""

from ...family.numbers.edition_observation import *
