"""Gifts between survivors of one zone: a spare weapon, armour, a shield or a Torch goes to the survivor who benefits most (BP-11.9)."""

from __future__ import annotations

from typing import Final

from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record

from ...table.codes import FX_ARMOUR, FX_SHIELD, FX_TORCH
from ..numbers.layout import SLOTS
from ..rules.inventory import card_at
from .gear import best_layout, gather

#: Minimum gain of a gift that is worth an action.
GAIN: Final = 0.35


@jit
def best_gift(w: Record, s: Record, v: Record, giver: int, friend: int) -> int:
    """Slot of the giver's card with the highest gain for the friend, -1 if no gift is worth the action; ``v.gift_gain`` is the gain."""
    if v.gift_giver[giver, friend] != v.stamp[giver] or v.gift_friend[giver, friend] != v.stamp[friend]:
        v.gift_giver[giver, friend] = v.stamp[giver]
        v.gift_friend[giver, friend] = v.stamp[friend]
        v.gift_gain[giver, friend] = 0.0
        v.gift_slot[giver, friend] = -1
        find_gift(w, s, v, giver, friend)
    return v.gift_slot[giver, friend]


@jit
def find_gift(w: Record, s: Record, v: Record, giver: int, friend: int) -> None:
    room = weapons = 0
    for slot in range(SLOTS):
        room += card_at(w, s, friend, slot) == 0
        if fights(w, card_at(w, s, giver, slot)):
            weapons += 1
    if room == 0:
        return
    mine = value(w, s, v, giver, -1, 0)
    theirs = value(w, s, v, friend, -1, 0)
    for slot in range(SLOTS):
        card = card_at(w, s, giver, slot)
        if card == 0:
            continue
        if not (weapons > 1 and fights(w, card)) and w.card_effect[card] not in (FX_ARMOUR, FX_SHIELD, FX_TORCH):
            continue
        loss = mine - value(w, s, v, giver, slot, 0)
        gain = value(w, s, v, friend, -1, card) - theirs - loss
        if gain > GAIN and gain > v.gift_gain[giver, friend]:
            v.gift_gain[giver, friend] = gain
            v.gift_slot[giver, friend] = slot


@jit
def value(w: Record, s: Record, v: Record, i: int, without: int, extra: int) -> float:
    """Worth of the survivor's cards in their best slots, without that of a slot, plus one card."""
    gather(w, s, v, i, without, extra)
    return best_layout(w, s, v, i)


@jit
def fights(w: Record, card: int) -> bool:
    """Whether the card is a weapon."""
    return w.melee_dice[card] > 0 or w.shot_dice[card] > 0
