"""Effective skills: Brother in Arms (WD-24.14); danger levels and choices in Ultra mode (WD-21)."""

from __future__ import annotations

from zombicide_env.core.agenda import push
from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record

from ...table.codes import NONE
from ..numbers import edition_decisions as OASK
from ..numbers import edition_skills as OSK
from ..numbers.layout import ID_CHOICES, MOST_XP
from .team import in_play


@jit
def accompanied(w: Record, s: Record, i: int) -> int:
    """1 if another survivor or a Guard is in the survivor's zone."""
    if s.guards[s.zone[i]] > 0 and w.brother_in_arms_counts_guards == 1:
        return 1
    for j in range(w.n_survivors):
        if j != i and in_play(s, j) == 1 and s.zone[j] == s.zone[i]:
            return 1
    return 0


@jit
def from_brothers(w: Record, s: Record, i: int, column: int) -> int:
    """How often a Brother in Arms of the zone, the survivor included, has the skill of the column."""
    n = 0
    for j in range(w.n_survivors):
        if s.skill[j, column] > 0 and in_play(s, j) == 1 and s.zone[j] == s.zone[i]:
            if j != i or accompanied(w, s, i) == 1:
                n += s.skill[j, column]
    return n


@jit
def skilled(w: Record, s: Record, i: int, skill: int) -> int:
    """How often survivor ``i`` has the skill, shared ones included."""
    n = s.skill[i, skill]
    if s.brothers == 1 and OSK.COMPANY[skill] >= 0 and s.zone[i] >= 0:
        n += from_brothers(w, s, i, OSK.COMPANY[skill])
    return n


@jit
def may_learn(w: Record, s: Record, i: int, level: int, choice: int) -> int:
    """1 if the choice of the sheet at Orange (2) or Red (3) exists and has not been taken."""
    if (s.learned[i, level - 2] >> choice) & 1:
        return 0
    if level == 2:
        return 1 if w.learn_orange[i, choice] != NONE else 0
    return 1 if w.learn_red[i, choice] != NONE else 0


@jit
def has_learned(s: Record, i: int, level: int, choice: int) -> None:
    s.learned[i, level - 2] |= 1 << choice


@jit
def gains_yellow(s: Record, i: int) -> int:
    return 1 if s.laps[i] == 0 else 0


@jit
def goes_round(w: Record, s: Record, i: int) -> int:
    """Ultra mode: restart the tracker at 0 when Red is reached (WD-21.1); returns 1 if it has."""
    if w.ultra == 0 or s.level[i] < 3 or s.xp[i] < MOST_XP:
        return 0
    s.xp[i] -= MOST_XP
    s.laps[i] += 1
    s.level[i] = 0
    return 1


@jit
def beyond(w: Record, s: Record, i: int, level: int) -> None:
    """Called when no choice of the level is left: once the sheet is used up, any skill (WD-21.3)."""
    if w.ultra == 0:
        return
    for choice in range(ID_CHOICES):
        if may_learn(w, s, i, 2, choice) == 1 or may_learn(w, s, i, 3, choice) == 1:
            return
    push(s, OASK.MASTER, i)
