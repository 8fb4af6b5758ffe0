"""How far a team has come in a quest, as one number: what the planner of ``search`` climbs."""

from __future__ import annotations

from zombicide_agents.greedy.zombicide.board import LOCK_COST
from zombicide_agents.greedy.zombicide.gear import in_hands
from zombicide_env.games.zombicide.black_plague.numbers import layout as lay

from .search import Position

_FULL = 100.0  # a victory condition


def value(position: Position, bold: float = 1.0) -> float:
    """Victory conditions, the team's health and arms, its way to the next errands, danger around it.

    ``bold`` is the weight of what has been reached and of the way, against health and danger.
    """
    return bold * (goals(position) + way(position)) + team(position) - danger(position)


def goals(position: Position) -> float:
    view, s, total = position.view, position.s, 0.0
    for _, kind, a, need in position.goals():
        if kind == lay.GOAL_ALL_TAKEN:
            total += 60.0 * int(s["taken"].sum())
        elif kind == lay.GOAL_KILLED:
            total += _FULL * min(need, int(s["killed"][a])) / need
        elif kind == lay.GOAL_TAKEN_AT:
            total += _FULL * int(s["taken_at"][a])
        elif kind == lay.GOAL_ARTEFACTS:
            total += _FULL * min(need, int(s["artefacts"])) / need
        elif kind == lay.GOAL_VAULT_CARD:
            total += _FULL * min(need, int(s["vault_taken"][a]))
        elif kind == lay.GOAL_LEVEL:
            total += 1.5 * max(view.xp)
        elif kind == lay.GOAL_EXIT:
            total += 80.0 * sum(1 for i in range(position.board.survivors) if view.alive[i] and view.zone[i] < 0)
    if locked(position):
        total += 40.0 * int(s["taken"].sum())
    return total


def locked(position: Position) -> bool:
    """Whether doors wait for keys, or have."""
    return any(0 < key < lay.FOREVER for key in position.board.door_key[: position.board.n_doors])


def team(position: Position) -> float:
    view, total = position.view, 0.0
    for i in range(position.board.survivors):
        if not view.alive[i]:
            total -= 130.0
        elif view.zone[i] >= 0:
            total += 12.0 * min(2.0, in_hands(view, i)) - (0, 6.0, 18.0, 40.0)[view.wounds[i]]
    return total


def way(position: Position) -> float:
    """Steps to where everybody heads for, and of the nearest to each errand."""
    view, plan = position.view, position.plan
    total = -0.7 * sum(min(12.0, plan.way(i)) for i in view.team)
    if not view.team:
        return total
    errands = {*plan.wanted, *view.objectives()}
    nearest = [min(steps(plan.field(z)[view.zone[i]]) for i in view.team) for z in errands]
    return total - 4.0 * min(nearest, default=0.0) - 0.8 * sum(nearest)


def steps(cost: int) -> float:
    """Steps of a way, a lock on it counted as four."""
    return min(20.0, cost % LOCK_COST + 4 * (cost // LOCK_COST))


def danger(position: Position) -> float:
    view, s = position.view, position.s
    total = 0.0
    for i in view.team:
        zone = view.zone[i]
        total += 1.2 * view.attackers(zone) + 0.5 * view.inbound(zone)
    total += 0.15 * sum(view.crowd) + (4.0, 0.0, 6.0, 14.0)[1 if view.danger_level == 0 else view.danger_level]
    tokens = int(s["n_tokens"])
    if s["n_necros"]:
        total += 8.0 + (40.0 if tokens >= 6 else 3.0 * tokens)
    return total
