"""Cards, food and medicine: the Morning, the fights and the evening, without movement."""

from __future__ import annotations

from zombicide_env.core.jit import jit
from zombicide_env.core.records import Mask, Record

from ..numbers.actions import A_CARD, A_CHAR, A_CONFIRM, A_DECK, A_LOC, A_NUM, A_OPTION, A_PASS
from ..numbers.layout import (
    BARRICADE,
    BEES,
    CAR_FORT,
    CHARACTER,
    FIREARM,
    HORSE,
    LEADERS,
    MELEE,
    MOST_OUTPOSTS,
    OUTPOST,
    PEOPLE_FIGHT,
    RAIDERS,
    REPAIR_1,
    REPAIR_2,
    SPECIAL,
    TRANSPORT,
    UPGRADING,
    A,
    C,
    K,
    L,
)
from ..rules.board import characters_of, outposts_of, owned
from ..rules.feeding import lying
from ..rules.fight import strength
from .odds import cards_add, hold_odds, squad_skill

MANY = 4  # exhausted figures up to which no fighter is eaten for the others


@jit
def share(w: Record, s: Record, p: int, m: Mask) -> int:
    """REDISTRIBUTE: food for all, the rest medicine: fed characters can work, and work wins."""
    total = s.food[p] + s.medicine[p]
    food = min(characters_of(s, p), total)
    while food > 0 and m[A_NUM + food] == 0:
        food -= 1
    return A_NUM + food


@jit
def which_deck(w: Record, s: Record, p: int, m: Mask) -> int:
    """Return the deck to draw from: characters while there is food for them, then weapons."""
    room = s.food[p] + s.medicine[p] - characters_of(s, p)
    for card in range(A, K):
        room -= s.hand[p, card]
    if room > 0 and m[A_DECK + CHARACTER] == 1:
        return A_DECK + CHARACTER
    for d in (FIREARM, SPECIAL, MELEE, TRANSPORT, CHARACTER):
        if m[A_DECK + d] == 1:
            return A_DECK + d
    return A_PASS


@jit
def who_is_placed(w: Record, s: Record, weights: Record, p: int, m: Mask) -> int:
    """PLACE_CARD: as many characters as can be fed and treated, and a few more."""
    if characters_of(s, p) >= max(s.food[p], s.medicine[p]) + weights.hungry:
        return A_PASS
    for card in range(A, K):
        if m[A_CARD + card] == 1:
            return A_CARD + card
    return A_PASS


@jit
def what_is_eaten(s: Record, p: int, m: Mask) -> int:
    """FEED_EAT: a horse for two; as Raiders one fighter for many."""
    if m[A_CARD + HORSE] == 1 and lying(s, p) > 1:
        return A_CARD + HORSE
    if s.faction[p] == RAIDERS and lying(s, p) >= MANY:
        for c in range(C - 1, LEADERS - 1, -1):
            if m[A_CHAR + c] == 1:
                return A_CHAR + c
    return A_PASS


@jit
def stands(w: Record, s: Record) -> int:
    """PF_STANCE: give a place up only if no cards could win the fight."""
    p = s.f_side[0]
    most = strength(w, s, 0) + cards_add(w, s, p, s.people[s.f_at, p], PEOPLE_FIGHT)
    return A_PASS if most + 1 < strength(w, s, 1) else A_CONFIRM


@jit
def what_to_commit(w: Record, s: Record, m: Mask, side: int, strongest: int) -> int:
    """PF_WEAPON: up to three more than the other side's visible strength; nothing if all cards were not enough."""
    p = s.f_side[side]
    other = strength(w, s, 1 - side) - s.f_bonus[1 - side]  # face-down cards are unknown
    own = strength(w, s, side)
    if own > other + 3 or own + cards_add(w, s, p, s.people[s.f_at, p], PEOPLE_FIGHT) < other:
        return A_CONFIRM
    return strongest


@jit
def what_to_build(s: Record, p: int, m: Mask) -> int:
    """BLD_KIND: projects that give points, then repairs and outposts."""
    if s.faction[p] == BEES and m[A_OPTION + OUTPOST] == 1 and outposts_of(s, p) < MOST_OUTPOSTS:
        return A_OPTION + OUTPOST
    if m[A_OPTION + BARRICADE] == 1:
        return A_OPTION + BARRICADE
    for kind in (REPAIR_2, REPAIR_1):
        if m[A_OPTION + kind] == 1:
            return A_OPTION + kind
    if m[A_OPTION + UPGRADING] == 1 and outposts_of(s, p) < MOST_OUTPOSTS:
        return A_OPTION + UPGRADING
    return A_PASS


@jit
def where_to_build(w: Record, s: Record, p: int, m: Mask, kind: int) -> int:
    """BLD_LOC: the place that is most likely to survive the night; a car where an attack is most likely to succeed."""
    best = -1
    most = -1.0
    for loc in range(L):
        if m[A_LOC + loc] == 1:
            chance = hold_odds(w, s, p, loc, squad_skill(w, s, p, loc, 0), max(1, s.people[loc, p]))
            if kind == CAR_FORT:
                chance = 1.0 - chance
            if chance > most:
                most = chance
                best = loc
    return A_LOC + best


@jit
def from_where(s: Record, p: int, m: Mask) -> int:
    """SAB_FROM: sabotage only with characters that are not needed for medicine."""
    fighters = 0
    for c in range(LEADERS, C):
        fighters += owned(s, c, p)
    if fighters > s.medicine[p]:
        return A_PASS
    for loc in range(L):
        if m[A_LOC + loc] == 1:
            return A_LOC + loc
    return A_PASS


@jit
def whom_to_hurt(w: Record, s: Record, p: int, m: Mask) -> int:
    """SAB_TARGET: the player with the most points; for a scout the first targets."""
    best = -1
    most = -1
    for loc in range(L):
        if m[A_LOC + loc] == 1:
            worth = s.pending[loc] * 3 - s.intact[loc]
            if s.owner[loc] >= 0 and s.owner[loc] < w.n_players:
                worth += s.vp[s.owner[loc]]
            if worth > most:
                most = worth
                best = loc
    return A_LOC + best if best >= 0 else A_CONFIRM
