"""Zones of quest conditions: objectives, artefacts, spawn tokens, buildings to burn, the Empress, the ramparts (WD-25)."""

from __future__ import annotations

from typing import Final

from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record

from ...table import codes as C
from ...table.codes import NONE, RED, RULE_BANISH, RULE_CACHE, RULE_CLEANSE, RULE_PREPARED
from ..numbers.layout import ABOMINATION, ON_FOOT, D
from ..numbers.tokens import DEFILER_TOKEN
from ..rules.artefacts import first_on_ground
from ..rules.movement import neighbour_index
from ..rules.objectives import kept_of, pile_at
from ..rules.outcome import goal_met, goal_value
from ..rules.passability import is_rampart, passable
from ..rules.quest_rules import has_rule
from ..rules.quests import folio_of
from .distances import FARTHEST, UNREACHABLE, cost
from .errands import SENT, beacon_goal, bring_fragments, hang_ladder, spread
from .goals import has_goal
from .guards import exit_of, guards_left
from .marks import add_goal

#: Maximum cost of the way to an artefact on the ground that is worth a detour.
DETOUR: Final = 4


@jit
def nobody_may_die(w: Record) -> bool:
    """Whether any survivor's death loses the game (WD-3.8)."""
    return True


@jit
def precious(w: Record, s: Record, zone: int) -> int:
    """Return the number of Guards, and of the Empress, if their death loses the game (WD-25.10)."""
    number = s.guards[zone] if has_rule(w, C.RULE_LOSE_GUARD) == 1 else 0
    if s.beacon_zone == zone and has_rule(w, C.RULE_LOSE_BEACON) == 1:
        number += 1
    return number


@jit
def point(w: Record, s: Record, v: Record, kind: int, a: int) -> None:
    """Add the zones of a condition, and set the team's intentions."""
    if kind == C.GOAL_ARTEFACTS:
        add_artefacts(w, s, v)
    elif kind == C.GOAL_NO_DEFILED or kind == C.GOAL_TOKENS_IN:
        add_hidden(w, s, v, kind)
    elif kind == C.GOAL_BURNED:
        v.searching = 1
        add_red(w, s, v)
    elif kind == C.GOAL_BEACON_IN:
        add_goal(v, a if s.beacon_taken == 1 or s.beacon_zone < 0 else s.beacon_zone)
    elif kind == C.GOAL_RAMPARTS_HELD or kind == C.GOAL_RAMPARTS_CLEAR:
        if no_objective(w, s):
            for z in range(w.n_zones):
                if is_rampart(w, s, z) == 1:
                    add_goal(v, z)
    elif kind == C.GOAL_ESCAPED:
        if everything_else(w, s):
            v.leaving = 1
            for z in range(w.n_zones):
                if w.exit_zone[z] == 1:
                    add_goal(v, z)
        elif no_goal(v):
            v.searching = 1


@jit
def on_foot(w: Record) -> bool:
    """Whether survivors walk to the Exit."""
    return True


@jit
def everything_else(w: Record, s: Record) -> bool:
    """Whether everything is done that has to be done before the team leaves."""
    for g in range(w.n_goals):
        if w.goal[g, 1] != C.GOAL_ESCAPED and goal_met(w, s, g) == 0:
            return False
    return True


@jit
def no_goal(v: Record) -> bool:
    return v.n_goals == 0


@jit
def no_objective(w: Record, s: Record) -> bool:
    for z in range(w.n_zones):
        if s.objective[z] != 0:
            return False
    return True


@jit
def add_red(w: Record, s: Record, v: Record) -> None:
    for z in range(w.n_zones):
        if s.objective[z] == RED:
            add_goal(v, z)


@jit
def add_artefacts(w: Record, s: Record, v: Record) -> None:
    """Add artefacts on the ground, objectives that may be red, and zombies that drop one when they die (WD-10.5)."""
    for z in range(w.n_zones):
        if first_on_ground(s, z) >= 0 or s.objective[z] == RED or (s.objective[z] != 0 and s.hidden[z] == 1):
            add_goal(v, z)
        elif s.zombies[z, ABOMINATION] > 0 and v.ready == 1:
            add_goal(v, z)


@jit
def add_hidden(w: Record, s: Record, v: Record, kind: int) -> None:
    """Add objectives whose tokens remove spawn tokens: folios of Quest 2, red ones of Quest 8."""
    for z in range(w.n_zones):
        if s.objective[z] != 0 and (s.hidden[z] == 1 or kind == C.GOAL_NO_DEFILED or s.objective[z] == RED):
            add_goal(v, z)


@jit
def wanted(w: Record, s: Record, zone: int) -> bool:
    """Whether the zone has artefacts on the ground or prepared cards."""
    if first_on_ground(s, zone) >= 0:
        return True
    return has_rule(w, RULE_PREPARED) == 1 and pile_at(s, zone) >= 0


@jit
def searchable(w: Record, s: Record, zone: int) -> bool:
    """Whether a room can be searched at all."""
    return s.defiled[zone] == 0


@jit
def errand_limit(w: Record, weights: Record) -> float:
    """Maximum steps that a survivor leaves the team for an errand of its own.

    Fewer if there is a prepared card for each survivor (WD-25.22), and if Guards have to be led out (WD-25.84).
    """
    together = has_rule(w, RULE_PREPARED) == 1 or (exit_of(w) >= 0 and not has_goal(w, C.GOAL_ARTEFACTS))
    return weights.column if together else weights.run


@jit
def shape(w: Record, s: Record, v: Record, weights: Record) -> None:
    """Adjust the plan: survivors with the Beacon or a token that removes spawn tokens have their own targets, others help them.

    Artefacts nearby are picked up.
    """
    v.gap = NONE
    v.mustering = 1 if musters(w, s) else 0
    if v.leaving == 1:  # the number of zombies only grows
        v.haste = weights.outward
    for n in range(v.n_team):
        i = v.team[n]
        token = token_for(w, s, v, i)
        if token >= 0:
            v.target[i] = token
            v.hunter[i] = 1
    bring_fragments(w, s, v)
    goal = beacon_goal(w)
    if goal >= 0:
        hang_ladder(w, s, v)
        escort(w, s, v, goal)
    if has_rule(w, RULE_CACHE) == 1 and w.flag_zone >= 0 and no_objective(w, s) and lacking(w, s) > 0:
        send_nearest(w, s, v, w.flag_zone, FARTHEST)
    if v.mustering == 1:
        gather(w, s, v, weights)
    shepherd(w, s, v, weights)
    for z in range(w.n_zones):
        if first_on_ground(s, z) >= 0 and s.crowd[z] == 0:
            send_nearest(w, s, v, z, DETOUR)


@jit
def musters(w: Record, s: Record) -> bool:
    """Whether it is time to gather on the ramparts (WD-25.35)."""
    return has_goal(w, C.GOAL_RAMPARTS_HELD) and no_objective(w, s)


@jit
def lacking(w: Record, s: Record) -> int:
    """Number of cards that the team still has to hold (WD-25.35)."""
    for g in range(w.n_goals):
        if w.goal[g, 1] == C.GOAL_TEAM_HOLDS:
            return max(0, w.goal[g, 3] - goal_value(w, s, g))
    return 0


@jit
def gather(w: Record, s: Record, v: Record, weights: Record) -> None:
    """Send all survivors to the nearest rampart, then to killable zombies on other ramparts: one moment without any wins (WD-25.35)."""
    waiting = lacking(w, s)
    if waiting == 0:
        v.haste = weights.home
    for n in range(v.n_team):
        i = v.team[n]
        if v.hunter[i] > 0 or (waiting > 0 and v.target[i] == w.flag_zone):
            continue
        above = is_rampart(w, s, s.zone[i]) == 1
        best = UNREACHABLE
        v.target[i] = s.zone[i] if above else NONE
        for z in range(w.n_zones):
            if is_rampart(w, s, z) == 1 and s.zombies[z, ABOMINATION] == 0 and (not above or s.crowd[z] > 0):
                far = cost(w, s, v, s.zone[i], z) + (0 if above else s.crowd[z])
                if far < best:
                    best = far
                    v.target[i] = z


@jit
def shepherd(w: Record, s: Record, v: Record, weights: Record) -> None:
    """If a Guard's death loses the game, send the survivors nearest to the Exit there, to leave early with Guards (WD-25.84)."""
    out = exit_of(w)
    if out < 0 or v.leaving == 1 or guards_left(w, s) == 0:
        return
    for _ in range(min(int(weights.shepherd), v.n_team - 1)):
        runner = NONE
        near = UNREACHABLE
        for n in range(v.n_team):
            i = v.team[n]
            if v.hunter[i] < SENT and cost(w, s, v, s.zone[i], out) < near:
                near = cost(w, s, v, s.zone[i], out)
                runner = i
        if runner >= 0:
            v.target[runner] = out
            v.hunter[runner] = SENT


@jit
def token_for(w: Record, s: Record, v: Record, i: int) -> int:
    """Zone of the nearest spawn token that the survivor can remove, -1: none."""
    banishes = has_rule(w, RULE_BANISH) == 1 and folio_of(s, i) > 0
    cleanses = has_rule(w, RULE_CLEANSE) == 1 and kept_of(s, i, RED) > 0
    best = UNREACHABLE
    found = NONE
    for t in range(s.n_tokens):
        z = s.token_zone[t]
        if s.token_id[t] == DEFILER_TOKEN or not ((banishes and s.defiled[z] == 1) or (cleanses and z != w.flag_zone)):
            continue
        if cost(w, s, v, s.zone[i], z) < best:
            best = cost(w, s, v, s.zone[i], z)
            found = z
    return found


@jit
def escort(w: Record, s: Record, v: Record, goal: int) -> None:
    """Bring the Beacon to its zone: with its carrier, or by itself if a survivor is with it (WD-25.75, WD-25.114)."""
    if s.beacon_by >= 0:
        v.target[s.beacon_by] = safe_step(w, s, v, s.zone[s.beacon_by], goal if v.gap < 0 else v.gap // D)
        v.hunter[s.beacon_by] = SENT
    elif s.beacon_zone >= 0 and s.beacon_taken == 0:
        for n in range(v.n_team):
            i = v.team[n]
            if v.hunter[i] == 0 and not (v.target[i] >= 0 and v.wanted[v.target[i]] == 1):
                v.target[i] = s.beacon_zone


@jit
def send_nearest(w: Record, s: Record, v: Record, zone: int, detour: float) -> None:
    """Send the nearest survivor without an errand of its own, if it is within ``detour`` steps."""
    runner = NONE
    near = UNREACHABLE
    for n in range(v.n_team):
        i = v.team[n]
        if v.hunter[i] == 0 and cost(w, s, v, s.zone[i], zone) < near:
            near = cost(w, s, v, s.zone[i], zone)
            runner = i
    if runner >= 0 and near <= detour:
        v.target[runner] = zone
        v.wanted[zone] = 1


@jit
def safe_step(w: Record, s: Record, v: Record, start: int, goal: int) -> int:
    """Next zone of a shortest way without Defiled zones, which the Beacon must not enter (WD-4.25); ``start`` if there is none."""
    if goal < 0 or s.defiled[goal] == 1:
        return start
    for k in range(spread(w, s, v, goal)):
        z = v.queue[k]
        n = neighbour_index(w, z, start)
        if n >= 0 and passable(w, s, z, n, ON_FOOT) == 1:
            return z
    return start
