"""Apocalypse's own invariants: fires, cars, the Zombie Master's hand, cards of survivors (AP-30)."""

from __future__ import annotations

from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record

from ...table.codes import ONGOING, STREET
from ..numbers.cars import SEATS
from ..numbers.layout import SLOTS, K
from ..numbers.master import HAND_LIMIT
from .inventory import count_cards
from .master import hand_size, over_limit
from .team import in_play
from .wounds import loses_card


@jit
def own_fits(w: Record, s: Record) -> int:
    """1 if fires, cars, the Zombie Master's hand and the survivors' cards are as the rules leave them between two decisions."""
    if s.outcome != ONGOING:
        return 1
    return min(fires_fit(w, s), cars_fit(w, s), hand_fits(w, s), escapes_fit(w, s), loads_fit(w, s), roster_fits(w, s))


@jit
def fires_fit(w: Record, s: Record) -> int:
    """1 if a zone has at most one fuel token, and nobody is in a fire (AP-17.1, AP-INV-6)."""
    for z in range(w.n_zones):
        if s.fire[z] > 0 and (s.gasoline[z] == 1 or s.crowd[z] > 0):
            return 0
    for i in range(w.n_survivors):
        if in_play(s, i) == 1 and s.fire[s.zone[i]] > 0:
            return 0
    for c in range(w.n_cars):
        if s.car_zone[c] >= 0 and s.fire[s.car_zone[c]] > 0:
            return 0
    return 1


@jit
def cars_fit(w: Record, s: Record) -> int:
    """1 if cars are in the street, and each seat has at most one survivor, in the car's zone (AP-4.5, AP-16.R7)."""
    for c in range(w.n_cars):
        if s.car_zone[c] >= 0 and w.zone_kind[s.car_zone[c]] != STREET:
            return 0
    for i in range(w.n_survivors):
        seat = s.seat[i]
        if seat < 0:
            continue
        if in_play(s, i) == 0 or seat // SEATS >= w.n_cars or s.car_zone[seat // SEATS] != s.zone[i]:
            return 0
        for j in range(i):
            if s.seat[j] == seat:
                return 0
    return 1


@jit
def hand_fits(w: Record, s: Record) -> int:
    """1 if the Zombie Master holds at most three cards, unless about to discard (AP-21.R3, AP-INV-8)."""
    return 1 if hand_size(s) <= HAND_LIMIT or w.master_cards == 0 else over_limit(s)


@jit
def escapes_fit(w: Record, s: Record) -> int:
    """1 if miniatures that are neither on the board nor in the supply are those that escaped (AP-INV-1)."""
    missing = 0
    for k in range(K):
        missing += w.supply[k] - s.supply[k]
        for z in range(w.n_zones):
            missing -= s.zombies[z, k]
    return 1 if missing == s.escaped else 0


@jit
def loads_fit(w: Record, s: Record) -> int:
    """1 if nobody carries more cards than wounds allow (AP-9.R2, AP-INV-4)."""
    for i in range(w.n_survivors):
        if in_play(s, i) == 1 and count_cards(s, i) > SLOTS - s.wounds[i] and loses_card(s) == 0:
            return 0
    return 1


@jit
def roster_fits(w: Record, s: Record) -> int:
    """1 if everybody is in the roster once, waiting survivors at its end (AP-26.R16)."""
    listed = 0
    for k in range(w.n_survivors):
        listed |= 1 << s.roster[k]
        if k > 0 and s.waiting[s.roster[k]] < s.waiting[s.roster[k - 1]]:
            return 0
    return 1 if listed == (1 << w.n_survivors) - 1 else 0
