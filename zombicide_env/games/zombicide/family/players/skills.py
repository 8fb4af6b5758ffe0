"""Skills that spare survivors harm, at no cost of an action: Shove and Lifesaver (BP-22.65, BP-22.74)."""

from __future__ import annotations

from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record

from ..numbers.layout import ON_FOOT
from ..rules.passability import passable
from .edition_goals import precious
from .threat import harm, harm_after_push


@jit
def takes(w: Record, s: Record, v: Record, zone: int) -> bool:
    """Whether zombies may be pushed there: nobody is in the zone whom they should not meet."""
    return v.here[zone] & ~(1 << v.me) == 0 and precious(w, s, zone) == 0


@jit
def pushes_out(w: Record, s: Record, v: Record, zone: int) -> bool:
    """Whether the zombies of the zone can be pushed next door."""
    for n in range(w.degree[zone]):
        if passable(w, s, zone, n, ON_FOOT) == 1 and takes(w, s, v, w.neighbour[zone, n]):
            return True
    return False


@jit
def harm_or_push(w: Record, s: Record, v: Record, weights: Record, zone: int, group: int, fights: float) -> float:
    """``harm`` to a group with the survivor in turn, who pushes the zombies away at the end of the turn where that spares harm."""
    hurt = harm(w, s, v, weights, zone, group, fights)
    return hurt - spared(w, s, v, weights, zone, group, hurt)


@jit
def spared(w: Record, s: Record, v: Record, weights: Record, zone: int, group: int, hurt: float) -> float:
    """What counts of the harm that Shove spares a group, which else is ``hurt``."""
    if v.shoves == 0 or hurt <= 0 or s.crowd[zone] == 0 or not pushes_out(w, s, v, zone):
        return 0.0
    return weights.shove * max(0.0, hurt - harm_after_push(w, s, v, weights, zone, group))
