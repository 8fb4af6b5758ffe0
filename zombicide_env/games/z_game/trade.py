"""Trade (ZG-11.7 to ZG-11.18): Scheming, honest business, the Party's foreign trade."""

from __future__ import annotations

from ...core.agenda import pop, push, word
from ...core.events import tell
from ...core.jit import jit
from ...core.records import Record, Row
from . import told
from .actions import A_CARD, A_CONFIRM, A_DECK, A_OPTION, A_PASS, A_SEAT
from .cards import available, draw, gain, lose, play
from .knowledge import came_openly, laid_down, left_openly, shown, taken_up
from .layout import (
    ACCEPTED,
    COUNTERED,
    DECLINED,
    IN_HAND,
    N_DECKS,
    NONE,
    OFFERED,
    TO_CARD,
    WISH_DECK,
    A,
    K,
    P,
)
from .morning import legal_hand
from .tasks import (
    D_BIZ_ASK,
    D_BIZ_CHOOSE,
    D_BIZ_COUNTER,
    D_BIZ_PAY,
    D_BIZ_REPLY,
    D_FT_CARD,
    D_FT_DECK,
    D_SCH_GIVE,
    D_SCH_SEAT,
    T_REPLIES,
)

# ---- Scheming (ZG-11.8) -------------------------------------------------------------------------------------------


@jit
def has_target(s: Record, p: int) -> int:
    """1 if another player has a card in hand (ZG-11.11)."""
    for q in range(P):
        if q != p and s.n_hand[q] > 0:
            return 1
    return 0


@jit
def legal_scheme(s: Record, mask: Row) -> None:
    p = word(s, 1)
    mask[A_PASS] = 1
    if has_target(s, p) == 1:
        legal_hand(s, p, mask)


@jit
def answer_scheme(w: Record, s: Record, a: int) -> None:
    """The card is laid down first (ZG-11.12)."""
    p = word(s, 1)
    pop(s)
    if a == A_PASS:
        return
    s.laid = a - A_CARD
    s.laid_by = p
    lay_down_card(w, s, p, s.laid)
    push(s, D_SCH_SEAT, p)


@jit
def lay_down_card(w: Record, s: Record, p: int, card: int) -> None:
    lose(s, p, card)
    laid_down(w, s, p, card)


@jit
def legal_scheme_seat(s: Record, mask: Row) -> None:
    p = word(s, 1)
    for q in range(P):
        if q != p and s.n_hand[q] > 0:
            mask[A_SEAT + q] = 1


@jit
def put_before(s: Record, p: int, giver: int, card: int) -> None:
    """A face-down card lies before a player until the end of the stage (ZG-11.10)."""
    s.scheme[p, s.n_scheme[p]] = card
    s.scheme_from[p, s.n_scheme[p]] = giver
    s.n_scheme[p] += 1
    if card >= A:
        s.zone[card - TO_CARD] = IN_HAND
        s.seat[card - TO_CARD] = p


@jit
def answer_scheme_seat(s: Record, a: int) -> None:
    p = word(s, 1)
    pop(s)
    q = a - A_SEAT
    put_before(s, q, p, s.laid)
    s.laid = NONE
    s.laid_by = NONE
    push(s, D_SCH_GIVE, q, p)


@jit
def answer_scheme_give(w: Record, s: Record, a: int) -> None:
    q = word(s, 1)
    p = word(s, 2)
    pop(s)
    lay_down_card(w, s, q, a - A_CARD)
    put_before(s, p, q, a - A_CARD)


@jit
def end_scheming(w: Record, s: Record) -> None:
    """All take up what lies before them."""
    for p in range(P):
        for i in range(s.n_scheme[p]):
            card = s.scheme[p, i]
            gain(s, p, card)
            taken_up(w, s, p, s.scheme_from[p, i], card)
            s.scheme[p, i] = 0
            s.scheme_from[p, i] = NONE
        s.n_scheme[p] = 0


# ---- honest business (ZG-11.15) ----------------------------------------------------------------------------------------


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
    """Cards of the hand for a selection of one or two in ascending order; ``first`` is picked already, -1: none."""
    if first < 0:
        legal_hand(s, p, mask)
        return
    mask[A_CONFIRM] = 1
    for card in range(first, K):
        if s.hand[p, card] > (1 if card == first else 0):
            mask[A_CARD + card] = 1


@jit
def legal_offer(w: Record, s: Record, mask: Row) -> None:
    p = word(s, 1)
    if s.offer[0] < 0:
        mask[A_PASS] = 1
        if has_partner(w, s, p) == 0:
            return
    legal_from(s, p, s.offer[0], mask)


@jit
def answer_offer(w: Record, s: Record, a: int) -> None:
    p = word(s, 1)
    if a >= A_CARD:
        i = 0 if s.offer[0] < 0 else 1
        s.offer[i] = a - A_CARD
        shown(w, s, p, s.offer[i], 2 if s.offer[0] == s.offer[1] else 1)
        if i == 0:
            return
    pop(s)
    if a != A_PASS:
        push(s, D_BIZ_ASK, p)


@jit
def legal_wish(s: Record, mask: Row) -> None:
    """Always every card and every deck."""
    for card in range(K):
        mask[A_CARD + card] = 1
    for d in range(N_DECKS):
        mask[A_DECK + d] = 1
    if s.wish[0] >= 0:
        mask[A_CONFIRM] = 1


@jit
def answer_wish(w: Record, s: Record, a: int) -> None:
    p = word(s, 1)
    if a != A_CONFIRM:
        i = 0 if s.wish[0] < 0 else 1
        s.wish[i] = a - A_CARD  # the decks follow the cards in the action space as in the wishes
        if s.wish[i] < WISH_DECK:
            tell(w, told.WISHED, p, s.wish[i])
        else:
            tell(w, told.WISHED_DECK, p, s.wish[i] - WISH_DECK)
        if i == 0:
            return
    pop(s)
    push(s, T_REPLIES, p, 0)


@jit
def replies(w: Record, s: Record, p: int, asked: int) -> None:
    """The other players clockwise, then the choice."""
    if asked + 1 >= w.n_players:
        push(s, D_BIZ_CHOOSE, p)
        return
    push(s, T_REPLIES, p, asked + 1)
    q = (p + asked + 1) % w.n_players
    if s.eliminated[q] == 0:
        push(s, D_BIZ_REPLY, q, p)


@jit
def reserved(s: Record, card: int) -> int:
    """Copies of a card that are wished by name."""
    n = 0
    for i in range(OFFERED):
        if s.wish[i] == card:
            n += 1
    return n


@jit
def free_cards(w: Record, s: Record, q: int, d: int) -> int:
    """Cards of a deck in the hand of ``q``, without those that are wished by name."""
    n = 0
    for card in range(K):
        if w.deck_of[card] == d:
            n += max(0, s.hand[q, card] - reserved(s, card))
    return n


@jit
def can_accept(w: Record, s: Record, q: int) -> int:
    """1 if the player holds different cards for all wishes."""
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
def legal_reply(w: Record, s: Record, mask: Row) -> None:
    q = word(s, 1)
    mask[A_PASS] = 1
    mask[A_CONFIRM] = can_accept(w, s, q)
    if s.n_hand[q] > 0:
        mask[A_OPTION] = 1


@jit
def answer_reply(w: Record, s: Record, a: int) -> None:
    q = word(s, 1)
    asker = word(s, 2)
    pop(s)
    if a == A_CONFIRM:
        s.reply[q] = ACCEPTED
        for i in range(OFFERED):
            if s.wish[i] >= 0 and s.wish[i] < WISH_DECK:
                s.bid[q, i] = s.wish[i]
                shown(w, s, q, s.wish[i], reserved(s, s.wish[i]))
        ask_payment(s, q)
    elif a == A_OPTION:
        s.reply[q] = COUNTERED
        push(s, D_BIZ_COUNTER, q)
    tell(w, told.REPLIED, q, asker, s.reply[q])


@jit
def unpaid(s: Record, q: int) -> int:
    """The first wish for which the responder has named no card yet, -1: none."""
    for i in range(OFFERED):
        if s.wish[i] >= 0 and s.bid[q, i] < 0:
            return i
    return NONE


@jit
def ask_payment(s: Record, q: int) -> None:
    if unpaid(s, q) >= 0:
        push(s, D_BIZ_PAY, q)


@jit
def legal_payment(w: Record, s: Record, mask: Row) -> None:
    """Cards of the deck wished, without those that are promised already."""
    q = word(s, 1)
    d = s.wish[unpaid(s, q)] - WISH_DECK
    for card in range(K):
        if w.deck_of[card] == d:
            promised = 0
            for i in range(OFFERED):
                if s.bid[q, i] == card:
                    promised += 1
            if s.hand[q, card] > promised:
                mask[A_CARD + card] = 1


@jit
def show_bid(w: Record, s: Record, q: int, card: int) -> None:
    shown(w, s, q, card, 2 if s.bid[q, 0] == s.bid[q, 1] else 1)


@jit
def answer_payment(w: Record, s: Record, a: int) -> None:
    q = word(s, 1)
    pop(s)
    s.bid[q, unpaid(s, q)] = a - A_CARD
    show_bid(w, s, q, a - A_CARD)
    ask_payment(s, q)


@jit
def answer_counter(w: Record, s: Record, a: int) -> None:
    q = word(s, 1)
    if a != A_CONFIRM:
        i = 0 if s.bid[q, 0] < 0 else 1
        s.bid[q, i] = a - A_CARD
        show_bid(w, s, q, a - A_CARD)
        if i == 0:
            return
    pop(s)


@jit
def legal_choose(s: Record, mask: Row) -> None:
    mask[A_PASS] = 1
    for q in range(P):
        if s.reply[q] != DECLINED:
            mask[A_SEAT + q] = 1


@jit
def hand_over(w: Record, s: Record, p: int, q: int, card: int) -> None:
    """A card that everybody has seen changes hands."""
    if card >= 0:
        lose(s, p, card)
        left_openly(w, s, p, card)
        gain(s, q, card)
        came_openly(w, s, q, card)


@jit
def answer_choose(w: Record, s: Record, a: int) -> None:
    p = word(s, 1)
    pop(s)
    if a != A_PASS:
        q = a - A_SEAT
        tell(w, told.DEAL, p, q)
        for i in range(OFFERED):
            hand_over(w, s, p, q, s.offer[i])
        for i in range(OFFERED):
            hand_over(w, s, q, p, s.bid[q, i])
    clear_business(s)


# ---- foreign trade (ZG-11.18) ---------------------------------------------------------------------------------------------


@jit
def legal_sale(s: Record, mask: Row) -> None:
    """The first of two cards may be refused."""
    p = word(s, 1)
    if word(s, 2) == 0:
        mask[A_PASS] = 1
        if s.n_hand[p] < 2:
            return
    legal_hand(s, p, mask)


@jit
def answer_sale(w: Record, s: Record, a: int) -> None:
    p = word(s, 1)
    sold = word(s, 2)
    pop(s)
    if a == A_PASS:
        return
    play(w, s, p, a - A_CARD)
    if sold == 0:
        push(s, D_FT_CARD, p, 1)
    else:
        for d in range(N_DECKS):
            if available(w, s, p, d) == 1:
                push(s, D_FT_DECK, p)
                return


@jit
def legal_deck(w: Record, s: Record, mask: Row) -> None:
    """Decks from which the player can draw."""
    p = word(s, 1)
    for d in range(N_DECKS):
        mask[A_DECK + d] = available(w, s, p, d)


@jit
def answer_deck(w: Record, s: Record, a: int) -> None:
    p = word(s, 1)
    pop(s)
    draw(w, s, p, a - A_DECK, 1, 0, 0)
