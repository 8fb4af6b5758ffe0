"""Rewards: the team's result for every survivor, and a potential for optional shaping.

Sparse: +1 when the game is won, -1 when it is lost, 0 otherwise, for every survivor, dead ones included.
Shaped: additionally the change of a potential, ``phi(after) - phi(before)``, with ``phi = 0`` at the end of the game.
These additions sum to ``-phi(start)`` whatever the team does, so the optimal policy stays the same
(potential-based shaping with discount 1).
"""

from __future__ import annotations

from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record

from ...table.codes import FAR, GOAL_EXIT, LOST, WON
from ..edition import MASTERS
from ..numbers.layout import MAX_WOUNDS, MOST_XP
from .outcome import goal_value
from .team import in_play

# Weights of the potential; it lies between -1 and 1.
GOALS_WEIGHT = 0.4
WAY_WEIGHT = 0.2
EXPERIENCE_WEIGHT = 0.2
WOUNDS_WEIGHT = 0.1
DEATHS_WEIGHT = 0.5


@jit
def goal_progress(w: Record, s: Record) -> float:
    """Mean share of fulfilled victory conditions, 0 .. 1; objectives taken count for `all taken`."""
    total = 0.0
    for g in range(w.n_goals):
        need = max(1, w.goal[g, 3])
        if w.goal[g, 1] == GOAL_EXIT:
            gone = 0.0
            for i in range(w.n_survivors):
                if s.alive[i] == 1 and s.zone[i] < 0:
                    gone += 1.0
            total += gone / w.n_survivors
        else:
            total += min(1.0, goal_value(w, s, g) / need)
    return 0.0 if w.n_goals == 0 else total / w.n_goals


@jit
def objectives_taken(w: Record, s: Record) -> float:
    """Share of the objective tokens that have been taken, 0 .. 1."""
    taken = s.taken[1] + s.taken[2] + s.taken[3]
    left = 0
    for z in range(w.n_zones):
        left += s.objective[z] > 0
    return 0.0 if taken + left == 0 else taken / (taken + left)


@jit
def way_to_exit(w: Record, s: Record) -> float:
    """Mean closeness of the survivors in play to the Exit, 0 .. 1, every door counted as open."""
    total = 0.0
    n = 0
    for i in range(w.n_survivors):
        if in_play(s, i) == 0:
            continue
        n += 1
        best = FAR
        for z in range(w.n_zones):
            if w.exit_zone[z] == 1:
                best = min(best, w.far[s.zone[i], z])
        if best < FAR:
            total += 1.0 / (1.0 + best)
    return 0.0 if n == 0 else total / n


@jit
def potential(w: Record, s: Record) -> float:
    """Potential of the position; 0 when the game is won or lost (a truncated game keeps its potential)."""
    if s.outcome == WON or s.outcome == LOST:
        return 0.0
    n = w.n_survivors
    xp = 0.0
    wounds = 0.0
    dead = 0.0
    for i in range(n):
        if s.alive[i] == 0:
            dead += 1.0
        else:
            xp += min(MOST_XP, s.xp[i]) / MOST_XP
            wounds += s.wounds[i] / MAX_WOUNDS
    progress = 0.5 * (goal_progress(w, s) + objectives_taken(w, s))
    return (
        GOALS_WEIGHT * progress
        + WAY_WEIGHT * way_to_exit(w, s)
        + EXPERIENCE_WEIGHT * xp / n
        - WOUNDS_WEIGHT * wounds / n
        - DEATHS_WEIGHT * dead / n
    )


@jit
def start_rewards(w: Record, s: Record) -> None:
    for i in range(w.n_survivors + MASTERS):
        s.reward[i] = 0.0
    if w.shaped == 1:
        s.potential = potential(w, s)


@jit
def give_rewards(w: Record, s: Record) -> None:
    """Write the reward of the step just taken: equal for all survivors, negated for a Zombie Master."""
    r = 0.0
    if s.outcome == WON:
        r = 1.0
    elif s.outcome == LOST:
        r = -1.0
    if w.shaped == 1:
        p = potential(w, s)
        r += p - s.potential
        s.potential = p
    for i in range(w.n_survivors):
        s.reward[i] = r
    if MASTERS:
        s.reward[w.n_survivors] = 0.0 - r
