"""Effects of the terrain on a survivor: class of movement, zones to search (WD-12.3, WD-24)."""

from __future__ import annotations

from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record

from ...table.codes import ROOM, RUIN
from ..numbers import edition_skills as OSK
from ..numbers import skills as SK
from ..numbers.layout import ON_FOOT
from ..numbers.movement import CLIMBER
from .effective_skills import skilled
from .passability import kind_of


@jit
def walks_as(w: Record, s: Record, i: int) -> int:
    """Class of movers of survivor ``i``; -1 means any survivor (WD-24.58)."""
    return CLIMBER if i >= 0 and skilled(w, s, i, OSK.CLIMBER) > 0 else ON_FOOT


@jit
def runs_on(w: Record, s: Record, i: int) -> int:
    """1 if zombies do not stop the survivor during a move (WD-24.52)."""
    return 1 if i >= 0 and skilled(w, s, i, SK.SLIPPERY) > 0 else 0


@jit
def searchable(w: Record, s: Record, i: int, z: int) -> int:
    """1 if the survivor may search in the zone, disregarding zombies (WD-12.3, WD-24.32, 33, 41)."""
    if s.skill[i, SK.SCAVENGER] > 0:
        return 1
    if s.defiled[z] == 1:
        return min(1, s.skill[i, OSK.DEFILED_EXPLORER])
    kind = kind_of(w, s, z)
    if kind == ROOM:
        return 1
    if kind == RUIN:
        return min(1, s.skill[i, OSK.RUIN_EXPLORER])
    return 0


@jit
def searches_again(w: Record, s: Record, i: int) -> int:
    """1 if the survivor may search several times per turn (WD-24.40)."""
    return min(1, s.skill[i, OSK.MULTIPLE_SEARCH])


@jit
def deadly(w: Record, s: Record, z: int) -> int:
    """1 if a move of several zones must not pass through the zone, disregarding zombies."""
    return 0
