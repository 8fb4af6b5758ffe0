"""Danger levels, including those restarted in Ultra mode (WD-8.2, WD-21)."""

from __future__ import annotations

from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record

from ..numbers import facts

level_of = jit(facts.level_of)


@jit
def danger(s: Record, i: int) -> int:
    """Danger level of a survivor: permanently Red after restarting at 0 (WD-21.4)."""
    return 3 if s.laps[i] > 0 else level_of(s.xp[i])
