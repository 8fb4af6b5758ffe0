"""Answers of the decision on top of the agenda, listed in the state in the order of the rows (``options``)."""

from __future__ import annotations

from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record


@jit
def offer(s: Record, a: int) -> None:
    s.options[s.n_options] = a
    s.n_options += 1


@jit
def first_offered(s: Record) -> int:
    """Default where the first answer in canonical order is played (BP-25)."""
    return s.options[0]
