"""Objectives and their effects in quests.  Every edition provides this module; the family calls these functions."""

from zombicide_env.core.records import Record

def may_take(w: Record, s: Record, z: int) -> int:
    """1 if the zone has something that may be taken."""

def take_objective(w: Record, s: Record, i: int) -> None:
    """Take the token of the zone: experience, keys, then the quest's effects."""

def objective_effects(w: Record, s: Record, i: int, colour: int, z: int, first: int) -> None:
    """Apply the special rules of the token one after the other, then test victory and defeat."""
