"""Guards: figures beside the survivors whom attacks may hit in their place.  Here there are none."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from zombicide_env.core.records import Record

from ...table.codes import NONE
from ...table.seams import seam

#: Texts of misses that hit them, by the block of the action, where they are not those of the block.
MISSED: Final[Mapping[str, str]] = {}


@seam
def shoots(s: Record, j: int) -> int:
    """1 if survivor ``j`` makes the attack in progress: its misses do not hit the attacker."""
    return 1 if j == s.atk_by else 0


@seam
def offer_missed(w: Record, s: Record, zone: int) -> None:
    """Offer them as those whom the next miss at the zone hits."""


@seam
def exposed(w: Record, s: Record, zone: int) -> int:
    """Guards of the zone that the next miss may hit: each takes one."""
    return 0


@seam
def shields(w: Record, s: Record) -> int:
    """Those in the zone of the fight who take one attack each and have none yet."""
    return 0


@seam
def stands(w: Record, s: Record, zone: int) -> int:
    """1 if somebody of them stands there, for zombies to attack."""
    return 0


@seam
def offer_shields(w: Record, s: Record) -> None:
    """Offer them as victims of the next attack."""


@seam
def default_shield(w: Record, s: Record) -> int:
    """The answer of automatic mode that spares the survivors a wound, -1: none of them."""
    return NONE


@seam
def hurt(w: Record, s: Record, zone: int, a: int) -> None:
    """Answer ``a`` names one of them: that figure takes the attack or miss."""


@seam
def bury(w: Record, s: Record) -> None:
    """Those that were hurt die, after the survivors have been dealt with."""
