"""Moves of a game as a vector says them: here one text each.  An edition that asks for the parts of a text has a room of this name."""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["joined"]


def joined(texts: Sequence[str]) -> Sequence[str]:
    """The texts of a vector for these of a game, one after the other."""
    return texts
