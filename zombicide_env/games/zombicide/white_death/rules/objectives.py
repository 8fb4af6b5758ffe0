"""Objectives and their effects in quests (WD-12.15, WD-25)."""

from __future__ import annotations

from zombicide_env.core.agenda import push
from zombicide_env.core.chance import note
from zombicide_env.core.events import tell
from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record

from ...table.codes import (
    EV_OBJECTIVE,
    NONE,
    RED,
    RULE_ARTEFACT,
    RULE_KEPT,
    RULE_LADDER,
    RULE_LOCKED,
    RULE_PREPARED,
    RULE_RESTORE,
    RULE_XP,
)
from ..numbers import events as E
from ..numbers import tasks as T
from ..numbers.edition_fields import ARTEFACTS
from ..numbers.tokens import FOLIO, KEEPSAKES, PILES
from .artefacts import artefacts_left
from .outcome import check_end
from .quest_rules import has_rule
from .survivor import gain_xp

OBJECTIVE_XP = 5


@jit
def pile_at(s: Record, z: int) -> int:
    """Number of the prepared pile of the zone, -1: none, or empty."""
    for p in range(PILES):
        if s.pile_zone[p] == z and s.pile_n[p] > 0:
            return p
    return NONE


@jit
def may_take(w: Record, s: Record, z: int) -> int:
    """1 if the zone has an objective that may be taken (WD-25.24, WD-25.64)."""
    if s.objective[z] == 0:
        return 0
    if has_rule(w, RULE_PREPARED) == 1 and pile_at(s, z) >= 0:
        return 0
    for r in range(w.n_rules):
        if w.rule[r, 0] == RULE_LOCKED and w.rule[r, 1] == s.objective[z]:
            return 0
    return 1


@jit
def take_objective(w: Record, s: Record, i: int) -> None:
    """Take the token of the zone, then apply the quest's rules for its colour."""
    z = s.zone[i]
    colour = s.objective[z]
    tell(w, E.OBJECTIVE, i, z, colour, s.hidden[z])
    if s.hidden[z] == 1:
        note(s, EV_OBJECTIVE, colour)
    s.objective[z] = s.hidden[z] = 0
    s.taken[colour] += 1
    s.taken_at[z] = 1
    push(s, T.ACTION_END, i)
    push(s, T.OBJECTIVE, i, colour, z, 0)


@jit
def objective_effects(w: Record, s: Record, i: int, colour: int, z: int, first: int) -> None:
    """Apply the quest's rules for the colour, then test victory and defeat; without a quest 5 AP."""
    if w.n_rules == 0:
        gain_xp(w, s, i, OBJECTIVE_XP)
    for r in range(w.n_rules):
        if w.rule[r, 1] != colour:
            continue
        if w.rule[r, 0] == RULE_XP:
            gain_xp(w, s, i, w.rule[r, 2])
        elif w.rule[r, 0] == RULE_KEPT:
            keep(w, s, i, colour)
        elif w.rule[r, 0] == RULE_LADDER:
            s.ladders[i] += w.rule[r, 2]
        elif w.rule[r, 0] == RULE_ARTEFACT:
            if artefacts_left(s) > 0:
                gain_artefacts(s, i, w.rule[r, 2])
            else:
                gain_xp(w, s, i, w.rule[r, 3])
    check_end(w, s)


@jit
def gain_artefacts(s: Record, i: int, n: int) -> None:
    """Draw artefacts, then rearrange freely (WD-25.7)."""
    n = min(n, artefacts_left(s))
    s.artefacts += n
    s.gain_left = n
    s.by_search = 0
    s.gain_from = ARTEFACTS
    push(s, T.DRAW, i)


# ---- carried quest tokens ----------------------------------------------------------------------------------------------------


@jit
def kept(s: Record, i: int) -> int:
    """Number of quest tokens that the survivor carries."""
    n = 0
    while n < KEEPSAKES and s.keepsakes[i, n] > 0:
        n += 1
    return n


@jit
def kept_of(s: Record, i: int, colour: int) -> int:
    n = 0
    for k in range(KEEPSAKES):
        n += s.keepsakes[i, k] == colour
    return n


@jit
def keep(w: Record, s: Record, i: int, colour: int) -> None:
    """Give the survivor a token; every red token together becomes a folio (WD-25.43)."""
    n = kept(s, i)
    if n < KEEPSAKES:
        s.keepsakes[i, n] = colour
    if colour == RED and has_rule(w, RULE_RESTORE) == 1 and s.removed[RED] == 0 and kept_of(s, i, RED) == s.reds:
        for _ in range(s.reds):
            give_up(s, i, RED)
        s.keepsakes[i, kept(s, i)] = FOLIO


@jit
def give_up(s: Record, i: int, colour: int) -> None:
    """Remove the survivor's first token of the colour."""
    n = kept(s, i)
    for k in range(n):
        if s.keepsakes[i, k] == colour:
            for m in range(k, n - 1):
                s.keepsakes[i, m] = s.keepsakes[i, m + 1]
            s.keepsakes[i, n - 1] = 0
            return
