"""Searching a car: who may, and how it is paid for (AP-16.R8)."""

from __future__ import annotations

from typing import Final

from zombicide_env.core.jit import jit
from zombicide_env.core.records import Mask, Record

from ...table.action import Action
from ..numbers import edition_actions as OA
from ..numbers.budget import F_NOSE, F_SEARCH
from ..numbers.cars import CARS, PIMPMOBILE
from .cars import car_of
from .search import search_car
from .survivor import can_pay, pay
from .team import killed_in


@jit
def by_nose(s: Record, i: int) -> int:
    """1 if Hold your nose pays for a Search in the survivor's zone, including that of a car (BP-22.45)."""
    return 1 if s.free[F_NOSE] > 0 and killed_in(s, i, s.zone[i]) == 1 else 0


@jit
def searchable_car(w: Record, s: Record, i: int, c: int) -> int:
    """1 if the car may be searched: it is in the zone; survivors in a car may search only that car; a pimpmobile once."""
    if s.car_zone[c] != s.zone[i] or (s.seat[i] >= 0 and car_of(s, i) != c):
        return 0
    if w.car_kind[c] == PIMPMOBILE and s.car_searched[c] == 1:
        return 0
    return 1


@jit
def legal_car_search(w: Record, s: Record, i: int, m: Mask) -> None:
    if s.searched[i] == 0 and s.crowd[s.zone[i]] == 0 and max(can_pay(s, i, F_SEARCH), by_nose(s, i)) == 1:
        for c in range(w.n_cars):
            m[OA.SEARCH_CAR + c] = searchable_car(w, s, i, c)


@jit
def pay_and_search_car(w: Record, s: Record, i: int, c: int) -> None:
    """Pay by a free Search, Hold your nose or a normal action (BP-6.R6), and search."""
    if s.free[F_SEARCH] == 0 and by_nose(s, i) == 1:
        s.free[F_NOSE] -= 1
    else:
        pay(s, i, F_SEARCH)
    search_car(w, s, i, c)


ACTIONS: Final = (Action(OA.SEARCH_CAR, pay_and_search_car, {"c": CARS}, legal=legal_car_search, purpose="search"),)
