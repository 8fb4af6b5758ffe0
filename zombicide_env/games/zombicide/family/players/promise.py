"""How much a team has reached, by which games that are lost may still be told apart."""

from __future__ import annotations

from typing import Final

from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record

from ...table.codes import WON
from ..rules.reward import goal_progress, objectives_taken

#: Shares of what is reached: victory conditions, objectives, survivors, rounds.
GOALS: Final = 0.35
OBJECTIVES: Final = 0.35
ALIVE: Final = 0.2
ROUNDS: Final = 0.1
MANY: Final = 30  # rounds


@jit
def promise(w: Record, s: Record, v: Record, weights: Record) -> float:
    """What has been reached, 0 .. 1; 1: the game is won."""
    if s.outcome == WON:
        return 1.0
    alive = 0
    for i in range(w.n_survivors):
        alive += s.alive[i]
    reached = GOALS * goal_progress(w, s) + OBJECTIVES * objectives_taken(w, s) + ALIVE * alive / w.n_survivors
    return reached + ROUNDS * min(s.round, MANY) / MANY
