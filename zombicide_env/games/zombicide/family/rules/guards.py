"""Guards: figures beside the survivors whom attacks may hit in their place.  Here there are none."""

from __future__ import annotations

from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record

from ...table.codes import NONE


@jit
def shoots(s: Record, j: int) -> int:
    """1 if survivor ``j`` himself makes the attack in progress: his misses do not hit him."""
    return 1 if j == s.atk_by else 0


@jit
def offer_missed(w: Record, s: Record, zone: int) -> None:
    """Offer them as those whom the next miss at the zone hits."""


@jit
def exposed(w: Record, s: Record, zone: int) -> int:
    """Guards of the zone that the next miss may hit: each takes one."""
    return 0


@jit
def shields(w: Record, s: Record) -> int:
    """Those in the zone of the fight who take one attack each and have none yet."""
    return 0


@jit
def stands(w: Record, s: Record, zone: int) -> int:
    """1 if somebody of them stands there, for zombies to attack."""
    return 0


@jit
def offer_shields(w: Record, s: Record) -> None:
    """Offer them as victims of the next attack."""


@jit
def default_shield(w: Record, s: Record) -> int:
    """The answer of automatic mode that spares the survivors a wound, -1: none of them."""
    return NONE


@jit
def hurt(w: Record, s: Record, zone: int, a: int) -> None:
    """Answer ``a`` names one of them: the attack or miss is his."""


@jit
def bury(w: Record, s: Record) -> None:
    """Those that were hurt die, after the survivors have been dealt with."""
