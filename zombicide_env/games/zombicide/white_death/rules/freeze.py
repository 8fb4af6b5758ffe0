"""Freeze tokens (WD-16)."""

from __future__ import annotations

from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record


@jit
def freeze(s: Record, z: int) -> None:
    """At most one token a zone, and none where no zombie stands (WD-16.1)."""
    if s.crowd[z] > 0:
        s.frozen[z] = 1


@jit
def thaw_empty(s: Record, z: int) -> None:
    """A token leaves with the last zombie."""
    if s.crowd[z] == 0:
        s.frozen[z] = 0
