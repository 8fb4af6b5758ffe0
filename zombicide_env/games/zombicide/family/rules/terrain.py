"""Effects of the terrain on a survivor: class of movement, zones to search."""

from __future__ import annotations

from zombicide_env.core.records import Record

from ...table.codes import FAR, ROOM
from ...table.seams import seam
from ..numbers import skills as SK
from ..numbers.layout import ON_FOOT
from .passability import kind_of


@seam
def walks_as(w: Record, s: Record, i: int) -> int:
    """Class of movers of survivor ``i``; -1: any survivor."""
    return ON_FOOT


@seam
def runs_on(w: Record, s: Record, i: int) -> int:
    """1 if zombies do not stop the survivor during a move (WD-24.52)."""
    return 0


@seam
def searchable(w: Record, s: Record, i: int, z: int) -> int:
    """1 if the survivor may search in the zone, disregarding zombies (BP-11.2, BP-22.53)."""
    return 1 if kind_of(w, s, z) == ROOM or s.skill[i, SK.SCAVENGER] > 0 else 0


@seam
def deadly(w: Record, s: Record, z: int) -> int:
    """1 if a move of several zones must not pass through the zone, disregarding zombies."""
    return 0


@seam
def hindrance(w: Record, s: Record, i: int) -> int:
    """Additional actions for leaving a zone with zombies, beyond one for each of them."""
    return 0


@seam
def farthest(w: Record, s: Record) -> int:
    """Maximum range at which survivors may shoot, whatever the weapon."""
    return FAR


@seam
def searches_again(w: Record, s: Record, i: int) -> int:
    """1 if the survivor may search several times per turn."""
    return 0
