"""Scores of what only Apocalypse has: cars, fuel, weapons that destroy a zone, crafting, Medic (AP-11)."""

from __future__ import annotations

from typing import Final

from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record

from ...table.codes import FX_LIGHTER
from ..edition import KINDS, STEPS, TOUGHNESS
from ..numbers import actions as A
from ..numbers.cards import BY_CAR, PIMPMOBILE
from ..numbers.figures import SEATS
from ..numbers.layout import ON_FOOT, D, K, Z
from ..rules.borders import passable
from ..rules.deeds import BOARD, CRAFT, DESTROY, DRIVE, IGNITE, LEAVE, MEDIC, POUR, SEARCH_CAR, SEAT, START, STOW
from ..rules.fuel import hand_with
from .escape import drive_worth, going, seat_worth
from .gear import in_hands
from .value import USELESS, stay
from .ways import steps

_VALUES: Final = {"walker": 0.7, "fatty": 1.4, "runner": 1.2, "dog": 1.6, "abomination": 6.0}
#: What a zombie is worth that a fire or a Molotov kills, by kind.
BURNT: Final = tuple(_VALUES.get(kind.rpartition("_")[2], float(hard)) for kind, hard in zip(KINDS, TOUGHNESS, strict=True))
#: Worth of products beside their ingredients: Molotov, Sniper Rifle, Nailbat, Time Bomb, Stinky Raincoat in the order of the actions.
PRODUCTS: Final = (1.0, 0.3, 0.7, -1.0, 0.4)
FRIEND: Final = 25.0  # a survivor who would die
PREY: Final = 4.0  # what has to stand in a zone before gasoline is poured there
BURNING: Final = 60.0
MANY: Final = 8.0  # wounds of crowds close by that are counted


@jit
def score(w: Record, s: Record, v: Record, weights: Record, a: int) -> float:
    """Score of a legal action of the turn of ``v.me`` that the family does not know."""
    block = A.BLOCK_OF[a]
    arg = a - block
    after = v.fights - 1
    if block == DESTROY:
        return stay(w, s, v, weights, after) + blast(w, s, v, weights, arg % Z) - weights.spend
    if block == SEARCH_CAR:
        return stay(w, s, v, weights, after) + weights.search * weights.car * find(w, s, v, arg)
    if block == IGNITE:
        return stay(w, s, v, weights, after) + blaze(w, s, v, weights, arg)
    if block == POUR:
        return stay(w, s, v, weights, after) + spill(w, s, v, weights)
    if block == CRAFT:
        return stay(w, s, v, weights, after) + PRODUCTS[arg] - weights.effort
    if block == MEDIC:
        return stay(w, s, v, weights, v.fights) + 2.0
    if block == A.EXIT:  # asked in the turn only where survivors leave at any time (AP-26.M9)
        return 10.0 if v.leaving == 1 else USELESS
    return by_car(w, s, v, weights, block, arg)


@jit
def by_car(w: Record, s: Record, v: Record, weights: Record, block: int, arg: int) -> float:
    """Getting in, starting and driving where the mission is left by car; nobody sits in a car for anything else."""
    after = v.fights - 1
    if w.exit_by != BY_CAR:
        return stay(w, s, v, weights, after) + 1.0 if block == LEAVE else USELESS
    if block == STOW:
        return stay(w, s, v, weights, after) + 5.0
    if block == BOARD:
        worth = seat_worth(w, s, v, arg // SEATS, arg % SEATS)
        return stay(w, s, v, weights, after) + worth if worth > 0 else USELESS
    if block == SEAT:
        return stay(w, s, v, weights, after) + 2.0 if arg == 0 else USELESS
    if block == START:
        return stay(w, s, v, weights, after) + 3.0
    if block == DRIVE:
        worth = drive_worth(w, s, v, arg)
        return stay(w, s, v, weights, after) + worth if worth > 0 else USELESS
    if block == LEAVE:
        return USELESS if going(w, s, v) else stay(w, s, v, weights, after) + 1.0
    return USELESS


@jit
def find(w: Record, s: Record, v: Record, c: int) -> float:
    """A pimp weapon, or a weapon for empty hands."""
    need = min(1.0, max(0.15, (2.2 - in_hands(w, s, v, v.me)) / 1.6))
    return 1.2 if w.car_kind[c] == PIMPMOBILE else need


# ---- fire ----------------------------------------------------------------------------------------------------------


@jit
def prey(s: Record, zone: int) -> float:
    """What dies in a zone that burns or is blown up."""
    worth = 0.0
    for kind in range(K):
        worth += s.zombies[zone, kind] * BURNT[kind]
    return worth


@jit
def blast(w: Record, s: Record, v: Record, weights: Record, zone: int) -> float:
    """Everybody in the zone dies (AP-14.R5); spilled gasoline there burns as well."""
    worth = weights.blast * prey(s, zone)
    if v.here[zone] != 0:
        worth -= FRIEND
    if s.gasoline[zone] == 1:
        worth += burn(w, s, v, weights, zone) - weights.blast * prey(s, zone)
    return worth


@jit
def burn(w: Record, s: Record, v: Record, weights: Record, zone: int) -> float:
    """What burns when gasoline in the zone is lit: it, and every zone that the fire reaches (AP-17.3)."""
    for z in range(w.n_zones):
        v.queued[z] = 0
    v.queue[0] = zone
    v.queued[zone] = 1
    head = 0
    tail = 1
    worth = 0.0
    while head < tail:
        z = v.queue[head]
        head += 1
        worth += weights.blast * prey(s, z)
        if v.here[z] != 0:
            worth -= FRIEND
        for n in range(w.degree[z]):
            t = w.neighbour[z, n]
            if v.queued[t] == 0 and s.gasoline[t] == 1 and passable(w, s, z, n, ON_FOOT) == 1:
                v.queued[t] = 1
                v.queue[tail] = t
                tail += 1
    return worth


@jit
def blaze(w: Record, s: Record, v: Record, weights: Record, n: int) -> float:
    """Light the gasoline in neighbour ``n`` (D: the own zone)."""
    zone = s.zone[v.me] if n == D else w.neighbour[s.zone[v.me], n]
    return burn(w, s, v, weights, zone) - 0.5 * weights.spend


@jit
def spill(w: Record, s: Record, v: Record, weights: Record) -> float:
    """Pour where he stands, if he can leave and light it in the same turn."""
    here = s.zone[v.me]
    if prey(s, here) < PREY or hand_with(w, s, v.me, FX_LIGHTER) < 0 or v.here[here] != 1 << v.me:
        return -1.0
    if s.actions[v.me] < 3 + s.crowd[here]:
        return -1.0
    return 0.7 * weights.blast * prey(s, here)


@jit
def risk(w: Record, s: Record, v: Record, weights: Record, zone: int) -> float:
    """A burning zone kills (AP-17.7); crowds two steps away will be here in the round after the next, dogs and Runners sooner."""
    if s.fire[zone] > 0:
        return BURNING
    near = 0.0
    for z in range(w.n_zones):
        if s.crowd[z] > 0 and v.here[z] == 0 and steps(w, s, v, zone, z) == 2:
            for kind in range(K):
                near += s.zombies[z, kind] * STEPS[kind]
    return weights.near * min(near, MANY)
