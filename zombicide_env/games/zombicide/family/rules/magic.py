"""Enchantments.  Here there are none."""

from __future__ import annotations

from zombicide_env.core.jit import jit
from zombicide_env.core.records import Mask, Record


@jit
def legal_enchantments(w: Record, s: Record, i: int, m: Mask) -> None:
    """Mark the enchantments that survivor ``i`` may use now."""


@jit
def enchant_survivor(w: Record, s: Record, i: int, effect: int, j: int) -> None:
    """Healing, Invisibility, Speed on survivor ``j``."""


@jit
def repulse(w: Record, s: Record, i: int, z: int, effect: int) -> None:
    """Push the zombies of the zone away."""


@jit
def pushes_to(w: Record, s: Record, i: int, z: int, n: int) -> int:
    """1 if the zombies of ``z`` may be pushed to its neighbour ``n``."""
    return 0
