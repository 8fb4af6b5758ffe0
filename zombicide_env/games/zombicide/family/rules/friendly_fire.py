"""Friendly fire: the survivor hit by each miss (BP-13.21)."""

from __future__ import annotations

from typing import Final

from zombicide_env.core.agenda import push
from zombicide_env.core.decisions import CHOICE, Decision, Text, anywhere
from zombicide_env.core.events import tell
from zombicide_env.core.jit import jit
from zombicide_env.core.layout import FLAG
from zombicide_env.core.records import Record

from ...table.codes import NONE
from ...table.seams import seam
from ..edition import GUARDS
from ..numbers import actions as A
from ..numbers import decisions as ASK
from ..numbers import events as E
from ..numbers import tasks as T
from ..numbers.layout import COUNT, WHO
from .about import about_attack
from .combat import free_targets, steady
from .guards import MISSED, default_shield, exposed, hurt, offer_missed
from .hits import may_be_missed
from .options import offer


@seam
def misses(w: Record, s: Record, z: int) -> None:
    """Distribute the misses over the other survivors of the zone, then wound them."""
    zone = s.atk_zone[z]
    i = s.atk_by
    if free_targets(w, s, i, s.atk_type, zone) == 1 or steady(w, s, i) > 0:
        return
    n = 0
    only = NONE
    for j in range(w.n_survivors):
        if may_be_missed(w, s, j, zone) == 1:
            n += 1
            only = j
    others = exposed(w, s, zone)
    if n + others == 0 or s.atk_misses[z] == 0:
        return
    for j in range(w.n_survivors):
        s.atk_ff[j] = 0
    push(s, T.DEATHS, 0, 0, 0, 0)
    push(s, T.VICTIM, 0, 1, 0, 0)
    if n == 1 and others == 0:
        s.atk_ff[only] = s.atk_misses[z]
        tell(w, E.FRIENDLY_FIRE, i, only, s.atk_misses[z])
        return
    push(s, ASK.MISS, i, z, s.atk_misses[z] - 1, 0)


@jit
def offer_misses(w: Record, s: Record, z: int) -> None:
    for j in range(w.n_survivors):
        if may_be_missed(w, s, j, s.atk_zone[z]) == 1:
            offer(s, A.MISS + j)
    offer_missed(w, s, s.atk_zone[z])


@jit
def anybody_missed(w: Record, s: Record, zone: int) -> int:
    """1 if another miss at the zone can hit anybody."""
    for j in range(w.n_survivors):
        if may_be_missed(w, s, j, zone) == 1:
            return 1
    return min(1, exposed(w, s, zone))


@jit
def answer_miss(w: Record, s: Record, i: int, z: int, left: int, a: int) -> None:
    zone = s.atk_zone[z]
    if A.BLOCK_OF[a] == A.MISS:
        s.atk_ff[a - A.MISS] += 1
        tell(w, E.FRIENDLY_FIRE, i, a - A.MISS, 1)
    else:
        hurt(w, s, zone, a)
    if left > 0 and anybody_missed(w, s, zone) == 1:
        push(s, ASK.MISS, i, z, left - 1)


@jit
def default_miss(w: Record, s: Record, z: int) -> int:
    """Return the survivor with the fewest wounds, assigned ones included (BP-D-21)."""
    if GUARDS:
        shield = default_shield(w, s)
        if shield >= 0:
            return shield
    best = 32767
    choice = 0
    for j in range(w.n_survivors):
        if may_be_missed(w, s, j, s.atk_zone[z]) == 1:
            n = s.wounds[j] + s.atk_ff[j] * s.atk_damage
            if n < best:
                best = n
                choice = j
    return A.MISS + choice


ROWS: Final = (
    Decision(
        ASK.MISS,
        words={"i": WHO, "z": FLAG, "left": COUNT},
        asked=CHOICE,
        offer=offer_misses,
        answer=answer_miss,
        default=default_miss,
        see=about_attack,
        fits=anywhere,
        notation=MISSED,
        text=Text("friendly fire", "which survivor a miss hits", "the one with the fewest wounds, then roster order"),
    ),
)
