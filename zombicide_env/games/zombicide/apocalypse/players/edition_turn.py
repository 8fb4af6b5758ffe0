"""Scores of Apocalypse's own actions: cars, fuel, weapons that destroy a zone, crafting, Medic (AP-11)."""

from __future__ import annotations

from typing import Final

from zombicide_env.core.blocks import Act
from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record

from ...table.codes import FX_LIGHTER
from ..edition import KINDS, STEPS, TOUGHNESS
from ..numbers import actions as A
from ..numbers import edition_actions as OA
from ..numbers.cars import BY_CAR, CARS, PIMPMOBILE, SEATS
from ..numbers.layout import ON_FOOT, PACK, D, K, Z
from ..rules.fuel import hand_with
from ..rules.passability import passable
from .distances import steps
from .escape import drive_worth, going, seat_worth
from .gear import in_hands
from .value import USELESS, stay

_VALUES: Final = {"walker": 0.7, "fatty": 1.4, "runner": 1.2, "dog": 1.6, "abomination": 6.0}
#: Worth of a zombie killed by a fire or a Molotov, by kind.
BURNT: Final = tuple(_VALUES.get(kind.rpartition("_")[2], float(hard)) for kind, hard in zip(KINDS, TOUGHNESS, strict=True))
#: Worth of products in addition to their ingredients: Molotov, Sniper Rifle, Nailbat, Time Bomb, Stinky Raincoat, in action order.
PRODUCTS: Final = (1.0, 0.3, 0.7, -1.0, 0.4)
FRIEND: Final = 25.0  # a survivor who would die
PREY: Final = 4.0  # minimum worth of the zombies in a zone before gasoline is poured there
BURNING: Final = 60.0
MANY: Final = 8.0  # maximum number of wounds counted for nearby crowds


@jit
def score_visit(w: Record, s: Record, v: Record, weights: Record, friend: int) -> float:
    """Score of a trade in which no card changes hands."""
    return USELESS


@jit
def destroy(w: Record, s: Record, v: Record, weights: Record, zone: int) -> float:
    return stay(w, s, v, weights, v.fights - 1) + blast(w, s, v, weights, zone) - weights.spend


@jit
def search_car(w: Record, s: Record, v: Record, weights: Record, c: int) -> float:
    return stay(w, s, v, weights, v.fights - 1) + weights.search * weights.car * find(w, s, v, c)


@jit
def ignite(w: Record, s: Record, v: Record, weights: Record, n: int) -> float:
    return stay(w, s, v, weights, v.fights - 1) + blaze(w, s, v, weights, n)


@jit
def pour(w: Record, s: Record, v: Record, weights: Record) -> float:
    return stay(w, s, v, weights, v.fights - 1) + spill(w, s, v, weights)


@jit
def craft(w: Record, s: Record, v: Record, weights: Record, product: int) -> float:
    return stay(w, s, v, weights, v.fights - 1) + PRODUCTS[product] - weights.effort


@jit
def treat(w: Record, s: Record, v: Record, weights: Record) -> float:
    return stay(w, s, v, weights, v.fights) + 2.0


@jit
def walk_off(v: Record) -> float:
    """Score of leaving; offered during the turn only where survivors leave at any time (AP-26.M9)."""
    return 10.0 if v.leaving == 1 else USELESS


# ---- cars: used only to leave the mission -------------------------------------------------------------------------------


@jit
def by_car(w: Record, s: Record, v: Record, weights: Record, worth: float) -> float:
    """Score of an action of this worth if the mission is left by car."""
    if w.exit_by != BY_CAR or worth <= 0:
        return USELESS
    return stay(w, s, v, weights, v.fights - 1) + worth


@jit
def stow(w: Record, s: Record, v: Record, weights: Record) -> float:
    return by_car(w, s, v, weights, 5.0)


@jit
def board(w: Record, s: Record, v: Record, weights: Record, c: int, seat: int) -> float:
    return by_car(w, s, v, weights, seat_worth(w, s, v, c, seat)) if w.exit_by == BY_CAR else USELESS


@jit
def change_seat(w: Record, s: Record, v: Record, weights: Record, seat: int) -> float:
    return by_car(w, s, v, weights, 2.0 if seat == 0 else 0.0)


@jit
def start(w: Record, s: Record, v: Record, weights: Record) -> float:
    return by_car(w, s, v, weights, 3.0)


@jit
def drive(w: Record, s: Record, v: Record, weights: Record, zone: int) -> float:
    return by_car(w, s, v, weights, drive_worth(w, s, v, zone)) if w.exit_by == BY_CAR else USELESS


@jit
def leave(w: Record, s: Record, v: Record, weights: Record) -> float:
    if w.exit_by == BY_CAR and going(w, s, v):
        return USELESS
    return stay(w, s, v, weights, v.fights - 1) + 1.0


@jit
def find(w: Record, s: Record, v: Record, c: int) -> float:
    """Worth of searching a car: a pimp weapon, or a weapon for empty hands."""
    need = min(1.0, max(0.15, (2.2 - in_hands(w, s, v, v.me)) / 1.6))
    return 1.2 if w.car_kind[c] == PIMPMOBILE else need


# ---- fire ----------------------------------------------------------------------------------------------------------


@jit
def prey(s: Record, zone: int) -> float:
    """Worth of everything killed by a fire or an explosion in a zone."""
    worth = 0.0
    for kind in range(K):
        worth += s.zombies[zone, kind] * BURNT[kind]
    return worth


@jit
def blast(w: Record, s: Record, v: Record, weights: Record, zone: int) -> float:
    """Worth of killing everybody in the zone (AP-14.R5); spilled gasoline there burns as well."""
    worth = weights.blast * prey(s, zone)
    if v.here[zone] != 0:
        worth -= FRIEND
    if s.gasoline[zone] == 1:
        worth += burn(w, s, v, weights, zone) - weights.blast * prey(s, zone)
    return worth


@jit
def burn(w: Record, s: Record, v: Record, weights: Record, zone: int) -> float:
    """Worth of lighting gasoline in the zone: it burns together with every zone that the fire reaches (AP-17.3)."""
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
    """Score of lighting the gasoline in neighbour ``n`` (D: the survivor's zone)."""
    zone = s.zone[v.me] if n == D else w.neighbour[s.zone[v.me], n]
    return burn(w, s, v, weights, zone) - 0.5 * weights.spend


@jit
def spill(w: Record, s: Record, v: Record, weights: Record) -> float:
    """Score of pouring gasoline in the survivor's zone, if the survivor can leave and light it in the same turn."""
    here = s.zone[v.me]
    if prey(s, here) < PREY or hand_with(w, s, v.me, FX_LIGHTER) < 0 or v.here[here] != 1 << v.me:
        return -1.0
    if s.actions[v.me] < 3 + s.crowd[here]:
        return -1.0
    return 0.7 * weights.blast * prey(s, here)


@jit
def risk(w: Record, s: Record, v: Record, weights: Record, zone: int) -> float:
    """Risk of the zone: fire kills (AP-17.7); crowds two steps away arrive in the round after the next, dogs and Runners sooner."""
    if s.fire[zone] > 0:
        return BURNING
    near = 0.0
    for z in range(w.n_zones):
        if s.crowd[z] > 0 and v.here[z] == 0 and steps(w, s, v, zone, z) == 2:
            for kind in range(K):
                near += s.zombies[z, kind] * STEPS[kind]
    return weights.near * min(near, MANY)


ROWS: Final = (
    Act(OA.DESTROY, destroy, {"hand": PACK, "zone": Z}),
    Act(OA.SEARCH_CAR, search_car, {"c": CARS}),
    Act(OA.IGNITE, ignite, {"n": D + 1}),
    Act(OA.POUR, pour),
    Act(OA.CRAFT, craft, {"product": len(PRODUCTS)}),
    Act(OA.MEDIC, treat),
    Act(A.EXIT, walk_off),
    Act(OA.STOW, stow),
    Act(OA.BOARD, board, {"c": CARS, "seat": SEATS}),
    Act(OA.SEAT, change_seat, {"seat": SEATS}),
    Act(OA.START, start),
    Act(OA.DRIVE, drive, {"zone": Z}),
    Act(OA.LEAVE, leave),
)
