"""What the ground allows a survivor: where he may search, what fire and the Zombie Master's cards forbid (AP-6, AP-21.R7)."""

from __future__ import annotations

from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record

from ...table.codes import FAR, ROOM
from ..numbers import skills as SK
from ..numbers.layout import ON_FOOT
from ..numbers.master import ZG3, ZG4
from .borders import kind_of


@jit
def walks_as(w: Record, s: Record, i: int) -> int:
    """Class of movers to which survivor ``i`` belongs."""
    return ON_FOOT


@jit
def runs_on(w: Record, s: Record, i: int) -> int:
    """Zombies always stop him within a move (AP-6.3)."""
    return 0


@jit
def searchable(w: Record, s: Record, i: int, z: int) -> int:
    """1 if he may search in the zone, zombies apart (AP-12.1, AP-26.M6)."""
    return 1 if w.no_search[z] == 0 and (kind_of(w, s, z) == ROOM or s.skill[i, SK.SCAVENGER] > 0) else 0


@jit
def deadly(w: Record, s: Record, z: int) -> int:
    """1 if the zone burns: a move of several zones does not lead through it (AP-6.R3)."""
    return 1 if s.fire[z] > 0 else 0


@jit
def lies_open(s: Record, c: int) -> int:
    """How often a lasting card is in force."""
    n = 0
    for k in range(s.zm_active_n):
        if s.zm_active[k] == c + 1:
            n += 1
    return n


@jit
def hindrance(w: Record, s: Record, i: int) -> int:
    """Clutching Hands: leaving zombies costs an action more (AP-21.R7)."""
    return lies_open(s, ZG4)


@jit
def farthest(w: Record, s: Record) -> int:
    """Blackout: nobody shoots farther than one zone (AP-21.R7)."""
    return 1 if lies_open(s, ZG3) > 0 else FAR


@jit
def searches_again(w: Record, s: Record, i: int) -> int:
    """One Search a turn (AP-12.2)."""
    return 0
