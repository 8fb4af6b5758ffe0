"""Freeze tokens (WD-16)."""

from __future__ import annotations

from zombicide_env.core.events import tell
from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record

from ..numbers import edition_events as OE


@jit
def freeze(w: Record, s: Record, z: int) -> None:
    """Put a freeze token, at most one per zone, and none without zombies (WD-16.1)."""
    if s.crowd[z] > 0 and s.frozen[z] == 0:
        s.frozen[z] = 1
        tell(w, OE.FREEZES, z)


@jit
def thaw_empty(w: Record, s: Record, z: int) -> None:
    """Remove the token when the last zombie is gone."""
    if s.crowd[z] == 0:
        thaw(w, s, z)


@jit
def thaw(w: Record, s: Record, z: int) -> None:
    """Remove the token, if there is one."""
    if s.frozen[z] == 1:
        s.frozen[z] = 0
        tell(w, OE.THAWS, z)
