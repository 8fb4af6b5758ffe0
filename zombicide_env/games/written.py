"""A position written down for others: the reverse of reading one (``reading``)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

__all__ = ["Written"]


@dataclass(frozen=True)
class Written:
    """A position as a conformance vector says it.

    ``document`` has the keys of the position; ``first`` are steps that lead from it to the position, and ``over`` is whose turn has to be
    ended before; ``expect`` is ``describe()`` of the position, in the vector's words; ``words`` has the labels that are called otherwise
    there than in the game.  ``joined`` makes the moves of a vector of those of the game, of which several may be one.
    """

    document: dict[str, Any]
    expect: dict[str, Any]
    words: Mapping[str, str] = field(default_factory=dict)
    first: tuple[dict[str, str], ...] = ()
    over: str = ""
    joined: Callable[[Sequence[str]], Sequence[str]] = list
