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
