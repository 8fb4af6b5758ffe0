"""Improvised Weapon: attacks without a card, once per turn (WD-24.30, WD-24.31)."""

from __future__ import annotations

from typing import Final

from zombicide_env.core.jit import jit
from zombicide_env.core.records import Mask, Record

from ...table.action import FREE, Action
from ...table.codes import MELEE, RANGED
from ..numbers import edition_actions as OA
from ..numbers import edition_skills as OSK
from ..numbers import skills as SK
from ..numbers.edition_budget import U_IMPROVISED_MELEE, U_IMPROVISED_RANGED
from ..numbers.layout import D, Z
from .combat import further, improvise
from .effective_skills import skilled
from .sight import sees


@jit
def legal_melee(w: Record, s: Record, i: int, m: Mask) -> None:
    """Mark attacks on the survivor's zone; with Reach on those at range 1."""
    if s.skill[i, OSK.IMPROVISED_MELEE] == 0 or s.used[U_IMPROVISED_MELEE] == 1:
        return
    here = s.zone[i]
    m[OA.IMPROVISED_MELEE] = s.crowd[here] > 0
    if skilled(w, s, i, OSK.REACH) > 0:
        for n in range(w.degree[here]):
            m[OA.IMPROVISED_REACH + n] = s.crowd[w.neighbour[here, n]] > 0 and sees(w, s, i, w.neighbour[here, n]) == 1


@jit
def strike(w: Record, s: Record, i: int) -> None:
    s.used[U_IMPROVISED_MELEE] = 1
    improvise(w, s, i, MELEE, s.zone[i])


@jit
def reach(w: Record, s: Record, i: int, n: int) -> None:
    s.used[U_IMPROVISED_MELEE] = 1
    improvise(w, s, i, MELEE, w.neighbour[s.zone[i], n])


@jit
def legal_ranged(w: Record, s: Record, i: int, m: Mask) -> None:
    """Mark attacks at range 1, or at the range given by skills."""
    if s.skill[i, OSK.IMPROVISED_RANGED] == 0 or s.used[U_IMPROVISED_RANGED] == 1:
        return
    for z in range(w.n_zones):
        if s.crowd[z] > 0:
            r = sees(w, s, i, z)
            m[OA.IMPROVISED_RANGED + z] = (r >= 1 and r <= 1 + further(w, s, i, r)) or (r == 0 and skilled(w, s, i, SK.POINT_BLANK) > 0)


@jit
def throw(w: Record, s: Record, i: int, zone: int) -> None:
    s.used[U_IMPROVISED_RANGED] = 1
    improvise(w, s, i, RANGED, zone)


#: Free, so that no free action of a Bloodlust pays for them; they update the streak of attacks themselves (WD-24.74).
ACTIONS: Final = (
    Action(OA.IMPROVISED_MELEE, strike, legal=legal_melee, counts=FREE, purpose="fight"),
    Action(OA.IMPROVISED_REACH, reach, {"n": D}, legal=legal_melee, counts=FREE, purpose="fight"),
    Action(OA.IMPROVISED_RANGED, throw, {"zone": Z}, legal=legal_ranged, counts=FREE, purpose="fight"),
)
