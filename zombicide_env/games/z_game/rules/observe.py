"""Write observations: what a seat may see (section 19); layout and column names are those of ``observation``."""

from __future__ import annotations

from zombicide_env.core.agenda import top, top_task
from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record, Row

from ..numbers import decisions as ASK
from ..numbers.layout import BUILD_WORK, LEADERS, N_DECKS, N_TILES, NO_FIGHT, OFFERED, ONGOING, PEOPLE_FIGHT, WISH_DECK, A, C, K, P
from ..numbers.observation import (
    ASK_AGAINST,
    ASK_ATTACKING,
    ASK_CANCELLED,
    ASK_DIE_1,
    ASK_EFFECT,
    ASK_FIGHT,
    ASK_FLASKS,
    ASK_GEARS,
    ASK_MINE,
    ASK_NODE,
    ASK_PHASE,
    ASK_PICKS,
    ASK_PROJECT,
    ASK_REWARD,
    ASK_STEPS,
    ASK_STRENGTH,
    ASK_TURN,
    ASK_WORK,
    CARD_ASKED,
    CARD_BID_OWN,
    CARD_CAPACITY,
    CARD_COMMITTED,
    CARD_COPIES,
    CARD_DECK,
    CARD_DISCARDED,
    CARD_ENGINEERING,
    CARD_FIGHT,
    CARD_GIVEN,
    CARD_KNOWN_NEXT,
    CARD_LOOSE,
    CARD_OFFERED,
    CARD_OWN,
    CARD_SCIENCE,
    CARD_WISHED,
    CHAR_ENGINEERING,
    CHAR_FIGHT,
    CHAR_LEADER,
    CHAR_PILE,
    CHAR_SCIENCE,
    DECK_DISCARDED,
    DECK_SIZE,
    DECK_WISHED,
    LOC_BASE,
    LOC_NEIGHBOUR,
    LOC_PRESENT,
    LOC_Q,
    LOC_R,
    LOC_RING,
    MANY,
    N_CARD,
    N_CHAR,
    N_DECK,
    N_LOC,
    N_SEAT,
    O_CARDS,
    O_CHARACTERS,
    O_DECISION,
    O_DECKS,
    O_LOCATIONS,
    O_OPTIONS,
    O_SEATS,
    O_TILES,
    SEAT_BREWED,
    SEAT_CAPTURES,
    SEAT_DECIDES,
    SEAT_ELIMINATED,
    SEAT_ERECTED,
    SEAT_FACTION,
    SEAT_FOOD,
    SEAT_HAND,
    SEAT_HELD_STREET,
    SEAT_LEADERS_KILLED,
    SEAT_MEDICINE,
    SEAT_ORDER,
    SEAT_PASSED,
    SEAT_PRESENT,
    SEAT_REPLY,
    SEAT_SCHEME,
    SEAT_SEAT,
    SEAT_SIDE,
    SEAT_TILES,
    SEAT_VP,
)
from .fight import strength
from .observe_board import after, named, observe_character, observe_location, observe_places
from .table import see

# ---- constant features -----------------------------------------------------------------------------------------------


@jit
def frame(w: Record, o: Row) -> None:
    """Write the board, the printed values of cards and characters, the options."""
    for loc in range(w.n_locations):
        at = O_LOCATIONS + loc * N_LOC
        o[at + LOC_PRESENT] = 1
        o[at + LOC_RING] = w.ring[loc]
        o[at + LOC_Q] = w.q[loc] + 6
        o[at + LOC_R] = w.r[loc] + 6
        for i in range(w.n_near[loc]):
            o[at + LOC_NEIGHBOUR + i] = w.near[loc, i] + 1
    for c in range(C):
        at = O_CHARACTERS + c * N_CHAR
        o[at + CHAR_LEADER] = 1 if c < LEADERS else 0
        o[at + CHAR_FIGHT] = w.char_fight[c]
        o[at + CHAR_ENGINEERING] = w.char_engineering[c]
        o[at + CHAR_SCIENCE] = w.char_science[c]
        o[at + CHAR_PILE] = w.pile[c]
    for card in range(K):
        at = O_CARDS + card * N_CARD
        o[at + CARD_DECK] = w.deck_of[card]
        o[at + CARD_COPIES] = w.copies[card] if card < A else 1
        o[at + CARD_FIGHT] = w.fight[card]
        o[at + CARD_ENGINEERING] = w.engineering[card]
        o[at + CARD_SCIENCE] = w.science[card]
        o[at + CARD_CAPACITY] = w.capacity[card]
    frame_options(w, o)


@jit
def frame_options(w: Record, o: Row) -> None:
    o[O_OPTIONS] = w.n_players
    o[O_OPTIONS + 1] = w.target
    o[O_OPTIONS + 2] = min(MANY, w.max_turns)
    o[O_OPTIONS + 3] = w.scheming
    o[O_OPTIONS + 4] = w.business
    o[O_OPTIONS + 5] = w.leader_speed
    o[O_OPTIONS + 6] = w.by_rounds
    o[O_OPTIONS + 7] = w.sabotage_combo
    o[O_OPTIONS + 8] = w.quick_start
    o[O_OPTIONS + 9] = w.fog
    o[O_OPTIONS + 10] = w.terrain
    o[O_OPTIONS + 11] = w.herd
    o[O_OPTIONS + 12] = w.pharmacy
    o[O_OPTIONS + 13] = w.survivors
    o[O_OPTIONS + 14] = w.few


# ---- current state ---------------------------------------------------------------------------------------------------


@jit
def observe(w: Record, s: Record, v: int, o: Row) -> None:
    """Write what the seat ``v`` may see into ``o`` (uint8[N_OBS]), which already has the constant features."""
    for loc in range(w.n_locations):
        observe_location(w, s, v, loc, o, O_LOCATIONS + loc * N_LOC)
    observe_places(s, o)
    for c in range(C):
        observe_character(w, s, v, c, o, O_CHARACTERS + c * N_CHAR)
    for k in range(w.n_players):
        observe_seat(w, s, (v + k) % w.n_players, k, o, O_SEATS + k * N_SEAT)
    observe_cards(w, s, v, o)
    observe_trade(w, s, v, o)
    for d in range(N_DECKS):
        o[O_DECKS + d * N_DECK + DECK_SIZE] = s.n_deck[d]
        o[O_DECKS + d * N_DECK + DECK_DISCARDED] = s.n_discard[d]
    for kind in range(N_TILES):
        o[O_TILES + kind] = s.tiles[v, kind]
    observe_decision(w, s, v, o)
    if s.outcome == ONGOING and s.depth > 0:
        observe_question(w, s, v, o)


# ---- players --------------------------------------------------------------------------------------------------------------


@jit
def observe_seat(w: Record, s: Record, p: int, k: int, o: Row, at: int) -> None:
    o[at + SEAT_PRESENT] = 1
    o[at + SEAT_SEAT] = p
    o[at + SEAT_FACTION] = s.faction[p] + 1
    o[at + SEAT_ORDER] = after(w, s.first, p)
    o[at + SEAT_ELIMINATED] = s.eliminated[p]
    o[at + SEAT_PASSED] = s.passed[p]
    o[at + SEAT_VP] = min(MANY, s.vp[p])
    o[at + SEAT_FOOD] = min(MANY, s.food[p])
    o[at + SEAT_MEDICINE] = min(MANY, s.medicine[p])
    o[at + SEAT_BREWED] = min(C, s.brewed[p])
    n = s.n_hand[p]
    if s.f_kind == PEOPLE_FIGHT:  # the number of cards laid down is hidden (ZG-10.12)
        for side in range(2):
            if s.f_side[side] == p:
                o[at + SEAT_SIDE] = side + 1
                for card in range(A):
                    n += s.commit[side, card]
    elif s.f_kind != NO_FIGHT and s.f_side[0] == p:
        o[at + SEAT_SIDE] = 1
    o[at + SEAT_HAND] = min(MANY, n)
    o[at + SEAT_SCHEME] = s.n_scheme[p]
    for kind in range(N_TILES):
        o[at + SEAT_TILES] += s.tiles[p, kind]
    o[at + SEAT_LEADERS_KILLED] = s.leaders_killed[p]
    o[at + SEAT_CAPTURES] = s.captures[p]
    o[at + SEAT_ERECTED] = s.erected[p]
    o[at + SEAT_HELD_STREET] = s.held_street[p]
    o[at + SEAT_REPLY] = s.reply[p]
    if s.base[p] >= 0:
        o[O_LOCATIONS + s.base[p] * N_LOC + LOC_BASE] = k + 1


# ---- cards ------------------------------------------------------------------------------------------------------------------


@jit
def observe_cards(w: Record, s: Record, v: int, o: Row) -> None:
    """Write the observer's hand, what is known of the others', discard piles."""
    for card in range(K):
        at = O_CARDS + card * N_CARD
        o[at + CARD_OWN] = s.hand[v, card]
        o[at + CARD_LOOSE] = s.known[v, v, card]
        o[at + CARD_DISCARDED] = s.discard[card]
    for p in range(w.n_players):
        if p != v:
            known = O_CARDS + CARD_KNOWN_NEXT + after(w, v, p) - 1
            for card in range(K):
                o[known + card * N_CARD] = s.known[v, p, card]
    if s.f_kind == PEOPLE_FIGHT:
        for side in range(2):
            if s.f_side[side] == v:
                for card in range(A):
                    o[O_CARDS + card * N_CARD + CARD_COMMITTED] = s.commit[side, card]
    if s.mv_ride >= 0:
        o[O_CARDS + s.mv_ride * N_CARD + CARD_ASKED] = 1


@jit
def observe_trade(w: Record, s: Record, v: int, o: Row) -> None:
    """Write the current offer and the observer's face-down cards."""
    for i in range(OFFERED):
        if s.offer[i] >= 0:
            o[O_CARDS + s.offer[i] * N_CARD + CARD_OFFERED] += 1
        if s.wish[i] >= WISH_DECK:
            o[O_DECKS + (s.wish[i] - WISH_DECK) * N_DECK + DECK_WISHED] += 1
        elif s.wish[i] >= 0:
            o[O_CARDS + s.wish[i] * N_CARD + CARD_WISHED] += 1
        for p in range(P):
            if s.bid[p, i] >= 0:
                o[O_CARDS + s.bid[p, i] * N_CARD + CARD_BID_OWN + named(w, v, p) - 1] += 1
    for p in range(P):
        for i in range(s.n_scheme[p]):
            if s.scheme_from[p, i] == v:
                o[O_CARDS + s.scheme[p, i] * N_CARD + CARD_GIVEN] += 1
    if s.laid >= 0 and s.laid_by == v:
        o[O_CARDS + s.laid * N_CARD + CARD_GIVEN] += 1


# ---- the decision --------------------------------------------------------------------------------------------------------------


@jit
def observe_decision(w: Record, s: Record, v: int, o: Row) -> None:
    """Write the phase, and the current group, work and fight."""
    o[O_DECISION + ASK_PHASE] = s.phase
    o[O_DECISION + ASK_TURN] = min(MANY, s.round)
    o[O_DECISION + ASK_PICKS] = min(C, s.quota)
    o[O_DECISION + ASK_STEPS] = s.mv_steps
    o[O_DECISION + ASK_CANCELLED] = s.mv_cancelled
    if s.work > 0 or s.work_at >= 0:
        o[O_DECISION + ASK_WORK] = s.work
        if s.work == BUILD_WORK:
            o[O_DECISION + ASK_PROJECT] = s.project + 1
        o[O_DECISION + ASK_EFFECT] = s.effect + 1
        o[O_DECISION + ASK_GEARS] = min(40, s.gears)
        o[O_DECISION + ASK_FLASKS] = min(40, s.flasks)
    if s.f_kind == NO_FIGHT:
        return
    o[O_DECISION + ASK_FIGHT] = s.f_kind
    o[O_DECISION + ASK_STRENGTH] = min(MANY, open_strength(w, s, v, 0))
    if s.f_kind == PEOPLE_FIGHT:
        o[O_DECISION + ASK_ATTACKING] = min(MANY, open_strength(w, s, v, 1))
    o[O_DECISION + ASK_AGAINST] = min(40, s.f_against)
    o[O_DECISION + ASK_REWARD] = s.f_reward
    o[O_DECISION + ASK_DIE_1] = s.f_dice[0]
    o[O_DECISION + ASK_DIE_1 + 1] = s.f_dice[1]


@jit
def open_strength(w: Record, s: Record, v: int, side: int) -> int:
    """Strength of a side without face-down cards of another player."""
    n = strength(w, s, side)
    if s.f_kind == PEOPLE_FIGHT and s.f_side[side] != v:
        n -= s.f_bonus[side]
    return n


@jit
def observe_question(w: Record, s: Record, v: int, o: Row) -> None:
    """Write the node, the decider, and the subject of the decision."""
    node = top_task(s)
    p = s.stack[top(s), 1]
    o[O_DECISION + ASK_NODE] = node - ASK.FIRST + 1
    o[O_DECISION + ASK_MINE] = p == v
    o[O_SEATS + (named(w, v, p) - 1) * N_SEAT + SEAT_DECIDES] = 1
    see(w, s, v, o)
