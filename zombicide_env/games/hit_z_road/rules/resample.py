"""Resample hidden cards: another game with the same observation for every player (HZ-2.R2, HZ-4.R2, HZ-13.R2)."""

from __future__ import annotations

from zombicide_env.core.decks import shuffle
from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record
from zombicide_env.core.rng import seed_rng

from ..numbers.layout import IN_BOX, IN_DECK, LEVELS, ON_ROUTE, PLACES


@jit
def resample(w: Record, s: Record, agent: int, number: int) -> None:
    """Replace everything hidden from ``agent`` by sample ``number``: future dice, deck, removed cards, face-down cards.

    All players know the same, and the result does not depend on the previous hidden values: all unseen cards of a level are
    equally likely in any of its hidden places.
    """
    seed_rng(s, number)
    for level in range(1, LEVELS + 1):
        resample_level(w, s, level)


@jit
def resample_level(w: Record, s: Record, level: int) -> None:
    n = 0
    for c in range(1, w.n_cards + 1):
        if w.level[c] == level and w.in_play[c] == 1 and s.seen[c] == 0:
            s.pile[n] = c
            n += 1
    shuffle(s, s.pile, n)
    for r in range(w.n_routes):
        for k in range(PLACES):
            c = s.route[r, k]
            if c > 0 and w.level[c] == level and s.seen[c] == 0:
                n -= 1
                s.where[s.pile[n]] = ON_ROUTE
                s.route[r, k] = s.pile[n]
                s.pile[n] = 0
    for k in range(s.deck_n):
        if w.level[s.deck[k]] == level:
            n -= 1
            s.where[s.pile[n]] = IN_DECK
            s.deck[k] = s.pile[n]
            s.pile[n] = 0
    for k in range(n):
        s.where[s.pile[k]] = IN_BOX
        s.pile[k] = 0
