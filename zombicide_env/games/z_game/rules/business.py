"""Honest business (ZG-11.15 to ZG-11.17): an open offer, the others' replies, a choice."""

from __future__ import annotations

from typing import Final

from zombicide_env.core.agenda import pop, push
from zombicide_env.core.decisions import CHOICE, Decision, Task, Text, nothing_more
from zombicide_env.core.decks import count
from zombicide_env.core.events import tell
from zombicide_env.core.jit import jit
from zombicide_env.core.records import Mask, Record, Row

from ..numbers import decisions as ASK
from ..numbers import events as E
from ..numbers import tasks as T
from ..numbers.actions import A_CARD, A_CONFIRM, A_DECK, A_OPTION, A_PASS, A_SEAT
from ..numbers.layout import ACCEPTED, COUNTERED, DECLINED, N_DECKS, NONE, OFFERED, ORDER, WHO, WISH_DECK, K, P
from .cards import default_card, gain, lose
from .knowledge import came_openly, left_openly, shown
from .lowest import first_legal
from .morning import legal_hand


@jit
def clear_business(s: Record) -> None:
    for i in range(OFFERED):
        s.offer[i] = NONE
        s.wish[i] = NONE
        for q in range(P):
            s.bid[q, i] = NONE
    for q in range(P):
        s.reply[q] = DECLINED


@jit
def has_partner(w: Record, s: Record, p: int) -> int:
    for q in range(w.n_players):
        if q != p and s.eliminated[q] == 0:
            return 1
    return 0


@jit
def legal_from(s: Record, p: int, first: int, mask: Row) -> None:
    """Mark cards of the hand for a selection of one or two in ascending order; ``first`` is already picked, -1: none."""
    if first < 0:
        legal_hand(s, p, mask)
        return
    mask[A_CONFIRM] = 1
    for card in range(first, K):
        mask[A_CARD + card] = s.hand[p, card] > (1 if card == first else 0)


@jit
def do_business(s: Record, p: int) -> None:
    push(s, ASK.BIZ_OFFER, p)


@jit
def legal_offer(w: Record, s: Record, p: int, mask: Row) -> None:
    if s.offer[0] < 0:
        mask[A_PASS] = 1
        if has_partner(w, s, p) == 0:
            return
    legal_from(s, p, s.offer[0], mask)


@jit
def answer_offer(w: Record, s: Record, p: int, a: int) -> None:
    if a >= A_CARD:
        i = 0 if s.offer[0] < 0 else 1
        s.offer[i] = a - A_CARD
        shown(w, s, p, s.offer[i], 2 if s.offer[0] == s.offer[1] else 1)
        if i == 0:
            return
    pop(s)
    if a != A_PASS:
        push(s, ASK.BIZ_ASK, p)


@jit
def legal_wish(s: Record, mask: Row) -> None:
    """Mark every card and every deck."""
    for card in range(K):
        mask[A_CARD + card] = 1
    for d in range(N_DECKS):
        mask[A_DECK + d] = 1
    mask[A_CONFIRM] = s.wish[0] >= 0


@jit
def answer_wish(w: Record, s: Record, p: int, a: int) -> None:
    if a != A_CONFIRM:
        i = 0 if s.wish[0] < 0 else 1
        s.wish[i] = a - A_CARD  # decks follow cards in the action space as in wishes
        if s.wish[i] < WISH_DECK:
            tell(w, E.WISHED, p, s.wish[i])
        else:
            tell(w, E.WISHED_DECK, p, s.wish[i] - WISH_DECK)
        if i == 0:
            return
    pop(s)
    push(s, T.REPLIES, p, 0)


@jit
def replies(w: Record, s: Record, p: int, asked: int) -> None:
    """Ask the other players clockwise, then for the choice."""
    if asked + 1 >= w.n_players:
        push(s, ASK.BIZ_CHOOSE, p)
        return
    push(s, T.REPLIES, p, asked + 1)
    q = (p + asked + 1) % w.n_players
    if s.eliminated[q] == 0:
        push(s, ASK.BIZ_REPLY, q, p)


@jit
def reserved(s: Record, card: int) -> int:
    """Number of copies of a card that are wished by name."""
    return count(s.wish, OFFERED, card)


@jit
def free_cards(w: Record, s: Record, q: int, d: int) -> int:
    """Number of cards of a deck in the hand of ``q``, without those that are wished by name."""
    n = 0
    for card in range(K):
        if w.deck_of[card] == d:
            n += max(0, s.hand[q, card] - reserved(s, card))
    return n


@jit
def can_accept(w: Record, s: Record, q: int) -> int:
    """1 if the player has different cards for all wishes."""
    decks = 0
    for i in range(OFFERED):
        wish = s.wish[i]
        if wish >= WISH_DECK:
            decks += 1
            need = 2 if decks == 2 and s.wish[0] == s.wish[1] else 1
            if free_cards(w, s, q, wish - WISH_DECK) < need:
                return 0
        elif wish >= 0 and s.hand[q, wish] < reserved(s, wish):
            return 0
    return 1


@jit
def legal_reply(w: Record, s: Record, p: int, mask: Row) -> None:
    mask[A_PASS] = 1
    mask[A_CONFIRM] = can_accept(w, s, p)
    mask[A_OPTION] = s.n_hand[p] > 0


@jit
def answer_reply(w: Record, s: Record, p: int, asker: int, a: int) -> None:
    if a == A_CONFIRM:
        s.reply[p] = ACCEPTED
        for i in range(OFFERED):
            if s.wish[i] >= 0 and s.wish[i] < WISH_DECK:
                s.bid[p, i] = s.wish[i]
                shown(w, s, p, s.wish[i], reserved(s, s.wish[i]))
        ask_payment(s, p)
    elif a == A_OPTION:
        s.reply[p] = COUNTERED
        push(s, ASK.BIZ_COUNTER, p)
    tell(w, E.REPLIED, p, asker, s.reply[p])


@jit
def unpaid(s: Record, q: int) -> int:
    """First wish for which the responder has not named a card yet, -1: none."""
    for i in range(OFFERED):
        if s.wish[i] >= 0 and s.bid[q, i] < 0:
            return i
    return NONE


@jit
def ask_payment(s: Record, q: int) -> None:
    if unpaid(s, q) >= 0:
        push(s, ASK.BIZ_PAY, q)


@jit
def legal_payment(w: Record, s: Record, p: int, mask: Row) -> None:
    """Mark cards of the wished deck, except those already promised."""
    d = s.wish[unpaid(s, p)] - WISH_DECK
    for card in range(K):
        if w.deck_of[card] == d:
            promised = 0
            for i in range(OFFERED):
                promised += s.bid[p, i] == card
            mask[A_CARD + card] = s.hand[p, card] > promised


@jit
def show_bid(w: Record, s: Record, q: int, card: int) -> None:
    shown(w, s, q, card, 2 if s.bid[q, 0] == s.bid[q, 1] else 1)


@jit
def answer_payment(w: Record, s: Record, p: int, a: int) -> None:
    s.bid[p, unpaid(s, p)] = a - A_CARD
    show_bid(w, s, p, a - A_CARD)
    ask_payment(s, p)


@jit
def answer_counter(w: Record, s: Record, p: int, a: int) -> None:
    if a != A_CONFIRM:
        i = 0 if s.bid[p, 0] < 0 else 1
        s.bid[p, i] = a - A_CARD
        show_bid(w, s, p, a - A_CARD)
        if i == 0:
            return
    pop(s)


@jit
def legal_choose(s: Record, mask: Row) -> None:
    mask[A_PASS] = 1
    for q in range(P):
        mask[A_SEAT + q] = s.reply[q] != DECLINED


@jit
def hand_over(w: Record, s: Record, p: int, q: int, card: int) -> None:
    """Transfer a card that everybody has seen."""
    if card >= 0:
        lose(s, p, card)
        left_openly(w, s, p, card)
        gain(s, q, card)
        came_openly(w, s, q, card)


@jit
def answer_choose(w: Record, s: Record, p: int, a: int) -> None:
    if a != A_PASS:
        q = a - A_SEAT
        tell(w, E.DEAL, p, q)
        for i in range(OFFERED):
            hand_over(w, s, p, q, s.offer[i])
        for i in range(OFFERED):
            hand_over(w, s, q, p, s.bid[q, i])
    clear_business(s)


@jit
def legal_counter(s: Record, p: int, mask: Mask) -> None:
    legal_from(s, p, s.bid[p, 0], mask)


# ---- whether the decision is possible in the current trade


@jit
def holds(s: Record, p: int, first: int, second: int) -> int:
    """1 if the player has both cards in hand, or the only one named."""
    if first >= 0 and s.hand[p, first] < (2 if first == second else 1):
        return 0
    return 0 if second >= 0 and s.hand[p, second] == 0 else 1


@jit
def may_offer(s: Record, p: int) -> int:
    return holds(s, p, s.offer[0], s.offer[1])


@jit
def seller(s: Record) -> int:
    """Player whose offer is being replied to."""
    return s.stack[s.depth - 2, 1]


@jit
def offer_stands(w: Record, s: Record, p: int) -> int:
    """1 if player ``p`` has made an offer, and all players hold the cards that they have named."""
    if s.offer[0] < 0 or holds(s, p, s.offer[0], s.offer[1]) == 0:
        return 0
    for q in range(w.n_players):
        if (s.reply[q] > 0 and q == p) or holds(s, q, s.bid[q, 0], s.bid[q, 1]) == 0:
            return 0
    return 1


@jit
def has_wished(w: Record, s: Record, p: int) -> int:
    return offer_stands(w, s, p) if s.wish[0] >= 0 else 0


@jit
def is_asked(w: Record, s: Record) -> int:
    return has_wished(w, s, seller(s))


@jit
def has_to_pay(w: Record, s: Record, p: int) -> int:
    """1 if the first unmet wish is one for a deck."""
    i = unpaid(s, p)
    if i < 0 or is_asked(w, s) == 0:
        return 0
    return 1 if s.wish[i] >= WISH_DECK else 0


ROWS: Final = (
    Task(T.REPLIES, replies, words={"p": WHO, "asked": ORDER}, below=(T.SEATS,)),
    Decision(
        ASK.BIZ_OFFER,
        words={"p": WHO},
        below=(T.SEATS,),
        asked=CHOICE,
        offer=legal_offer,
        answer=answer_offer,
        default=first_legal,
        see=nothing_more,
        fits=may_offer,
        text=Text("one or two cards to offer openly", default="`pass`"),
        notation={"pass": "pass", "card": "offer {}", "confirm": "done"},
        stays=True,
    ),
    Decision(
        ASK.BIZ_ASK,
        words={"p": WHO},
        below=(T.SEATS,),
        asked=CHOICE,
        offer=legal_wish,
        answer=answer_wish,
        default=first_legal,
        see=nothing_more,
        fits=offer_stands,
        text=Text("what is wished for them", default="the first"),
        notation={"card": "ask {}", "deck": "ask any {}", "confirm": "done"},
        stays=True,
    ),
    Decision(
        ASK.BIZ_REPLY,
        words={"p": WHO, "asker": WHO},
        below=(T.REPLIES,),
        asked=CHOICE,
        offer=legal_reply,
        answer=answer_reply,
        default=first_legal,
        see=nothing_more,
        fits=is_asked,
        text=Text("accept, decline, or bid other cards", default="`decline`"),
        notation={"pass": "decline", "confirm": "accept", "option": "counter"},
    ),
    Decision(
        ASK.BIZ_PAY,
        words={"p": WHO},
        below=(T.REPLIES,),
        asked=CHOICE,
        offer=legal_payment,
        answer=answer_payment,
        default=default_card,
        see=nothing_more,
        fits=has_to_pay,
        text=Text("the card for a wish that names a deck", default="the card of least value"),
        notation={"card": "pay {}"},
    ),
    Decision(
        ASK.BIZ_COUNTER,
        words={"p": WHO},
        below=(T.REPLIES,),
        asked=CHOICE,
        offer=legal_counter,
        answer=answer_counter,
        default=default_card,
        see=nothing_more,
        fits=is_asked,
        text=Text("one or two cards bid instead", default="the card of least value"),
        notation={"card": "bid {}", "confirm": "done"},
        stays=True,
    ),
    Decision(
        ASK.BIZ_CHOOSE,
        words={"p": WHO},
        below=(T.SEATS,),
        asked=CHOICE,
        offer=legal_choose,
        answer=answer_choose,
        default=first_legal,
        see=nothing_more,
        fits=has_wished,
        text=Text("whose reply is taken", default="`pass`"),
        notation={"pass": "pass", "seat": "deal {}"},
    ),
)
