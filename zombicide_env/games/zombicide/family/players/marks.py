"""Zones that a plan lists."""

from __future__ import annotations

from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record


@jit
def add_goal(v: Record, z: int) -> None:
    """Add the zone to ``v.goals``, unless it is there already."""
    if v.listed[z] == 0:
        v.listed[z] = 1
        v.goals[v.n_goals] = z
        v.n_goals += 1
