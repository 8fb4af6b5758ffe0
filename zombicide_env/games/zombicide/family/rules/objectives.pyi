"""Objectives and what quests give for them.  Every edition has this room; this is what the family asks of it."""

from zombicide_env.core.records import Record

def may_take(w: Record, s: Record, z: int) -> int:
    """1 if there is something in the zone that may be taken."""

def take_objective(w: Record, s: Record, i: int) -> None:
    """Take the token of the zone: experience, keys, then the quest's effects."""

def objective_effects(w: Record, s: Record, i: int, colour: int, z: int, first: int) -> None:
    """Special rules of the token, one after the other; then the ends are tested."""
