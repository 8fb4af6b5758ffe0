"""Berserkers, Abominations (AP-10), and costs of attacks: friends are hit first (AP-14.R4), toxic blood hits the killer (AP-10.13)."""

from __future__ import annotations

from typing import Final

from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record

from ...table.codes import MELEE
from ..numbers import skills as SK
from ..numbers.layout import K
from ..numbers.zombies import ABOMINATION_WOUNDS, BERSERK, TOXIC
from .look import spare

SPRAY: Final = 0.8  # a wound by blood, relative to one by an attack
DEADLY: Final = 6.0


@jit
def immune(kind: int, combat: int) -> bool:
    """Whether the kind is immune: Berserkers are killed in melee only (AP-10.10)."""
    return combat != MELEE and BERSERK[kind] == 1


@jit
def bite(danger: int) -> float:
    """Wounds of one attack of an Abomination at the danger level (AP-10.8)."""
    return 1.0 * ABOMINATION_WOUNDS[danger]


@jit
def friendly_fire(s: Record, v: Record, i: int, zone: int) -> float:
    """Expected cost to friends of the attack's hits in the registers, and to the attacker of its kills, 1 per expected wound."""
    cost = 0.0
    if zone == s.zone[i]:
        cost = spray(s, v, i, zone)
    friends = v.here[zone] & ~(1 << i)
    if v.a_kind == MELEE or friends == 0 or s.skill[i, SK.MARKSMAN] > 0:
        return cost
    if zone == s.zone[i] and s.skill[i, SK.POINT_BLANK] > 0:
        return cost
    return cost + DEADLY * v.a_dice * v.a_chance * v.a_damage


@jit
def spray(s: Record, v: Record, i: int, zone: int) -> float:
    """Expected number of toxic zombies that the attack kills in the attacker's zone."""
    toxic = 0
    for kind in range(K):
        if TOXIC[kind] == 1:
            toxic += s.zombies[zone, kind]
    wounds = min(1.0 * toxic, v.e_kills)
    return DEADLY if wounds > spare(s, i) else SPRAY * wounds
