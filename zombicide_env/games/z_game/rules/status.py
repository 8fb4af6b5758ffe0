"""Invariants of a state (ZG-6.8 and others): the kernel ``status`` returns every broken one as flags of ``Status``.

It accepts any state whose fields and agenda are within their ranges (``state.RANGES``, the words of ``table``); the parts of the state
may contradict one another.  The rules can continue from every state that passes.
"""

from __future__ import annotations

import enum
from typing import Final

from zombicide_env.core.decks import count, find
from zombicide_env.core.jit import jit
from zombicide_env.core.layout import Bounds
from zombicide_env.core.records import Record
from zombicide_env.core.state_validation import unless

from ..numbers import decisions as ASK
from ..numbers import tasks as T
from ..numbers.layout import (
    D1,
    D3,
    IN_BOX,
    IN_DECK,
    IN_DISCARD,
    IN_HAND,
    IN_PILE,
    LEADERS,
    MOST_OUTPOSTS,
    N3,
    N_DECKS,
    NEUTRAL,
    NO_TYPE,
    NONE,
    ON_BOARD,
    ONGOING,
    PUBLIC,
    REPAIR,
    S0,
    S1,
    S2,
    STREET,
    TO_CARD,
    A,
    C,
    K,
    L,
    P,
)
from ..numbers.state import RANGES
from .board import outposts_of
from .table import TABLE, fits

BOUNDS: Final = Bounds(RANGES, TABLE.words)
_LIES_ON: Final = TABLE.lies_on


class Status(enum.Flag):
    """Broken invariants of a state; ``Status(0)``: the state is valid."""

    RANGE = enum.auto()  # a field, or a word of the agenda, outside its range
    STUCK = enum.auto()  # the decider has no legal action
    CARDS = enum.auto()  # a card is missing, duplicated, or in two places (ZG-6.8)
    FIGHTERS = enum.auto()  # a fighter's card is not in its zone
    DECKS = enum.auto()  # a card in a wrong deck, or after the end of one
    MARKERS = enum.auto()  # more than two, an owner without markers, markers on the Street (ZG-3.10, ZG-9.12)
    PROJECTS = enum.auto()  # inconsistent work in progress (ZG-9.10)
    OUTPOSTS = enum.auto()  # more than two of a player after Labour results (ZG-9.8)
    CHARACTERS = enum.auto()  # a character on the board without place or player, or off the board with one
    PEOPLE = enum.auto()  # wrong count of characters in a location
    SQUADS = enum.auto()  # the order of arrival does not match the players in the location
    PEACE = enum.auto()  # players share a location outside the Day (ZG-3.13)
    ELIMINATED = enum.auto()  # an eliminated player still owns something
    FACTIONS = enum.auto()  # a faction or Base of two players, or none although they are chosen; a place without type
    AGENDA = enum.auto()  # no decision although the game goes on, or one for an eliminated player
    ASKED = enum.auto()  # the current group, fight, retreat, trade or work does not match the decision
    END = enum.auto()  # winners of a game that is not over, or none of one that is
    KNOWLEDGE = enum.auto()  # knowledge about cards that are elsewhere


(
    _CARDS, _FIGHTERS, _DECKS, _MARKERS, _PROJECTS, _OUTPOSTS, _CHARACTERS, _PEOPLE, _SQUADS, _PEACE, _ELIMINATED, _FACTIONS, _AGENDA,
    _ASKED, _END, _KNOWLEDGE,
) = (flag.value for flag in list(Status)[2:])  # fmt: skip


@jit
def status(w: Record, s: Record, work: Record) -> int:
    """Return every broken invariant as bits; ``work`` is a copy of the state."""
    broken = (
        cards_broken(w, s)
        | board_broken(w, s, work)
        | unless(factions_fit(w, s), _FACTIONS)
        | unless(nothing_left(w, s), _ELIMINATED)
        | unless(end_fits(w, s), _END)
    )
    if broken == 0:
        broken = unless(knowledge_fits(w, s, work), _KNOWLEDGE)
    if agenda_rests(w, s) == 0:
        broken |= _AGENDA
    elif broken == 0 and decision_fits(w, s) == 0:
        broken |= _ASKED
    return broken


# ---- cards -----------------------------------------------------------------------------------------------------------


@jit
def cards_broken(w: Record, s: Record) -> int:
    broken = unless(cards_kept(w, s), _CARDS) | unless(decks_fit(w, s), _DECKS)
    for c in range(LEADERS, C):
        broken |= unless(fighter_fits(w, s, c), _FIGHTERS)
    return broken


@jit
def laid_out(s: Record, card: int) -> int:
    """Number of face-down copies of a card on the table: in a scheme, or committed in a people fight."""
    n = 1 if s.laid == card else 0
    for p in range(P):
        for i in range(s.n_scheme[p]):
            n += s.scheme[p, i] == card
    if card < A:
        for side in range(2):
            n += s.commit[side, card]
    return n


@jit
def copies_of(w: Record, s: Record, card: int) -> int:
    """Number of all copies of a card."""
    n = s.discard[card] + held(s, card)
    d = w.deck_of[card]
    for i in range(s.n_deck[d]):
        n += s.deck[d, i] == card
    return n


@jit
def cards_kept(w: Record, s: Record) -> int:
    """1 if each action card exists as often as it should (a position may leave some out), and hands have their stated size."""
    for card in range(A):
        n = copies_of(w, s, card)
        if n > w.copies[card] or (n < w.copies[card] and s.scripted == 0):
            return 0
    for p in range(P):
        n = 0
        for card in range(K):
            n += s.hand[p, card]
        if n != s.n_hand[p] or (p >= w.n_players and n > 0):
            return 0
    return 1


@jit
def decks_fit(w: Record, s: Record) -> int:
    for d in range(N_DECKS):
        for i in range(s.deck.shape[1]):
            if i < s.n_deck[d]:
                if w.deck_of[s.deck[d, i]] != d:
                    return 0
            elif s.deck[d, i] != 0:
                return 0
        n = 0
        for card in range(K):
            if w.deck_of[card] == d:
                n += s.discard[card]
        if n != s.n_discard[d]:
            return 0
    return 1 if count(s.pile, s.pile.shape[0], 0) == s.pile.shape[0] else 0


@jit
def fighter_fits(w: Record, s: Record, c: int) -> int:
    """1 if the card is in its zone, once; in a hand it is the holder's, or face down before the holder."""
    card = c + TO_CARD
    zone = s.zone[c]
    n = copies_of(w, s, card)
    if zone == IN_HAND:
        p = s.seat[c]
        if n != 1 or p < 0 or (s.hand[p, card] == 0 and laid_out(s, card) == 0):
            return 0
        return 1 if s.laid != card or s.laid_by == p else 0
    if zone == IN_DISCARD:
        return 1 if n == 1 and s.discard[card] == 1 else 0
    if zone == IN_DECK:
        return 1 if n == 1 and s.discard[card] == 0 and s.seat[c] == NONE and held(s, card) == 0 else 0
    if zone == IN_PILE and w.few == 0:
        return 0
    return 1 if n == 0 else 0


@jit
def held(s: Record, card: int) -> int:
    n = laid_out(s, card)
    for p in range(P):
        n += s.hand[p, card]
    return n


# ---- board -------------------------------------------------------------------------------------------------------------


@jit
def board_broken(w: Record, s: Record, work: Record) -> int:
    broken = 0
    for loc in range(L):
        broken |= unless(markers_fit(w, s, loc), _MARKERS) | unless(project_fits(w, s, loc), _PROJECTS)
        broken |= unless(squads_fit(s, loc), _SQUADS)
        if (s.phase < D1 or s.phase > D3) and s.n_squads[loc] > 1:
            broken |= _PEACE
        for p in range(P):
            work.people[loc, p] = 0
    for c in range(C):
        if character_fits(w, s, c) == 0:
            broken |= _CHARACTERS
        elif s.zone[c] == ON_BOARD:
            work.people[s.at[c], s.seat[c]] += 1
    for loc in range(L):
        for p in range(P):
            if work.people[loc, p] != s.people[loc, p]:
                broken |= _PEOPLE
    for p in range(w.n_players):
        broken |= unless(outposts_fit(s, p), _OUTPOSTS)
    return broken


@jit
def markers_fit(w: Record, s: Record, loc: int) -> int:
    n = s.intact[loc] + s.ruined[loc]
    if s.pending_kind[loc] != REPAIR:
        n += s.pending[loc]
    if n > 2 or (s.owner[loc] == NONE) != (s.intact[loc] == 0):
        return 0
    if s.owner[loc] != NEUTRAL and s.owner[loc] >= w.n_players:
        return 0
    bare = loc >= w.n_locations or s.kind[loc] == STREET or s.face_down[loc] == 1 or s.kind[loc] == NO_TYPE
    return 0 if bare and n > 0 else 1


@jit
def project_fits(w: Record, s: Record, loc: int) -> int:
    if s.pending[loc] == 0:
        return 1 if s.pending_owner[loc] == NONE and s.pending_kind[loc] == NONE else 0
    if s.pending_owner[loc] == NONE or s.pending_kind[loc] == NONE:
        return 0
    return 0 if s.pending_kind[loc] == REPAIR and s.pending[loc] > s.ruined[loc] else 1


@jit
def squads_fit(s: Record, loc: int) -> int:
    """1 if every player present is listed once, followed by none; absent players owe no fight."""
    for k in range(P):
        p = s.squad[loc, k]
        if (p >= 0) != (k < s.n_squads[loc]) or (p >= 0 and s.people[loc, p] == 0):
            return 0
        for j in range(k):
            if p >= 0 and s.squad[loc, j] == p:
                return 0
    there = 0
    for p in range(P):
        if s.people[loc, p] > 0:
            there += 1
        elif s.due[loc, p] == 1:
            return 0
    return 1 if there == s.n_squads[loc] else 0


@jit
def character_fits(w: Record, s: Record, c: int) -> int:
    zone = s.zone[c]
    if zone == ON_BOARD:
        return 1 if s.at[c] >= 0 and s.seat[c] >= 0 and s.face_down[s.at[c]] == 0 else 0
    if c < LEADERS and zone != IN_BOX:
        return 0
    if zone != IN_HAND and s.seat[c] != NONE:
        return 0
    marks = s.exhausted[c] + s.moved[c] + s.job[c] + s.retreats[c] + s.picked[c] + s.fate[c]
    return 1 if s.at[c] == NONE and s.origin[c] == NONE and marks == 0 else 0


@jit
def outposts_fit(s: Record, p: int) -> int:
    """1 if there are at most two after Labour results; one more while the player is asked which of them degrades."""
    if s.phase < N3 and s.scripted == 1:
        return 1
    most = MOST_OUTPOSTS
    if s.depth > 0 and s.stack[s.depth - 1, 0] == ASK.DEGRADE:
        most += 1
    return 1 if outposts_of(s, p) <= most else 0


# ---- players -----------------------------------------------------------------------------------------------------------


@jit
def factions_fit(w: Record, s: Record) -> int:
    for p in range(w.n_players):
        if (s.phase > S1 and s.faction[p] < 0) or (s.phase > S2 and s.base[p] < 0):
            return 0
        for q in range(p):
            if (s.faction[p] >= 0 and s.faction[q] == s.faction[p]) or (s.base[p] >= 0 and s.base[q] == s.base[p]):
                return 0
    return 1 if s.phase == S0 or find(s.kind, w.n_locations, NO_TYPE) < 0 else 0


@jit
def nothing_left(w: Record, s: Record) -> int:
    for p in range(w.n_players):
        if s.eliminated[p] == 1:
            if s.n_hand[p] > 0:
                return 0
            for loc in range(L):
                if s.people[loc, p] > 0 or s.owner[loc] == p:
                    return 0
    return 1


@jit
def end_fits(w: Record, s: Record) -> int:
    winners = count(s.winner, P, 1)
    if s.outcome == ONGOING:
        return 1 if winners == 0 and s.end == 0 else 0
    return 1 if (winners > 0) == (s.end > 0) else 0  # a forfeited game has neither


# ---- knowledge -----------------------------------------------------------------------------------------------------------


@jit
def knowledge_fits(w: Record, s: Record, work: Record) -> int:
    """1 if every viewer's knowledge of hands is true, and all unknown cards are counted (``knowledge``)."""
    for v in range(PUBLIC + 1):
        if (v < w.n_players or v == PUBLIC) and viewer_fits(w, s, work, v) == 0:
            return 0
    return 1


@jit
def viewer_fits(w: Record, s: Record, work: Record, v: int) -> int:
    """1 if the loose cards are exactly those not accounted for by a hand, by deck and, if known, by name."""
    places = 0
    for d in range(N_DECKS):
        work.n_deck[d] = 0  # loose cards of the deck
    for card in range(K):
        n = face_down_for(s, v, card)
        places += n
        for q in range(w.n_players):
            if q != v:
                n += in_hand(s, q, card) - s.known[v, q, card]
        if n < s.known[v, v, card]:
            return 0
    for d in range(N_DECKS):
        loose = 0
        pool = s.unknown[v, v, d]
        for card in range(K):
            if w.deck_of[card] == d:
                loose += face_down_for(s, v, card)
                pool += s.known[v, v, card]
                for q in range(w.n_players):
                    if q != v:
                        loose += in_hand(s, q, card) - s.known[v, q, card]
        for q in range(w.n_players):
            if q != v:
                loose -= s.unknown[v, q, d]
        if loose != pool:
            return 0
    for q in range(w.n_players):
        if q != v and hand_counted(s, v, q) == 0:
            return 0
    return 1


@jit
def in_hand(s: Record, q: int, card: int) -> int:
    """Number of copies in the hand, including those committed in a people fight."""
    n = s.hand[q, card]
    if card < A:
        for side in range(2):
            if s.f_side[side] == q:
                n += s.commit[side, card]
    return n


@jit
def face_down_for(s: Record, v: int, card: int) -> int:
    """Number of copies in schemes that the viewer has not laid there."""
    n = 1 if s.laid == card and s.laid_by != v else 0
    for p in range(P):
        for i in range(s.n_scheme[p]):
            n += s.scheme[p, i] == card and s.scheme_from[p, i] != v
    return n


@jit
def hand_counted(s: Record, v: int, q: int) -> int:
    """1 if known, unknown and loose cards add up to the hand; without loose ones it contains all known cards."""
    n = -s.loose[v, q]
    for d in range(N_DECKS):
        n -= s.unknown[v, q, d]
    for card in range(K):
        n += in_hand(s, q, card) - s.known[v, q, card]
        if in_hand(s, q, card) < s.known[v, q, card] and s.loose[v, q] == 0:
            return 0
    return 1 if n == 0 else 0


# ---- the agenda --------------------------------------------------------------------------------------------------------


@jit
def agenda_rests(w: Record, s: Record) -> int:
    """1 if the game is over or paused, or the decider is in the game and each frame lies on an allowed one."""
    if s.outcome != ONGOING:
        return 1
    if s.depth == 0:
        return 1 if s.stop > 0 else 0
    if s.stack[0, 0] != T.PHASE_END or s.stack[0, 1] != s.phase:
        return 0
    for t in range(1, s.depth):
        if _LIES_ON[s.stack[t, 0], s.stack[t - 1, 0]] == 0:
            return 0
    if s.stack[s.depth - 1, 0] < ASK.FIRST:
        return 0
    return 1 - s.eliminated[s.stack[s.depth - 1, 1]]


@jit
def decision_fits(w: Record, s: Record) -> int:
    """1 if the current group, fight, retreat, trade and work match the decision on top."""
    return 1 if s.outcome != ONGOING or s.depth == 0 else fits(w, s)
