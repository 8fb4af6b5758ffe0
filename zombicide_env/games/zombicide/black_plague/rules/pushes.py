"""Pushed zombies: Repulse, Shove (BP-22.74, BP-24.6)."""

from __future__ import annotations

from zombicide_env.core.events import tell
from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record

from ..numbers import events as E
from ..numbers.layout import NECROMANCER, ON_FOOT, K
from .movement import ways_from
from .necromancer import shift_necromancer
from .passability import passable


@jit
def pushes_to(w: Record, s: Record, i: int, z: int, n: int) -> int:
    """1 if Repulse may push the zombies of ``z`` to its neighbour ``n`` (BP-24.R2)."""
    if passable(w, s, z, n, ON_FOOT) == 0:
        return 0
    row = ways_from(w, s, s.zone[i], ON_FOOT)
    return 1 if w.dist[row, w.neighbour[z, n]] > w.dist[row, z] else 0


@jit
def push_all(w: Record, s: Record, z: int, t: int) -> None:
    """Shove and Repulse: push every zombie of zone ``z`` to ``t`` (BP-22.74, BP-24.6)."""
    for k in range(K):
        if s.zombies[z, k] > 0:
            tell(w, E.PUSH, k, s.zombies[z, k], z, t)
    for k in range(NECROMANCER):
        s.zombies[t, k] += s.zombies[z, k]
        s.crowd[t] += s.zombies[z, k]
        s.crowd[z] -= s.zombies[z, k]
        s.zombies[z, k] = 0
    for m in range(s.n_necros):
        if s.necro_zone[m] == z:
            shift_necromancer(s, m, t)
    if s.quest_abomination == z:
        s.quest_abomination = t
