"""Zones to which the victory conditions point (BP-23)."""

from __future__ import annotations

from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record

from ...table import codes as C
from ...table.codes import ANY_COLOUR, LOCKED, RED
from ..numbers.layout import ABOMINATION, VAULT_CARDS
from ..rules.outcome import goal_met
from . import edition_goals
from .marks import add_goal


@jit
def met(w: Record, s: Record, g: int) -> int:
    """1 if a victory condition is already fulfilled.  Conditions that end the game count as unfulfilled."""
    kind = w.goal[g, 1]
    if kind in (C.GOAL_EXIT, C.GOAL_ALL_IN, C.GOAL_NO_ZOMBIE_IN, C.GOAL_FIRE_IN):
        return 0
    return goal_met(w, s, g)


@jit
def find_goals(w: Record, s: Record, v: Record) -> None:
    """Set ``v.goals`` to the zones to which the unfulfilled victory conditions of the current step point."""
    v.n_goals = v.early = v.gathering = 0
    v.rid = -1
    for z in range(w.n_zones):
        v.listed[z] = 0
    step = 1 << 14
    for g in range(w.n_goals):
        if met(w, s, g) == 0:
            step = min(step, w.goal[g, 0])
    for g in range(w.n_goals):
        if w.goal[g, 0] == step and met(w, s, g) == 0:
            point(w, s, v, w.goal[g, 1], w.goal[g, 2])
    if v.n_goals > 0:
        v.hunting = 0  # experience comes by itself, and raises the danger level: goals on the board come first
    elif v.searching == 1:
        look_ahead(w, v, step)


@jit
def look_ahead(w: Record, v: Record, step: int) -> None:
    """Look at later steps if the current one asks only for cards.

    Cards may be anywhere, so that the team searches near the zones of later steps, or near the keys to them.
    """
    for g in range(w.n_goals):
        if w.goal[g, 0] > step and w.goal[g, 1] == C.GOAL_ALL_IN:
            add_goal(v, w.goal[g, 2])
            v.early = 1


@jit
def point(w: Record, s: Record, v: Record, kind: int, a: int) -> None:
    """Add the zones of one condition."""
    if kind == C.GOAL_EXIT and edition_goals.on_foot(w):
        v.leaving = 1
        for z in range(w.n_zones):
            if w.exit_zone[z] == 1:
                add_goal(v, z)
    elif kind == C.GOAL_ALL_TAKEN:
        add_objectives(w, s, v, ANY_COLOUR)
    elif kind == C.GOAL_TAKEN:
        add_objectives(w, s, v, a)
    elif kind in (C.GOAL_TAKEN_AT, C.GOAL_ALL_IN, C.GOAL_NO_ZOMBIE_IN):
        add_goal(v, a)
        if kind == C.GOAL_ALL_IN:
            v.gathering = 1
    elif kind == C.GOAL_TOKENS_IN:
        v.rid = a
        add_fuel(w, s, v)
        edition_goals.point(w, s, v, kind, a)
    elif kind == C.GOAL_FIRE_IN:
        add_fuel(w, s, v)
        if v.ready == 1:
            add_goal(v, a)
        else:
            v.searching = 1
    elif kind in (C.GOAL_ARTEFACTS, C.GOAL_VAULT_CARD):
        add_vaults(w, s, v)
        edition_goals.point(w, s, v, kind, a)
    elif (kind == C.GOAL_KILLED and a == ABOMINATION) or kind == C.GOAL_QUEST_ABOMINATION:
        if v.ready == 0 or add_abominations(w, s, v) == 0:
            v.searching = 1
            add_vaults(w, s, v)
    elif kind == C.GOAL_TEAM_HOLDS:
        v.searching = 1
    elif kind == C.GOAL_LEVEL:
        v.hunting = 1
    else:
        edition_goals.point(w, s, v, kind, a)


@jit
def may_be(s: Record, z: int, colour: int) -> bool:
    """Whether the objective in the zone may have the colour, according to public information."""
    if s.objective[z] == 0:
        return False
    return colour == ANY_COLOUR or s.hidden[z] == 1 or s.objective[z] == colour


@jit
def add_objectives(w: Record, s: Record, v: Record, colour: int) -> None:
    for z in range(w.n_zones):
        if may_be(s, z, colour):
            add_goal(v, z)


@jit
def add_fuel(w: Record, s: Record, v: Record) -> None:
    """Add objectives that give Dragon Bile, until a survivor has some (BP-23.Q9.3)."""
    for r in range(w.n_rules):
        if w.rule[r, 0] == C.RULE_GIVES_CARD and v.bile == 0:
            add_objectives(w, s, v, w.rule[r, 1])


@jit
def in_vault(s: Record, vault: int) -> int:
    """Number of cards in a vault."""
    n = 0
    for k in range(VAULT_CARDS):
        n += s.vault_cards[vault, k] > 0
    return n


@jit
def add_vaults(w: Record, s: Record, v: Record) -> None:
    for vault in range(w.n_vaults):
        if in_vault(s, vault) > 0:
            add_goal(v, w.vault_zone[vault])


@jit
def add_abominations(w: Record, s: Record, v: Record) -> int:
    n = 0
    for z in range(w.n_zones):
        if s.zombies[z, ABOMINATION] > 0:
            add_goal(v, z)
            n += 1
    return n


@jit
def is_key(w: Record, s: Record, z: int) -> bool:
    """Whether the objective in the zone may unlock a door that is still locked (BP-23.R3)."""
    if s.objective[z] == 0:
        return False
    for d in range(w.n_doors):
        if s.door[d] == LOCKED:
            colour = w.door_key[d]
            if colour == RED or may_be(s, z, colour):  # the last objective is the red key
                return True
    return False


@jit
def nobody_may_die(w: Record) -> bool:
    """Whether the death of a survivor loses the game."""
    for r in range(w.n_rules):
        if w.rule[r, 0] == C.RULE_LOSE_KILLED:
            return True
    return edition_goals.nobody_may_die(w)


@jit
def has_goal(w: Record, kind: int) -> bool:
    """Whether there is a victory condition of this kind."""
    for g in range(w.n_goals):
        if w.goal[g, 1] == kind:
            return True
    return False


@jit
def is_needed(w: Record, card: int) -> bool:
    """Whether a victory condition asks for the card in the team's inventories."""
    for g in range(w.n_goals):
        if w.goal[g, 1] == C.GOAL_TEAM_HOLDS and w.goal[g, 2] == card:
            return True
    return False
