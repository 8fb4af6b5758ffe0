"""Zone skills: skills whose use names a zone; a survivor's are numbered in the order of ``skills.ZONE``."""

from __future__ import annotations

from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record

from ...table.codes import ANY_COMBAT, COMBAT_BITS, NONE
from ..numbers import skills as SK


@jit
def zone_skill(s: Record, i: int, number: int) -> int:
    """Skill column of the survivor's zone skill ``number`` (0 ..), -1: the survivor has fewer."""
    n = 0
    for k in range(len(SK.ZONE)):
        if s.skill[i, SK.ZONE[k]] > 0:
            if n == number:
                return SK.ZONE[k]
            n += 1
    return NONE


@jit
def bloodlust_types(skill: int) -> int:
    """Combat types of the free action, as bits (BP-22.37 to 40)."""
    for combat in range(ANY_COMBAT):
        if SK.BLOODLUST[combat] == skill:
            return 1 << combat
    return COMBAT_BITS if SK.BLOODLUST[ANY_COMBAT] == skill else 0
