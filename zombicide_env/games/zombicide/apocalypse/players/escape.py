"""Missions left by car only: stow supplies under the cars, board them, drive to the Exit (AP-26.M6)."""

from __future__ import annotations

from typing import Final

from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record

from ...table.codes import FAR, GOAL_SUPPLIES_OUT
from ..numbers.cards import GOODS
from ..numbers.cars import SEATS
from ..numbers.layout import SLOTS
from ..rules.cars import car_of, fill_drives, load_of
from ..rules.inventory import card_at
from .distances import UNREACHABLE, cost

LATE: Final = 20  # the round from which the team leaves with what it has


@jit
def goods_of(w: Record, s: Record, i: int) -> int:
    """Number of supply cards that the survivor carries."""
    n = 0
    for slot in range(SLOTS):
        n += w.card_class[card_at(w, s, i, slot)] == GOODS
    return n


@jit
def missing(w: Record, s: Record, v: Record) -> int:
    """Number of supplies still to be found."""
    need = 0
    for g in range(w.n_goals):
        if w.goal[g, 1] == GOAL_SUPPLIES_OUT:
            need = w.goal[g, 3]
    need -= s.supplies_out
    for c in range(w.n_cars):
        if s.car_zone[c] >= 0:
            need -= load_of(s, c)
    for n in range(v.n_team):
        need -= goods_of(w, s, v.team[n])
    return need


@jit
def lift(w: Record, s: Record, v: Record, i: int) -> int:
    """Car in which the survivor leaves, -1: none left.  The team is distributed evenly."""
    if s.seat[i] >= 0:
        return car_of(s, i)
    free = 0
    for c in range(w.n_cars):
        free += s.car_zone[c] >= 0
    if free == 0:
        return -1
    place = 0
    while place < v.n_team and v.team[place] != i:
        place += 1
    wanted = place % free
    for c in range(w.n_cars):
        if s.car_zone[c] >= 0:
            if wanted == 0:
                return c
            wanted -= 1
    return -1


@jit
def going(w: Record, s: Record, v: Record) -> bool:
    """Whether it is time to leave."""
    return missing(w, s, v) <= 0 or s.round >= LATE


@jit
def make_for_cars(w: Record, s: Record, v: Record) -> None:
    """Search until there are enough supplies, then go to the cars."""
    if not going(w, s, v):
        return
    for n in range(v.n_team):
        i = v.team[n]
        c = lift(w, s, v, i)
        v.target[i] = s.car_zone[c] if c >= 0 else -1


@jit
def complete(w: Record, s: Record, v: Record, c: int) -> bool:
    """Whether all survivors of the car are aboard."""
    for n in range(v.n_team):
        i = v.team[n]
        if lift(w, s, v, i) == c and s.seat[i] < 0:
            return False
    return True


@jit
def nearer_to_exit(w: Record, s: Record, v: Record, zone: int) -> float:
    """Steps by which the zone is closer to an Exit than the survivor's."""
    here = UNREACHABLE
    there = UNREACHABLE
    for z in range(w.n_zones):
        if w.exit_zone[z] == 1:
            here = min(here, cost(w, s, v, s.zone[v.me], z))
            there = min(there, cost(w, s, v, zone, z))
    return 1.0 * (here - there)


@jit
def seat_worth(w: Record, s: Record, v: Record, c: int, seat: int) -> float:
    """Worth of a seat: the driver's seat first."""
    if lift(w, s, v, v.me) != c or not going(w, s, v) or goods_of(w, s, v.me) > 0:
        return -1.0
    return 4.0 - seat / SEATS


@jit
def drive_worth(w: Record, s: Record, v: Record, zone: int) -> float:
    """Worth of a drive: a full car goes to the Exit."""
    if not going(w, s, v) or not complete(w, s, v, car_of(s, v.me)):
        return -1.0
    fill_drives(w, s, s.zone[v.me])
    return -1.0 if w.reach[zone] == FAR else 3.0 * nearer_to_exit(w, s, v, zone)
