"""Ways of groups of zombies: by their own means, by climbing, in a straight line (WD-17.7, WD-17.10, WD-18.10)."""

from __future__ import annotations

from zombicide_env.core.events import tell
from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record

from ...table.codes import FAR
from ..numbers import edition_events as OE
from ..numbers import events as E
from ..numbers.layout import K
from ..numbers.movement import CROW, GIANT, GROUP_MOVER, GROUP_OF, HORDE, PASSAGE
from .movement import ways_to
from .passability import is_rampart, level_border, passable


@jit
def reaches(w: Record, s: Record, z: int, t: int, mover: int) -> int:
    """1 if there is a legal way (WD-17.7)."""
    return 1 if w.dist[ways_to(w, s, t, mover), z] != FAR else 0


@jit
def way_of(w: Record, s: Record, z: int, t: int, mover: int) -> int:
    """Class of movers whose ways lead the group to ``t``: its own, else climbing, else a straight line (WD-17.10)."""
    if reaches(w, s, z, t, mover) == 1:
        return mover
    if reaches(w, s, z, t, GIANT) == 1:
        return GIANT
    return CROW


@jit
def on_way(w: Record, s: Record, z: int, n: int, t: int, mover: int) -> int:
    """1 if neighbour number ``n`` is a first step of a shortest way of the class to ``t``."""
    row = ways_to(w, s, t, mover)
    return 1 if passable(w, s, z, n, mover) == 1 and w.dist[row, w.neighbour[z, n]] == w.dist[row, z] - 1 else 0


@jit
def take_way(w: Record, s: Record, z: int, g: int, n: int) -> None:
    """Send the group to neighbour ``n``, unless the border stops it (WD-17.10)."""
    if passable(w, s, z, n, GROUP_MOVER[g]) == 0:
        return
    t = w.neighbour[z, n]
    s.go_to[z, g] = t
    falls = is_rampart(w, s, z) == 1 and is_rampart(w, s, t) == 0 and w.ladder[z, n] == 0 and w.border[z, n] != PASSAGE
    for k in range(K):
        if GROUP_OF[k] == g and s.act_zombies[z, k] > 0:
            tell(w, OE.FALLS if falls else E.GO, k, s.act_zombies[z, k], z, t)


@jit
def climb_edge(w: Record, s: Record, z: int, n: int) -> int:
    """1 if the border is between levels with a rampart behind it."""
    return 1 if level_border(w, s, z, n) == 1 and is_rampart(w, s, w.neighbour[z, n]) == 1 else 0


@jit
def climbs_to(w: Record, s: Record, z: int, n: int) -> int:
    """1 if the rampart behind border ``n`` brings the group closer to ``s.prey`` than any legal way (WD-18.10)."""
    legal = w.dist[ways_to(w, s, s.prey, HORDE), z]
    row = ways_to(w, s, s.prey, GIANT)
    virtual = w.dist[row, z]
    if virtual == FAR or (legal <= virtual and w.siege_climb_needs_strict_gain == 1) or climb_edge(w, s, z, n) == 0:
        return 0
    return 1 if w.dist[row, w.neighbour[z, n]] == virtual - 1 else 0
