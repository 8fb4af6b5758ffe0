"""Scheming (ZG-11.8 to ZG-11.14): two players exchange face-down cards."""

from __future__ import annotations

from typing import Final

from zombicide_env.core.agenda import push
from zombicide_env.core.decisions import CHOICE, Decision, Task, Text, anywhere, nothing_more
from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record, Row

from ..numbers import decisions as ASK
from ..numbers import tasks as T
from ..numbers.actions import A_CARD, A_PASS, A_SEAT
from ..numbers.layout import IN_HAND, NONE, SCHEMED, TO_CARD, WHO, A, P
from .cards import default_card, gain, lose
from .knowledge import laid_down, taken_up
from .lowest import first_legal
from .morning import legal_hand


@jit
def has_target(s: Record, p: int) -> int:
    """1 if another player has a card in hand (ZG-11.11)."""
    for q in range(P):
        if q != p and s.n_hand[q] > 0:
            return 1
    return 0


@jit
def scheme(s: Record, p: int) -> None:
    push(s, ASK.SCH_CARD, p)


@jit
def legal_scheme(s: Record, p: int, mask: Row) -> None:
    mask[A_PASS] = 1
    if has_target(s, p) == 1:
        legal_hand(s, p, mask)


@jit
def answer_scheme(w: Record, s: Record, p: int, a: int) -> None:
    """Lay the card down first (ZG-11.12)."""
    if a == A_PASS:
        return
    s.laid = a - A_CARD
    s.laid_by = p
    lay_down_card(w, s, p, s.laid)
    push(s, ASK.SCH_SEAT, p)


@jit
def lay_down_card(w: Record, s: Record, p: int, card: int) -> None:
    lose(s, p, card)
    laid_down(w, s, p, card)


@jit
def legal_scheme_seat(s: Record, p: int, mask: Row) -> None:
    for q in range(P):
        mask[A_SEAT + q] = q != p and s.n_hand[q] > 0


@jit
def largest_hand(w: Record, s: Record, p: int) -> int:
    """Default: the player with the most cards, the next one clockwise among equals."""
    best = -1
    for k in range(1, w.n_players):
        q = (p + k) % w.n_players
        if w.allowed[A_SEAT + q] == 1 and (best < 0 or s.n_hand[q] > s.n_hand[best]):
            best = q
    return A_SEAT + best


@jit
def may_lay(s: Record, p: int) -> int:
    """1 if the player's card is laid down, and all others have room for it."""
    for q in range(P):
        if q != p and s.n_scheme[q] >= SCHEMED:
            return 0
    return 1 if s.laid >= 0 and s.laid_by == p else 0


@jit
def put_before(s: Record, p: int, giver: int, card: int) -> None:
    """Put a face-down card before a player until the end of the stage (ZG-11.10)."""
    s.scheme[p, s.n_scheme[p]] = card
    s.scheme_from[p, s.n_scheme[p]] = giver
    s.n_scheme[p] += 1
    if card >= A:
        s.zone[card - TO_CARD] = IN_HAND
        s.seat[card - TO_CARD] = p


@jit
def answer_scheme_seat(s: Record, p: int, a: int) -> None:
    q = a - A_SEAT
    put_before(s, q, p, s.laid)
    s.laid = NONE
    s.laid_by = NONE
    push(s, ASK.SCH_GIVE, q, p)


@jit
def answer_scheme_give(w: Record, s: Record, p: int, schemer: int, a: int) -> None:
    lay_down_card(w, s, p, a - A_CARD)
    put_before(s, schemer, p, a - A_CARD)


@jit
def may_give(s: Record, schemer: int) -> int:
    """1 if the schemer has room for the card given in return."""
    return 1 if s.laid < 0 and s.n_scheme[schemer] < SCHEMED else 0


@jit
def end_scheming(w: Record, s: Record) -> None:
    """Let all players take up the cards before them."""
    for p in range(P):
        for i in range(s.n_scheme[p]):
            card = s.scheme[p, i]
            gain(s, p, card)
            taken_up(w, s, p, s.scheme_from[p, i], card)
            s.scheme[p, i] = 0
            s.scheme_from[p, i] = NONE
        s.n_scheme[p] = 0


ROWS: Final = (
    Task(T.SCHEMED, end_scheming, below=(T.PHASE_END,)),
    Decision(
        ASK.SCH_CARD,
        words={"p": WHO},
        below=(T.SEATS,),
        asked=CHOICE,
        offer=legal_scheme,
        answer=answer_scheme,
        default=first_legal,
        see=nothing_more,
        fits=anywhere,
        text=Text("a card to scheme with", default="`pass`"),
        notation={"pass": "pass", "card": "scheme {}"},
        secret=True,
    ),
    Decision(
        ASK.SCH_SEAT,
        words={"p": WHO},
        below=(T.SEATS,),
        asked=CHOICE,
        offer=legal_scheme_seat,
        answer=answer_scheme_seat,
        default=largest_hand,
        see=nothing_more,
        fits=may_lay,
        text=Text("with whom", default="the largest hand, then clockwise"),
        notation={"seat": "target {}"},
    ),
    Decision(
        ASK.SCH_GIVE,
        words={"p": WHO, "schemer": WHO},
        below=(T.SEATS,),
        asked=CHOICE,
        offer=legal_hand,
        answer=answer_scheme_give,
        default=default_card,
        see=nothing_more,
        fits=may_give,
        text=Text("what is given for it, unseen", default="the card of least value"),
        notation={"card": "give {}"},
        secret=True,
    ),
)
