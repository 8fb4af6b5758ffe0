"""Skills that spare survivors harm, at no cost of an action: Shove and Lifesaver (BP-22.65, BP-22.74)."""

from __future__ import annotations

from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record

from ..numbers import skills as SK
from ..numbers.budget import U_SHOVE
from ..numbers.layout import ON_FOOT
from ..rules.borders import passable
from .threat import harm, harm_after_push


@jit
def ready(s: Record, weights: Record, i: int) -> int:
    """1 if the survivor can still use Shove in this turn, and the player knows how to."""
    return 1 if weights.shove > 0 and s.skill[i, SK.SHOVE] > 0 and s.used[U_SHOVE] == 0 else 0


@jit
def pushes_out(w: Record, s: Record, v: Record, zone: int) -> int:
    """1 if there is a zone next door, without survivors, to which the zombies of the zone can be pushed."""
    for n in range(w.degree[zone]):
        if passable(w, s, zone, n, ON_FOOT) == 1 and v.here[w.neighbour[zone, n]] & ~(1 << v.me) == 0:
            return 1
    return 0


@jit
def harm_or_push(w: Record, s: Record, v: Record, weights: Record, zone: int, group: int, fights: float) -> float:
    """``harm`` to a group with the survivor in turn, who pushes the zombies away at the end of the turn where that spares harm."""
    hurt = harm(w, s, v, weights, zone, group, fights)
    if v.shoves == 0 or hurt <= 0 or s.crowd[zone] == 0 or pushes_out(w, s, v, zone) == 0:
        return hurt
    return hurt - weights.shove * max(0.0, hurt - harm_after_push(w, s, v, weights, zone, group))


@jit
def spared(w: Record, s: Record, v: Record, weights: Record) -> float:
    """Harm that Shove would spare, if the turn ended now."""
    zone = s.zone[v.me]
    group = v.here[zone]
    return harm(w, s, v, weights, zone, group, 0.0) - harm_or_push(w, s, v, weights, zone, group, 0.0)
