"""The family's room; written by `zombicide docs`."""

from ...family.numbers.own_events import *
