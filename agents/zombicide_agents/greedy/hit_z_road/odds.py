"""Dice: what a number of them may be expected to show (HZ-17a), counted by what matters."""

from __future__ import annotations

from collections import defaultdict
from functools import cache
from typing import Final

#: One die as ((targets, lightnings, wounds, deaths), chances in sixths); a double counts as target and lightning.
BLACK: Final = (((0, 0, 0, 0), 1), ((0, 1, 0, 0), 1), ((1, 0, 0, 0), 2), ((1, 1, 0, 0), 1), ((0, 0, 1, 0), 1))
RED: Final = (((0, 0, 0, 1), 1), ((0, 1, 0, 0), 1), ((1, 0, 0, 0), 2), ((1, 1, 0, 0), 1), ((0, 0, 1, 0), 1))

Roll = tuple[int, int, int, int]


def _add(dice: dict[Roll, float], die: tuple[tuple[Roll, int], ...]) -> dict[Roll, float]:
    total: defaultdict[Roll, float] = defaultdict(float)
    for (a, b, c, d), chance in dice.items():
        for (e, f, g, h), sixths in die:
            total[a + e, b + f, c + g, d + h] += chance * sixths / 6
    return dict(total)


@cache
def melee(black: int, red: int) -> tuple[tuple[Roll, float], ...]:
    """Results of a melee roll with their probabilities: (targets, lightnings, wounds, deaths)."""
    dice: dict[Roll, float] = {(0, 0, 0, 0): 1.0}
    for _ in range(black):
        dice = _add(dice, BLACK)
    for _ in range(red):
        dice = _add(dice, RED)
    return tuple(dice.items())


@cache
def ranged(ammo: int) -> tuple[tuple[tuple[int, int], float], ...]:
    """Results of a ranged attack with their probabilities: (targets, wounded)."""
    merged: defaultdict[tuple[int, int], float] = defaultdict(float)
    for (targets, _, wounds, _), chance in _many(2 * ammo):
        merged[targets, wounds] += chance
    return tuple(merged.items())


@cache
def _many(dice: int) -> tuple[tuple[Roll, float], ...]:
    """Black dice, lightnings left out."""
    die: tuple[tuple[Roll, int], ...] = (((0, 0, 0, 0), 2), ((1, 0, 0, 0), 3), ((0, 0, 1, 0), 1))
    found: dict[Roll, float] = {(0, 0, 0, 0): 1.0}
    for _ in range(dice):
        found = _add(found, die)
    return tuple(found.items())
