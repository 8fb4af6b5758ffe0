"""Zones of mission conditions: Exits, spawn zones, a bunker, supplies, cars (AP-26c)."""

from __future__ import annotations

from typing import Final

from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record

from ...table import codes as C
from ..numbers.cars import BY_CAR, PIMPMOBILE, POLICE_CAR
from ..rules.objectives import may_neutralise
from ..rules.outcome import any_objective
from .distances import UNREACHABLE, cost, field, in_steps
from .escape import make_for_cars
from .marks import add_goal

#: Maximum cost of the way to a pimpmobile that is worth a detour.
DETOUR: Final = 5
#: Maximum cost of the way to a police car that arms the team.
ARSENAL: Final = 6
#: Steps that a zombie counts for in a spawn zone where the team gathers.
CROWD: Final = 1.5


@jit
def point(w: Record, s: Record, v: Record, kind: int, a: int) -> None:
    """Add the zones of a condition, and set the team's intentions."""
    if kind == C.GOAL_FOUND or kind == C.GOAL_SUPPLIES_OUT:
        v.searching = 1
    elif kind == C.GOAL_HELD:
        add_goal(v, a)
    elif kind == C.GOAL_NEUTRALISED:
        for t in range(s.n_tokens):
            if s.token_active[t] == 1:
                add_goal(v, s.token_zone[t])
    elif kind == C.GOAL_GATHERED:
        if any_objective(w, s) == 0:
            gather_at(w, s, v)
    elif kind == C.GOAL_CARRIED_OFF or kind == C.GOAL_ENOUGH_LEFT:
        if any_objective(w, s) == 0:
            v.leaving = 1
            for z in range(w.n_zones):
                if w.exit_zone[z] == 1:
                    add_goal(v, z)


@jit
def gather_at(w: Record, s: Record, v: Record) -> None:
    """Add the active spawn zone that the team can reach soonest."""
    best = 1e9
    found = -1
    for t in range(s.n_tokens):
        z = s.token_zone[t]
        if s.token_active[t] == 0:
            continue
        field(w, s, v, z)
        far = CROWD * s.crowd[z]
        for n in range(v.n_team):
            far += in_steps(v.field[z, s.zone[v.team[n]]])
        if far < best:
            best = far
            found = z
    if found >= 0:
        add_goal(v, found)


@jit
def nobody_may_die(w: Record) -> bool:
    """Whether the death of a survivor always loses the game."""
    return False


@jit
def precious(w: Record, s: Record, zone: int) -> int:
    """Return 0: nobody but survivors."""
    return 0


@jit
def on_foot(w: Record) -> bool:
    """Whether survivors walk to the Exit."""
    return w.exit_by != BY_CAR


@jit
def wanted(w: Record, s: Record, zone: int) -> bool:
    """Whether the zone is a spawn zone that can be neutralised (AP-26.M7)."""
    return may_neutralise(w, s, zone) == 1


@jit
def searchable(w: Record, s: Record, zone: int) -> bool:
    """Whether a room can be searched at all."""
    return w.no_search[zone] == 0


@jit
def errand_limit(w: Record, weights: Record) -> float:
    """Maximum steps that a survivor leaves the team for an errand of its own."""
    return weights.run


@jit
def shape(w: Record, s: Record, v: Record, weights: Record) -> None:
    """Adjust the plan for cars: the way out of a mission left by car only, or cars to search."""
    if w.exit_by == BY_CAR:
        make_for_cars(w, s, v)
    elif v.leaving == 0:
        if v.arming == 1:
            arm_at_car(w, s, v)
        for c in range(w.n_cars):
            if s.car_zone[c] >= 0 and w.car_kind[c] == PIMPMOBILE and s.car_searched[c] == 0 and s.crowd[s.car_zone[c]] == 0:
                send_nearest(w, s, v, s.car_zone[c])


@jit
def send_nearest(w: Record, s: Record, v: Record, zone: int) -> None:
    """Send a nearby survivor without an errand of its own."""
    runner = -1
    near = UNREACHABLE
    for n in range(v.n_team):
        i = v.team[n]
        busy = v.target[i] >= 0 and v.wanted[v.target[i]] == 1 and cost(w, s, v, s.zone[i], v.target[i]) <= DETOUR
        if not busy and s.searched[i] == 0 and cost(w, s, v, s.zone[i], zone) < near:
            near = cost(w, s, v, s.zone[i], zone)
            runner = i
    if runner >= 0 and near <= DETOUR:
        v.target[runner] = zone


@jit
def arm_at_car(w: Record, s: Record, v: Record) -> None:
    """Send a survivor to a nearby police car: every search of it finds a weapon (AP-16.R8)."""
    for c in range(w.n_cars):
        z = s.car_zone[c]
        if z < 0 or w.car_kind[c] != POLICE_CAR or s.crowd[z] > 0:
            continue
        for n in range(v.n_team):
            i = v.team[n]
            wanted = v.target[i] >= 0 and v.wanted[v.target[i]] == 1
            if not wanted and cost(w, s, v, s.zone[i], z) <= ARSENAL:
                v.target[i] = z
