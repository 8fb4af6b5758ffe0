"""The start of a game (section 4), with fog of war (ZG-17.3), knowledge of the terrain (ZG-17.7) and quick start (ZG-17.2)."""

from __future__ import annotations

from ...core.agenda import pop, push, word
from ...core.chance import note
from ...core.decks import shuffle
from ...core.events import tell, tell_only
from ...core.jit import jit
from ...core.records import Record, Row
from ...core.rng import rand_below, seed_rng
from . import told
from .actions import A_LOC, A_OPTION
from .board import deploy, put_markers, tell_stock, turn_up
from .cards import draw, gain, shuffle_deck
from .knowledge import came_openly, came_unseen
from .layout import (
    BASE,
    CAME,
    CHARACTER,
    DECK,
    DRAWN,
    FIRST_FIGHTER,
    IN_DECK,
    IN_PILE,
    KIT,
    LEADERS,
    MELEE,
    N_DECKS,
    N_TILES,
    NEUTRAL,
    NO_TYPE,
    NONE,
    OFFERED,
    RESERVE,
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
from .tasks import D_BASE, D_FACTION, D_TILE_PLACE, D_TILE_TYPE, T_BASES, T_FACTIONS, T_QUICK, T_TILES

# ---- an empty table -------------------------------------------------------------------------------------------------


@jit
def clear(s: Record) -> None:
    """What is not zero at the start: everything that means "none"."""
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
    """All tiles but Street and Bases lie face down in random places (ZG-17.3)."""
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
    """The tiles are dealt; with four players two stay in reserve (ZG-17.7)."""
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


@jit
def circle(w: Record, s: Record) -> int:
    """The innermost circle with a free place, 0: there is none."""
    best = 0
    for loc in range(w.n_locations):
        if s.kind[loc] == NO_TYPE and (best == 0 or w.ring[loc] < best):
            best = w.ring[loc]
    return best


@jit
def free_places(w: Record, s: Record) -> int:
    n = 0
    for loc in range(w.n_locations):
        if s.kind[loc] == NO_TYPE:
            n += 1
    return n


@jit
def tiles(w: Record, s: Record, place: int) -> None:
    """The next player lays a tile; the reserve fills the last places."""
    if free_places(w, s) > s.n_reserve:
        push(s, T_TILES, (place + 1) % w.n_players)
        push(s, D_TILE_TYPE, (s.first + place) % w.n_players)
        return
    n = 0
    for loc in range(w.n_locations):
        if s.kind[loc] == NO_TYPE:
            s.kind[loc] = s.reserve[n]
            lay_neutral(w, s, loc)
            n += 1
    for i in range(RESERVE):
        s.reserve[i] = 0
    s.n_reserve = 0


@jit
def legal_tile(s: Record, mask: Row) -> None:
    p = word(s, 1)
    for kind in range(N_TILES):
        if s.tiles[p, kind] > 0:
            mask[A_OPTION + kind] = 1


@jit
def answer_tile(s: Record, a: int) -> None:
    p = word(s, 1)
    pop(s)
    s.tiles[p, a - A_OPTION] -= 1
    push(s, D_TILE_PLACE, p, a - A_OPTION)


@jit
def legal_tile_place(w: Record, s: Record, mask: Row) -> None:
    ring = circle(w, s)
    for loc in range(w.n_locations):
        if s.kind[loc] == NO_TYPE and w.ring[loc] == ring:
            mask[A_LOC + loc] = 1


@jit
def answer_tile_place(w: Record, s: Record, a: int) -> None:
    s.kind[a - A_LOC] = word(s, 2)
    pop(s)
    lay_neutral(w, s, a - A_LOC)


# ---- decks (ZG-4.4) --------------------------------------------------------------------------------------------------------


@jit
def fill_decks(w: Record, s: Record) -> None:
    """All cards in their decks; with few_but_effective the fighters wait for the piles (ZG-17.13)."""
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
    """Take the undermost copy of a card out of its deck (ZG-4.9); 0 if there is none."""
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
    """Board, markers, tracks, decks, first player (ZG-4.1)."""
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


# ---- factions and Bases (ZG-4.6, ZG-4.7) -------------------------------------------------------------------------------------


@jit
def factions(w: Record, s: Record, place: int) -> None:
    if place < w.n_players:
        push(s, T_FACTIONS, place + 1)
        push(s, D_FACTION, (s.first + place) % w.n_players)


@jit
def legal_faction(w: Record, s: Record, mask: Row) -> None:
    for f in range(P):
        mask[A_OPTION + f] = 1
    for p in range(w.n_players):
        if s.faction[p] >= 0:
            mask[A_OPTION + s.faction[p]] = 0


@jit
def answer_faction(s: Record, a: int) -> None:
    s.faction[word(s, 1)] = a - A_OPTION
    pop(s)


@jit
def bases(w: Record, s: Record, place: int) -> None:
    """Who picked a faction last picks a Base first; then the starting kits."""
    if place >= 0:
        push(s, T_BASES, place - 1)
        push(s, D_BASE, (s.first + place) % w.n_players)
        return
    if w.few == 1:
        lay_piles(w, s)
    for k in range(w.n_players):
        hand_out(w, s, (s.first + k) % w.n_players)
    for k in range(w.n_players):
        p = (s.first + k) % w.n_players
        for _ in range(w.kit_melee[s.faction[p]]):
            draw_melee(w, s, p)


@jit
def legal_base(w: Record, s: Record, mask: Row) -> None:
    for loc in range(w.n_locations):
        if s.kind[loc] == BASE and s.intact[loc] == 0:
            mask[A_LOC + loc] = 1


@jit
def answer_base(w: Record, s: Record, a: int) -> None:
    p = word(s, 1)
    pop(s)
    s.base[p] = a - A_LOC
    put_markers(w, s, a - A_LOC, p, 2)


@jit
def lay_piles(w: Record, s: Record) -> None:
    """The piles of the factions in play lie open (ZG-17.13)."""
    for c in range(FIRST_FIGHTER, C):
        for p in range(w.n_players):
            if s.faction[p] == w.pile[c]:
                s.zone[c] = IN_PILE


@jit
def hand_out(w: Record, s: Record, p: int) -> None:
    """Leader and starting fighter on the Base, the named cards in the hand (ZG-4.9, ZG-4.10)."""
    f = s.faction[p]
    c = w.starter[f]
    if w.few == 1 or pull(w, s, c + TO_CARD) == 1:
        deploy(s, c, p, s.base[p])
        tell(w, told.DEPLOY, p, c, s.base[p])
    for leader in range(LEADERS):
        if w.pile[leader] == f:
            deploy(s, leader, p, s.base[p])
            tell(w, told.DEPLOY, p, leader, s.base[p])
    for i in range(KIT):
        if pull(w, s, w.kit[f, i]) == 1:
            gain(s, p, w.kit[f, i])
            came_openly(w, s, p, w.kit[f, i])


@jit
def draw_melee(w: Record, s: Record, p: int) -> None:
    if s.n_deck[MELEE] > 0:
        s.n_deck[MELEE] -= 1
        card = s.deck[MELEE, s.n_deck[MELEE]]
        s.deck[MELEE, s.n_deck[MELEE]] = 0
        note(s, DRAWN, p * 8 + MELEE)
        note(s, CAME, card)
        gain(s, p, card)
        came_unseen(w, s, p, MELEE)
        tell_only(w, 1 << p, told.DREW_CARD, p, card)


# ---- quick start (ZG-17.2) -------------------------------------------------------------------------------------------------------


@jit
def claimable(s: Record, loc: int) -> int:
    """Neither Base nor Street, and nobody's (a neutral marker is replaced)."""
    if s.kind[loc] == BASE or s.kind[loc] == STREET:
        return 0
    return 1 if s.intact[loc] == 0 or s.owner[loc] == NEUTRAL else 0


@jit
def legal_claim(w: Record, s: Record, mask: Row) -> None:
    p = word(s, 1)
    for i in range(w.n_near[s.base[p]]):
        loc = w.near[s.base[p], i]
        mask[A_LOC + loc] = claimable(s, loc)


@jit
def answer_claim(w: Record, s: Record, a: int) -> None:
    p = word(s, 1)
    pop(s)
    loc = a - A_LOC
    if s.face_down[loc] == 1:
        turn_up(w, s, loc)
    s.intact[loc] = 0
    put_markers(w, s, loc, p, 1)
    push(s, T_QUICK, p)
    kind = s.kind[loc]
    s.food[p] += w.food[kind]
    s.medicine[p] += w.medicine[kind]
    if w.food[kind] + w.medicine[kind] > 0:
        tell_stock(w, s, p)
    if w.draws[kind] >= 0:
        draw(w, s, p, w.draws[kind], 1, 0, 0)


@jit
def reinforce(w: Record, s: Record, p: int) -> None:
    """One random fighter comes to the Base."""
    draw(w, s, p, CHARACTER, 1, 0, 1)
