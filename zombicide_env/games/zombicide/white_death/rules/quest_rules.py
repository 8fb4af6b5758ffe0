"""Queries of the quest's special rules, used by many modules (WD-25)."""

from __future__ import annotations

from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record

from ...table.codes import NONE, RULE_BEACON_WALKS


@jit
def rule_row(w: Record, kind: int, colour: int) -> int:
    """Row of the quest's rule of that kind for the colour (0: any colour), -1: none."""
    for r in range(w.n_rules):
        if w.rule[r, 0] == kind and (colour == 0 or w.rule[r, 1] == 0 or w.rule[r, 1] == colour):
            return r
    return NONE


@jit
def has_rule(w: Record, kind: int) -> int:
    return 1 if rule_row(w, kind, 0) >= 0 else 0


@jit
def empress_at(w: Record, s: Record) -> int:
    """Zone of the Empress, -1: the Beacon is not a person (WD-25.114)."""
    return s.beacon_zone if has_rule(w, RULE_BEACON_WALKS) == 1 else NONE
