"""Effects of the death of zombies."""

from __future__ import annotations

from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record

from ..numbers.layout import NECROMANCER
from .necromancer import bury_necromancer


@jit
def fallen(w: Record, s: Record, i: int, zone: int, kind: int, n: int) -> None:
    """Handle the death of ``n`` zombies of the kind in the zone, killed by survivor ``i``."""
    if kind == NECROMANCER:
        for _ in range(n):
            bury_necromancer(w, s, zone)
