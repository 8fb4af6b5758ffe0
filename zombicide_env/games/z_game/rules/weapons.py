"""Default choice of cards in a fight (ZG-20.1): the least that wins, or the strongest."""

from __future__ import annotations

from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record

from ..numbers.actions import A_CARD, A_CONFIRM
from ..numbers.layout import A, C
from ..numbers.observation import MANY
from .fight import card_bonus, healthy, ride_bonus, strength


@jit
def adds(w: Record, s: Record, p: int, card: int) -> int:
    """Strength of a legal card in the current fight, 0: not legal."""
    if w.allowed[A_CARD + card] == 0:
        return 0
    if w.fight[card] > 0:
        return card_bonus(w, s, p, card, s.f_kind)
    return ride_bonus(w, s, p, s.f_at, card)


@jit
def is_ride(w: Record, card: int) -> int:
    return 1 if w.fight[card] == 0 else 0


@jit
def most(w: Record, s: Record, p: int, n: int, spent: int) -> int:
    """Maximum strength that ``n`` more cards add to the card ``spent`` (-1: none); at most one of them is a vehicle."""
    weapons = healthy(s, p, s.f_at) - s.f_weapons[0]
    ride = 0
    if spent >= 0 and is_ride(w, spent) == 0:
        weapons -= 1
    for card in range(A):
        if is_ride(w, card) == 1 and (spent < 0 or is_ride(w, spent) == 0):
            ride = max(ride, adds(w, s, p, card))
    return max(best_weapons(w, s, p, min(n, weapons), spent), ride + best_weapons(w, s, p, min(n - 1, weapons), spent) if n > 0 else 0)


@jit
def best_weapons(w: Record, s: Record, p: int, n: int, spent: int) -> int:
    """Maximum strength of ``n`` weapon cards, without one copy of ``spent``."""
    total = 0
    for bonus in range(15, 0, -1):
        for card in range(A):
            if n > 0 and is_ride(w, card) == 0 and adds(w, s, p, card) == bonus:
                used = min(n, s.hand[p, card] - (1 if card == spent else 0))
                total += bonus * used
                n -= used
    return total


@jit
def least_weapon(w: Record, s: Record, p: int) -> int:
    """Next card of a winning set: fewest cards, then smallest surplus, then lowest index; CONFIRM if none is needed or none wins.

    The surplus is minimal for one and two cards; with more cards the weakest sufficient ones come first.
    """
    need = s.f_against - strength(w, s, 0)
    n = 0
    while n <= C and most(w, s, p, n, -1) < need:
        n += 1
    if need <= 0 or n > C:
        return A_CONFIRM
    best = -1
    least = MANY
    for card in range(A):
        bonus = adds(w, s, p, card)
        if bonus > 0 and bonus + most(w, s, p, n - 1, card) >= need:
            over = bonus if n > 2 else bonus + partner(w, s, p, card, need - bonus) - need
            if over < least:
                best = card
                least = over
    return A_CARD + best if best >= 0 else A_CONFIRM


@jit
def partner(w: Record, s: Record, p: int, card: int, need: int) -> int:
    """Lowest sufficient strength of one more card, 0 if none is needed."""
    if need <= 0:
        return 0
    least = MANY
    for other in range(A):
        if other != card or s.hand[p, card] > 1:
            bonus = adds(w, s, p, other)
            if bonus >= need and (is_ride(w, other) == 0 or is_ride(w, card) == 0):
                least = min(least, bonus)
    return least


@jit
def strongest_weapon(w: Record, s: Record, p: int) -> int:
    best = -1
    for card in range(A):
        if adds(w, s, p, card) > 0 and (best < 0 or adds(w, s, p, card) > adds(w, s, p, best)):
            best = card
    return A_CARD + best if best >= 0 else A_CONFIRM
