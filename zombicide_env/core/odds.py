"""Odds of dice rolls."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import comb

FACES = 6


@dataclass(frozen=True)
class Odds:
    """The odds of an action that rolls dice, computed without rolling.

    Attributes:
        dice: number of dice; 0: it succeeds without a roll.
        need: the lowest face on which a die succeeds, including bonuses (7: none does; 0: no number decides).
        any: the probability that at least one die succeeds.
        successes: expected number of successful dice.
        kills: expected number of killed zombies; None if nothing is attacked.
        harm: expected wounds of survivors, by dice that miss or bite; without dice the number of own characters that die for certain.
    """

    dice: int
    need: int
    any: float
    successes: float
    kills: float | None = None
    harm: float = 0.0


def odds(dice: int, need: int, kills: Callable[[int], int] | None = None, harm: Callable[[int], int] | None = None) -> Odds:
    """Return the odds of ``dice`` dice; ``kills`` maps a number of hits to killed zombies, ``harm`` a number of misses to wounds."""
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
