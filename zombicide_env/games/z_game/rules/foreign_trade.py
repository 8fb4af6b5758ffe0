"""The Party's foreign trade (ZG-11.18): two cards for one of any deck."""

from __future__ import annotations

from typing import Final

from zombicide_env.core.agenda import push
from zombicide_env.core.decisions import CHOICE, Decision, Text, anywhere, nothing_more
from zombicide_env.core.jit import jit
from zombicide_env.core.layout import FLAG
from zombicide_env.core.records import Record, Row

from ..numbers import decisions as ASK
from ..numbers import tasks as T
from ..numbers.actions import A_CARD, A_DECK, A_PASS
from ..numbers.layout import N_DECKS, PARTY, WHO
from .cards import available, default_card, draw, play
from .lowest import first_legal
from .morning import legal_hand


@jit
def trade_abroad(s: Record, p: int) -> None:
    if s.faction[p] == PARTY:  # ZG-16.8
        push(s, ASK.FT_CARD, p, 0)


@jit
def legal_sale(s: Record, p: int, sold: int, mask: Row) -> None:
    """Mark cards to sell; the first of two cards may be refused."""
    if sold == 0:
        mask[A_PASS] = 1
        if s.n_hand[p] < 2:
            return
    legal_hand(s, p, mask)


@jit
def answer_sale(w: Record, s: Record, p: int, sold: int, a: int) -> None:
    if a == A_PASS:
        return
    play(w, s, p, a - A_CARD)
    if sold == 0:
        push(s, ASK.FT_CARD, p, 1)
    else:
        for d in range(N_DECKS):
            if available(w, s, p, d) == 1:
                push(s, ASK.FT_DECK, p)
                return


@jit
def legal_deck(w: Record, s: Record, p: int, mask: Row) -> None:
    """Mark decks from which the player can draw."""
    for d in range(N_DECKS):
        mask[A_DECK + d] = available(w, s, p, d)


@jit
def answer_deck(w: Record, s: Record, p: int, a: int) -> None:
    draw(w, s, p, a - A_DECK, 1, 0, 0)


ROWS: Final = (
    Decision(
        ASK.FT_CARD,
        words={"p": WHO, "sold": FLAG},
        below=(T.SEATS,),
        asked=CHOICE,
        offer=legal_sale,
        answer=answer_sale,
        default=default_card,
        see=nothing_more,
        fits=anywhere,
        text=Text("two cards that the Party sells", default="`pass`"),
        notation={"pass": "pass", "card": "sell {}"},
    ),
    Decision(
        ASK.FT_DECK,
        words={"p": WHO},
        below=(T.SEATS,),
        asked=CHOICE,
        offer=legal_deck,
        answer=answer_deck,
        default=first_legal,
        see=nothing_more,
        fits=anywhere,
        text=Text("the deck of the card for them", default="the lowest"),
        notation={"deck": "draw {}"},
    ),
)
