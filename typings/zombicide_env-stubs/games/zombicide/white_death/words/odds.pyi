"""The family's room; written by `zombicide docs`."""

from ...family.words.odds import *
