"""Pushed zombies: Repulse, Shove (WD-6.8)."""

from __future__ import annotations

from zombicide_env.core.events import tell
from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record

from ..numbers import events as E
from ..numbers.layout import K
from ..numbers.movement import WALLED
from .defiler import defiler_pushed, necromancer_enters
from .freeze import thaw_empty
from .outcome import check_end
from .passability import wall_ignored


@jit
def pushes_to(w: Record, s: Record, i: int, z: int, n: int) -> int:
    """1 if Repulse may push the zombies of ``z`` to its neighbour ``n``: there is no wall between."""
    return 1 if w.border[z, n] != WALLED else wall_ignored(w, s, z, w.neighbour[z, n])


@jit
def pushed_out(w: Record, s: Record, i: int, z: int) -> int:
    """1 if there is such a neighbour."""
    for n in range(w.degree[z]):
        if pushes_to(w, s, i, z, n) == 1:
            return 1
    return 0


@jit
def push_all(w: Record, s: Record, z: int, t: int) -> None:
    """Push every zombie of zone ``z`` to ``t``: not a move, regardless of borders (WD-6.8)."""
    for k in range(K):
        n = s.zombies[z, k]
        if n > 0:
            tell(w, E.PUSH, k, n, z, t)
        s.zombies[t, k] += n
        s.crowd[t] += n
        s.crowd[z] -= n
        s.zombies[z, k] = 0
    if s.defiler_zone == z:
        defiler_pushed(s, t)
    thaw_empty(w, s, z)
    necromancer_enters(w, s, t)
    check_end(w, s)
