"""Invariants of a state (HZ-19): the kernel ``status`` returns every broken one as flags of ``Status``.

It accepts any state whose fields and agenda are within their ranges (``state.RANGES``, the words of ``table``); the parts of the state
may contradict one another.  The rules can continue from every state that passes.
"""

from __future__ import annotations

import enum
from typing import Final

from zombicide_env.core.chance import EVENT
from zombicide_env.core.decks import count
from zombicide_env.core.jit import jit
from zombicide_env.core.layout import Bounds
from zombicide_env.core.records import Record
from zombicide_env.core.state_validation import unless

from ..numbers import decisions as ASK
from ..numbers import tasks as T
from ..numbers.layout import (
    BLACK_DIE,
    DICE,
    IN_BOX,
    IN_DECK,
    N_RESULTS,
    N_TOKENS,
    NONE,
    ON_ROUTE,
    ONGOING,
    PLACES,
    RED_DIE,
    ROUNDS,
    TURN_ORDER,
    TURNED_UP,
    WITH_PLAYER,
    WON,
    R,
)
from ..numbers.state import RANGES
from .belongings import total
from .dice import has_result
from .table import TABLE, fits

BOUNDS: Final = Bounds(RANGES, TABLE.words)
_LIES_ON: Final = TABLE.lies_on


class Status(enum.Flag):
    """Broken invariants of a state; ``Status(0)``: the state is valid."""

    RANGE = enum.auto()  # a field, or a word of the agenda, outside its range
    STUCK = enum.auto()  # the decider has no legal action
    CARDS = enum.auto()  # a card is in two places, or not in its stated place
    DECK = enum.auto()  # its size or its levels do not match the round (HZ-2.8, HZ-3.R2)
    GROUPS = enum.auto()  # a living player without survivors, or an eliminated one with survivors (HZ-1.R1, HZ-10.1)
    ELIMINATED = enum.auto()  # an eliminated player owns something, or has a place in the turn order (HZ-10.R4)
    ORDER = enum.auto()  # the turn order is not the active players (HZ-2.R3)
    BIDS = enum.auto()  # two markers on a value, or a wrong highest bid (HZ-5.5, HZ-5.6)
    ROUTES = enum.auto()  # a route with two takers, a player with two routes (HZ-6.1)
    BATTLE = enum.auto()  # a battle without card, or numbers of a battle without one
    ROLL = enum.auto()  # a result that the die does not have (HZ-8.R3)
    AGENDA = enum.auto()  # no decision although the game goes on, or one for an eliminated player
    CHANCE = enum.auto()  # the record of chance names a result or card that does not exist
    END = enum.auto()  # winners or scores of a game that is not over, or none of a won one


_CARDS, _DECK, _GROUPS, _ELIMINATED, _ORDER, _BIDS, _ROUTES, _BATTLE, _ROLL, _AGENDA, _CHANCE, _END = (
    flag.value for flag in list(Status)[2:]
)


@jit
def status(w: Record, s: Record, work: Record) -> int:
    """Return every broken invariant as bits; ``work`` is a copy of the state."""
    broken = (
        players_broken(w, s)
        | unless(routes_fit(w, s), _ROUTES)
        | unless(battle_fits(w, s), _BATTLE)
        | unless(cards_kept(w, s, work), _CARDS)
        | unless(deck_fits(w, s), _DECK)
        | unless(roll_fits(w, s), _ROLL)
        | unless(agenda_rests(w, s), _AGENDA)
        | unless(end_fits(w, s), _END)
    )
    for k in range(min(s.chance_n, s.chance.shape[0])):
        broken |= unless(event_fits(w, s.chance[k]), _CHANCE)
    return broken


@jit
def players_broken(w: Record, s: Record) -> int:
    broken = unless(order_fits(w, s), _ORDER) | unless(bids_fit(s), _BIDS)
    for p in range(w.n_players):
        if (s.group[p] > 0) != (s.alive[p] == 1):
            broken |= _GROUPS
        if s.alive[p] == 0:
            broken |= unless(owns_nothing(w, s, p), _ELIMINATED)
    return broken


# ---- cards ---------------------------------------------------------------------------------------------------------------


@jit
def cards_kept(w: Record, s: Record, work: Record) -> int:
    """1 if every card is in one place, and unused cards of this number of players are absent (HZ-12.1)."""
    for c in range(w.n_cards + 1):
        work.where[c] = 0  # 1: in the deck, 2: on a route
    for k in range(s.deck.shape[0]):
        c = s.deck[k]
        if (k < s.deck_n) != (c > 0) or (c > 0 and (work.where[c] > 0 or s.seen[c] == 1)):
            return 0
        work.where[c] = 1
    for r in range(R):
        for k in range(PLACES):
            c = s.route[r, k]
            if c > 0 and work.where[c] > 0:
                return 0
            work.where[c] = 2
    for c in range(1, w.n_cards + 1):
        if (s.where[c] == IN_DECK) != (work.where[c] == 1) or (s.where[c] == ON_ROUTE and work.where[c] != 2):
            return 0
        if w.in_play[c] == 0 and s.where[c] != IN_BOX:
            return 0
    return 1 if count(s.pile, s.pile.shape[0], 0) == s.pile.shape[0] else 0


@jit
def deck_fits(w: Record, s: Record) -> int:
    """1 if the deck matches: the next card on top; the levels in ascending order from the top (HZ-2.7)."""
    for k in range(1, s.deck_n):
        if w.level[s.deck[k]] > w.level[s.deck[k - 1]]:
            return 0
    if s.outcome == ONGOING and s.deck_n != PLACES * w.n_routes * (ROUNDS - s.round):
        return 0
    return 1


# ---- players -------------------------------------------------------------------------------------------------------------


@jit
def owns_nothing(w: Record, s: Record, p: int) -> int:
    if s.bonus[p] != 0 or s.liquidator[p] != 0 or s.bid[p] != 0 or s.score[p] != 0 or s.winner[p] != 0:
        return 0
    if total(s, p) > 0:
        return 0
    for k in range(N_TOKENS):
        if s.tokens[p, k] > 0:
            return 0
    for c in range(1, w.n_cards + 1):
        if s.where[c] == WITH_PLAYER + p:
            return 0
    return 1


@jit
def order_fits(w: Record, s: Record) -> int:
    """1 if each active player is listed once, followed by none; the auction is at one of them."""
    living = 0
    for p in range(w.n_players):
        living += s.alive[p]
        for k in range(s.n_order):
            if s.order[k] == p and s.alive[p] == 0:
                return 0
    if s.n_order != living or (s.cur > 0 and s.cur >= s.n_order):
        return 0
    for k in range(s.order.shape[0]):
        if (s.order[k] >= 0) != (k < s.n_order):
            return 0
        for j in range(k):
            if s.order[k] >= 0 and s.order[j] == s.order[k]:
                return 0
    return 1


@jit
def bids_fit(s: Record) -> int:
    most = 0
    for p in range(s.bid.shape[0]):
        most = max(most, s.bid[p])
        for q in range(p):
            if s.bid[p] > 0 and s.bid[q] == s.bid[p]:
                return 0
    if most != s.high:
        return 0
    if most == 0:
        return 1 if s.leader == NONE else 0
    return 1 if s.leader >= 0 and s.bid[s.leader] == most else 0


# ---- the route being played ------------------------------------------------------------------------------------------------


@jit
def routes_fit(w: Record, s: Record) -> int:
    for r in range(R):
        p = s.taken[r]
        if p >= 0 and s.went[p] == 0:
            return 0
        for q in range(r):
            if p >= 0 and s.taken[q] == p:
                return 0
        laid = r < w.n_routes
        if not laid and p != NONE:
            return 0
        for k in range(PLACES):
            if s.outcome == ONGOING and (s.route[r, k] > 0) != laid:
                return 0
    return 0 if s.row >= 0 and (s.turn < 0 or s.taken[s.row] != s.turn) else 1


@jit
def battle_fits(w: Record, s: Record) -> int:
    if s.fighting == 0:
        return 1 if s.zombies == 0 and s.melee_round == 0 and s.wounds == 0 and s.strikes == 0 and s.step == 0 else 0
    return 1 if s.place >= 0 and s.turn >= 0 and s.row >= 0 and w.zombies[s.route[s.row, s.place]] > 0 else 0


@jit
def roll_fits(w: Record, s: Record) -> int:
    for colour in range(len(DICE)):
        for result in range(N_RESULTS):
            if s.roll[colour, result] > 0 and has_result(w, colour, result) == 0:
                return 0
    return 1


@jit
def event_fits(w: Record, event: int) -> int:
    """1 if an entry of the record of chance is an existing result, card or seat."""
    kind = event // EVENT
    value = event - kind * EVENT
    if kind == BLACK_DIE or kind == RED_DIE:
        return 1 if value < N_RESULTS else 0
    if kind == TURNED_UP:
        return 1 if value >= 1 and value <= w.n_cards else 0
    return 1 if kind == TURN_ORDER and value < w.n_players else 0


# ---- the course ------------------------------------------------------------------------------------------------------------


@jit
def agenda_rests(w: Record, s: Record) -> int:
    """1 if the game is over, or the decider is in the game and the frames below are what the answer needs."""
    if s.outcome != ONGOING:
        return 1
    if s.depth < 3 or s.stack[0, 0] != T.ROUND_END or s.stack[1, 0] != T.TURNS:
        return 0
    for t in range(1, s.depth):
        if _LIES_ON[s.stack[t, 0], s.stack[t - 1, 0]] == 0:
            return 0
        if s.stack[t, 0] == T.CARD and s.stack[t, 1] == (s.stack[t - 1, 0] == T.CARD):  # the second card is below the first
            return 0
    if s.stack[s.depth - 1, 0] < ASK.FIRST or s.alive[s.stack[s.depth - 1, 1]] == 0:
        return 0
    return fits(w, s)


@jit
def end_fits(w: Record, s: Record) -> int:
    winners = count(s.winner, w.n_players, 1)
    if s.outcome == WON:
        return 1 if winners > 0 and (w.solo == 1) == (s.grade > 0) else 0
    if winners > 0 or count(s.score, w.n_players, 0) < w.n_players:
        return 0
    bonuses = s.bonus_card.shape[0] - count(s.bonus_card, s.bonus_card.shape[0], NONE)
    return 1 if s.outcome != ONGOING or (bonuses == 0 and s.grade == 0 and s.bonus_cards_dealt == 0) else 0
