"""Estimate of a team's achievements and resources, which distinguishes games that are lost or not over."""

from __future__ import annotations

from typing import Final

from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record

from ...table.codes import WON
from ..numbers.layout import MAX_WOUNDS, MOST_XP
from ..rules.reward import goal_progress, objectives_taken

#: Weights of the estimate.  They follow a regression of the outcomes of games on nine quests (wins and progress) on intermediate positions.
GOALS: Final = 0.15
OBJECTIVES: Final = 0.17
ALIVE: Final = 0.19
HEALTH: Final = 0.11  # wounds that can still be taken
EXPERIENCE: Final = 0.2
TOKENS: Final = 0.18  # spawn tokens short of the limit (BP-3.8)


@jit
def promise(w: Record, s: Record, v: Record, weights: Record) -> float:
    """Return the estimate, 0 .. 1; 1: the game is won."""
    if s.outcome == WON:
        return 1.0
    alive = wounds = 0
    xp = 0.0
    for i in range(w.n_survivors):
        if s.alive[i] == 1:
            alive += 1
            wounds += s.wounds[i]
            xp += min(s.xp[i], MOST_XP)
    n = w.n_survivors
    reached = GOALS * goal_progress(w, s) + OBJECTIVES * objectives_taken(w, s)
    left = ALIVE * alive / n + HEALTH * (alive - wounds / MAX_WOUNDS) / n + EXPERIENCE * xp / (n * MOST_XP)
    return reached + left + TOKENS * max(0.0, 1.0 - s.n_tokens / max(1, w.token_limit))
