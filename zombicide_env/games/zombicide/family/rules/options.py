"""Answers of the decision on top of the agenda, as they are offered."""

from __future__ import annotations

from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record


@jit
def offer(s: Record, a: int) -> None:
    s.options[s.n_options] = a
    s.n_options += 1
