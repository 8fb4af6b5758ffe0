"""Attacks of activated zombies, zone by zone (BP-15.R3, WD-17.1, AP-18.R1)."""

from __future__ import annotations

from zombicide_env.core.agenda import push
from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record

from ..numbers import tasks as T
from .guards import stands
from .wounds import targetable
from .zombies import active_in, fight


@jit
def victims_in(w: Record, s: Record, z: int) -> int:
    """1 if the zone has somebody whom the zombies attack; with a taunter only the taunter counts (WD-24.51)."""
    for i in range(w.n_survivors):
        if targetable(w, s, i, z) == 1:
            return 1
    return stands(w, s, z)


@jit
def fights(w: Record, s: Record, start: int) -> None:
    """Attack in the next zone that has active zombies and somebody to attack."""
    for z in range(start, w.n_zones):
        s.act_fought[z] = 0
        if s.crowd[z] == 0 or active_in(s, z) == 0:
            continue
        if victims_in(w, s, z) == 1:
            s.act_fought[z] = 1
            push(s, T.FIGHTS, z + 1)
            fight(w, s, z)
            return
