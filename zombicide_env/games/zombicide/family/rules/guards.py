"""Guards: figures on the survivors' side that attacks may hit instead of them; none in the family."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from zombicide_env.core.records import Record

from ...table.codes import NONE
from ...table.seams import seam

#: Texts of misses that hit guards, by the block of the action, where they differ from those of the block.
MISSED: Final[Mapping[str, str]] = {}


@seam
def shoots(s: Record, j: int) -> int:
    """1 if survivor ``j`` makes the attack in progress, whose misses do not hit the attacker."""
    return 1 if j == s.atk_by else 0


@seam
def offer_missed(w: Record, s: Record, zone: int) -> None:
    """Offer the guards that the next miss at the zone may hit."""


@seam
def exposed(w: Record, s: Record, zone: int) -> int:
    """Number of guards of the zone that the next miss may hit; each takes one."""
    return 0


@seam
def shields(w: Record, s: Record) -> int:
    """Number of guards in the zone of the fight that can still take an attack; each takes one."""
    return 0


@seam
def stands(w: Record, s: Record, zone: int) -> int:
    """1 if the zone has a guard that zombies attack."""
    return 0


@seam
def offer_shields(w: Record, s: Record) -> None:
    """Offer the guards as victims of the next attack."""


@seam
def default_shield(w: Record, s: Record) -> int:
    """Answer of automatic mode that spares the survivors a wound, -1: none."""
    return NONE


@seam
def hurt(w: Record, s: Record, zone: int, a: int) -> None:
    """Let the guard that answer ``a`` names take the attack or miss."""


@seam
def bury(w: Record, s: Record) -> None:
    """Remove the guards that were hit, after the survivors' wounds are resolved."""
