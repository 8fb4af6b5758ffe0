"""Fire that survivors lay: tokens, throws.  Here there is none."""

from __future__ import annotations

from zombicide_env.core.jit import jit
from zombicide_env.core.records import Mask, Record


@jit
def legal_throws(w: Record, s: Record, i: int, m: Mask) -> None:
    """Mark what survivor ``i`` may throw."""


@jit
def throw_bile(w: Record, s: Record, i: int, zone: int) -> None:
    """Survivor ``i`` lays a token that burns."""


@jit
def throw_torch(w: Record, s: Record, i: int, zone: int) -> None:
    """Survivor ``i`` sets a zone on fire."""


@jit
def burn(w: Record, s: Record, i: int, zone: int) -> None:
    """The zone burns."""


@jit
def bile_in(s: Record, zone: int) -> int:
    """1 if such a token lies there."""
    return 0


@jit
def move_bile(w: Record, s: Record, source: int, zone: int) -> None:
    """The oldest token of zone ``source`` is moved to the new zone."""
