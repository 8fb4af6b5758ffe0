"""Answers to White Death's own decisions."""

from __future__ import annotations

from typing import Final

from zombicide_env.core.jit import jit
from zombicide_env.core.records import Mask, Record, Row

from ...table.codes import GOAL_BEACON_IN, NONE, RED, RULE_LOSE_GUARD
from ..numbers import actions as A
from ..numbers import edition_actions as OA
from ..numbers import edition_decisions as OASK
from ..numbers.actions import N_ACTIONS
from ..numbers.layout import Z
from ..numbers.movement import TO_ADVANCE
from ..numbers.tokens import TOKEN_GIFT
from ..rules.quest_rules import has_rule
from .distances import away
from .edition_goals import everything_else, precious, safe_step
from .errands import hands_over
from .guards import best_order, best_place, guards_left
from .look import arriving, spare
from .plan import make_plan, way
from .play import Play

LOST: Final = 5.0  # an objective that Defile removes
PRECIOUS: Final = 100.0  # a Guard, or the Empress, whose death loses the game


@jit
def opponent(w: Record, s: Record, v: Record, weights: Record, m: Mask, first: int) -> int:
    """Return NONE: White Death has no opponents."""
    return NONE


@jit
def hand_over(w: Record, s: Record, m: Mask, i: int, partner: int) -> int:
    """Return the gift in a trade: fragments to the survivor with most of them."""
    if m[OA.GIVE_GIFT + TOKEN_GIFT + RED] == 1 and hands_over(w, s, i, partner):
        return OA.GIVE_GIFT + TOKEN_GIFT + RED
    return NONE


@jit
def order_what(w: Record, s: Record, v: Record, weights: Record, m: Mask, i: int, zone: int, first: int) -> int:
    """Return the order for which the Guards were called (``guards.score_order``)."""
    v.me = i
    make_plan(w, s, v, weights)
    a = OA.ORDER_WHAT + best_order(w, s, v, weights, i, zone)
    return a if m[a] == 1 else first


@jit
def order_where(w: Record, s: Record, v: Record, weights: Record, m: Mask, i: int, zone: int, what: int, first: int) -> int:
    v.me = i
    make_plan(w, s, v, weights)
    a = A.CHOOSE + best_place(w, s, v, weights, i, zone, what)
    return a if m[a] == 1 else first


@jit
def last_legal(m: Mask, first: int) -> int:
    """Return the last legal answer: all Guards."""
    found = first
    for a in range(first, N_ACTIONS):
        if m[a] == 1:
            found = a
    return found


@jit
def waits_for_others(w: Record, s: Record, v: Record, weights: Record, i: int) -> bool:
    """Whether the survivor stays: something is left to do, or a Guard is elsewhere.

    A leaving survivor takes all Guards of the zone along and does not return (WD-25.9).
    A shepherd leaves with the last Guards, or with those who are in danger in their zone.
    """
    if has_rule(w, RULE_LOSE_GUARD) == 0:
        return False
    z = s.zone[i]
    elsewhere = guards_left(w, s) - s.guards[z]
    if weights.shepherd > 0 and s.guards[z] > 0 and v.n_team > 1:
        arriving(w, s, v, z)
        return elsewhere > 0 and v.arriving[z, 0] + v.arriving[z, 2] + v.arriving[z, 3] == 0
    return elsewhere > 0 or not everything_else(w, s)


@jit
def shield(w: Record, s: Record, v: Record, m: Mask, block: int, first: int) -> int:
    """Let a Guard take it, unless a Guard's death loses the game and a survivor can take it."""
    guard = OA.WOUND_GUARD if block == A.WOUND else OA.MISS_GUARD
    strong = NONE
    others = 0
    for j in range(w.n_survivors):
        if m[block + j] == 1:
            others += 1
            if spare(s, j) > 0:
                strong = j
    if m[guard] == 1 and (has_rule(w, RULE_LOSE_GUARD) == 0 or strong < 0):
        return guard
    if others == 0:
        return first
    return NONE


@jit
def walk(w: Record, s: Record, v: Record, m: Mask) -> int:
    """Move the Empress towards the Exit by zones without zombies and Defile tokens (WD-25.114)."""
    for g in range(w.n_goals):
        if w.goal[g, 1] == GOAL_BEACON_IN:
            zone = safe_step(w, s, v, s.beacon_zone, w.goal[g, 2])
            for n in range(w.degree[s.beacon_zone]):
                if w.neighbour[s.beacon_zone, n] == zone and s.crowd[zone] == 0 and m[OA.EMPRESS + n] == 1:
                    return OA.EMPRESS + n
    return A.STAY


@jit
def move(w: Record, s: Record, v: Record, weights: Record, m: Mask, i: int, first: int) -> int:
    """Choose the move of the survivor out of turn."""
    v.me = i
    make_plan(w, s, v, weights)
    best = -1e9
    found = first
    for a in range(first, N_ACTIONS):
        if m[a] == 1:
            zone = a - A.MOVE if a >= A.MOVE and a < A.MOVE + Z else s.zone[i]
            worth = -way(w, s, v, i, zone) - 2.0 * s.crowd[zone]
            if worth > best:
                best = worth
                found = a
    return found


@jit
def lead(w: Record, s: Record, v: Record, m: Mask, first: int, guarded: float, advance: int) -> int:
    """Choose where zombies, or the Defiler's token (``advance``), go; ``guarded``: cost of a Guard there."""
    best = -1e9
    found = first
    for a in range(first, N_ACTIONS):
        if m[a] == 1:
            worth = away(w, s, v, a - A.CHOOSE)
            if guarded > 0:
                worth -= guarded * precious(w, s, a - A.CHOOSE)
            if advance == 1 and s.objective[a - A.CHOOSE] != 0:
                worth -= LOST
            if worth > best:
                best = worth
                found = a
    return found


@jit
def prey(w: Record, s: Record, v: Record, m: Mask, first: int) -> int:
    return lead(w, s, v, m, first, PRECIOUS, 0)


@jit
def route(w: Record, s: Record, v: Record, m: Mask, what: int, first: int) -> int:
    return lead(w, s, v, m, first, 0.0, 1 if what == TO_ADVANCE else 0)


@jit
def rate(w: Record, s: Record, v: Record, weights: Record, m: Mask, first: int, scores: Row) -> bool:
    """Score the answers to the decision; returns False: the player only chooses one."""
    return False


ROWS: Final = (
    Play(OASK.ORDER_WHAT, order_what),
    Play(OASK.ORDER_NUMBER, last_legal),
    Play(OASK.ORDER_WHERE, order_where),
    Play(OASK.RESCUED, last_legal),
    Play(OASK.EMPRESS, walk),
    Play(OASK.PREY, prey),
    Play(OASK.ROUTE, route),
    Play(OASK.SIDESTEP, move),
    Play(OASK.RUN, move),
    Play(OASK.LEAP, move),
)
