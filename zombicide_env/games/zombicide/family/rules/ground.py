"""What the ground allows a survivor: as whom he walks, where he may search."""

from __future__ import annotations

from zombicide_env.core.records import Record

from ...table.codes import FAR, ROOM
from ...table.seams import seam
from ..numbers import skills as SK
from ..numbers.layout import ON_FOOT
from .borders import kind_of


@seam
def walks_as(w: Record, s: Record, i: int) -> int:
    """Class of movers to which survivor ``i`` belongs; -1: any survivor."""
    return ON_FOOT


@seam
def runs_on(w: Record, s: Record, i: int) -> int:
    """1 if zombies do not stop the survivor within a move (WD-24.52)."""
    return 0


@seam
def searchable(w: Record, s: Record, i: int, z: int) -> int:
    """1 if the survivor may search in the zone, zombies apart (BP-11.2, BP-22.53)."""
    return 1 if kind_of(w, s, z) == ROOM or s.skill[i, SK.SCAVENGER] > 0 else 0


@seam
def deadly(w: Record, s: Record, z: int) -> int:
    """1 if a move of several zones may not lead through the zone, zombies apart."""
    return 0


@seam
def hindrance(w: Record, s: Record, i: int) -> int:
    """Actions that leaving a zone with zombies costs beyond one for each of them."""
    return 0


@seam
def farthest(w: Record, s: Record) -> int:
    """Greatest range at which survivors may shoot, whatever the weapon."""
    return FAR


@seam
def searches_again(w: Record, s: Record, i: int) -> int:
    """1 if the survivor may search several times in a turn."""
    return 0
