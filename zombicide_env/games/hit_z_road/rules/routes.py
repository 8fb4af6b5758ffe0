"""Planning and the Route phase (HZ-4, HZ-6): laying out, choosing, paying and playing routes card by card."""

from __future__ import annotations

from typing import Final

from zombicide_env.core.agenda import push
from zombicide_env.core.chance import note
from zombicide_env.core.decisions import CHOICE, MAIN, Decision, Task, Text, nothing_more
from zombicide_env.core.events import tell
from zombicide_env.core.jit import jit
from zombicide_env.core.layout import Range
from zombicide_env.core.records import Mask, Record

from ..numbers import decisions as ASK
from ..numbers import events as E
from ..numbers import tasks as T
from ..numbers.actions import A_ROUTE, A_TAKE
from ..numbers.layout import (
    ADRENALINE,
    COUNT,
    IN_BOX,
    KEY_HIGH,
    KEY_LOW,
    N_RESOURCES,
    NONE,
    ON_ROUTE,
    PLACES,
    ROUNDS,
    TRUNCATED,
    TURNED_UP,
    WHO,
    WITH_PLAYER,
)
from .auction import paying, see_units
from .belongings import end_battle, gain, on_route, on_turn, total
from .events import event

SOLO_BONUS = 2  # HZ-13.2
SOLO_COST = 2  # HZ-13.4


# ---- planning ---------------------------------------------------------------------------------------------------


@jit
def start_round(s: Record) -> None:
    push(s, T.ROUND_END)
    push(s, T.TURNS)
    push(s, T.AUCTION)
    push(s, T.PLANNING)


@jit
def turn_up(w: Record, s: Record, r: int, k: int) -> None:
    c = s.route[r, k]
    s.face_up[r, k] = s.seen[c] = 1
    note(s, TURNED_UP, c)
    tell(w, E.TURN_UP, c, r, k)


@jit
def shown(w: Record, r: int, k: int) -> int:
    """1 if the card in this place is face up from the start: in solo mode the third row, and half of the second (HZ-13.1)."""
    return 1 if w.solo == 0 or r == 2 or (r == 1 and k == 0) else 0


@jit
def planning(w: Record, s: Record) -> None:
    """Lay out the top cards of the deck as routes, row by row (HZ-4.R1)."""
    for r in range(w.n_routes):
        for k in range(PLACES):
            s.deck_n -= 1
            c = s.deck[s.deck_n]
            s.deck[s.deck_n] = 0
            s.route[r, k] = c
            s.where[c] = ON_ROUTE
            tell(w, E.LAY, r, k)
            if shown(w, r, k) == 1:
                turn_up(w, s, r, k)
    place_keys(w, s)


@jit
def place_keys(w: Record, s: Record) -> None:
    """Place the keys (HZ-10.R1); there are none in solo mode (HZ-13.R1)."""
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
    tell(w, E.KEY, r, price)


# ---- choosing -----------------------------------------------------------------------------------------------------


@jit
def cost(w: Record, s: Record, r: int) -> int:
    """Number of resources to be spent before the first card of the route."""
    if w.solo == 1:
        return SOLO_COST if r == 2 else 0
    return s.key[r]


@jit
def can_choose(w: Record, s: Record, p: int, r: int) -> int:
    return 1 if s.taken[r] < 0 and cost(w, s, r) <= total(s, p) else 0


@jit
def turns(w: Record, s: Record) -> None:
    """Ask the next player in turn order without a route to choose one (HZ-6.1, HZ-10.R5)."""
    for k in range(s.n_order):
        p = s.order[k]
        if s.went[p] == 0:
            push(s, T.TURNS)
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
        push(s, ASK.ROUTE, p)
    elif n == 1:
        choose(w, s, p, last)
    else:  # cannot happen with the keys of HZ-10.R1 (HZ-6.R4)
        s.went[p] = 1
        s.n_routes_done += 1


@jit
def choose(w: Record, s: Record, p: int, r: int) -> None:
    s.taken[r] = p
    tell(w, E.ROUTE, p, r)
    s.went[p] = 1
    s.row = r
    push(s, T.ROUTE_END)
    push(s, T.CARD, 1)
    push(s, T.CARD, 0)
    if w.solo == 1 and r == 0:
        push(s, T.TAKE, p, SOLO_BONUS)
    push(s, T.PAY, p, cost(w, s, r), ASK.PAY_ROUTE)


@jit
def offer_route(w: Record, s: Record, p: int, mask: Mask) -> None:
    for r in range(w.n_routes):
        mask[A_ROUTE + r] = can_choose(w, s, p, r)


@jit
def answer_route(w: Record, s: Record, p: int, a: int) -> None:
    choose(w, s, p, a - A_ROUTE)


@jit
def printed_zombies(w: Record, s: Record, r: int) -> int:
    n = 0
    for k in range(PLACES):
        n += w.zombies[s.route[r, k]]
    return n


@jit
def route_value(w: Record, s: Record, r: int) -> int:
    """Value of a route by HZ-D-3 and HZ-14.R2, lower is better; in solo mode hidden cards count as an estimate."""
    if w.solo == 0:
        return printed_zombies(w, s, r) + 2 * cost(w, s, r)
    guess = 1 << (w.level[s.route[0, 0]] - 1)
    if r == 0:
        return 2 * guess - 2
    if r == 1:
        return w.zombies[s.route[1, 0]] + guess
    return printed_zombies(w, s, r) + 2


@jit
def best_route(w: Record, s: Record, p: int) -> int:
    best = NONE
    least = 0
    for r in range(w.n_routes):
        if can_choose(w, s, p, r) == 1:
            value = route_value(w, s, r)
            if best < 0 or value < least:
                best = r
                least = value
    return A_ROUTE + best


@jit
def take(s: Record, p: int, units: int) -> None:
    if units > 0:
        push(s, ASK.TAKE, p, units)


@jit
def answer_take(w: Record, s: Record, p: int, units: int, a: int) -> None:
    gain(w, s, p, a - A_TAKE, 1)
    take(s, p, units - 1)


# ---- cards --------------------------------------------------------------------------------------------------------


@jit
def play_card(w: Record, s: Record, k: int) -> None:
    """Play a card: Scavenge, event; the battle follows (HZ-6.2)."""
    p = s.turn
    s.place = k
    if s.face_up[s.row, k] == 0:
        turn_up(w, s, s.row, k)  # HZ-13.R2
    c = s.route[s.row, k]
    tell(w, E.PLAY, p, c)
    for r in range(N_RESOURCES):
        gain(w, s, p, r, w.gives[c, r])
    push(s, T.CARD_END)
    if w.zombies[c] > 0:
        push(s, T.BATTLE)
    event(w, s, p, c)


@jit
def end_card(w: Record, s: Record) -> None:
    """Collect the card, or put it into the box after a flight (HZ-7.4, HZ-7.8, HZ-6.R5)."""
    c = s.route[s.row, s.place]
    if s.fled == 1:
        s.where[c] = IN_BOX
        tell(w, E.BOX, c)
    else:
        s.where[c] = WITH_PLAYER + s.turn
        tell(w, E.COLLECT, s.turn, c)
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
    """Put remaining cards into the box (HZ-6.R3); begin the next round, or end the game (HZ-3.1)."""
    for r in range(w.n_routes):
        s.taken[r] = NONE
        s.key[r] = 0
        for k in range(PLACES):
            c = s.route[r, k]
            if s.where[c] == ON_ROUTE:
                s.where[c] = IN_BOX
                if s.seen[c] == 1:  # face-down cards stay unseen
                    tell(w, E.BOX, c)
            s.route[r, k] = s.face_up[r, k] = 0
    for p in range(s.went.shape[0]):
        s.went[p] = 0
    if s.round >= ROUNDS or (w.max_rounds < 0 and s.round >= -w.max_rounds):
        push(s, T.SCORING)
        return
    if w.max_rounds > 0 and s.round >= w.max_rounds:
        s.outcome = TRUNCATED
        return
    s.round += 1
    tell(w, E.ROUND, s.round)
    start_round(s)


ROWS: Final = (
    Task(T.PLANNING, planning),
    Task(T.TURNS, turns, below=(T.ROUND_END,)),
    Task(T.ROUND_END, end_round),
    Task(T.TAKE, take, words={"p": WHO, "units": COUNT}, below=(T.CARD,)),
    Task(T.ROUTE_END, end_route, below=(T.TURNS,)),
    Task(T.CARD, play_card, words={"k": Range(0, PLACES - 1)}, below=(T.ROUTE_END, T.CARD)),
    Task(T.CARD_END, end_card, below=(T.CARD, T.ROUTE_END)),
    Decision(
        ASK.ROUTE,
        words={"p": WHO},
        below=(T.TURNS,),
        asked=MAIN,
        offer=offer_route,
        answer=answer_route,
        default=best_route,
        see=nothing_more,
        fits=on_turn,
        text=Text("two or more routes are free and affordable", "`route 1` to `route 4`", "fewest zombies and lowest cost"),
        phase="route",
    ),
    paying(ASK.PAY_ROUTE, below=(T.CARD, T.TAKE), fits=on_route, when="one unit of a key token or of the solo route 3", phase="cost"),
    Decision(
        ASK.TAKE,
        words={"p": WHO, "units": COUNT},
        below=(T.CARD,),
        asked=CHOICE,
        offer=tuple(A_TAKE + r for r in range(N_RESOURCES)),
        answer=answer_take,
        default=A_TAKE + ADRENALINE,
        see=see_units,
        fits=on_route,
        text=Text("solo route 1, twice", "`take ammo`, `take gas`, `take adrenaline`", "`take adrenaline`"),
        phase="bonus",
    ),
)
