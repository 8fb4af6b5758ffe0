"""Dice: probabilities of the relevant results of a number of dice (HZ-17a)."""

from __future__ import annotations

from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record

from ..numbers.layout import DICE_PER_AMMO
from .records import DICE_SHOT, MOST_SHOTS

SIDES = 6.0


@jit
def roll(v: Record, dice: int, red: int) -> None:
    """Compute the results of a melee roll and their probabilities; a double is a target and a lightning, horror a death."""
    if v.rolled[dice, red] == 1:
        return
    v.rolled[dice, red] = 1
    for t in range(dice + 1):
        for k in range(dice + 1):
            for n in range(dice + 1):
                for d in range(red + 1):
                    v.dense[t, k, n, d] = 0.0
    v.dense[0, 0, 0, 0] = 1.0
    for die in range(dice):
        add_die(v, die + 1, min(red, die + 1), die < red)
    count = 0
    for t in range(dice + 1):
        for k in range(dice + 1):
            for n in range(dice + 1):
                for d in range(red + 1):
                    if v.dense[t, k, n, d] > 0.0:
                        v.chance[dice, red, count] = v.dense[t, k, n, d]
                        v.result[dice, red, count, 0] = t
                        v.result[dice, red, count, 1] = k
                        v.result[dice, red, count, 2] = n
                        v.result[dice, red, count, 3] = d
                        count += 1
    v.n_results[dice, red] = count


@jit
def add_die(v: Record, dice: int, red: int, is_red: bool) -> None:
    """Add one die, from the highest results down, so that a result is read before it is overwritten."""
    for t in range(dice, -1, -1):
        for k in range(dice, -1, -1):
            for n in range(dice, -1, -1):
                for d in range(red, -1, -1):
                    v.dense[t, k, n, d] = with_die(v, t, k, n, d, is_red)


@jit
def with_die(v: Record, t: int, k: int, n: int, d: int, is_red: bool) -> float:
    """Probability of the result after adding a die: lightning, two targets, both, a wound; nothing or, on a red die, a death."""
    chance = 0.0
    if is_red:
        if d > 0:
            chance += v.dense[t, k, n, d - 1]
    else:
        chance += v.dense[t, k, n, d]
    if k > 0:
        chance += v.dense[t, k - 1, n, d]
    if t > 0:
        chance += 2.0 * v.dense[t - 1, k, n, d]
    if t > 0 and k > 0:
        chance += v.dense[t - 1, k - 1, n, d]
    if n > 0:
        chance += v.dense[t, k, n - 1, d]
    return chance / SIDES


@jit
def shoot_odds(v: Record) -> None:
    """Compute the probabilities of targets and wounds of ranged attacks with 0, 1, 2 ... ammo."""
    if v.shot_odds == 1:
        return
    v.shot_odds = 1
    v.shot[0, 0, 0] = 1.0
    for ammo in range(1, MOST_SHOTS + 1):
        for t in range(DICE_SHOT):
            for n in range(DICE_SHOT):
                v.shot[ammo, t, n] = v.shot[ammo - 1, t, n]
        for _ in range(DICE_PER_AMMO):
            for t in range(ammo * DICE_PER_AMMO, -1, -1):
                for n in range(ammo * DICE_PER_AMMO - t, -1, -1):
                    v.shot[ammo, t, n] = with_shot(v, ammo, t, n)


@jit
def with_shot(v: Record, ammo: int, t: int, n: int) -> float:
    """Probability of the result after adding a black die: three targets, a wound, two that do not count."""
    chance = 2.0 * v.shot[ammo, t, n]
    if t > 0:
        chance += 3.0 * v.shot[ammo, t - 1, n]
    if n > 0:
        chance += v.shot[ammo, t, n - 1]
    return chance / SIDES
