"""The family's room; written by `zombicide docs`."""

from ...family.rules.born_leader import *
