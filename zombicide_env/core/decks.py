"""Decks: the first ``n`` elements of an array field; the last of them is the top."""

from __future__ import annotations

from typing import Any

from .jit import jit
from .rng import rand_below


@jit
def shuffle(s: Any, cards: Any, n: Any) -> None:
    """Shuffle ``cards[0 .. n - 1]`` with the generator of ``s``."""
    for i in range(n - 1, 0, -1):
        j = rand_below(s, i + 1)
        card = cards[i]
        cards[i] = cards[j]
        cards[j] = card


@jit
def mix_up(s: Any, cards: Any, n: Any) -> None:
    """Shuffle like ``shuffle``, but independently of the order before: for hidden decks in search."""
    for i in range(1, n):
        card = cards[i]
        j = i
        while j > 0 and cards[j - 1] > card:
            cards[j] = cards[j - 1]
            j -= 1
        cards[j] = card
    shuffle(s, cards, n)


@jit
def find(cards: Any, n: Any, card: Any) -> Any:
    """Return the position of the first ``card`` among the first ``n``, -1: none."""
    for i in range(n):
        if cards[i] == card:
            return i
    return -1


@jit
def count(cards: Any, n: Any, card: Any) -> Any:
    """Return how often ``card`` is among the first ``n``."""
    copies = 0
    for i in range(n):
        copies += cards[i] == card
    return copies


@jit
def remove_at(cards: Any, n: Any, i: Any) -> None:
    """Close the gap at ``i`` of ``n`` cards and clear the freed element."""
    for j in range(i, n - 1):
        cards[j] = cards[j + 1]
    cards[n - 1] = 0


__all__ = ["count", "find", "mix_up", "remove_at", "shuffle"]
