"""What dice promise before they are thrown."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import comb

FACES = 6


@dataclass(frozen=True)
class Odds:
    """The chances of an action that rolls dice, before anything is rolled again.

    Attributes:
        dice: how many are rolled; 0: it succeeds without a roll.
        need: the face from which on a die succeeds, bonuses counted in (7: none does; 0: no number decides).
        any: the probability that at least one die succeeds.
        successes: how many do, on average.
        kills: zombies killed on average; None where nobody is attacked.
        harm: wounds of survivors on average, by dice that miss or bite.
    """

    dice: int
    need: int
    any: float
    successes: float
    kills: float | None = None
    harm: float = 0.0


def odds(dice: int, need: int, kills: Callable[[int], int] | None = None, harm: Callable[[int], int] | None = None) -> Odds:
    """The chances of so many dice; ``kills`` says how many zombies die of a number of hits, ``harm`` what a number of misses does."""
    p = max(0, min(FACES, FACES + 1 - need)) / FACES

    def mean(of: Callable[[int], int]) -> float:
        return sum(comb(dice, n) * p**n * (1 - p) ** (dice - n) * of(n) for n in range(dice + 1))

    return Odds(
        dice=dice,
        need=min(need, FACES + 1),
        any=1 - (1 - p) ** dice if dice else 1.0,
        successes=dice * p,
        kills=None if kills is None else mean(kills),
        harm=0.0 if harm is None else mean(lambda hits: harm(dice - hits)),
    )


__all__ = ["FACES", "Odds", "odds"]
