"""Resample hidden information: another game consistent with everything that a seat has seen (section 19)."""

from __future__ import annotations

from zombicide_env.core.agenda import top, top_task
from zombicide_env.core.chance import EVENT
from zombicide_env.core.decks import mix_up
from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record
from zombicide_env.core.rng import rand_below, seed_rng

from ..numbers import decisions as ASK
from ..numbers.actions import A_CARD
from ..numbers.layout import ARMOUR, CAME, DECK, IN_DECK, IN_HAND, N_DECKS, N_TILES, NONE, ONGOING, PUBLIC, TAKEN, TO_CARD, VIEWERS, A, K, P
from .fight import legal_weapon, use_weapon
from .knowledge import learn_anew
from .people import lay_cards
from .sabotage import plans_sabotage
from .table import legal
from .work import ENGINEERING, SCIENCE, both_possible, skill_at

TRIES = 100_000  # attempts; the first one nearly always fits


@jit
def resample(w: Record, s: Record, v: int, number: int) -> None:
    """Replace everything hidden from the seat ``v`` by sample ``number``: future chance, decks, hands, face-down cards and tiles.

    The result depends only on ``number`` and on what ``v`` knows.  The other players' knowledge of each other is reset to public knowledge.
    """
    seed_rng(s, number)
    deal_dealt_tiles(w, s, v)
    deal_hidden_tiles(w, s, v)
    for _ in range(TRIES):
        take_back(s, v)
        deal_cards(w, s, v)
        commit_anew(w, s, v)
        if fits(w, s, v) == 1:
            break
    for viewer in range(VIEWERS):
        if viewer != v:
            for q in range(P):
                if q != v and q != viewer and viewer != PUBLIC:
                    for card in range(K):
                        s.known[viewer, q, card] = s.known[PUBLIC, q, card]
            learn_anew(w, s, viewer)
    forget_chance(s)
    legal(w, s, w.allowed)


@jit
def forget_chance(s: Record) -> None:
    """Remove from the record of the last step the cards that were drawn unseen."""
    for i in range(min(s.chance_n, s.chance.shape[0])):
        kind = s.chance[i] // EVENT
        if kind == CAME or kind == TAKEN:
            s.chance[i] = kind * EVENT


# ---- tiles (ZG-17.3, ZG-17.7) -------------------------------------------------------------------------------------


@jit
def deal_dealt_tiles(w: Record, s: Record, v: int) -> None:
    """Deal the tiles in the others' hands and in reserve."""
    n = 0
    for kind in range(N_TILES):
        for q in range(P):
            if q != v:
                for _ in range(s.tiles[q, kind]):
                    s.pile[n] = kind
                    n += 1
    for i in range(s.n_reserve):
        s.pile[n] = s.reserve[i]
        n += 1
    mix_up(s, s.pile, n)
    for q in range(P):
        if q != v:
            held = 0
            for kind in range(N_TILES):
                held += s.tiles[q, kind]
                s.tiles[q, kind] = 0
            for _ in range(held):
                n -= 1
                s.tiles[q, s.pile[n]] += 1
                s.pile[n] = 0
    for i in range(s.n_reserve):
        n -= 1
        s.reserve[i] = s.pile[n]
        s.pile[n] = 0


@jit
def unseen_tile(s: Record, v: int, loc: int) -> int:
    return 1 if s.face_down[loc] == 1 and (s.looked[loc] >> v) & 1 == 0 else 0


@jit
def deal_hidden_tiles(w: Record, s: Record, v: int) -> None:
    """Shuffle face-down tiles that the seat has not looked at."""
    n = 0
    for loc in range(w.n_locations):
        if unseen_tile(s, v, loc) == 1:
            s.pile[n] = s.kind[loc]
            n += 1
    mix_up(s, s.pile, n)
    for loc in range(w.n_locations):
        if unseen_tile(s, v, loc) == 1:
            n -= 1
            s.kind[loc] = s.pile[n]
            s.pile[n] = 0


# ---- cards -----------------------------------------------------------------------------------------------------------


@jit
def take_back(s: Record, v: int) -> None:
    """Return the face-down cards of a people fight to the others' hands."""
    for side in range(2):
        p = s.f_side[side]
        if p >= 0 and p != v:
            for card in range(A):
                s.hand[p, card] += s.commit[side, card]
                s.n_hand[p] += s.commit[side, card]
                s.commit[side, card] = 0
            if lay_cards(s) > 0:
                s.f_bonus[side] = s.f_weapons[side] = s.f_guns[side] = s.f_ride[side] = 0


@jit
def hidden_copies(s: Record, v: int, card: int) -> int:
    """Number of copies of a card that others hold, or that are face down, unknown to the seat."""
    n = -s.known[v, v, card]
    for q in range(P):
        if q != v:
            n += s.hand[q, card] - s.known[v, q, card]
        for i in range(s.n_scheme[q]):
            n += s.scheme[q, i] == card and s.scheme_from[q, i] != v
    if s.laid == card and s.laid_by != v:
        n += 1
    return n


@jit
def deal_cards(w: Record, s: Record, v: int) -> None:
    """Deal the cards: known cards stay; each deck's unknown cards are shuffled with the rest of the deck, then the loose ones are dealt."""
    loose = DECK  # end of the loose cards in the pile
    for card in range(K):
        for _ in range(s.known[v, v, card]):
            s.pile[loose] = card
            loose += 1
    for d in range(N_DECKS):
        n = mix_deck(w, s, v, d)
        for q in range(P):
            if q != v:
                leave_known(w, s, v, q, d)
                for _ in range(s.unknown[v, q, d]):
                    n -= 1
                    s.hand[q, s.pile[n]] += 1
                    s.pile[n] = 0
        for _ in range(s.unknown[v, v, d]):
            n -= 1
            s.pile[loose] = s.pile[n]
            s.pile[n] = 0
            loose += 1
        for i in range(n):  # the size of the deck stays the same
            s.deck[d, i] = s.pile[i]
            s.pile[i] = 0
    loose -= DECK
    for i in range(loose):
        s.pile[i] = s.pile[DECK + i]
        s.pile[DECK + i] = 0
    mix_up(s, s.pile, loose)
    deal_loose(s, v, loose)
    name_fighters(s)


@jit
def mix_deck(w: Record, s: Record, v: int, d: int) -> int:
    """Shuffle the cards of a deck whose places are unknown to the seat, in the pile; returns their number."""
    n = 0
    for i in range(s.n_deck[d]):
        s.pile[n] = s.deck[d, i]
        n += 1
    for card in range(K):
        if w.deck_of[card] == d:
            for _ in range(hidden_copies(s, v, card)):
                s.pile[n] = card
                n += 1
    mix_up(s, s.pile, n)
    return n


@jit
def leave_known(w: Record, s: Record, v: int, q: int, d: int) -> None:
    for card in range(K):
        if w.deck_of[card] == d:
            s.hand[q, card] = s.known[v, q, card]


@jit
def deal_loose(s: Record, v: int, n: int) -> None:
    """Deal the loose cards to their possible places."""
    for q in range(P):
        if q != v:
            for _ in range(s.loose[v, q]):
                n -= 1
                s.hand[q, s.pile[n]] += 1
                s.pile[n] = 0
        for i in range(s.n_scheme[q]):
            if s.scheme_from[q, i] != v:
                n -= 1
                s.scheme[q, i] = s.pile[n]
                s.pile[n] = 0
    if s.laid >= 0 and s.laid_by != v:
        n -= 1
        s.laid = s.pile[n]
        s.pile[n] = 0


@jit
def name_fighters(s: Record) -> None:
    """Update where the fighters' cards are."""
    for d in range(N_DECKS):
        for i in range(s.n_deck[d]):
            if s.deck[d, i] >= A:
                put_fighter(s, s.deck[d, i], IN_DECK, NONE)
    for q in range(P):
        for card in range(A, K):
            if s.hand[q, card] > 0:
                put_fighter(s, card, IN_HAND, q)
        for i in range(s.n_scheme[q]):
            if s.scheme[q, i] >= A:
                put_fighter(s, s.scheme[q, i], IN_HAND, q)
    if s.laid >= A:
        put_fighter(s, s.laid, IN_HAND, s.laid_by)


@jit
def put_fighter(s: Record, card: int, zone: int, p: int) -> None:
    s.zone[card - TO_CARD] = zone
    s.seat[card - TO_CARD] = p


@jit
def commit_anew(w: Record, s: Record, v: int) -> None:
    """Let each other player who has been asked in a people fight commit random cards of the new hand (ZG-10.12)."""
    if s.outcome != ONGOING:
        return
    for side in range(lay_cards(s)):
        if s.f_side[side] != v:
            while rand_below(s, 2) == 0:
                a = random_weapon(w, s, side)
                if a < 0:
                    break
                use_weapon(w, s, side, a - A_CARD)


@jit
def random_weapon(w: Record, s: Record, side: int) -> int:
    """Random card that the side may commit, -1: none."""
    for a in range(w.allowed.shape[0]):
        w.allowed[a] = 0
    legal_weapon(w, s, side, w.allowed)
    n = 0
    for card in range(A):
        n += w.allowed[A_CARD + card]
    if n == 0:
        return -1
    left = rand_below(s, n)
    for card in range(A):
        left -= w.allowed[A_CARD + card]
        if left < 0:
            return A_CARD + card
    return -1


@jit
def fits(w: Record, s: Record, v: int) -> int:
    """1 if the pending decision is possible with the decider's new cards."""
    if s.outcome != ONGOING or s.depth == 0:
        return 1
    p = s.stack[top(s), 1]
    node = top_task(s)
    if p == v:
        return 1
    if node == ASK.RT_ARMOUR:
        return 1 if s.hand[p, ARMOUR] > 0 else 0
    if plans_sabotage(s) == 1:
        loc = s.work_at
        if both_possible(w, s, p, skill_at(w, s, p, loc, ENGINEERING, 0), skill_at(w, s, p, loc, SCIENCE, 0), NONE) == 0:
            return 0
    legal(w, s, w.allowed)
    n = 0
    for a in range(w.allowed.shape[0]):
        n += w.allowed[a]
    return 1 if n > w.auto_skip else 0
