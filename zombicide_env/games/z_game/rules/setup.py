"""The start of a game (section 4), with fog of war (ZG-17.3), knowledge of the terrain (ZG-17.7) and quick start (ZG-17.2)."""

from __future__ import annotations

from zombicide_env.core.chance import note
from zombicide_env.core.decks import shuffle
from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record
from zombicide_env.core.rng import rand_below, seed_rng

from ..numbers.layout import (
    CHARACTER,
    DECK,
    FIRST_FIGHTER,
    IN_DECK,
    N_DECKS,
    NEUTRAL,
    NO_TYPE,
    NONE,
    OFFERED,
    SCHEMED,
    START_FOOD,
    STARTS,
    STREET,
    TO_CARD,
    A,
    C,
    L,
    P,
)
from .board import put_markers
from .cards import shuffle_deck

# ---- an empty table -------------------------------------------------------------------------------------------------


@jit
def clear(s: Record) -> None:
    """Set everything that is not zero at the start: "none" values."""
    s.round = 1
    s.laid = NONE
    s.laid_by = NONE
    s.last = NONE
    s.mv_from = NONE
    s.mv_at = NONE
    s.mv_ride = NONE
    s.work_at = NONE
    s.project = NONE
    s.effect = NONE
    s.f_at = NONE
    s.rt_seat = NONE
    s.rt_from = NONE
    s.rt_winner = NONE
    for i in range(2):
        s.target[i] = NONE
        s.f_side[i] = NONE
    for loc in range(L):
        s.owner[loc] = NONE
        s.pending_owner[loc] = NONE
        s.pending_kind[loc] = NONE
        s.dawn[loc] = NONE
        for k in range(P):
            s.squad[loc, k] = NONE
    for c in range(C):
        s.seat[c] = NONE
        s.at[c] = NONE
        s.origin[c] = NONE
    clear_players(s)


@jit
def clear_players(s: Record) -> None:
    for i in range(OFFERED):
        s.offer[i] = NONE
        s.wish[i] = NONE
    for p in range(P):
        s.faction[p] = NONE
        s.base[p] = NONE
        for i in range(SCHEMED):
            s.scheme_from[p, i] = NONE
        for i in range(OFFERED):
            s.bid[p, i] = NONE


# ---- the board (ZG-4.2) ------------------------------------------------------------------------------------------------


@jit
def is_tile(kind: int) -> int:
    """1 for a type that is dealt and shuffled: neither Street nor Base."""
    return 1 if kind < STREET else 0


@jit
def lay_board(w: Record, s: Record) -> None:
    for loc in range(w.n_locations):
        s.kind[loc] = w.tile[loc]
    if w.fog == 1:
        shuffle_tiles(w, s)
    elif w.terrain == 1:
        deal_tiles(w, s)
    else:
        for loc in range(w.n_locations):
            lay_neutral(w, s, loc)


@jit
def lay_neutral(w: Record, s: Record, loc: int) -> None:
    if s.kind[loc] < NO_TYPE and w.neutral[s.kind[loc]] == 1:
        put_markers(w, s, loc, NEUTRAL, 1)


@jit
def shuffle_tiles(w: Record, s: Record) -> None:
    """Put all tiles except Street and Bases face down in random places (ZG-17.3)."""
    n = 0
    for loc in range(w.n_locations):
        if is_tile(s.kind[loc]) == 1:
            s.pile[n] = s.kind[loc]
            s.face_down[loc] = 1
            n += 1
    shuffle(s, s.pile, n)
    for loc in range(w.n_locations - 1, -1, -1):
        if s.face_down[loc] == 1:
            n -= 1
            s.kind[loc] = s.pile[n]
            s.pile[n] = 0


@jit
def deal_tiles(w: Record, s: Record) -> None:
    """Deal the tiles; with four players two stay in reserve (ZG-17.7)."""
    n = 0
    for loc in range(w.n_locations):
        if is_tile(s.kind[loc]) == 1:
            s.pile[n] = s.kind[loc]
            s.kind[loc] = NO_TYPE
            n += 1
    shuffle(s, s.pile, n)
    s.n_reserve = n % w.n_players
    for i in range(n):
        if i < s.n_reserve:
            s.reserve[i] = s.pile[i]
        else:
            s.tiles[i % w.n_players, s.pile[i]] += 1
        s.pile[i] = 0


# ---- decks (ZG-4.4) --------------------------------------------------------------------------------------------------------


@jit
def fill_decks(w: Record, s: Record) -> None:
    """Put all cards into their decks; with few_but_effective fighters wait for the piles (ZG-17.13)."""
    for card in range(A):
        d = w.deck_of[card]
        for _ in range(w.copies[card]):
            s.deck[d, s.n_deck[d]] = card
            s.n_deck[d] += 1
    if w.few == 0:
        for c in range(FIRST_FIGHTER, C):
            s.zone[c] = IN_DECK
            s.deck[CHARACTER, s.n_deck[CHARACTER]] = c + TO_CARD
            s.n_deck[CHARACTER] += 1


@jit
def shuffle_decks(s: Record) -> None:
    for d in range(N_DECKS):
        shuffle_deck(s, d)


@jit
def pull(w: Record, s: Record, card: int) -> int:
    """Take the bottom copy of a card out of its deck (ZG-4.9); 0 if there is none."""
    d = w.deck_of[card]
    for i in range(DECK):
        if i < s.n_deck[d] and s.deck[d, i] == card:
            for j in range(i, s.n_deck[d] - 1):
                s.deck[d, j] = s.deck[d, j + 1]
            s.n_deck[d] -= 1
            s.deck[d, s.n_deck[d]] = 0
            return 1
    return 0


@jit
def setup(w: Record, s: Record, seed: int) -> None:
    """Set up board, markers, tracks, decks, first player (ZG-4.1)."""
    seed_rng(s, seed)
    clear(s)
    lay_board(w, s)
    for p in range(w.n_players):
        s.food[p] = START_FOOD
    fill_decks(w, s)
    shuffle_decks(s)
    s.first = w.first_player
    if s.first < 0:
        s.first = rand_below(s, w.n_players)
        note(s, STARTS, s.first)
