"""Supplies under cars (AP-26.M6)."""

from __future__ import annotations

from typing import Final

from zombicide_env.core.jit import jit
from zombicide_env.core.records import Mask, Record

from ...table.action import Action
from ...table.codes import NONE
from ..numbers import edition_actions as OA
from ..numbers.cards import GOODS
from ..numbers.cars import CARS
from ..numbers.layout import SLOTS
from .cars import load_of
from .inventory import card_at
from .storing import gain


@jit
def loaded(w: Record, s: Record, c: int, card: int) -> int:
    """Index of a card of the type under the car, -1: none."""
    for k in range(load_of(s, c)):
        if w.copy_card[s.car_load[c, k]] == card:
            return k
    return NONE


@jit
def legal_stowing(w: Record, s: Record, i: int, m: Mask) -> None:
    if w.stowing == 0:
        return
    for c in range(w.n_cars):
        if s.car_zone[c] != s.zone[i]:
            continue
        n = load_of(s, c)
        for slot in range(SLOTS):
            m[OA.STOW + c * SLOTS + slot] = n < s.car_load.shape[1] and w.card_class[card_at(w, s, i, slot)] == GOODS
        for g in range(3):
            m[OA.UNSTOW + c * 3 + g] = loaded(w, s, c, w.goods[g]) >= 0


@jit
def stow(s: Record, i: int, c: int, slot: int) -> None:
    s.car_load[c, load_of(s, c)] = s.inv[i, slot]
    s.inv[i, slot] = 0


@jit
def unstow(w: Record, s: Record, i: int, c: int, g: int) -> None:
    """Take a card back and store it like a found card."""
    k = loaded(w, s, c, w.goods[g])
    copy = s.car_load[c, k]
    n = load_of(s, c)
    for p in range(k, n - 1):
        s.car_load[c, p] = s.car_load[c, p + 1]
    s.car_load[c, n - 1] = 0
    gain(w, s, i, copy)


ACTIONS: Final = (
    Action(OA.STOW, stow, {"c": CARS, "slot": SLOTS}, legal=legal_stowing, cost=1),
    Action(OA.UNSTOW, unstow, {"c": CARS, "g": 3}, legal=legal_stowing, cost=1),
)
