"""Danger levels (BP-8.3)."""

from __future__ import annotations

from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record

from ...table.seams import seam
from ..numbers import facts

level_of = jit(facts.level_of)


@seam
def danger(s: Record, i: int) -> int:
    """Danger level of a survivor (BP-8.3)."""
    return level_of(s.xp[i])
