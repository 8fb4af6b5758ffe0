"""Defeat, and the victory conditions of White Death (WD-3.7 to 3.14, WD-25)."""

from __future__ import annotations

from typing import Final

from zombicide_env.core.decks import count, find
from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record

from ...table.codes import (
    BLUE,
    BY_DEATH,
    BY_DEFILEMENT,
    BY_NOBODY,
    BY_QUEST,
    GOAL_BEACON_IN,
    GOAL_BURNED,
    GOAL_ESCAPED,
    GOAL_NO_DEFILED,
    GOAL_RAMPARTS_CLEAR,
    GOAL_RAMPARTS_HELD,
    GREEN,
    LOST,
    ONGOING,
    RAMPART,
    RED,
    RULE_LOSE_BEACON,
    RULE_LOSE_FOLIOS,
    RULE_LOSE_GUARD,
    RULE_LOSE_LEFT,
    RULE_LOSE_REMOVED,
    RULE_LOSE_TOKENS,
)
from ..numbers import edition_tasks as OT
from ..numbers.layout import SLOTS
from ..numbers.tokens import DEFILER_TOKEN, FOLIO, KEEPSAKES
from .passability import is_rampart
from .quest_rules import has_rule
from .team import in_play

#: Causes of a defeat in this edition, as words of ``codes.DEFEATS``.
CAUSES: Final = ("survivor_killed", "beacon_defiled", "quest")


@jit
def beacon_lost(s: Record) -> int:
    """1 if the Beacon's zone is Defiled, carried or not (WD-4.25)."""
    z = s.zone[s.beacon_by] if s.beacon_by >= 0 else s.beacon_zone
    return 1 if z >= 0 and s.defiled[z] == 1 else 0


@jit
def held(w: Record, s: Record, colour: int) -> int:
    """Number of quest tokens of the colour that survivors in play carry."""
    n = 0
    for i in range(w.n_survivors):
        if in_play(s, i) == 1:
            for k in range(KEEPSAKES):
                n += s.keepsakes[i, k] == colour
    return n


@jit
def on_board(w: Record, s: Record, colour: int) -> int:
    return count(s.objective, w.n_zones, colour)


@jit
def folios(w: Record, s: Record) -> int:
    """Number of folios held or still available (WD-25.46)."""
    n = held(w, s, BLUE) + held(w, s, GREEN) + held(w, s, FOLIO) + on_board(w, s, BLUE) + on_board(w, s, GREEN)
    if s.reds > 0 and s.removed[RED] == 0 and on_board(w, s, RED) + held(w, s, RED) > 0:
        n += 1
    return n


@jit
def any_defiled(w: Record, s: Record) -> int:
    return 1 if find(s.defiled, w.n_zones, 1) >= 0 else 0


@jit
def tokens_outside(w: Record, s: Record) -> int:
    """Number of numbered spawn tokens outside the Flag zone (WD-25.106)."""
    n = 0
    for t in range(s.n_tokens):
        n += s.token_id[t] != DEFILER_TOKEN and s.token_zone[t] != w.flag_zone
    return n


@jit
def lost_by(w: Record, s: Record, kind: int, colour: int) -> int:
    """1 if a ``lost_if`` condition of the quest is true."""
    if kind == RULE_LOSE_GUARD:
        return 1 if s.guards_dead > 0 else 0
    if kind == RULE_LOSE_REMOVED:
        if colour == 0:
            return 1 if s.removed[RED] + s.removed[BLUE] + s.removed[GREEN] > 0 else 0
        return 1 if s.removed[colour] > 0 else 0
    if kind == RULE_LOSE_FOLIOS:
        return 1 if any_defiled(w, s) == 1 and folios(w, s) == 0 else 0
    if kind == RULE_LOSE_TOKENS:
        return 1 if tokens_outside(w, s) > held(w, s, RED) + on_board(w, s, RED) else 0
    if kind == RULE_LOSE_BEACON:
        return s.empress_hurt
    return 0


@jit
def defeat(w: Record, s: Record) -> int:
    """Cause of a present defeat: a death, the Beacon, the quest (WD-3.8, WD-3.10, WD-3.13)."""
    if s.died == 1:
        return BY_DEATH
    if beacon_lost(s) == 1:
        return BY_DEFILEMENT
    for r in range(w.n_rules):
        if lost_by(w, s, w.rule[r, 0], w.rule[r, 1]) == 1:
            return BY_QUEST
    return BY_NOBODY


@jit
def playing(w: Record, s: Record) -> int:
    for i in range(w.n_survivors):
        if in_play(s, i) == 1:
            return 1
    return 0


@jit
def unresolved(s: Record) -> int:
    """1 during an attack, which is a single effect: its misses may lose what its hits would have won (WD-3.12, WD-15.7)."""
    for t in range(s.depth):
        if s.stack[t, 0] == OT.AFTERMATH:
            return 1
    return 0


@jit
def fate(w: Record, s: Record) -> int:
    """LOST if everybody has left and nobody can act any more (WD-25.9)."""
    if w.last_exit_without_win_loses == 1 and has_rule(w, RULE_LOSE_LEFT) == 1 and playing(w, s) == 0:
        return LOST
    return ONGOING


@jit
def stays_open(s: Record) -> int:
    """0: the Exit is open only while its conditions hold."""
    return 0


@jit
def ramparts_held(w: Record, s: Record) -> int:
    """1 if every survivor and every Guard is on a rampart."""
    for i in range(w.n_survivors):
        if in_play(s, i) == 1 and is_rampart(w, s, s.zone[i]) == 0:
            return 0
    n = 0
    for z in range(w.n_zones):
        n += (s.guards[z] > 0) * (1 - (w.zone_kind[z] == RAMPART) * (1 - s.defiled[z]))
    return 1 if n == 0 else 0


@jit
def ramparts_clear(w: Record, s: Record) -> int:
    n = 0
    for z in range(w.n_zones):  # without branches, which no processor could predict
        n += (s.crowd[z] > 0) * (w.zone_kind[z] == RAMPART) * (1 - s.defiled[z])
    return 1 if n == 0 else 0


@jit
def all_escaped(w: Record, s: Record) -> int:
    """1 if nobody is left on the board and no Guard has died."""
    for z in range(w.n_zones):
        if s.guards[z] > 0:
            return 0
    if playing(w, s) == 1 and w.escape_requires_all_survivors == 1:
        return 0
    return 1 if s.guards_dead == 0 else 0


@jit
def goal_value(w: Record, s: Record, kind: int, a: int) -> int:
    """Progress of a goal of this edition."""
    if kind == GOAL_RAMPARTS_HELD:
        return ramparts_held(w, s)
    if kind == GOAL_RAMPARTS_CLEAR:
        return ramparts_clear(w, s)
    if kind == GOAL_NO_DEFILED:
        return 1 - any_defiled(w, s)
    if kind == GOAL_BURNED:
        return 1 if on_board(w, s, RED) + s.removed[RED] == 0 else 0
    if kind == GOAL_BEACON_IN:
        z = s.beacon_zone
        if s.beacon_by >= 0:
            z = s.zone[s.beacon_by]
        return 1 if z == a else 0
    if kind == GOAL_ESCAPED:
        return all_escaped(w, s)
    return 0


@jit
def on_foot(w: Record) -> int:
    """1 if survivors leave by the Exit at the end of a turn."""
    return 1


@jit
def artefacts(w: Record, s: Record) -> int:
    """Number of artefacts that count for the victory: all that were taken, or those that survivors in play hold (WD-25.54)."""
    if w.artefact_count_cumulative == 1:
        return s.artefacts
    n = 0
    for i in range(w.n_survivors):
        if in_play(s, i) == 1:
            for slot in range(SLOTS):
                n += w.card_artefact[w.copy_card[s.inv[i, slot]]]
    return n
