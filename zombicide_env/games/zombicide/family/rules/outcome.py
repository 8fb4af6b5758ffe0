"""Victory and defeat (BP-3): tested after every atomic event in the order of BP-3.R1."""

from __future__ import annotations

from typing import Final

from zombicide_env.core.decisions import Task
from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record

from ...table import codes as C
from ...table.codes import BY_NOBODY, BY_QUEST, LOST, ONGOING, WON
from ..numbers import tasks as T
from ..numbers.layout import QUEST_ABOMINATION_DEAD, SLOTS
from . import ends
from .team import in_play


@jit
def any_objective(w: Record, s: Record) -> int:
    for z in range(w.n_zones):
        if s.objective[z] > 0:
            return 1
    return 0


@jit
def exit_complete(w: Record, s: Record) -> int:
    """1 if somebody has left and no living survivor is on the board (BP-3.R2, BP-23.R2)."""
    left = 0
    for i in range(w.n_survivors):
        if in_play(s, i) == 1:
            return 0
        if s.alive[i] == 1:
            left = 1
    return left


@jit
def team_holds(w: Record, s: Record, card: int) -> int:
    n = 0
    for i in range(w.n_survivors):
        if s.alive[i] == 1:
            for slot in range(SLOTS):
                n += w.copy_card[s.inv[i, slot]] == card
    return n


@jit
def all_alive_in(w: Record, s: Record, z: int) -> int:
    for i in range(w.n_survivors):
        if s.alive[i] == 0 or s.zone[i] != z:
            return 0
    return 1


@jit
def all_tokens_in(s: Record, z: int) -> int:
    for t in range(s.n_tokens):
        if s.token_zone[t] != z:
            return 0
    return 1


@jit
def goal_value(w: Record, s: Record, g: int) -> int:
    """Progress of goal ``g``: its count, or 1 / 0."""
    kind = w.goal[g, 1]
    a = w.goal[g, 2]
    if a < 0:  # a zone that this board does not have
        return 0
    if kind == C.GOAL_EXIT:
        return exit_complete(w, s)
    if kind == C.GOAL_KILLED:
        return s.killed[a]
    if kind == C.GOAL_ALL_TAKEN:
        return 1 - any_objective(w, s)
    if kind == C.GOAL_TAKEN:
        return s.taken[a]
    if kind == C.GOAL_TAKEN_AT:
        return s.taken_at[a]
    if kind == C.GOAL_ARTEFACTS:
        return ends.artefacts(w, s)
    if kind == C.GOAL_LEVEL:
        return 1 if s.level_reached >= a else 0
    if kind == C.GOAL_TEAM_HOLDS:
        return team_holds(w, s, a)
    if kind == C.GOAL_ALL_IN:
        return all_alive_in(w, s, a)
    if kind == C.GOAL_NO_ZOMBIE_IN:
        return 1 if s.crowd[a] == 0 else 0
    if kind == C.GOAL_VAULT_CARD:
        return s.vault_taken[a]
    if kind == C.GOAL_TOKENS_IN:
        return all_tokens_in(s, a)
    if kind == C.GOAL_FIRE_IN:
        return 1 if s.fire_zone == a else 0
    if kind == C.GOAL_QUEST_ABOMINATION:
        return 1 if s.quest_abomination == QUEST_ABOMINATION_DEAD else 0
    return ends.goal_value(w, s, kind, a)


@jit
def reached(w: Record, g: int, value: int) -> int:
    """1 if the value meets goal ``g``."""
    return 1 if value >= max(1, w.goal[g, 3]) else 0


@jit
def goal_met(w: Record, s: Record, g: int) -> int:
    return reached(w, g, goal_value(w, s, g))


@jit
def steps_done(w: Record, s: Record, last: int) -> int:
    """1 if every goal of the steps 0 .. ``last`` is met."""
    for g in range(w.n_goals):
        if w.goal[g, 0] <= last and goal_met(w, s, g) == 0:
            return 0
    return 1


@jit
def exit_open(w: Record, s: Record, z: int) -> int:
    """1 if survivors may leave by zone ``z`` now (BP-11.R9, BP-23.Q7.R1)."""
    if w.exit_zone[z] == 0 or s.crowd[z] > 0 or ends.on_foot(w) == 0:
        return 0
    if w.exit_after_step > 0:
        return max(ends.stays_open(s), steps_done(w, s, w.exit_after_step - 1))
    return 1


@jit
def lose(s: Record, cause: int) -> None:
    if s.outcome == ONGOING:
        s.outcome = LOST
        s.defeat = cause


@jit
def check_end(w: Record, s: Record) -> None:
    """Test defeat, then victory (BP-3.R1), then other ends of the edition."""
    if s.outcome != ONGOING:
        return
    cause = ends.defeat(w, s)
    if cause != BY_NOBODY:
        lose(s, cause)
    elif w.goal_in_end_phase == 0 and ends.unresolved(s) == 0:
        check_victory(w, s)
        if s.outcome == ONGOING:
            fate = ends.fate(w, s)
            if fate == LOST:
                lose(s, BY_QUEST)
            else:
                s.outcome = fate


@jit
def won_by_any_event(w: Record) -> int:
    """1 if a goal depends on what the team holds or where survivors are: any search, trade or step may reach it."""
    for g in range(w.n_goals):
        kind = w.goal[g, 1]
        if kind == C.GOAL_TEAM_HOLDS or kind == C.GOAL_ALL_IN or kind == C.GOAL_NO_ZOMBIE_IN:
            return 1
    return 0


@jit
def check_victory(w: Record, s: Record) -> None:
    if s.outcome == ONGOING and w.n_goals > 0 and steps_done(w, s, 32767) == 1:
        s.outcome = WON


ROWS: Final = (Task(T.CHECK, check_end),)
