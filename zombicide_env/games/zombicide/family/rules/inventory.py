"""Equipment: slots, cards in hand, discarding (BP-9).  ``search`` draws cards, ``storing`` stores them, ``rearrange`` moves them."""

from __future__ import annotations

from zombicide_env.core.chance import note
from zombicide_env.core.decks import remove_at, shuffle
from zombicide_env.core.events import tell
from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record, Row

from ...table.codes import (
    ENCHANTS,
    EQUIPMENT_DECK,
    EV_SHUFFLE,
    FX_ARMOUR,
    FX_ARROWS,
    FX_DAGGER,
    FX_SHIELD,
    HAND_CARD,
    MAGIC,
)
from ..edition import AMMO_ANYWHERE, WOUND_COSTS_SLOT
from ..numbers import events as E
from ..numbers import facts
from ..numbers import skills as SK
from ..numbers.layout import BODY, PACK, SLOTS
from .slots import closed_from, works_in_pack

# ---- cards and slots --------------------------------------------------------------------------------------------


@jit
def card_at(w: Record, s: Record, i: int, slot: int) -> int:
    """Card type in a slot, 0: empty."""
    return w.copy_card[s.inv[i, slot]]


may_lie = jit(facts.may_lie)


@jit
def fits(w: Record, s: Record, i: int, card: int, slot: int) -> int:
    """1 if the card fits the slot of survivor ``i`` (BP-9.R1)."""
    if card == 0:
        return 1
    if slot >= closed_from(s, i):
        return 0
    return may_lie(w.card_place[card], slot, 1 if card == w.body_card[i] else 0)


@jit
def in_hand(w: Record, s: Record, i: int, slot: int) -> int:
    """1 if the card in the slot works: hands, the body slot's exception (BP-9.4), Spellbook (BP-22.48)."""
    card = card_at(w, s, i, slot)
    if card == 0:
        return 0
    if slot < PACK and slot != BODY:
        return 1
    if slot == BODY:
        return 1 if w.card_place[card] == HAND_CARD else 0
    if works_in_pack(w, card) == 1:
        return 1
    return 1 if s.skill[i, SK.SPELLBOOK] > 0 and (w.shot[card] == MAGIC or is_enchantment(w, card) == 1) else 0


@jit
def is_enchantment(w: Record, card: int) -> int:
    return ENCHANTS[w.card_effect[card]]


@jit
def hand_slot_of_effect(w: Record, s: Record, i: int, effect: int, last: int) -> int:
    """Lowest slot up to ``last`` with a working card of the effect, -1: none."""
    for slot in range(last + 1):
        if in_hand(w, s, i, slot) == 1 and w.card_effect[card_at(w, s, i, slot)] == effect:
            return slot
    return -1


@jit
def has_pack_effect(w: Record, s: Record, i: int, effect: int) -> int:
    for slot in range(0 if AMMO_ANYWHERE else PACK, SLOTS):
        if w.card_effect[card_at(w, s, i, slot)] == effect:
            return 1
    return 0


@jit
def shield_in_hand(w: Record, s: Record, i: int) -> int:
    """Armour value of a Shield in hand, 0: none (BP-13.26, BP-13.R17)."""
    slot = hand_slot_of_effect(w, s, i, FX_SHIELD, BODY)
    return 0 if slot < 0 else w.card_armour[card_at(w, s, i, slot)]


@jit
def body_armour(w: Record, s: Record, i: int) -> int:
    """Armour value of the body armour worn, 0: none."""
    card = card_at(w, s, i, BODY)
    return w.card_armour[card] if w.card_effect[card] == FX_ARMOUR else 0


@jit
def nth_of_card(w: Record, s: Record, i: int, slot: int) -> int:
    """How many earlier working slots hold the same card as ``slot``."""
    card = card_at(w, s, i, slot)
    n = 0
    for t in range(slot):
        n += in_hand(w, s, i, t) == 1 and card_at(w, s, i, t) == card
    return n


@jit
def count_working(w: Record, s: Record, i: int, card: int, loaded_only: int) -> int:
    """Number of working copies of a card, all or only loaded ones."""
    n = 0
    for t in range(SLOTS):
        if in_hand(w, s, i, t) == 1 and card_at(w, s, i, t) == card:
            if loaded_only == 0 or s.unloaded[s.inv[i, t]] == 0:
                n += 1
    return n


@jit
def daggers_in_hand(w: Record, s: Record, i: int) -> int:
    n = 0
    for t in range(PACK):
        n += in_hand(w, s, i, t) == 1 and w.card_effect[card_at(w, s, i, t)] == FX_DAGGER
    return n


# ---- discarding, room --------------------------------------------------------------------------------------------------


@jit
def find_copy(w: Record, copies: Row, n: int, card: int) -> int:
    """Position of the first copy of the card type among ``n`` copies, -1: none."""
    for k in range(n):
        if w.copy_card[copies[k]] == card:
            return k
    return -1


@jit
def take_copy(w: Record, copies: Row, n: int, card: int) -> int:
    """Remove the first copy of the card type from a pile of ``n`` copies, which the caller counts; 0: there is none."""
    k = find_copy(w, copies, n, card)
    if k < 0:
        return 0
    c = copies[k]
    remove_at(copies, n, k)
    return c


@jit
def discard_copy(s: Record, c: int) -> None:
    """Discard a copy; it is loaded when it is drawn again (BP-9.R3, BP-13.R20)."""
    s.unloaded[c] = 0
    s.discard[s.discard_n] = c
    s.discard_n += 1


@jit
def drop(w: Record, s: Record, i: int, slot: int) -> None:
    tell(w, E.DROP, i, card_at(w, s, i, slot), slot)
    discard_copy(s, s.inv[i, slot])
    s.inv[i, slot] = 0


@jit
def discard_all(w: Record, s: Record, i: int) -> None:
    for slot in range(SLOTS):
        if s.inv[i, slot] > 0:
            drop(w, s, i, slot)


@jit
def count_cards(s: Record, i: int) -> int:
    """Number of cards that the survivor carries."""
    n = 0
    for slot in range(SLOTS):
        n += s.inv[i, slot] > 0
    return n


@jit
def has_room(s: Record, i: int) -> int:
    """1 if the survivor may carry one more card, in any slot."""
    if WOUND_COSTS_SLOT:
        return 1 if count_cards(s, i) < SLOTS - s.wounds[i] else 0
    return 1


@jit
def holds_anything(s: Record, i: int) -> int:
    return 1 if count_cards(s, i) > 0 else 0


@jit
def free_slot(w: Record, s: Record, i: int, card: int) -> int:
    """First empty legal slot in the order hands, body, backpack (BP-D-10), -1: none."""
    if has_room(s, i) == 0:
        return -1
    for slot in range(SLOTS):
        if s.inv[i, slot] == 0 and fits(w, s, i, card, slot) == 1:
            return slot
    return -1


@jit
def load(w: Record, s: Record, i: int, slot: int) -> None:
    s.unloaded[s.inv[i, slot]] = 0
    tell(w, E.RELOAD, i, card_at(w, s, i, slot))


@jit
def reload_hands(w: Record, s: Record, i: int) -> None:
    for slot in range(PACK):
        if in_hand(w, s, i, slot) == 1 and s.unloaded[s.inv[i, slot]] == 1:
            load(w, s, i, slot)


@jit
def unloaded_slot(w: Record, s: Record, i: int) -> int:
    """Lowest hand slot with an unloaded weapon, -1: none (BP-13.R22, BP-D-45)."""
    for slot in range(PACK):
        if in_hand(w, s, i, slot) == 1 and s.unloaded[s.inv[i, slot]] == 1:
            return slot
    return -1


@jit
def reload(w: Record, s: Record, i: int) -> None:
    """Reload the lowest unloaded weapon and its twin (BP-13.34)."""
    slot = unloaded_slot(w, s, i)
    card = card_at(w, s, i, slot)
    for t in range(PACK):
        if in_hand(w, s, i, t) == 1 and card_at(w, s, i, t) == card and s.unloaded[s.inv[i, t]] == 1:
            load(w, s, i, t)


@jit
def shuffle_deck(w: Record, s: Record) -> None:
    """Shuffle the equipment deck."""
    shuffle(s, s.deck, s.deck_n)
    note(s, EV_SHUFFLE, EQUIPMENT_DECK)
    tell(w, E.SHUFFLE, EQUIPMENT_DECK)


@jit
def can_use_matching_set(w: Record, s: Record, i: int) -> int:
    """1 if Matching set applies: the card just drawn by a Search has the Dual symbol (BP-22.57)."""
    if s.gain_search > 0 and s.gain_matched == 0 and s.skill[i, SK.MATCHING_SET] > 0:
        return w.card_dual[w.copy_card[s.gain_copy]]
    return 0


@jit
def use_matching_set(w: Record, s: Record) -> None:
    """Take a second copy of the card from the deck, then shuffle; it is stored next."""
    card = w.copy_card[s.gain_copy]
    s.gain_matched = 1
    for k in range(s.deck_n - 1, -1, -1):
        if w.copy_card[s.deck[k]] == card:
            s.gain_extra = s.deck[k]
            for m in range(k, s.deck_n - 1):
                s.deck[m] = s.deck[m + 1]
            s.deck_n -= 1
            break
    shuffle_deck(w, s)


@jit
def ammo_reroll(w: Record, s: Record, i: int, ammo: int) -> int:
    """1 if a card in the backpack rerolls attacks with that ammunition (BP-24.10)."""
    return 0 if ammo == 0 else has_pack_effect(w, s, i, FX_ARROWS + ammo - 1)


@jit
def count_copy(work: Record, c: int) -> int:
    """1 for the first occurrence of a copy, 0 for no copy, a large number for a copy in two places (BP-INV-1)."""
    if c == 0:
        return 0
    if work.spent[c] == 1:
        return 1000
    work.spent[c] = 1
    return 1
