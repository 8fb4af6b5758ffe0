"""The Morning around the trade: Recount and Draw (ZG-11.1 to ZG-11.6), Placement, Feeding, Discard (ZG-11.19 to ZG-11.31)."""

from __future__ import annotations

from ...core.agenda import pop, push, word
from ...core.events import tell
from ...core.jit import jit
from ...core.records import Record, Row
from . import told
from .actions import A_CARD, A_CHAR, A_CONFIRM, A_LOC, A_NUM, A_PASS, N_NUMBERS
from .board import clear_picks, controller, deploy, friendly, owned, tell_stock
from .cards import dies, lose, play
from .knowledge import left_openly, shown
from .layout import (
    BASE,
    BEES,
    CHARACTER,
    FIREARM,
    HAND_LIMIT,
    HORSE,
    LEADERS,
    MELEE,
    PARTY,
    PARTY_LIMIT,
    RAIDERS,
    SPECIAL,
    TO_CARD,
    TRANSPORT,
    A,
    C,
    K,
)
from .tasks import (
    D_DISCARD,
    D_FEED_EAT,
    D_FEED_RAISE,
    D_FEED_TARGET,
    D_PLACE_CARD,
    D_PLACE_LOC,
    D_REDISTRIBUTE,
    T_DISCARD,
    T_DRAW,
    T_FEED,
)

# ---- Recount (ZG-11.1) ------------------------------------------------------------------------------------------


@jit
def recount(w: Record, s: Record, p: int) -> None:
    food = 0
    medicine = 0
    for loc in range(w.n_locations):
        if controller(s, loc) == p:
            food += w.food[s.kind[loc]]
            medicine += w.medicine[s.kind[loc]]
    s.food[p] = food
    s.medicine[p] = medicine
    tell_stock(w, s, p)
    if s.faction[p] == PARTY and food + medicine > 0:  # ZG-11.3
        push(s, D_REDISTRIBUTE, p)


@jit
def legal_redistribute(s: Record, mask: Row) -> None:
    p = word(s, 1)
    for n in range(min(s.food[p] + s.medicine[p], N_NUMBERS - 1) + 1):
        mask[A_NUM + n] = 1


@jit
def answer_redistribute(w: Record, s: Record, a: int) -> None:
    p = word(s, 1)
    pop(s)
    total = s.food[p] + s.medicine[p]
    s.food[p] = a - A_NUM
    s.medicine[p] = total - (a - A_NUM)
    tell_stock(w, s, p)


# ---- Draw (ZG-11.4) -------------------------------------------------------------------------------------------------


@jit
def cards_due(w: Record, s: Record, p: int, d: int) -> int:
    """Cards of a deck for the locations of the player; all his Bases together give one."""
    n = 0
    base = 0
    for loc in range(w.n_locations):
        if w.draws[s.kind[loc]] == d and controller(s, loc) == p:
            if s.kind[loc] == BASE:
                base = 1
            else:
                n += 1
    return n + base


@jit
def draw_income(w: Record, s: Record, p: int) -> None:
    """Melee, firearm, transport, special, characters: in this order, so that the last is pushed first."""
    push(s, T_DRAW, p, CHARACTER, cards_due(w, s, p, CHARACTER))
    push(s, T_DRAW, p, SPECIAL, cards_due(w, s, p, SPECIAL))
    push(s, T_DRAW, p, TRANSPORT, cards_due(w, s, p, TRANSPORT))
    push(s, T_DRAW, p, FIREARM, cards_due(w, s, p, FIREARM))
    push(s, T_DRAW, p, MELEE, cards_due(w, s, p, MELEE))


# ---- Placement (ZG-11.20) ----------------------------------------------------------------------------------------------


@jit
def legal_place_card(w: Record, s: Record, mask: Row) -> None:
    p = word(s, 1)
    mask[A_PASS] = 1
    for loc in range(w.n_locations):
        if friendly(s, p, loc) == 1:
            for card in range(A, K):
                if s.hand[p, card] > 0:
                    mask[A_CARD + card] = 1
            return


@jit
def answer_place_card(w: Record, s: Record, a: int) -> None:
    p = word(s, 1)
    pop(s)
    if a != A_PASS:
        shown(w, s, p, a - A_CARD, 1)
        push(s, D_PLACE_LOC, p, a - A_CARD)


@jit
def legal_place_loc(w: Record, s: Record, mask: Row) -> None:
    p = word(s, 1)
    for loc in range(w.n_locations):
        if friendly(s, p, loc) == 1:
            mask[A_LOC + loc] = 1


@jit
def answer_place_loc(w: Record, s: Record, a: int) -> None:
    p = word(s, 1)
    card = word(s, 2)
    pop(s)
    lose(s, p, card)
    left_openly(w, s, p, card)
    deploy(s, card - TO_CARD, p, a - A_LOC)
    tell(w, told.DEPLOY, p, card - TO_CARD, a - A_LOC)
    push(s, D_PLACE_CARD, p)


# ---- Feeding (ZG-11.22) --------------------------------------------------------------------------------------------------


@jit
def lying(s: Record, p: int) -> int:
    """Own exhausted figures."""
    n = 0
    for c in range(C):
        if owned(s, c, p) == 1 and s.exhausted[c] == 1:
            n += 1
    return n


@jit
def raise_all(s: Record, p: int) -> None:
    for c in range(C):
        if owned(s, c, p) == 1:
            s.exhausted[c] = 0


@jit
def lay_down(s: Record, p: int) -> None:
    for c in range(C):
        if owned(s, c, p) == 1:
            s.exhausted[c] = 1


@jit
def feed(s: Record, p: int) -> None:
    """All lie down; as many as the marker shows, with the Bees one more, stand up again."""
    lay_down(s, p)
    food = s.food[p]
    if s.faction[p] == BEES:  # ZG-16.1
        food += 1
    if food >= lying(s, p):
        raise_all(s, p)
        return
    push(s, T_FEED, p)
    if food > 0:
        clear_picks(s)
        s.quota = food
        push(s, D_FEED_RAISE, p)


@jit
def legal_raise(s: Record, mask: Row, first: int) -> None:
    """Own lying figures after the last that was picked (ZG-10.11)."""
    p = word(s, 1)
    mask[A_CONFIRM] = 1
    for c in range(max(first, s.last + 1), C):
        if owned(s, c, p) == 1 and s.exhausted[c] == 1:
            mask[A_CHAR + c] = 1


@jit
def answer_raise(s: Record, a: int) -> None:
    """Picks of FEED_RAISE and FLARE_RAISE; they end at the capacity."""
    if a == A_CONFIRM:
        s.quota = 0
    else:
        s.exhausted[a - A_CHAR] = 0
        s.last = a - A_CHAR
        s.quota -= 1
    if s.quota == 0:
        pop(s)
        clear_picks(s)


@jit
def feed_more(s: Record, p: int) -> None:
    if lying(s, p) > 0:
        push(s, T_FEED, p)
        push(s, D_FEED_EAT, p)


@jit
def legal_eat(s: Record, mask: Row) -> None:
    """ZG-11.24, ZG-11.25, ZG-11.30."""
    p = word(s, 1)
    mask[A_PASS] = 1
    if s.hand[p, HORSE] > 0:
        mask[A_CARD + HORSE] = 1
    for card in range(A, K):
        if s.hand[p, card] > 0:
            mask[A_CARD + card] = 1
    if lying(s, p) > 1:
        for c in range(LEADERS, C):
            if owned(s, c, p) == 1 and s.exhausted[c] == 1:
                mask[A_CHAR + c] = 1


@jit
def answer_eat(w: Record, s: Record, a: int) -> None:
    p = word(s, 1)
    pop(s)
    if a == A_PASS:
        pop(s)  # nothing more: T_FEED lies below
        return
    if a >= A_CARD:
        play(w, s, p, a - A_CARD)
    else:
        dies(w, s, a - A_CHAR)
    if s.faction[p] == RAIDERS or a == A_CARD + HORSE:  # ZG-11.26
        raise_all(s, p)
    else:
        push(s, D_FEED_TARGET, p)


@jit
def legal_target(s: Record, mask: Row) -> None:
    p = word(s, 1)
    for c in range(C):
        if owned(s, c, p) == 1 and s.exhausted[c] == 1:
            mask[A_CHAR + c] = 1


@jit
def answer_target(s: Record, a: int) -> None:
    pop(s)
    s.exhausted[a - A_CHAR] = 0


# ---- Discard (ZG-11.31) -----------------------------------------------------------------------------------------------------


@jit
def hand_limit(s: Record, p: int) -> int:
    return PARTY_LIMIT if s.faction[p] == PARTY else HAND_LIMIT  # ZG-16.10


@jit
def discard_down(s: Record, p: int) -> None:
    if s.n_hand[p] > hand_limit(s, p):
        push(s, T_DISCARD, p)
        push(s, D_DISCARD, p)


@jit
def legal_hand(s: Record, p: int, mask: Row) -> None:
    """Every type of card in the hand."""
    for card in range(K):
        if s.hand[p, card] > 0:
            mask[A_CARD + card] = 1


@jit
def answer_discard(w: Record, s: Record, a: int) -> None:
    p = word(s, 1)
    pop(s)
    play(w, s, p, a - A_CARD)
