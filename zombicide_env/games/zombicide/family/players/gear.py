"""Worth of cards to a survivor, and their best slots: hands, body, backpack (BP-9)."""

from __future__ import annotations

from typing import Final

from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record

from ...table.codes import (
    ANY_COMBAT,
    BODY_CARD,
    EFFECTS,
    FX_AAAHH,
    FX_ARMOUR,
    FX_ARROWS,
    FX_BILE,
    FX_BOLTS,
    FX_DAGGER,
    FX_FOOD,
    FX_HEALING,
    FX_INVISIBILITY,
    FX_REPULSE,
    FX_SHIELD,
    FX_SPEED,
    FX_TORCH,
    GOAL_TEAM_HOLDS,
    HAND_CARD,
    MELEE,
)
from ..numbers import skills as SK
from ..numbers.layout import BODY, LEFT, PACK, RIGHT, SLOTS
from ..rules.inventory import card_at
from . import edition_gear
from .goals import has_goal, is_needed
from .look import WORD
from .records import LAYOUTS

_HELD: Final = {FX_HEALING: 0.45, FX_INVISIBILITY: 0.1, FX_REPULSE: 0.2, FX_SPEED: 0.25, FX_SHIELD: 0.55, FX_TORCH: 0.12, FX_BILE: 0.12}
_CARRIED: Final = {FX_ARROWS: 0.12, FX_BOLTS: 0.12, FX_FOOD: 0.02, FX_BILE: 0.3, FX_TORCH: 0.3}
#: By effect: worth of a card other than a weapon, in a hand.
HELD: Final = tuple(_HELD.get(effect, 0.0) for effect in range(len(EFFECTS)))
#: By effect: worth of a card in the backpack, in addition to a tenth of its worth in hand.
CARRIED: Final = tuple(_CARRIED.get(effect, 0.0) for effect in range(len(EFFECTS)))
DOOR: Final = 0.25  # worth of holding a card that opens doors
RESERVE: Final = 0.1
#: Worth of holding a card that kills Fatties, in addition to its dice: without it they are never killed.
STRONG: Final = 0.5
#: Worth of a card that a victory condition asks for.
NEEDED: Final = 5.0
#: Worth of a Torch in a hand, which makes a Search draw two cards (BP-24.R2), if a victory condition asks for cards.
LANTERN: Final = 0.8
SECOND: Final = 0.35  # share of the weaker of two weapons
LAST: Final = (1 << WORD) - 1
BITS: Final = 63  # of a number that encodes cards
MIX: Final = 0x9E3779B1


@jit
def weapon(w: Record, s: Record, i: int, card: int, copies: int, daggers: int) -> float:
    """Expected hits of one attack, weighted by damage and reach."""
    best = 0.0
    if w.melee_dice[card] > 0:
        worth = hits(s, i, copies, w.melee_dice[card] + daggers, w.melee_accuracy[card], MELEE)
        best = worth * (1.45 if w.melee_damage[card] > 1 else 1.0)
    if w.shot_dice[card] > 0:
        reach = 0.85 + 0.1 * w.shot_max[card] - (0.25 if w.shot_min[card] > 0 else 0.0)
        worth = hits(s, i, copies, w.shot_dice[card], w.shot_accuracy[card], w.shot[card]) * reach
        best = max(best, worth * (1.35 if w.shot_damage[card] > 1 else 1.0))
    return best


@jit
def hits(s: Record, i: int, copies: int, dice: int, accuracy: int, kind: int) -> float:
    bonus = s.skill[i, SK.TO_ROLL[kind]] + s.skill[i, SK.TO_ROLL[ANY_COMBAT]]
    dice += s.skill[i, SK.DIE[kind]] + s.skill[i, SK.DIE[ANY_COMBAT]]
    return copies * dice * min(6, 7 - max(1, accuracy - bonus)) / 6


@jit
def hand(w: Record, s: Record, i: int, card: int, other: int) -> float:
    """Worth of a weapon combined with the card of the other hand."""
    if card == 0:
        return 0.0
    dagger = 1 if w.card_effect[other] == FX_DAGGER and w.melee_dice[card] > 0 else 0
    return weapon(w, s, i, card, 1, dagger)


@jit
def hands(w: Record, s: Record, i: int, left: int, right: int) -> float:
    """Worth of the cards in two hands: the better weapon, a share of the other, and cards that open doors, heal or shield."""
    twins = left == right and left > 0 and (w.card_dual[left] > 0 or (s.skill[i, SK.SWORDMASTER] > 0 and w.melee_dice[left] > 0))
    if twins:
        value = weapon(w, s, i, left, 2, 1 if w.card_effect[left] == FX_DAGGER else 0)
    else:
        first = hand(w, s, i, left, right)
        second = hand(w, s, i, right, left)
        value = max(first, second) + SECOND * min(first, second)
    value += HELD[w.card_effect[left]] + edition_gear.held(w, left)
    if right != left:
        value += HELD[w.card_effect[right]] + edition_gear.held(w, right)
    if w.card_opens[left] > 0 or w.card_opens[right] > 0:
        value += DOOR
    if is_strong(w, left) or is_strong(w, right):
        value += STRONG
    if (w.card_effect[left] == FX_TORCH or w.card_effect[right] == FX_TORCH) and has_goal(w, GOAL_TEAM_HOLDS):
        value += LANTERN
    # One weapon for each purpose: one for the survivor's zone, one with a longer range.
    if (w.melee_dice[left] > 0 or w.melee_dice[right] > 0) and (w.shot_dice[left] > 0 or w.shot_dice[right] > 0):
        value += 0.1
    return value


@jit
def is_strong(w: Record, card: int) -> bool:
    """Whether the card kills more than damage 1 does."""
    return card > 0 and max(w.melee_damage[card], w.shot_damage[card]) > 1


@jit
def worn(w: Record, s: Record, i: int, card: int) -> float:
    """Worth of a card in the body slot."""
    if card == 0:
        return 0.0
    if w.card_effect[card] == FX_ARMOUR:
        return 0.25 * (7 - w.card_armour[card])
    if card == w.body_card[i]:
        return 0.3 * weapon(w, s, i, card, 1, 0) + HELD[w.card_effect[card]]
    return 0.0


@jit
def carried(w: Record, s: Record, i: int, card: int) -> float:
    """Worth of a card in the backpack."""
    if card == 0:
        return 0.0
    effect = w.card_effect[card]
    if is_needed(w, card):
        return NEEDED
    return CARRIED[effect] + edition_gear.carried(w, card) + RESERVE * (weapon(w, s, i, card, 1, 0) + HELD[effect] + worn(w, s, i, card))


@jit
def in_hands(w: Record, s: Record, v: Record, i: int) -> float:
    """Worth of the cards in the survivor's hands."""
    if v.held_ok[i] == 0:
        v.held_ok[i] = 1
        v.held[i] = hands(w, s, i, card_at(w, s, i, LEFT), card_at(w, s, i, RIGHT))
    return v.held[i]


@jit
def laid(w: Record, s: Record, v: Record, i: int) -> float:
    """Worth of the survivor's cards in their present slots."""
    if v.laid_ok[i] == 0:
        v.laid_ok[i] = 1
        v.laid[i] = in_hands(w, s, v, i)
        if BODY >= 0:
            v.laid[i] += worn(w, s, i, card_at(w, s, i, BODY))
        for slot in range(PACK, SLOTS):
            v.laid[i] += carried(w, s, i, card_at(w, s, i, slot))
    return v.laid[i]


@jit
def wanted_value(w: Record, s: Record, v: Record, i: int) -> float:
    """Worth of the survivor's cards in the slots of ``v.want``."""
    value = hands(w, s, i, v.want[LEFT], v.want[RIGHT])
    if BODY >= 0:
        value += worn(w, s, i, v.want[BODY])
    for slot in range(PACK, SLOTS):
        value += carried(w, s, i, v.want[slot])
    return value


# ---- the best layout -----------------------------------------------------------------------------------------------


@jit
def gather(w: Record, s: Record, v: Record, i: int, without: int, extra: int) -> None:
    """Set ``v.c`` to the survivor's cards in ascending order, without that of a slot (-1: none), plus one card (0: none)."""
    v.n_c = 0
    for slot in range(SLOTS + 1):
        card = extra
        if slot < SLOTS:
            card = card_at(w, s, i, slot) if slot != without else 0
        if card > 0:
            place = v.n_c
            while place > 0 and v.c[place - 1] > card:
                v.c[place] = v.c[place - 1]
                place -= 1
            v.c[place] = card
            v.n_c += 1


@jit
def best_layout(w: Record, s: Record, v: Record, i: int) -> float:
    """Put the cards ``v.c`` into their best legal slots in ``v.slots`` (BP-9.R1) and return their worth; surplus cards are left out."""
    if v.n_c * WORD > BITS:
        return find_layout(w, s, v, i)
    cards = 0
    for k in range(v.n_c):
        cards = cards << WORD | v.c[k]
    place = ((cards * MIX ^ v.who[i]) * MIX >> 20) & (LAYOUTS - 1)
    if v.layout_cards[place] == cards and v.layout_who[place] == v.who[i]:
        slots = v.layout_slots[place]
        for slot in range(SLOTS - 1, -1, -1):
            v.slots[slot] = slots & LAST
            slots >>= WORD
        return v.layout_value[place]
    value = find_layout(w, s, v, i)
    slots = 0
    for slot in range(SLOTS):
        slots = slots << WORD | v.slots[slot]
    v.layout_cards[place] = cards
    v.layout_who[place] = v.who[i]
    v.layout_slots[place] = slots
    v.layout_value[place] = value
    return value


@jit
def find_layout(w: Record, s: Record, v: Record, i: int) -> float:
    best = -1.0
    for a in range(-1, v.n_c):
        wear = 0 if a < 0 else v.c[a]
        if a >= 0 and (BODY < 0 or (a > 0 and v.c[a - 1] == wear) or (w.card_place[wear] != BODY_CARD and wear != w.body_card[i])):
            continue
        for b in range(-1, v.n_c):
            if skipped(w, v, b) == 1:
                continue
            for c in range(b, v.n_c):
                if c != b and skipped(w, v, c) == 1:
                    continue
                left = 0 if b < 0 else v.c[b]
                right = 0 if c < 0 else v.c[c]
                if left + right + wear > 0 and available(v, left, right, wear) == 0:
                    continue
                value = hands(w, s, i, left, right) + worn(w, s, i, wear)
                if value > best + 1e-9:
                    best = value
                    v.slots[LEFT] = left
                    v.slots[RIGHT] = right
                    if BODY >= 0:
                        v.slots[BODY] = wear
    return best + pack(w, s, v, i)


@jit
def skipped(w: Record, v: Record, k: int) -> int:
    """1 if card ``k`` of ``v.c`` is not a hand card, or an equal one has been tried."""
    if k < 0:
        return 0
    return 1 if w.card_place[v.c[k]] != HAND_CARD or (k > 0 and v.c[k - 1] == v.c[k]) else 0


@jit
def available(v: Record, left: int, right: int, wear: int) -> int:
    """1 if there are enough copies of the cards."""
    for k in range(3):
        card = left if k == 0 else right if k == 1 else wear
        used = (1 if left == card else 0) + (1 if right == card else 0) + (1 if wear == card else 0)
        for n in range(v.n_c):
            if v.c[n] == card:
                used -= 1
        if card > 0 and used > 0:
            return 0
    return 1


@jit
def pack(w: Record, s: Record, v: Record, i: int) -> float:
    """Put the best of the remaining cards into the backpack and return their worth."""
    n = 0
    left = v.slots[LEFT]
    right = v.slots[RIGHT]
    wear = v.slots[BODY] if BODY >= 0 else 0
    for k in range(v.n_c):
        card = v.c[k]
        if card == left:
            left = 0
        elif card == right:
            right = 0
        elif card == wear:
            wear = 0
        elif w.card_effect[card] != FX_AAAHH:
            v.rest[n] = card
            n += 1
    value = 0.0
    for slot in range(PACK, SLOTS):
        v.slots[slot] = 0
        best = -1.0
        chosen = -1
        for k in range(n):
            if v.rest[k] > 0 and carried(w, s, i, v.rest[k]) > best:
                best = carried(w, s, i, v.rest[k])
                chosen = k
        if chosen >= 0:
            v.slots[slot] = v.rest[chosen]
            v.rest[chosen] = 0
            value += best
    return value


@jit
def settle(w: Record, s: Record, v: Record, i: int) -> None:
    """Set ``v.want`` to the layout with the fewest moves: hands may be swapped, the order in the backpack is free."""
    left = v.slots[LEFT]
    right = v.slots[RIGHT]
    if left != right and (card_at(w, s, i, LEFT) == right or card_at(w, s, i, RIGHT) == left) and card_at(w, s, i, LEFT) != left:
        left, right = right, left
    v.want[LEFT] = left
    v.want[RIGHT] = right
    if BODY >= 0:
        v.want[BODY] = v.slots[BODY]
    for slot in range(PACK, SLOTS):
        v.rest[slot] = v.slots[slot]
        v.want[slot] = 0
    for slot in range(PACK, SLOTS):
        now = card_at(w, s, i, slot)
        for k in range(PACK, SLOTS):
            if now > 0 and v.rest[k] == now and v.want[slot] == 0:
                v.want[slot] = now
                v.rest[k] = 0
    for k in range(PACK, SLOTS):
        for slot in range(PACK, SLOTS):
            if v.rest[k] > 0 and v.want[slot] == 0:
                v.want[slot] = v.rest[k]
                v.rest[k] = 0
