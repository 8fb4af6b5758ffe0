"""Errands between survivors and rope ladders: fragments of a folio, a way for the Beacon (WD-4.13, WD-25.43)."""

from __future__ import annotations

from typing import Final

from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record

from ...table.codes import FAR, GOAL_BEACON_IN, NONE, RED, RULE_RESTORE
from ..numbers.layout import ON_FOOT, D
from ..rules.defiler import beacon_at
from ..rules.objectives import kept_of
from ..rules.passability import level_border, passable
from ..rules.quest_rules import has_rule
from .distances import UNREACHABLE, cost

#: Mark of a survivor with an errand of its own, who is not reassigned, and hurries.
SENT: Final = 2

# ---- fragments of a folio --------------------------------------------------------------------------------------------


@jit
def collector(w: Record, s: Record) -> int:
    """Survivor who collects the fragments of a folio: the one with most of them, -1: none to collect (WD-25.43)."""
    if has_rule(w, RULE_RESTORE) == 0 or s.removed[RED] > 0:
        return NONE
    most = 0
    found = NONE
    holders = 0
    for i in range(w.n_survivors):
        n = kept_of(s, i, RED)
        holders += min(1, n)
        if n > most:
            most = n
            found = i
    return found if holders > 1 else NONE


@jit
def hands_over(w: Record, s: Record, i: int, friend: int) -> bool:
    """Whether the survivor has fragments for that friend."""
    return friend == collector(w, s) and kept_of(s, i, RED) > 0


@jit
def bring_fragments(w: Record, s: Record, v: Record) -> None:
    """Send survivors with fragments to the one with most of them."""
    friend = collector(w, s)
    if friend < 0:
        return
    for n in range(v.n_team):
        i = v.team[n]
        if i != friend and v.hunter[i] == 0 and kept_of(s, i, RED) > 0 and cost(w, s, v, s.zone[i], s.zone[friend]) < UNREACHABLE:
            v.target[i] = s.zone[friend]
            v.hunter[i] = 1


# ---- a way for the Beacon --------------------------------------------------------------------------------------------


@jit
def spread(w: Record, s: Record, v: Record, start: int) -> int:
    """Set ``v.far[z]`` to the steps over zones that are not Defiled, FAR if there is no such way (WD-4.25).

    Returns the number of zones reached; they are in ``v.queue``, nearest first.
    """
    for z in range(w.n_zones):
        v.far[z] = FAR
    v.far[start] = 0
    v.queue[0] = start
    head = 0
    tail = 1
    while head < tail:
        z = v.queue[head]
        head += 1
        for n in range(w.degree[z]):
            t = w.neighbour[z, n]
            if v.far[t] == FAR and s.defiled[t] == 0 and passable(w, s, z, n, ON_FOOT) == 1:
                v.far[t] = v.far[z] + 1
                v.queue[tail] = t
                tail += 1
    return tail


@jit
def beacon_goal(w: Record) -> int:
    """Zone to which the Beacon has to go, -1: none."""
    for g in range(w.n_goals):
        if w.goal[g, 1] == GOAL_BEACON_IN:
            return w.goal[g, 2]
    return NONE


@jit
def gap(w: Record, s: Record, v: Record) -> int:
    """Border (zone * D + neighbour) where a rope ladder makes the Beacon's way shortest; -1: not needed, or impossible."""
    goal = beacon_goal(w)
    start = beacon_at(s)
    if goal < 0 or start < 0 or s.defiled[goal] == 1 or s.defiled[start] == 1:
        return NONE
    spread(w, s, v, goal)
    if v.far[start] != FAR:
        return NONE
    for z in range(w.n_zones):
        v.beyond[z] = v.far[z]
    spread(w, s, v, start)
    best = 2 * FAR
    found = NONE
    for z in range(w.n_zones):
        if v.far[z] == FAR:
            continue
        for n in range(w.degree[z]):
            t = w.neighbour[z, n]
            if v.beyond[t] != FAR and v.far[z] + v.beyond[t] < best and level_border(w, s, z, n) == 1:
                best = v.far[z] + v.beyond[t]
                found = z * D + n
    return found


@jit
def nearest_loose(w: Record, s: Record, v: Record, i: int) -> int:
    """Nearest zone with a loose rope ladder, -1: none."""
    best = UNREACHABLE
    found = NONE
    for z in range(w.n_zones):
        if s.loose[z] > 0 and cost(w, s, v, s.zone[i], z) < best:
            best = cost(w, s, v, s.zone[i], z)
            found = z
    return found


@jit
def hang_ladder(w: Record, s: Record, v: Record) -> None:
    """Send a survivor to hang a rope ladder where the Beacon lacks a way: one who has a ladder, else the one nearest to a ladder."""
    v.gap = gap(w, s, v)
    if v.gap < 0:
        return
    runner = NONE
    aim = NONE
    near = UNREACHABLE
    for n in range(v.n_team):
        i = v.team[n]
        zone = v.gap // D if s.ladders[i] > 0 else NONE if i == s.beacon_by else nearest_loose(w, s, v, i)
        if zone < 0:
            continue
        way = cost(w, s, v, s.zone[i], zone)
        if s.ladders[i] > 0:
            way -= UNREACHABLE  # before all survivors without a ladder
        if way < near:
            near = way
            runner = i
            aim = zone
    if runner >= 0:
        v.target[runner] = aim
        v.hunter[runner] = SENT
