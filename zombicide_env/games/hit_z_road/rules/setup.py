"""The start of a game (HZ-2), in the order of HZ-2.R2."""

from __future__ import annotations

from zombicide_env.core.chance import note
from zombicide_env.core.decks import shuffle
from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record
from zombicide_env.core.rng import seed_rng

from ..numbers.layout import IN_BOX, IN_DECK, LEVELS, N_RESOURCES, NONE, REMOVED, START_GROUP, START_RESOURCE, TURN_ORDER


@jit
def clear(s: Record) -> None:
    """Set everything that is not zero at the start: "none" values."""
    s.round = 1
    s.leader = NONE
    s.turn = NONE
    s.row = NONE
    s.place = NONE
    for r in range(s.taken.shape[0]):
        s.taken[r] = NONE
    for p in range(s.order.shape[0]):
        s.order[p] = NONE
    for k in range(s.bonus_card.shape[0]):
        s.bonus_card[k] = NONE


@jit
def seat_players(w: Record, s: Record) -> None:
    """Give each player a group of 5 and 4 resources of each type (HZ-2.1, HZ-2.2); draw turn order cards (HZ-2.3)."""
    s.n_order = w.n_players
    for p in range(w.n_players):
        s.order[p] = p
        s.alive[p] = 1
        s.group[p] = START_GROUP
        for r in range(N_RESOURCES):
            s.own[p, r] = START_RESOURCE
    shuffle(s, s.order, s.n_order)
    for k in range(s.n_order):
        note(s, TURN_ORDER, s.order[k])


@jit
def lay_level(w: Record, s: Record, level: int, base: int) -> None:
    """Shuffle a level, put 4 of its cards into the box unseen and the others into the deck from index ``base`` (HZ-2.6)."""
    n = 0
    for c in range(1, w.n_cards + 1):
        if w.level[c] == level and w.in_play[c] == 1:
            s.pile[n] = c
            n += 1
    shuffle(s, s.pile, n)
    for k in range(n):
        if k < REMOVED:
            s.where[s.pile[k]] = IN_BOX
        else:
            s.where[s.pile[k]] = IN_DECK
            s.deck[base + k - REMOVED] = s.pile[k]
        s.pile[k] = 0


@jit
def setup(w: Record, s: Record, seed: int) -> None:
    """Set up the game; level 1 is on top, level 3 at the bottom (HZ-2.7)."""
    seed_rng(s, seed)
    clear(s)
    seat_players(w, s)
    base = 0
    for level in range(1, LEVELS + 1):
        base += w.n_level[level]
    s.deck_n = base
    for level in range(1, LEVELS + 1):
        base -= w.n_level[level]
        lay_level(w, s, level, base)
