"""Zombies that die or leave by themselves: in fire, by exits for zombies (AP-17.R6, AP-17.R7, AP-26.M7)."""

from __future__ import annotations

from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record

from ...table.codes import ONGOING
from ..numbers.layout import K
from .outcome import check_end


@jit
def settle(w: Record, s: Record, z: int) -> int:
    """Remove the zombies of the zone if it burns or is an exit for them; returns 1 if so."""
    if s.crowd[z] == 0 or (s.fire[z] == 0 and w.way_out[z] == 0):
        return 0
    for k in range(K):
        s.led[z, k] = 0
        while s.zombies[z, k] > 0 and s.outcome == ONGOING:
            s.zombies[z, k] -= 1
            s.crowd[z] -= 1
            if s.fire[z] > 0:
                s.supply[k] += 1
            else:  # set aside one by one, until the mission fails (AP-26.R15)
                s.escaped += 1
                check_end(w, s)
    return 1
