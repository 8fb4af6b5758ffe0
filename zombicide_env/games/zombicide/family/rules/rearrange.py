"""Rearranging cards: what may change places, and the default of automatic mode (BP-9.R2, BP-11.9, BP-11.R11, BP-25.R1).

Within one rearrangement a card that has been put somewhere stays there: it is neither put elsewhere nor pushed away; only discarding it is
still possible.  So no arrangement comes twice, and every arrangement of a survivor's cards is at most as many steps away as there are
cards.  The frame on the agenda remembers the slots in which such cards lie, as bits.
"""

from __future__ import annotations

from zombicide_env.core.events import tell
from zombicide_env.core.jit import jit
from zombicide_env.core.records import Mask, Record

from ...table.codes import FX_ARMOUR
from ..numbers import actions as A
from ..numbers import decisions as ASK
from ..numbers import events as E
from ..numbers.layout import BODY, PACK, SLOTS
from .gifts import any_gift, legal_gifts
from .inventory import card_at, fits, has_room, holds_anything

OPENS_DOORS = 3  # what it adds to the worth of a card: as much as a die that hits on 4+


# ---- what may change places --------------------------------------------------------------------------------------


@jit
def alike(w: Record, s: Record, c: int, d: int) -> int:
    """1 if it makes no difference which of two copies lies where: the same card, or none, in the same condition."""
    if w.copy_card[c] != w.copy_card[d] or s.unloaded[c] != s.unloaded[d]:
        return 0
    return 1 if (s.spent[c] == s.turn_id) == (s.spent[d] == s.turn_id) else 0


@jit
def swaps(w: Record, s: Record, i: int, a: int, j: int, b: int) -> int:
    """1 if the card in slot ``a`` of survivor ``i`` may change places with slot ``b`` of ``j``, and that changes something (BP-11.R11)."""
    if s.inv[i, a] == 0 or alike(w, s, s.inv[i, a], s.inv[j, b]) == 1:
        return 0
    if fits(w, s, j, card_at(w, s, i, a), b) == 1 and fits(w, s, i, card_at(w, s, j, b), a) == 1:
        return 1
    return 0


@jit
def put_legal(w: Record, s: Record, i: int, a: int, b: int, placed: int) -> int:
    """1 if the card in slot ``a`` may be put into slot ``b``; ``placed``: slots whose cards stay, as bits."""
    if a == b or ((placed >> a) | (placed >> b)) & 1 == 1:
        return 0
    return swaps(w, s, i, a, i, b)


@jit
def pass_legal(w: Record, s: Record, giver: int, a: int, taker: int, b: int, stay: int, lie: int) -> int:
    """1 if the giver's card in ``a`` may be put into the taker's slot ``b``; ``stay``, ``lie``: slots whose cards stay, by survivor."""
    if ((stay >> a) | (lie >> b)) & 1 == 1 or (s.inv[taker, b] == 0 and has_room(s, taker) == 0):
        return 0
    return swaps(w, s, giver, a, taker, b)


@jit
def exchange(w: Record, s: Record, i: int, a: int, j: int, b: int) -> None:
    tell(w, E.EXCHANGE, i, a, card_at(w, s, i, a), j, b, card_at(w, s, j, b))
    c = s.inv[i, a]
    s.inv[i, a] = s.inv[j, b]
    s.inv[j, b] = c


@jit
def legal_puts(w: Record, s: Record, i: int, placed: int, m: Mask) -> None:
    """Mark what may be done with the own cards alone."""
    for a in range(SLOTS):
        if s.inv[i, a] > 0:
            m[A.DROP + a] = 1
            for b in range(SLOTS):
                m[A.PUT + a * SLOTS + b] = put_legal(w, s, i, a, b, placed)


@jit
def legal_arrange(w: Record, s: Record, t: int, m: Mask) -> None:
    """The mask of the rearrangement in frame ``t``; automatic mode asks only for things beside cards."""
    i = s.stack[t, ASK.WHO_DECIDES]
    partner = s.stack[t, ASK.ARRANGE_PARTNER]
    own = s.stack[t, ASK.ARRANGE_PLACED]
    theirs = s.stack[t, ASK.ARRANGE_THEIRS]
    m[A.DONE] = 1
    if partner >= 0:
        legal_gifts(s, i, partner, s.stack[t, ASK.ARRANGE_GIFTS], m)
    if w.automatic == 1:
        return
    legal_puts(w, s, i, own, m)
    if partner >= 0:
        for a in range(SLOTS):
            for b in range(SLOTS):
                m[A.GIVE + a * SLOTS + b] = pass_legal(w, s, i, a, partner, b, own, theirs)
                m[A.RECEIVE + a * SLOTS + b] = pass_legal(w, s, partner, a, i, b, theirs, own)


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
    """1 if something can pass between the two; in automatic mode: something that is worth more with the other."""
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
def goes_on(w: Record, s: Record, t: int) -> int:
    """1 if the rearrangement in frame ``t`` is asked.  One that has begun is, until ``done``, while there is anything to be seen to."""
    i = s.stack[t, ASK.WHO_DECIDES]
    partner = s.stack[t, ASK.ARRANGE_PARTNER]
    if w.automatic == 0 and holds_anything(s, i) == 1:
        return 1
    if partner < 0:
        return 0
    return max(any_gift(s, i, partner), (1 - w.automatic) * holds_anything(s, partner))


# ---- the default of automatic mode (BP-25.R1) ----------------------------------------------------------------------


@jit
def worth(w: Record, card: int, slot: int) -> int:
    """What a card is worth before the backpack: armour on the body, expected damage in a hand, and what opens doors."""
    if card == 0:
        return 0
    if slot == BODY and w.card_effect[card] == FX_ARMOUR:
        return 100 * (7 - w.card_armour[card])
    melee = w.melee_dice[card] * (7 - w.melee_accuracy[card]) * w.melee_damage[card]
    shot = w.shot_dice[card] * (7 - w.shot_accuracy[card]) * w.shot_damage[card]
    return 1 + max(melee, shot) + (OPENS_DOORS if w.card_opens[card] > 0 else 0)


@jit
def gain_of(w: Record, s: Record, i: int, a: int, j: int, b: int) -> int:
    """What survivor ``j`` gains if the card in the backpack slot ``a`` of ``i`` comes into his slot ``b``."""
    return worth(w, card_at(w, s, i, a), b) - worth(w, card_at(w, s, j, b), b)


@jit
def best_put(w: Record, s: Record, i: int, placed: int) -> int:
    """The exchange that brings most out of the own backpack into a hand or onto the body, the first of equals; ``A.DONE``: none."""
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
    """The same for what passes out of the backpack of one of two survivors into a hand or onto the body of the other."""
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
def default_step(w: Record, s: Record, t: int) -> int:
    """The next step of the rearrangement in frame ``t``: the best own cards come to hand, then what lies idle with the other."""
    i = s.stack[t, ASK.WHO_DECIDES]
    partner = s.stack[t, ASK.ARRANGE_PARTNER]
    own = s.stack[t, ASK.ARRANGE_PLACED]
    a = best_put(w, s, i, own)
    if a == A.DONE and partner >= 0:
        return best_pass(w, s, i, partner, own, s.stack[t, ASK.ARRANGE_THEIRS])
    return a
