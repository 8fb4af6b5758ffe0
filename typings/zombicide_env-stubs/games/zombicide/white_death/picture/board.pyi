"""The family's room; written by `zombicide docs`."""

from ...family.picture.board import *
