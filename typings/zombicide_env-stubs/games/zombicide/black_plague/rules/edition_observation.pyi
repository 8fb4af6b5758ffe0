"""The family's room; written by `zombicide docs`."""

from ...family.rules.edition_observation import *
