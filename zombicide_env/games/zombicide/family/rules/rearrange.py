"""Rearranging cards: legal exchanges, and the default of automatic mode (BP-9.R2, BP-11.9, BP-11.R11, BP-25.R1).

``puts`` has the steps with the survivor's own cards.
"""

from __future__ import annotations

from typing import Final

from zombicide_env.core.agenda import push
from zombicide_env.core.decisions import ALWAYS, NEVER, Decision, Task, Text, anywhere
from zombicide_env.core.jit import jit
from zombicide_env.core.layout import FLAG
from zombicide_env.core.records import Features, Mask, Record

from ...table.codes import FX_ARMOUR, NONE
from ..numbers import actions as A
from ..numbers import decisions as ASK
from ..numbers import observation as O
from ..numbers import tasks as T
from ..numbers.layout import BODY, COUNT, PACK, SLOT_SET, SLOTS, SURVIVOR, WHO
from .about import put
from .gifts import any_gift, gift_step, legal_gifts
from .inventory import card_at, has_room, holds_anything
from .puts import exchange, legal_puts, put_legal, put_step, swaps

OPENS_DOORS = 3  # added to the worth of a card: as much as a die that hits on 4+


# ---- legal exchanges -------------------------------------------------------------------------------------------


@jit
def pass_legal(w: Record, s: Record, giver: int, a: int, taker: int, b: int, stay: int, lie: int) -> int:
    """1 if the giver's card in ``a`` may be put into the taker's slot ``b``; ``stay``, ``lie``: their placed cards' slots, as bits."""
    if ((stay >> a) | (lie >> b)) & 1 == 1 or (s.inv[taker, b] == 0 and has_room(s, taker) == 0):
        return 0
    return swaps(w, s, giver, a, taker, b)


@jit
def legal_arrange(w: Record, s: Record, i: int, partner: int, placed: int, theirs: int, gifts: int, mask: Mask) -> None:
    """Mark the legal steps of a rearrangement; in automatic mode only those with things other than cards."""
    mask[A.DONE] = 1
    if partner >= 0:
        legal_gifts(s, i, partner, gifts, mask)
    if w.automatic == 1:
        return
    legal_puts(w, s, i, placed, mask)
    if partner >= 0:
        for a in range(SLOTS):
            for b in range(SLOTS):
                mask[A.GIVE + a * SLOTS + b] = pass_legal(w, s, i, a, partner, b, placed, theirs)
                mask[A.RECEIVE + a * SLOTS + b] = pass_legal(w, s, partner, a, i, b, theirs, placed)


# ---- whether there is anything to rearrange ------------------------------------------------------------------------


@jit
def can_reorganise(w: Record, s: Record, i: int) -> int:
    """1 if a reorganisation could change something."""
    if w.automatic == 1:
        return 1 if best_put(w, s, i, 0) != A.DONE else 0
    for a in range(SLOTS):
        for b in range(SLOTS):
            if put_legal(w, s, i, a, b, 0) == 1:
                return 1
    return 0


@jit
def can_trade(w: Record, s: Record, i: int, j: int) -> int:
    """1 if something can pass between the two; in automatic mode: something that is worth more to the other."""
    if any_gift(s, i, j) == 1:
        return 1
    if w.automatic == 1:
        return 1 if best_pass(w, s, i, j, 0, 0) != A.DONE else 0
    for a in range(SLOTS):
        for b in range(SLOTS):
            if pass_legal(w, s, i, a, j, b, 0, 0) == 1 or pass_legal(w, s, j, a, i, b, 0, 0) == 1:
                return 1
    return 0


@jit
def goes_on(w: Record, s: Record, i: int, partner: int) -> int:
    """1 if the rearrangement asks for another step.  One that has begun asks until ``done``, as long as there is anything to rearrange."""
    if w.automatic != 1 and holds_anything(s, i) == 1:
        return 1
    if partner < 0:
        return 0
    return max(any_gift(s, i, partner), (w.automatic != 1) * holds_anything(s, partner))


# ---- the default of automatic mode (BP-25.R1) ----------------------------------------------------------------------


@jit
def worth(w: Record, card: int, slot: int) -> int:
    """Worth of a card outside the backpack: armour on the body, expected damage in a hand, and the ability to open doors."""
    if card == 0:
        return 0
    if slot == BODY and w.card_effect[card] == FX_ARMOUR:
        return 100 * (7 - w.card_armour[card])
    melee = w.melee_dice[card] * (7 - w.melee_accuracy[card]) * w.melee_damage[card]
    shot = w.shot_dice[card] * (7 - w.shot_accuracy[card]) * w.shot_damage[card]
    return 1 + max(melee, shot) + (OPENS_DOORS if w.card_opens[card] > 0 else 0)


@jit
def gain_of(w: Record, s: Record, i: int, a: int, j: int, b: int) -> int:
    """Gain of survivor ``j`` if the card in the backpack slot ``a`` of ``i`` moves into ``j``'s slot ``b``."""
    return worth(w, card_at(w, s, i, a), b) - worth(w, card_at(w, s, j, b), b)


@jit
def best_put(w: Record, s: Record, i: int, placed: int) -> int:
    """The most valuable exchange of a backpack card into a hand or onto the body, the first among equals; ``A.DONE``: none."""
    best = 0
    found = A.DONE
    for a in range(PACK, SLOTS):
        for b in range(PACK):
            gain = gain_of(w, s, i, a, i, b)
            if gain > best and put_legal(w, s, i, a, b, placed) == 1:
                best = gain
                found = A.PUT + a * SLOTS + b
    return found


@jit
def best_pass(w: Record, s: Record, i: int, partner: int, own: int, theirs: int) -> int:
    """The same for cards of the backpack of one of two survivors into a hand or onto the body of the other."""
    best = 0
    found = A.DONE
    for a in range(PACK, SLOTS):
        for b in range(PACK):
            gain = gain_of(w, s, i, a, partner, b)
            if gain > best and pass_legal(w, s, i, a, partner, b, own, theirs) == 1:
                best = gain
                found = A.GIVE + a * SLOTS + b
            gain = gain_of(w, s, partner, a, i, b)
            if gain > best and pass_legal(w, s, partner, a, i, b, theirs, own) == 1:
                best = gain
                found = A.RECEIVE + a * SLOTS + b
    return found


@jit
def default_step(w: Record, s: Record, i: int, partner: int, always: int, placed: int, theirs: int) -> int:
    """Default step of a rearrangement that costs an action: best own cards into the hands, then idle ones to the partner (BP-25.R1)."""
    if w.automatic != 1 or always == 0:
        return A.DONE
    a = best_put(w, s, i, placed)
    return best_pass(w, s, i, partner, placed, theirs) if a == A.DONE and partner >= 0 else a


# ---- on the agenda -------------------------------------------------------------------------------------------------


@jit
def begin_arrange(s: Record, i: int, partner: int, always: int) -> None:
    s.arranged = 0
    push(s, ASK.ARRANGE, i, partner, always)


@jit
def asked_arrange(w: Record, s: Record, i: int, partner: int, always: int, placed: int, theirs: int) -> int:
    """In automatic mode take the default steps first; done if nothing is left to decide."""
    if w.automatic == 2 and always == 0:
        return NEVER
    return ALWAYS if default_step(w, s, i, partner, always, placed, theirs) == A.DONE and goes_on(w, s, i, partner) == 1 else NEVER


@jit
def answer_arrange(w: Record, s: Record, i: int, partner: int, always: int, placed: int, theirs: int, gifts: int, a: int) -> None:
    """Apply one step of a rearrangement or trade (BP-11.R11); after it the partner may rearrange its own inventory (BP-11.R12)."""
    if a == A.DONE:
        if partner >= 0:
            push(s, T.ARRANGE, partner, NONE, 0)
        return
    s.arranged += 1
    block = A.BLOCK_OF[a]
    arg = a - block
    passed = gift_step(w, s, i, partner, gifts, a)
    if passed >= 0:
        gifts = passed
    elif block == A.RECEIVE:
        exchange(w, s, partner, arg // SLOTS, i, arg % SLOTS)
        placed |= 1 << arg % SLOTS
    elif block == A.GIVE:
        exchange(w, s, i, arg // SLOTS, partner, arg % SLOTS)
        theirs |= 1 << arg % SLOTS
    else:
        placed = put_step(w, s, placed, i, a)
    push(s, ASK.ARRANGE, i, partner, always, placed, theirs, gifts)


@jit
def see_arrange(s: Record, partner: int, o: Features) -> None:
    o[O.DECISION + O.D_PARTNER] = partner + 1
    put(o, O.DECISION + O.D_ARRANGED, s.arranged)


ROWS: Final = (
    Task(T.ARRANGE, begin_arrange, words={"i": WHO, "partner": SURVIVOR, "always": FLAG}),
    Decision(
        ASK.ARRANGE,
        # placed, theirs: slots of placed cards, as bits; gifts: things other than cards that have been given and received, as bits
        words={"i": WHO, "partner": SURVIVOR, "always": FLAG, "placed": SLOT_SET, "theirs": SLOT_SET, "gifts": COUNT},
        asked=asked_arrange,
        offer=legal_arrange,
        answer=answer_arrange,
        default=default_step,
        see=see_arrange,
        fits=anywhere,
        text=Text(
            "a reorganisation, a trade, or room for a card",
            "move, give and receive cards until done",
            "one that costs an action: the best cards come to hand; else no exchange",
        ),
    ),
)
