"""Zombies that attacks cannot kill, wounds by the toughest zombies, cost of friendly fire (BP-13.21)."""

from __future__ import annotations

from zombicide_env.core.records import Record

from ...table.codes import MELEE
from ...table.seams import seam
from ..numbers import skills as SK
from .look import spare


@seam
def immune(kind: int, combat: int) -> bool:
    """Whether attacks of the combat type cannot kill the kind, whatever their damage."""
    return False


@seam
def bite(danger: int) -> float:
    """Wounds of one attack of an Abomination at the danger level."""
    return 1.0


@seam
def friendly_fire(s: Record, v: Record, i: int, zone: int) -> float:
    """Expected cost of the misses of the attack in the registers, 1 per expected wound."""
    if v.a_kind == MELEE or s.skill[i, SK.MARKSMAN] > 0 or v.e_misses <= 0:
        return 0.0
    if zone == s.zone[i] and s.skill[i, SK.POINT_BLANK] > 0:
        return 0.0
    friends = v.here[zone] & ~(1 << i)
    if friends == 0:
        return 0.0
    room = 0
    for n in range(v.n_team):
        j = v.team[n]
        if friends >> j & 1 == 1:
            room += max(0, spare(s, j)) // v.a_damage
    return v.e_misses * v.a_damage * (1.5 if v.a_dice <= room else 6.0)
