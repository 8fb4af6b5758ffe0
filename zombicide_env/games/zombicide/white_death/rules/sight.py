"""Line of Sight over streets, ramparts and ruins (WD-5): every straight line of the board, and what blocks it now."""

from __future__ import annotations

from zombicide_env.core.jit import jit
from zombicide_env.core.records import Features, Record

from ...table.codes import NONE, ROOM, RUIN, STREET
from ..numbers import edition_skills as OSK
from ..numbers import observation as O
from ..numbers.layout import Z
from ..numbers.sight import EYES, KEPT_SIGHTS
from .effective_skills import skilled
from .passability import is_rampart, kind_of, open_ways, wall_ignored

GHOST = EYES - 1


@jit
def transparent(w: Record, s: Record, z: int, through_ruins: int) -> int:
    """1 if the zone does not block sight at ground level (WD-5.10, WD-5.16)."""
    kind = kind_of(w, s, z)
    return 1 if kind == STREET or (kind == RUIN and through_ruins == 1) else 0


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
def eyes_of(w: Record, s: Record, i: int) -> int:
    """Kind of sight of survivor ``i``: 0 normal, also for all others (-1), 1 through ruins, 2 through everything."""
    if i < 0:
        return 0
    if skilled(w, s, i, OSK.GHOST_SIGHT) > 0:
        return GHOST
    return min(1, skilled(w, s, i, OSK.SEE_THROUGH_RUINS))


@jit
def ray_open(w: Record, s: Record, r: int, i: int) -> int:
    """1 if line ``r`` is open to survivor ``i``, -1: to an observer without skills."""
    eyes = eyes_of(w, s, i)
    return 1 if eyes == GHOST else ray_clear(w, s, r, eyes)


@jit
def seen_from(w: Record, s: Record, a: int, eyes: int) -> int:
    """Row of ``w.seen``: ranges + 1 at which zones are seen from ``a``, 0 if not seen.  Valid until the next row is requested.

    As with distances, the games of a batch share the rows cached by a thread.
    """
    wanted = 1 + eyes * Z + a
    ways = open_ways(w, s)
    row = (ways * (EYES * Z) + wanted) % KEPT_SIGHTS
    if w.seen_row[row] != wanted or w.seen_ways[row] != ways:
        for z in range(w.n_zones):
            w.seen[row, z] = 0
        for r in range(w.ray_from[a], w.ray_from[a + 1]):
            b = w.ray_zone[r]
            if w.seen[row, b] == 0 and (eyes == GHOST or ray_clear(w, s, r, eyes) == 1):  # the nearest is first (WD-5.14)
                w.seen[row, b] = w.ray_range[r] + 1
        w.seen[row, a] = 1
        w.seen_row[row] = wanted
        w.seen_ways[row] = ways
    return row


@jit
def range_between(w: Record, s: Record, a: int, b: int, i: int) -> int:
    """Range from zone ``a`` to ``b`` with the skills of survivor ``i`` (-1: nobody's), -1: no Line of Sight."""
    return 0 if a == b else w.seen[seen_from(w, s, a, eyes_of(w, s, i)), b] - 1


@jit
def sight(w: Record, s: Record, a: int, b: int) -> int:
    """Range of the Line of Sight between two zones for actors without skills, -1 if there is none."""
    return range_between(w, s, a, b, NONE)


@jit
def sees(w: Record, s: Record, i: int, z: int) -> int:
    """Range at which survivor ``i`` sees the zone, -1 if it does not."""
    return range_between(w, s, s.zone[i], z, i)


@jit
def guards_see(w: Record, s: Record, i: int, a: int, b: int) -> int:
    """Range at which Guards under the orders of survivor ``i`` see zone ``b`` from ``a`` (WD-24.65)."""
    eyes = GHOST if s.skill[i, OSK.GUARDS_GHOST_SIGHT] > 0 else min(1, s.skill[i, OSK.GUARDS_SEE_THROUGH_RUINS])
    return 0 if a == b else w.seen[seen_from(w, s, a, eyes), b] - 1


@jit
def observe_sight(w: Record, s: Record, i: int, here: int, o: Features) -> None:
    """Write the zones in sight of survivor ``i`` with their range + 1."""
    row = seen_from(w, s, here, eyes_of(w, s, i))
    for z in range(w.n_zones):
        o[O.ZONES + z * O.N_ZONE + O.Z_SIGHT] = w.seen[row, z]
