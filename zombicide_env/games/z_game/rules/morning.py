"""The Morning except trade: Recount and Draw (ZG-11.1 to ZG-11.6), Placement, Feeding, Discard (ZG-11.19 to ZG-11.31)."""

from __future__ import annotations

from typing import Final

from zombicide_env.core.agenda import push
from zombicide_env.core.decisions import CHOICE, MAIN, Decision, Task, Text, anywhere, nothing_more
from zombicide_env.core.events import tell
from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record, Row

from ..numbers import decisions as ASK
from ..numbers import events as E
from ..numbers import tasks as T
from ..numbers.actions import A_CARD, A_LOC, A_NUM, A_PASS, N_NUMBERS
from ..numbers.layout import (
    BASE,
    BEES,
    CHARACTER,
    FIGHTER,
    FIREARM,
    HAND_LIMIT,
    MELEE,
    PARTY,
    PARTY_LIMIT,
    SPECIAL,
    TO_CARD,
    TRANSPORT,
    WHO,
    A,
    K,
)
from .board import characters_of, controller, deploy, friendly, tell_stock
from .cards import default_card, lose, play, see_card
from .knowledge import left_openly, shown
from .lowest import lowest

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
        push(s, ASK.REDISTRIBUTE, p)


@jit
def legal_redistribute(s: Record, p: int, mask: Row) -> None:
    for n in range(min(s.food[p] + s.medicine[p], N_NUMBERS - 1) + 1):
        mask[A_NUM + n] = 1


@jit
def default_share(w: Record, s: Record, p: int) -> int:
    """Default: the present distribution, as far as it can be named."""
    best = 0
    for a in range(A_NUM, w.allowed.shape[0]):
        if w.allowed[a] == 1:
            best = a - A_NUM
    return A_NUM + min(s.food[p], best)


@jit
def answer_redistribute(w: Record, s: Record, p: int, a: int) -> None:
    total = s.food[p] + s.medicine[p]
    s.food[p] = a - A_NUM
    s.medicine[p] = total - (a - A_NUM)
    tell_stock(w, s, p)


# ---- Draw (ZG-11.4) -------------------------------------------------------------------------------------------------


@jit
def cards_due(w: Record, s: Record, p: int, d: int) -> int:
    """Number of cards of a deck for the player's locations; all Bases of a player together give one."""
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
    """Push draws of melee, firearm, transport, special, characters: in this order, so that the last is resolved first."""
    push(s, T.DRAW, p, CHARACTER, cards_due(w, s, p, CHARACTER))
    push(s, T.DRAW, p, SPECIAL, cards_due(w, s, p, SPECIAL))
    push(s, T.DRAW, p, TRANSPORT, cards_due(w, s, p, TRANSPORT))
    push(s, T.DRAW, p, FIREARM, cards_due(w, s, p, FIREARM))
    push(s, T.DRAW, p, MELEE, cards_due(w, s, p, MELEE))


# ---- Placement (ZG-11.20) ----------------------------------------------------------------------------------------------


@jit
def place(s: Record, p: int) -> None:
    push(s, ASK.PLACE_CARD, p)


@jit
def legal_place_card(w: Record, s: Record, p: int, mask: Row) -> None:
    mask[A_PASS] = 1
    for loc in range(w.n_locations):
        if friendly(s, p, loc) == 1:
            for card in range(A, K):
                mask[A_CARD + card] = s.hand[p, card] > 0
            return


@jit
def default_fighter(w: Record, s: Record, p: int) -> int:
    """Default: the first one, while there is food for it."""
    food = s.food[p]
    if s.faction[p] == BEES:
        food += 1
    a = lowest(w, A_CARD)
    return a if a >= 0 and characters_of(s, p) < food else A_PASS


@jit
def answer_place_card(w: Record, s: Record, p: int, a: int) -> None:
    if a != A_PASS:
        shown(w, s, p, a - A_CARD, 1)
        push(s, ASK.PLACE_LOC, p, a - A_CARD)


@jit
def legal_place_loc(w: Record, s: Record, p: int, mask: Row) -> None:
    for loc in range(w.n_locations):
        mask[A_LOC + loc] = friendly(s, p, loc)


@jit
def default_place(w: Record, s: Record, p: int) -> int:
    return A_LOC + s.base[p] if w.allowed[A_LOC + s.base[p]] == 1 else lowest(w, A_LOC)


@jit
def holds_card(s: Record, p: int, card: int) -> int:
    return 1 if s.hand[p, card] > 0 else 0


@jit
def answer_place_loc(w: Record, s: Record, p: int, card: int, a: int) -> None:
    lose(s, p, card)
    left_openly(w, s, p, card)
    deploy(s, card - TO_CARD, p, a - A_LOC)
    tell(w, E.DEPLOY, p, card - TO_CARD, a - A_LOC)
    push(s, ASK.PLACE_CARD, p)


# ---- Discard (ZG-11.31) -----------------------------------------------------------------------------------------------------


@jit
def hand_limit(s: Record, p: int) -> int:
    return PARTY_LIMIT if s.faction[p] == PARTY else HAND_LIMIT  # ZG-16.10


@jit
def discard_down(s: Record, p: int) -> None:
    if s.n_hand[p] > hand_limit(s, p):
        push(s, T.DISCARD, p)
        push(s, ASK.DISCARD, p)


@jit
def legal_hand(s: Record, p: int, mask: Row) -> None:
    """Mark every type of card in the hand."""
    for card in range(K):
        mask[A_CARD + card] = s.hand[p, card] > 0


@jit
def answer_discard(w: Record, s: Record, p: int, a: int) -> None:
    play(w, s, p, a - A_CARD)


ROWS: Final = (
    Task(T.DISCARD, discard_down, words={"p": WHO}, below=(T.SEATS,)),
    Decision(
        ASK.REDISTRIBUTE,
        words={"p": WHO},
        below=(T.SEATS,),
        asked=CHOICE,
        offer=legal_redistribute,
        answer=answer_redistribute,
        default=default_share,
        see=nothing_more,
        fits=anywhere,
        text=Text("food of the Party, the rest is medicine", default="as it is"),
        notation={"num": "food {}"},
    ),
    Decision(
        ASK.PLACE_CARD,
        words={"p": WHO},
        below=(T.SEATS,),
        asked=MAIN,
        offer=legal_place_card,
        answer=answer_place_card,
        default=default_fighter,
        see=nothing_more,
        fits=anywhere,
        text=Text("a fighter to bring into play", default="a fighter while there is food for it"),
        notation={"pass": "pass", "card": "place {}"},
    ),
    Decision(
        ASK.PLACE_LOC,
        words={"p": WHO, "card": FIGHTER},
        below=(T.SEATS,),
        asked=MAIN,
        offer=legal_place_loc,
        answer=answer_place_loc,
        default=default_place,
        see=see_card,
        fits=holds_card,
        text=Text("where", default="your Base"),
        notation={"loc": "at {}"},
    ),
    Decision(
        ASK.DISCARD,
        words={"p": WHO},
        below=(T.DISCARD,),
        asked=CHOICE,
        offer=legal_hand,
        answer=answer_discard,
        default=default_card,
        see=nothing_more,
        fits=anywhere,
        text=Text("a card above the hand limit", default="the card of least value"),
        notation={"card": "discard {}"},
    ),
)
