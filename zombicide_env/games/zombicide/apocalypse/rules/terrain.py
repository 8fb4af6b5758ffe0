"""Effects of the terrain on a survivor: zones to search, limits by fire and the Zombie Master's cards (AP-6, AP-21.R7)."""

from __future__ import annotations

from zombicide_env.core.decks import count
from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record

from ...table.codes import FAR, ROOM
from ..numbers import skills as SK
from ..numbers.layout import ON_FOOT
from ..numbers.master import ZG3, ZG4
from .passability import kind_of


@jit
def walks_as(w: Record, s: Record, i: int) -> int:
    """Class of movers of survivor ``i``."""
    return ON_FOOT


@jit
def runs_on(w: Record, s: Record, i: int) -> int:
    """0: zombies always stop a survivor during a move (AP-6.3)."""
    return 0


@jit
def searchable(w: Record, s: Record, i: int, z: int) -> int:
    """1 if the survivor may search in the zone, disregarding zombies (AP-12.1, AP-26.M6)."""
    return 1 if w.no_search[z] == 0 and (kind_of(w, s, z) == ROOM or s.skill[i, SK.SCAVENGER] > 0) else 0


@jit
def deadly(w: Record, s: Record, z: int) -> int:
    """1 if the zone burns: a move of several zones must not pass through it (AP-6.R3)."""
    return 1 if s.fire[z] > 0 else 0


@jit
def lies_open(s: Record, c: int) -> int:
    """How often a lasting card is in effect."""
    return count(s.zm_active, s.zm_active_n, c + 1)


@jit
def hindrance(w: Record, s: Record, i: int) -> int:
    """Clutching Hands: leaving zombies costs one more action (AP-21.R7)."""
    return lies_open(s, ZG4)


@jit
def farthest(w: Record, s: Record) -> int:
    """Blackout: the maximum range of shots is one zone (AP-21.R7)."""
    return 1 if lies_open(s, ZG3) > 0 else FAR


@jit
def searches_again(w: Record, s: Record, i: int) -> int:
    """0: one Search per turn (AP-12.2)."""
    return 0
