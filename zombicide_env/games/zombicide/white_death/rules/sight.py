"""Line of Sight over streets, ramparts and ruins (WD-5): every straight line of the board, and what blocks it now."""

from __future__ import annotations

from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record

from ...table.codes import NONE, ROOM, RUIN, STREET
from ..numbers import own_skills as WS
from .borders import is_rampart, kind_of, wall_ignored
from .prowess import skilled


@jit
def transparent(w: Record, s: Record, z: int, through_ruins: int) -> int:
    """1 if one sees on over the zone at ground level (WD-5.10, WD-5.16)."""
    kind = kind_of(w, s, z)
    if kind == STREET or (kind == RUIN and through_ruins == 1):
        return 1
    return 0


@jit
def ray_open(w: Record, s: Record, r: int, i: int) -> int:
    """1 if one sees along line ``r``; with the skills of survivor ``i``, -1: of nobody."""
    if i >= 0:
        if skilled(w, s, i, WS.GHOST_SIGHT) > 0:
            return 1
        return ray_clear(w, s, r, min(1, skilled(w, s, i, WS.SEE_THROUGH_RUINS)))
    return ray_clear(w, s, r, 0)


@jit
def ray_clear(w: Record, s: Record, r: int, through_ruins: int) -> int:
    """1 if nothing blocks line ``r`` (WD-5.13)."""
    n = w.ray_range[r]
    a = w.ray_path[r, 0]
    b = w.ray_path[r, n]
    if is_rampart(w, s, a) == 1 or is_rampart(w, s, b) == 1:
        if kind_of(w, s, a) == ROOM or kind_of(w, s, b) == ROOM:  # WD-5.8
            return 0
        return 1
    if n > 1 and w.los_building_to_building_across_street == 0:  # WD-5.6
        if transparent(w, s, a, through_ruins) == 0 and transparent(w, s, b, through_ruins) == 0:
            return 0
    for k in range(n):
        p = w.ray_path[r, k]
        q = w.ray_path[r, k + 1]
        if (w.ray_walls[r] >> k) & 1 and wall_ignored(w, s, p, q) == 0:
            return 0
        if k + 1 < n and transparent(w, s, q, through_ruins) == 0:
            return 0
    return 1


@jit
def range_between(w: Record, s: Record, a: int, b: int, i: int) -> int:
    """Range from zone ``a`` to ``b`` with the skills of survivor ``i`` (-1: nobody's), -1: no Line of Sight."""
    if a == b:
        return 0
    for r in range(w.ray_from[a], w.ray_from[a + 1]):
        if w.ray_zone[r] == b and ray_open(w, s, r, i) == 1:  # the nearest comes first (WD-5.14)
            return w.ray_range[r]
    return NONE


@jit
def sight(w: Record, s: Record, a: int, b: int) -> int:
    """Range of the Line of Sight between two zones for actors without skills, -1 if there is none."""
    return range_between(w, s, a, b, NONE)


@jit
def sees(w: Record, s: Record, i: int, z: int) -> int:
    """Range at which survivor ``i`` sees the zone, -1 if he does not."""
    return range_between(w, s, s.zone[i], z, i)


@jit
def guards_see(w: Record, s: Record, i: int, a: int, b: int) -> int:
    """Range at which Guards under the orders of survivor ``i`` see zone ``b`` from ``a`` (WD-24.65)."""
    if a == b:
        return 0
    ghost = s.skill[i, WS.GUARDS_GHOST_SIGHT]
    through_ruins = min(1, s.skill[i, WS.GUARDS_SEE_THROUGH_RUINS])
    for r in range(w.ray_from[a], w.ray_from[a + 1]):
        if w.ray_zone[r] == b and (ghost > 0 or ray_clear(w, s, r, through_ruins) == 1):
            return w.ray_range[r]
    return NONE
