"""Worth of a zone to the Zombie Master's zombies: the survivors there, and the distance of the next one.

The Zombie Master uses public information and its own hand (AP-23).
"""

from __future__ import annotations

from typing import Final

from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record

from ...table.codes import FAR
from ..numbers.layout import ON_FOOT
from ..rules.hidden import hidden
from ..rules.movement import ways_from
from ..rules.passability import passable
from .look import count_bits, spare

#: Cost of a step on the way to a victim.
STEP: Final = 0.5
#: A survivor who may die in the zone.
DEATH: Final = 3.0
#: No survivor can be reached.
NOWHERE: Final = -20.0
#: A zombie that escapes if escapes win the game.
ESCAPE: Final = 6.0
#: Fire kills everything that enters (AP-17.7).
FIRE: Final = 50.0


@jit
def appetite(w: Record, s: Record, v: Record, weights: Record, i: int) -> float:
    """Worth of a survivor as a target: wounded and lone ones first."""
    worth = 2.0 + weights.thirst * s.wounds[i]
    if count_bits(v.here[s.zone[i]]) == 1:
        worth += weights.lonely
    return worth


@jit
def table(w: Record, s: Record, v: Record, zone: int) -> int:
    """Number of wounds that kills all survivors of a zone."""
    room = 0
    for n in range(v.n_team):
        i = v.team[n]
        if s.zone[i] == zone and hidden(w, s, i) == 0:
            room += spare(s, i) + 1
    return room


@jit
def lure(w: Record, s: Record, v: Record, weights: Record, zone: int) -> float:
    """Worth of a zone to a zombie: near the most attractive survivor, and not on fire."""
    if s.fire[zone] > 0:
        return -FIRE
    row = ways_from(w, s, zone, ON_FOOT)
    best = way_out(w, row)
    for n in range(v.n_team):
        i = v.team[n]
        if hidden(w, s, i) == 0:
            far = w.dist[row, s.zone[i]]
            if far < FAR:
                best = max(best, appetite(w, s, v, weights, i) - STEP * far)
            elif w.far[zone, s.zone[i]] < FAR:  # a door is in the way
                best = max(best, appetite(w, s, v, weights, i) - STEP * (4 + w.far[zone, s.zone[i]]))
    return best


@jit
def way_out(w: Record, row: int) -> float:
    """Worth of the distance to a way out for zombies, if their escape wins the game (AP-26.M7); ``row``: distances from the zone."""
    best = NOWHERE
    if w.escapes_lose > 0:
        for z in range(w.n_zones):
            if w.way_out[z] == 1 and w.dist[row, z] < FAR:
                best = max(best, ESCAPE - STEP * w.dist[row, z])
    return best


@jit
def feast(w: Record, s: Record, v: Record, weights: Record, zone: int, number: int) -> float:
    """Worth of ``number`` simultaneous wounds to the survivors of a zone."""
    room = table(w, s, v, zone)
    if room == 0:
        return 0.0
    hurt = 0.0
    for n in range(v.n_team):
        i = v.team[n]
        if s.zone[i] == zone:
            hurt += weights.thirst * s.wounds[i]
    worth = 1.0 * min(number, room) + hurt / max(1, count_bits(v.here[zone]))
    if number >= room or number > room // 2:
        worth += DEATH
    return worth


@jit
def close_to(w: Record, s: Record, v: Record, zone: int) -> int:
    """1 if a neighbouring zone has survivors, without a wall or closed door between."""
    for n in range(w.degree[zone]):
        if v.here[w.neighbour[zone, n]] != 0 and passable(w, s, zone, n, ON_FOOT) == 1:
            return 1
    return 0
