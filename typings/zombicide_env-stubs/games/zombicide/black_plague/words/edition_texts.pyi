"""The family's room; written by `zombicide docs`."""

from ...family.words.edition_texts import *
