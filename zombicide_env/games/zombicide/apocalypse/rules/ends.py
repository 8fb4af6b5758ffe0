"""Defeat, victory conditions of the missions, and who may leave (AP-3, AP-26)."""

from __future__ import annotations

from typing import Final

from zombicide_env.core.decks import count
from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record

from ...table.codes import (
    BY_NO_SURVIVORS,
    BY_NOBODY,
    BY_QUEST,
    DRAWN,
    GOAL_CARRIED_OFF,
    GOAL_ENOUGH_LEFT,
    GOAL_EXIT,
    GOAL_FOUND,
    GOAL_GATHERED,
    GOAL_HELD,
    GOAL_NEUTRALISED,
    GOAL_SUPPLIES_OUT,
    LOST,
    ONGOING,
    RED,
)
from ..numbers.cars import BY_FOOT
from ..numbers.layout import SLOTS
from .team import in_play, survivors_at
from .tokens import active_token_in

#: Causes of a defeat in this edition, as words of ``codes.DEFEATS``.
CAUSES: Final = ("no_survivors", "quest")


@jit
def on_foot(w: Record) -> int:
    """1 if survivors leave by the Exit at the end of a turn (AP-26.R11)."""
    return 1 if w.exit_by == BY_FOOT else 0


@jit
def death_is_defeat(w: Record) -> int:
    """1 if the option says so (BP-3.R2)."""
    if w.strict_all_survivors == 1:
        for g in range(w.n_goals):
            if w.goal[g, 1] == GOAL_EXIT:
                return 1
    return 0


@jit
def has_left(s: Record, i: int) -> int:
    """1 if the survivor has left the board alive."""
    return 1 if s.alive[i] == 1 and s.zone[i] < 0 else 0


@jit
def defeat(w: Record, s: Record) -> int:
    """Cause of a present defeat, BY_NOBODY for none (AP-3.R1)."""
    if count_living(w, s) == 0:
        return BY_NO_SURVIVORS
    if s.died == 1 and death_is_defeat(w) == 1:
        return BY_QUEST
    return BY_NOBODY


@jit
def neutral_left(w: Record, s: Record) -> int:
    return count(s.objective, w.n_zones, RED)


@jit
def goal_value(w: Record, s: Record, kind: int, a: int) -> int:
    """Progress of an edition-specific goal."""
    if kind == GOAL_CARRIED_OFF:
        return s.carried_off[a]
    if kind == GOAL_FOUND:
        return s.carried_off[a] + carried(w, s, a)
    if kind == GOAL_GATHERED:
        return gathered(w, s)
    if kind == GOAL_SUPPLIES_OUT:
        return s.supplies_out
    if kind == GOAL_NEUTRALISED:
        return s.neutralised
    if kind == GOAL_HELD:
        return held(w, s, a)
    if kind == GOAL_ENOUGH_LEFT:
        return 1 if count_left(w, s) >= w.enough else 0
    return 0


@jit
def carried(w: Record, s: Record, card: int) -> int:
    """Number of copies of the card that survivors in play carry (AP-26.R13)."""
    n = 0
    for i in range(w.n_survivors):
        for slot in range(SLOTS):
            n += in_play(s, i) == 1 and w.copy_card[s.inv[i, slot]] == card
    return n


@jit
def gathered(w: Record, s: Record) -> int:
    """1 if all survivors in play are in one active spawn zone without zombies (AP-26c)."""
    z = -1
    for i in range(w.n_survivors):
        if in_play(s, i) == 1:
            if z >= 0 and s.zone[i] != z:
                return 0
            z = s.zone[i]
    if z < 0 or s.crowd[z] > 0:
        return 0
    return active_token_in(s, z)


@jit
def held(w: Record, s: Record, z: int) -> int:
    """1 if a survivor in play is in the zone and no zombie (AP-26.M8)."""
    return 1 if s.crowd[z] == 0 and survivors_at(w, s, z) > 0 else 0


@jit
def count_living(w: Record, s: Record) -> int:
    n = 0
    for i in range(w.n_survivors):
        n += s.alive[i]
    return n


@jit
def count_left(w: Record, s: Record) -> int:
    """Number of survivors who have left the board alive."""
    n = 0
    for i in range(w.n_survivors):
        n += has_left(s, i)
    return n


@jit
def unresolved(s: Record) -> int:
    """0: every hit counts immediately."""
    return 0


@jit
def fate(w: Record, s: Record) -> int:
    """Outcome after victory is tested: a failed mission loses (AP-3.R1); a board that everybody has left is a draw (AP-3.R4)."""
    if w.escapes_lose > 0 and s.escaped >= w.escapes_lose:  # AP-26.M7
        return LOST
    living = count_living(w, s)
    if w.recruits == 1 and living + neutral_left(w, s) < w.enough:  # AP-26.R16
        return LOST
    if living == count_left(w, s):
        return DRAWN
    return ONGOING


@jit
def stays_open(s: Record) -> int:
    """1 if survivors could leave before: the Exit stays open from then (AP-26.M1)."""
    return s.way_open


@jit
def artefacts(w: Record, s: Record) -> int:
    """Number of artefacts that count for the victory."""
    return s.artefacts
