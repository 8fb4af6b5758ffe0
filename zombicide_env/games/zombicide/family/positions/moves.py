"""Moves of a game as steps of a vector: one text per move; an edition that splits texts into decisions replaces this module."""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["joined"]


def joined(texts: Sequence[str]) -> Sequence[str]:
    """Return the vector's texts for these moves of a game, one after the other."""
    return texts
