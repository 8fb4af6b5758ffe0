"""Storing gained cards, and rearranging cards (BP-9, BP-11.9)."""

from __future__ import annotations

from zombicide_env.core.jit import jit
from zombicide_env.core.records import Mask, Record

from ...table.codes import FX_AAAHH, TRAP_CARD
from ..numbers import actions as A
from ..numbers.layout import LEFT, PACK, RIGHT, SLOTS
from ..rules.inventory import card_at
from .fire import BILE, armed, holds, look_for_fire, part
from .gear import best_layout, gather, laid, settle, wanted_value
from .trade import best_gift


@jit
def store(w: Record, s: Record, v: Record, m: Mask, i: int) -> int:
    """Put the gained card into its best slot; the card that it displaces moves first, junk is dropped."""
    card = w.copy_card[s.gain_copy]
    if w.card_place[card] == TRAP_CARD:
        return A.DESTINY if w.card_effect[card] == FX_AAAHH and m[A.DESTINY] == 1 else A.DISCARD
    if m[A.MATCHING_SET] == 1:
        return A.MATCHING_SET
    gather(w, s, v, i, -1, card)
    best_layout(w, s, v, i)
    if is_junk(v, card):
        return A.DISCARD
    settle(w, s, v, i)
    for slot in range(SLOTS):
        if v.want[slot] == card and card_at(w, s, i, slot) != card and m[A.KEEP + slot] == 1:
            return A.KEEP + slot
    for slot in range(SLOTS):
        if v.want[slot] == card and card_at(w, s, i, slot) != card:
            found = clear(w, s, v, m, i, slot)
            if found >= 0:
                return found
    for slot in range(SLOTS - 1, -1, -1):
        if m[A.KEEP + slot] == 1:
            return A.KEEP + slot
    return A.DISCARD


@jit
def is_junk(v: Record, card: int) -> bool:
    """Whether there are more of these cards than the layout uses."""
    left = 0
    for k in range(v.n_c):
        if v.c[k] == card:
            left += 1
    for slot in range(SLOTS):
        if v.slots[slot] == card:
            left -= 1
    return left > 0


@jit
def clear(w: Record, s: Record, v: Record, m: Mask, i: int, slot: int) -> int:
    """Make room in ``slot``: move its card to an empty slot of the layout, else drop it; -1: impossible."""
    card = card_at(w, s, i, slot)
    for goal in range(SLOTS):
        if v.want[goal] == card and card_at(w, s, i, goal) == 0 and m[A.PUT + slot * SLOTS + goal] == 1:
            return A.PUT + slot * SLOTS + goal
    if unplaced(v, card) and m[A.DROP + slot] == 1:
        return A.DROP + slot
    for other in range(SLOTS):
        if unplaced(v, card_at(w, s, i, other)) and m[A.DROP + other] == 1:
            return A.DROP + other
    return -1


@jit
def unplaced(v: Record, card: int) -> bool:
    """Whether the card has no slot in ``v.want``."""
    if card == 0:
        return False
    for slot in range(SLOTS):
        if v.want[slot] == card:
            return False
    return True


@jit
def arrange(w: Record, s: Record, v: Record, m: Mask, i: int, partner: int, first: int) -> int:
    """Move the survivor's cards into their best slots, one useful exchange at a time."""
    done = A.DONE if m[A.DONE] == 1 else first
    gift = give(w, s, v, m, i, partner) if partner >= 0 else -1
    if gift >= 0:
        return gift
    look_for_fire(w, s, v)
    if armed(w, s, v, i) != 0:
        fuel = take_fuel(w, s, v, m, i)
        if fuel >= 0:
            return fuel
        if m[A.DONE] == 1:
            return A.DONE
    gather(w, s, v, i, -1, 0)
    best_layout(w, s, v, i)
    settle(w, s, v, i)
    if laid(w, s, v, i) + 1e-6 >= wanted_value(w, s, v, i):
        return done
    for goal in range(PACK):
        card = v.want[goal]
        if card > 0 and card_at(w, s, i, goal) != card:
            for source in range(SLOTS - 1, -1, -1):
                if card_at(w, s, i, source) == card and v.want[source] != card and m[A.PUT + source * SLOTS + goal] == 1:
                    return A.PUT + source * SLOTS + goal
    return done


@jit
def give(w: Record, s: Record, v: Record, m: Mask, i: int, partner: int) -> int:
    """In a trade, give the best gift: into an empty slot of the partner's layout, else into the backpack; -1: none."""
    slot = best_gift(w, s, v, i, partner)
    if slot < 0:
        return -1
    card = card_at(w, s, i, slot)
    gather(w, s, v, partner, -1, card)
    best_layout(w, s, v, partner)
    settle(w, s, v, partner)
    found = -1
    for goal in range(SLOTS - 1, -1, -1):
        if card_at(w, s, partner, goal) == 0 and m[A.GIVE + slot * SLOTS + goal] == 1:
            if found < 0 or v.want[goal] == card or v.want[found] != card:
                found = goal
    return A.GIVE + slot * SLOTS + found if found >= 0 else -1


@jit
def take_fuel(w: Record, s: Record, v: Record, m: Mask, i: int) -> int:
    """Take cards for a Dragon Fire into the hands, except into a hand that already holds one; -1: nothing to do."""
    wanted = armed(w, s, v, i) & ~holds(w, s, i)
    for fuel in range(BILE, 2 * BILE + 1):
        if wanted & fuel == 0:
            continue
        source = 0
        while source < SLOTS - 1 and part(w, card_at(w, s, i, source)) != fuel:
            source += 1
        for full in range(2):  # an empty hand first
            for hand in range(LEFT, RIGHT + 1):
                card = card_at(w, s, i, hand)
                if (card != 0) == (full == 1) and part(w, card) == 0 and m[A.PUT + source * SLOTS + hand] == 1:
                    return A.PUT + source * SLOTS + hand
    return -1
