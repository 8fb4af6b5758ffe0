"""Planning and the Route phase (HZ-4, HZ-6): laying out, choosing, paying and playing routes card by card."""

from __future__ import annotations

from ...core.agenda import pop, push, top, word
from ...core.chance import note
from ...core.events import tell
from ...core.jit import jit
from ...core.records import Record
from . import told
from .actions import A_ROUTE, A_TAKE
from .belongings import end_battle, gain, total
from .events import event
from .layout import IN_BOX, KEY_HIGH, KEY_LOW, N_RESOURCES, NONE, ON_ROUTE, PLACES, ROUNDS, TRUNCATED, TURNED_UP, WITH_PLAYER
from .tasks import (
    D_PAY_ROUTE,
    D_ROUTE,
    D_TAKE,
    T_AUCTION,
    T_BATTLE,
    T_CARD,
    T_CARD_END,
    T_PAY,
    T_PLANNING,
    T_ROUND_END,
    T_ROUTE_END,
    T_SCORING,
    T_TAKE,
    T_TURNS,
)

SOLO_BONUS = 2  # HZ-13.2
SOLO_COST = 2  # HZ-13.4


# ---- planning ---------------------------------------------------------------------------------------------------


@jit
def start_round(s: Record) -> None:
    push(s, T_ROUND_END)
    push(s, T_TURNS)
    push(s, T_AUCTION)
    push(s, T_PLANNING)


@jit
def turn_up(w: Record, s: Record, r: int, k: int) -> None:
    c = s.route[r, k]
    s.face_up[r, k] = 1
    s.seen[c] = 1
    note(s, TURNED_UP, c)
    tell(w, told.TURN_UP, c, r, k)


@jit
def shown(w: Record, r: int, k: int) -> int:
    """1 if the card at this place lies face up from the start: in solo mode the third row, and half of the second (HZ-13.1)."""
    if w.solo == 0 or r == 2 or (r == 1 and k == 0):
        return 1
    return 0


@jit
def planning(w: Record, s: Record) -> None:
    """The top cards of the deck become the routes, row by row (HZ-4.R1)."""
    for r in range(w.n_routes):
        for k in range(PLACES):
            s.deck_n -= 1
            c = s.deck[s.deck_n]
            s.deck[s.deck_n] = 0
            s.route[r, k] = c
            s.where[c] = ON_ROUTE
            tell(w, told.LAY, r, k)
            if shown(w, r, k) == 1:
                turn_up(w, s, r, k)
    place_keys(w, s)


@jit
def place_keys(w: Record, s: Record) -> None:
    """HZ-10.R1; there are none in solo mode (HZ-13.R1)."""
    missing = w.n_routes - s.n_order
    for r in range(s.key.shape[0]):
        s.key[r] = 0
    if w.solo == 1 or missing <= 0:
        return
    last = w.n_routes - 1
    if missing == 1:
        lay_key(w, s, last, KEY_LOW)
    else:
        lay_key(w, s, last - 1, KEY_LOW)
        lay_key(w, s, last, KEY_HIGH)


@jit
def lay_key(w: Record, s: Record, r: int, price: int) -> None:
    s.key[r] = price
    tell(w, told.KEY, r, price)


# ---- choosing -----------------------------------------------------------------------------------------------------


@jit
def cost(w: Record, s: Record, r: int) -> int:
    """Resources to be spent before the first card of the route."""
    if w.solo == 1:
        return SOLO_COST if r == 2 else 0
    return s.key[r]


@jit
def can_choose(w: Record, s: Record, p: int, r: int) -> int:
    if s.taken[r] < 0 and cost(w, s, r) <= total(s, p):
        return 1
    return 0


@jit
def turns(w: Record, s: Record) -> None:
    """The next player in turn order who has no route yet chooses one (HZ-6.1, HZ-10.R5)."""
    for k in range(s.n_order):
        p = s.order[k]
        if s.went[p] == 0:
            push(s, T_TURNS)
            s.turn = p
            ask_route(w, s, p)
            return
    s.turn = NONE


@jit
def ask_route(w: Record, s: Record, p: int) -> None:
    n = 0
    last = NONE
    for r in range(w.n_routes):
        if can_choose(w, s, p, r) == 1:
            n += 1
            last = r
    if n > 1:
        push(s, D_ROUTE, p)
    elif n == 1:
        choose(w, s, p, last)
    else:  # cannot happen with the keys of HZ-10.R1 (HZ-6.R4)
        s.went[p] = 1
        s.n_routes_done += 1


@jit
def choose(w: Record, s: Record, p: int, r: int) -> None:
    s.taken[r] = p
    tell(w, told.ROUTE, p, r)
    s.went[p] = 1
    s.row = r
    push(s, T_ROUTE_END)
    push(s, T_CARD, 1)
    push(s, T_CARD, 0)
    if w.solo == 1 and r == 0:
        push(s, T_TAKE, p, SOLO_BONUS)
    push(s, T_PAY, p, cost(w, s, r), D_PAY_ROUTE)


@jit
def answer_route(w: Record, s: Record, a: int) -> None:
    p = word(s, 1)
    pop(s)
    choose(w, s, p, a - A_ROUTE)


@jit
def take(s: Record, p: int, units: int) -> None:
    if units > 0:
        push(s, D_TAKE, p, units)


@jit
def answer_take(w: Record, s: Record, a: int) -> None:
    t = top(s)
    p = s.stack[t, 1]
    units = s.stack[t, 2]
    pop(s)
    gain(w, s, p, a - A_TAKE, 1)
    take(s, p, units - 1)


# ---- cards --------------------------------------------------------------------------------------------------------


@jit
def play_card(w: Record, s: Record, k: int) -> None:
    """Scavenge, event; the battle follows (HZ-6.2)."""
    p = s.turn
    s.place = k
    if s.face_up[s.row, k] == 0:
        turn_up(w, s, s.row, k)  # HZ-13.R2
    c = s.route[s.row, k]
    tell(w, told.PLAY, p, c)
    for r in range(N_RESOURCES):
        gain(w, s, p, r, w.gives[c, r])
    push(s, T_CARD_END)
    if w.zombies[c] > 0:
        push(s, T_BATTLE)
    event(w, s, p, c)


@jit
def end_card(w: Record, s: Record) -> None:
    """The card is collected, or goes to the box after a flight (HZ-7.4, HZ-7.8, HZ-6.R5)."""
    c = s.route[s.row, s.place]
    if s.fled == 1:
        s.where[c] = IN_BOX
        tell(w, told.BOX, c)
    else:
        s.where[c] = WITH_PLAYER + s.turn
        tell(w, told.COLLECT, s.turn, c)
    s.fled = 0
    s.place = NONE
    s.n_cards_done += 1
    end_battle(s)


@jit
def end_route(s: Record) -> None:
    s.turn = NONE
    s.row = NONE
    s.n_routes_done += 1


@jit
def end_round(w: Record, s: Record) -> None:
    """What lies there still goes to the box (HZ-6.R3); the next round, or the end (HZ-3.1)."""
    for r in range(w.n_routes):
        s.taken[r] = NONE
        s.key[r] = 0
        for k in range(PLACES):
            c = s.route[r, k]
            if s.where[c] == ON_ROUTE:
                s.where[c] = IN_BOX
                if s.seen[c] == 1:  # nobody looks at what lies face down
                    tell(w, told.BOX, c)
            s.route[r, k] = 0
            s.face_up[r, k] = 0
    for p in range(s.went.shape[0]):
        s.went[p] = 0
    if s.round >= ROUNDS or (w.max_rounds < 0 and s.round >= -w.max_rounds):
        push(s, T_SCORING)
        return
    if w.max_rounds > 0 and s.round >= w.max_rounds:
        s.outcome = TRUNCATED
        return
    s.round += 1
    tell(w, told.ROUND, s.round)
    start_round(s)
