"""Defeat (BP-3), and edition-specific victory conditions; none of these in the family."""

from __future__ import annotations

from typing import Final

from zombicide_env.core.records import Record

from ...table.codes import BY_NO_SURVIVORS, BY_NOBODY, BY_QUEST, GOAL_EXIT, ONGOING, RULE_LOSE_KILLED
from ...table.seams import seam

#: Causes of a defeat in this edition, as words of ``codes.DEFEATS``.
CAUSES: Final = ("no_survivors", "necromancer", "quest")


@seam
def on_foot(w: Record) -> int:
    """1 if survivors leave by the Exit at the end of a turn (BP-11.R9)."""
    return 1


@seam
def death_is_defeat(w: Record) -> int:
    """1 in quests in which no survivor may be killed (BP-3.R2, BP-23.Q4.R2)."""
    for r in range(w.n_rules):
        if w.rule[r, 0] == RULE_LOSE_KILLED:
            return 1
    if w.strict_all_survivors == 1:
        for g in range(w.n_goals):
            if w.goal[g, 1] == GOAL_EXIT:
                return 1
    return 0


@seam
def defeat(w: Record, s: Record) -> int:
    """Cause of a present defeat, the first in the order of BP-3.R1; BY_NOBODY for none."""
    if s.died == 1 and death_is_defeat(w) == 1:
        return BY_QUEST
    for i in range(w.n_survivors):
        if s.alive[i] == 1:
            return BY_NOBODY
    return BY_NO_SURVIVORS


@seam
def goal_value(w: Record, s: Record, kind: int, a: int) -> int:
    """Progress of an edition-specific goal."""
    return 0


@seam
def unresolved(s: Record) -> int:
    """1 during effects that have to be resolved completely before a victory counts."""
    return 0


@seam
def fate(w: Record, s: Record) -> int:
    """Outcome of a game that is neither lost by ``defeat`` nor won: ONGOING, LOST by the quest, DRAWN."""
    return ONGOING


@seam
def stays_open(s: Record) -> int:
    """1 if the Exit stays open once it has opened."""
    return 0


@seam
def artefacts(w: Record, s: Record) -> int:
    """Artefacts that count for the victory."""
    return s.artefacts
