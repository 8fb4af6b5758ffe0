"""The family's room; written by `zombicide docs`."""

from ...family.words.own import *
