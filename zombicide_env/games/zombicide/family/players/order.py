"""Order of turns: how soon each survivor should act."""

from __future__ import annotations

from typing import Final

from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record

from .fire import fire_target
from .gear import in_hands
from .plan import NEXT_LEVEL, way

#: Urgency of a survivor who throws a Torch: after everybody has left the fire, and before.
THROWS: Final = 6.0
WAITS: Final = -9.0
#: Urgency of a survivor who throws Dragon Bile.
SOAKS: Final = 3.0
#: Urgency of a survivor with either while another one opens the door.
OTHER_OPENS: Final = -2.0


@jit
def urgency(w: Record, s: Record, v: Record, weights: Record, i: int) -> float:
    """How soon a survivor should act: first those near zombies or an errand, then from the front of the team to its rear."""
    zone = s.zone[i]
    worth = -weights.front * way(w, s, v, i, zone)
    if s.crowd[zone] > 0:
        worth += weights.beset + weights.mighty * in_hands(w, s, v, i)
    if v.target[i] >= 0 and v.wanted[v.target[i]] == 1:
        worth += weights.errand
    worth += weights.novice * (1.0 - min(1.0, s.xp[i] / NEXT_LEVEL[v.danger]))
    return weights.order * (worth + order_of_fire(w, s, v, i))


@jit
def order_of_fire(w: Record, s: Record, v: Record, i: int) -> float:
    """Urgency of a survivor with Dragon Bile or a Torch."""
    if v.torch >> i & 1 == 1 and v.n_hot > 0:
        return THROWS if hot_is_empty(w, v, i) else WAITS
    if v.bile >> i & 1 == 1 and fire_target(w, s, v, i) >= 0:
        return SOAKS
    return OTHER_OPENS if v.pyre >= 0 and (v.bile | v.torch) >> i & 1 == 1 else 0.0


@jit
def hot_is_empty(w: Record, v: Record, i: int) -> bool:
    """Whether nobody else is in the zones that are about to burn."""
    for z in range(w.n_zones):
        if v.hot[z] == 1 and v.here[z] & ~(1 << i) != 0:
            return False
    return True
