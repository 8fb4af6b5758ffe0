"""Worth of places, and movement: a pair of places is chosen, then the move is played pick by pick."""

from __future__ import annotations

from zombicide_env.core.jit import jit
from zombicide_env.core.records import Mask, Record

from ..numbers.actions import A_CARD, A_CHAR, A_CONFIRM, A_LOC, A_PASS
from ..numbers.layout import BARRICADE, BASE, CROWD, HOUSE, NEUTRAL, NONE, STREET, A, C, L, P
from ..rules.board import anybody, own_at
from ..rules.building import gears_for, site_for
from ..rules.movement import movable
from .odds import day_odds, hold_odds, squad_skill

CROWDED = CROWD - 1  # largest squad that does not draw two dice


@jit
def income(w: Record, s: Record, loc: int) -> float:
    """Income of a place in the Morning, in points."""
    kind = s.kind[loc]
    if s.face_down[loc] == 1:
        return 0.25
    worth = 0.12 * (w.food[kind] + w.medicine[kind])
    if w.draws[kind] >= 0:
        worth += 0.3 if kind == HOUSE or kind == BASE else 0.2
    return worth


@jit
def gears_of(w: Record, s: Record, p: int, loc: int, goers: int) -> int:
    """Gears of the idle healthy characters in the place; ``goers``: only of those who may still move."""
    n = 0
    for c in range(C):
        if own_at(s, c, p, loc) == 1 and s.exhausted[c] == 0 and (goers == 0 or s.moved[c] == 0):
            n += w.char_engineering[c]
    return n


@jit
def place_worth(w: Record, s: Record, weights: Record, p: int, loc: int, skill: int, members: int, gears: int) -> float:
    """Expected points of a squad that holds the place until the evening."""
    hold = hold_odds(w, s, p, loc, skill, members)
    worth = income(w, s, loc) * (hold if s.owner[loc] != p or s.intact[loc] == 0 else 0.3)
    if s.kind[loc] == STREET:
        worth += weights.street * hold
    elif s.face_down[loc] == 0 and gears >= gears_for(s, p, BARRICADE) and site_for(s, p, loc, BARRICADE) == 1:
        worth += weights.build * hold
    if s.intact[loc] > 0 and s.owner[loc] != p:
        worth += weights.capture
    for c in range(P):  # leaders are the first characters
        if s.people[loc, p] == 0 and s.at[c] == loc and s.seat[c] != p:
            worth += weights.leader
    return worth - weights.risk * (1.0 - hold) * members


@jit
def stay_worth(w: Record, s: Record, weights: Record, p: int, loc: int) -> float:
    """Worth of the present squad if it stays."""
    members = s.people[loc, p]
    return place_worth(w, s, weights, p, loc, squad_skill(w, s, p, loc, 0), members, gears_of(w, s, p, loc, 0))


@jit
def go_worth(w: Record, s: Record, weights: Record, p: int, start: int, to: int, skill: int, members: int, gears: int) -> float:
    """Worth of a group if it moves there."""
    there = s.people[to, p]
    if there + members > CROWDED + 1:
        return -1.0
    chance = day_odds(w, s, p, to, skill, members)
    worth = place_worth(w, s, weights, p, to, skill + squad_skill(w, s, p, to, 0), members + there, gears + gears_of(w, s, p, to, 0))
    return chance * worth - (1.0 - chance) * weights.defeat * members


# ---- the group ------------------------------------------------------------------------------------------------------


@jit
def goers(s: Record, p: int, loc: int) -> int:
    """Number of healthy characters in the place who may move."""
    n = 0
    for c in range(C):
        n += own_at(s, c, p, loc) == 1 and movable(s, c, p) == 1 and s.exhausted[c] == 0
    return n


@jit
def best_target(w: Record, s: Record, weights: Record, p: int, start: int, at: int, skill: int, members: int, gears: int) -> int:
    """Neighbour of ``at`` with the highest worth for the group, -1: none."""
    best = NONE
    most = -1e9
    for i in range(w.n_near[at]):
        to = w.near[at, i]
        if to != start:
            worth = go_worth(w, s, weights, p, start, to, skill, members, gears)
            if worth > most:
                most = worth
                best = to
    return best


@jit
def gain(w: Record, s: Record, weights: Record, p: int, loc: int) -> float:
    """Gain over staying if the characters who may move leave the place."""
    members = min(CROWDED, goers(s, p, loc))
    if members == 0:
        return -1.0
    skill, gears = group_sums(w, s, p, loc)
    to = best_target(w, s, weights, p, loc, loc, skill, members, gears)
    if to < 0:
        return -1.0
    stay = stay_worth(w, s, weights, p, loc) * members / max(1, s.people[loc, p])
    return go_worth(w, s, weights, p, loc, to, skill, members, gears) - stay


@jit
def group_sums(w: Record, s: Record, p: int, loc: int) -> tuple[int, int]:
    """Fight skill and gears of the first characters who may move together."""
    skill = 0
    gears = 0
    n = 0
    for c in range(C):
        if n < CROWDED and own_at(s, c, p, loc) == 1 and movable(s, c, p) == 1 and s.exhausted[c] == 0:
            skill += w.char_fight[c]
            gears += w.char_engineering[c]
            n += 1
    return skill, gears


@jit
def picked_sums(w: Record, s: Record) -> tuple[int, int, int]:
    """Number of members, fight skill and gears of the current group."""
    n = 0
    skill = 0
    gears = 0
    for c in range(C):
        if s.picked[c] == 1:
            n += 1
            skill += w.char_fight[c]
            gears += w.char_engineering[c]
    return n, skill, gears


# ---- the answers ----------------------------------------------------------------------------------------------------------


@jit
def who_moves(w: Record, s: Record, weights: Record, p: int) -> int:
    """MV_CHAR: the first member of the group that gains most by moving, or nobody."""
    best = NONE
    most = weights.restless
    for loc in range(w.n_locations):
        if s.people[loc, p] > 0 and gain(w, s, weights, p, loc) > most:
            most = gain(w, s, weights, p, loc)
            best = loc
    if best < 0:
        return A_PASS
    for c in range(C):
        if own_at(s, c, p, best) == 1 and movable(s, c, p) == 1 and s.exhausted[c] == 0:
            return A_CHAR + c
    return A_PASS


@jit
def who_comes_along(w: Record, s: Record, m: Mask) -> int:
    """MV_MORE: healthy characters, up to the size that does not draw two dice."""
    n, _, _ = picked_sums(w, s)
    if n < CROWDED:
        for c in range(C):
            if m[A_CHAR + c] == 1 and s.exhausted[c] == 0:
                return A_CHAR + c
    return A_CONFIRM


@jit
def what_to_ride(w: Record, s: Record, weights: Record, p: int, m: Mask) -> int:
    """MV_RIDE: the smallest sufficient vehicle, if a place two steps away is worth enough more."""
    members, skill, gears = picked_sums(w, s)
    near = best_target(w, s, weights, p, s.mv_from, s.mv_from, skill, members, gears)
    least = go_worth(w, s, weights, p, s.mv_from, near, skill, members, gears) + weights.ride
    for loc in range(w.n_locations):
        if w.dist[s.mv_from, loc] == 2 and way_through(w, s, p, s.mv_from, loc) >= 0:
            if go_worth(w, s, weights, p, s.mv_from, loc, skill, members, gears) > least:
                best = NONE
                for card in range(A):
                    if m[A_CARD + card] == 1 and (best < 0 or w.capacity[card] < w.capacity[best]):
                        best = card
                return A_CARD + best if best >= 0 else A_PASS
    return A_PASS


@jit
def way_through(w: Record, s: Record, p: int, start: int, to: int) -> int:
    """Place between the two where a ride can continue, -1: none."""
    for i in range(w.n_near[start]):
        loc = w.near[start, i]
        if w.dist[loc, to] == 1 and s.face_down[loc] == 0:
            others = anybody(s, loc) - s.people[loc, p]
            if others == 0 and (s.intact[loc] == 0 or s.owner[loc] == p):
                return loc
    return NONE


@jit
def next_step(w: Record, s: Record, weights: Record, p: int, m: Mask) -> int:
    """MV_STEP: to the best place in reach; with a ride to the place from where it is reached."""
    members, skill, gears = picked_sums(w, s)
    best = NONE
    most = -1e9
    for loc in range(w.n_locations):
        if m[A_LOC + loc] == 1:
            worth = go_worth(w, s, weights, p, s.mv_from, loc, skill, members, gears)
            if s.mv_ride >= 0 and s.mv_steps == 0 and others_absent(s, p, loc) == 1:
                beyond = best_target(w, s, weights, p, s.mv_from, loc, skill, members, gears)
                if beyond >= 0:
                    worth = max(worth, go_worth(w, s, weights, p, s.mv_from, beyond, skill, members, gears))
            if worth > most:
                most = worth
                best = loc
    if m[A_CONFIRM] == 1:
        here = go_worth(w, s, weights, p, s.mv_from, s.mv_at, skill, members, gears)
        if here >= most:
            return A_CONFIRM
    return A_LOC + best


@jit
def others_absent(s: Record, p: int, loc: int) -> int:
    """1 if a ride may continue from the place."""
    if s.face_down[loc] == 1 or (s.intact[loc] > 0 and s.owner[loc] != p):
        return 0
    return 1 if anybody(s, loc) == s.people[loc, p] else 0


@jit
def safest(w: Record, s: Record, p: int, m: Mask) -> int:
    """Legal place that is easiest to hold with one more character; the first among equals."""
    best = NONE
    most = -1e9
    for loc in range(L):
        if m[A_LOC + loc] == 1:
            members = s.people[loc, p] + 1
            worth = hold_odds(w, s, p, loc, squad_skill(w, s, p, loc, 0) + 1, members) + 0.1 * income(w, s, loc)
            if s.owner[loc] == NEUTRAL or members > CROWDED:
                worth -= 1.0
            if worth > most:
                most = worth
                best = loc
    return A_LOC + best
