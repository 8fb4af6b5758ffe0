"""Pushed zombies: Shove (BP-22.74)."""

from __future__ import annotations

from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record

from ..numbers.layout import K
from .casualties import settle
from .outcome import check_end


@jit
def pushes_to(w: Record, s: Record, i: int, z: int, n: int) -> int:
    """1 if the zombies of ``z`` may be pushed to its neighbour ``n`` by an enchantment, which there is not."""
    return 0


@jit
def push_all(w: Record, s: Record, z: int, t: int) -> None:
    """Shove (skill): push every zombie of zone ``z`` to ``t`` (BP-22.74)."""
    for k in range(K):
        s.zombies[t, k] += s.zombies[z, k]
        s.led[t, k] += s.led[z, k]
        s.led[z, k] = 0
        s.crowd[t] += s.zombies[z, k]
        s.crowd[z] -= s.zombies[z, k]
        s.zombies[z, k] = 0
    settle(w, s, t)
    check_end(w, s)
