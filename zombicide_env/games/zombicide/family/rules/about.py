"""Observation of the pending decision: its zone, kind of zombies, attack or armour roll."""

from __future__ import annotations

from zombicide_env.core.jit import jit
from zombicide_env.core.records import Features, Record

from ...table.codes import NONE
from ..numbers import observation as O


@jit
def put(o: Features, at: int, n: int) -> None:
    """Write a number into a feature, clipped to the feature's maximum."""
    o[at] = min(O.HIGH[at], max(0, n))


@jit
def about(zone: int, kind: int, o: Features) -> None:
    """Write that the decision is about a zone and, unless it is NONE, a kind of zombies."""
    o[O.DECISION + O.D_ZONE] = zone + 1
    if kind >= 0:
        o[O.DECISION + O.D_KINDS + kind] = 1


@jit
def about_zone(zone: int, o: Features) -> None:
    about(zone, NONE, o)


@jit
def about_attack(s: Record, z: int, o: Features) -> None:
    """Write that the decision is about target zone ``z`` of the attack in progress."""
    about(s.atk_zone[z], NONE, o)
    put(o, O.DECISION + O.D_HITS, s.atk_hits[z])
    put(o, O.DECISION + O.D_MISSES, s.atk_misses[z])


@jit
def about_wounds(s: Record, o: Features) -> None:
    """Write that the decision is about incoming wounds, and how many of them an armour roll has prevented."""
    put(o, O.DECISION + O.D_DICE, s.roll_wounds)
    put(o, O.DECISION + O.D_SAVED, s.roll_saved)
    put(o, O.DECISION + O.D_WOUNDS, s.roll_sure + (s.roll_wounds - s.roll_saved) * s.roll_damage)
