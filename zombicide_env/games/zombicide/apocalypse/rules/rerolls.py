"""The reroll that a skill gives once per turn (AP-8.R4)."""

from __future__ import annotations

from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record

from ..numbers import edition_skills as OSK
from ..numbers.budget import BY_ONCE
from ..numbers.edition_budget import U_ONCE


@jit
def reroll_once(w: Record, s: Record, i: int) -> int:
    """The source (``budget.BY_ONCE``), unless it has been used in this turn."""
    return BY_ONCE if s.skill[i, OSK.ONE_REROLL] > 0 and s.used[U_ONCE] == 0 else 0


@jit
def use_reroll(s: Record, sources: int) -> None:
    """Mark the first of the sources as used."""
    if (sources & -sources) == BY_ONCE:
        s.used[U_ONCE] = 1
