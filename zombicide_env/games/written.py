"""A position written as a conformance vector: the inverse of ``reading``."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

__all__ = ["Written"]


@dataclass(frozen=True)
class Written:
    """A position in the form of a conformance vector.

    ``document`` has the keys of the position; ``first`` are steps that lead from it to the position, and ``over`` is the agent whose turn
    has to be ended before; ``expect`` is ``describe()`` of the position, in the vector's words; ``words`` has the labels that differ from
    those of the game.  ``joined`` converts moves of the game to moves of the vector, which may combine several of them.
    """

    document: dict[str, Any]
    expect: dict[str, Any]
    words: Mapping[str, str] = field(default_factory=dict)
    first: tuple[dict[str, str], ...] = ()
    over: str = ""
    joined: Callable[[Sequence[str]], Sequence[str]] = list
