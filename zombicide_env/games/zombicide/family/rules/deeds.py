"""Actions that only one edition has.  Here there are none."""

from __future__ import annotations

from typing import Final

from zombicide_env.core.blocks import Act
from zombicide_env.core.jit import jit
from zombicide_env.core.records import Mask, Record

ACTIONS: Final[tuple[Act, ...]] = ()


@jit
def legal_deeds(w: Record, s: Record, i: int, m: Mask) -> None:
    """Mark those of survivor ``i`` in his turn; strike out what he cannot do."""


@jit
def before_deed(w: Record, s: Record, i: int, block: int) -> None:
    """Survivor ``i`` begins an action of the block in his turn, one of these or another."""


@jit
def attacks(block: int) -> int:
    """1 for a block of these that a Bloodlust's free action may pay for."""
    return 0


@jit
def idle(block: int) -> int:
    """1 for a block of these that keeps no turn open."""
    return 0
