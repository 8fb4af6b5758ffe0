"""Where an edition's own victory conditions point, and what else its plans know; here nothing."""

from __future__ import annotations

from zombicide_env.core.records import Record

from ...table.seams import seam


@seam
def point(w: Record, s: Record, v: Record, kind: int, a: int) -> None:
    """Add the zones of a condition that the family does not know (``marks.add_goal``), and say what the team is about."""


@seam
def nobody_may_die(w: Record) -> bool:
    """Does the death of a survivor always lose the game?"""
    return False


@seam
def on_foot(w: Record) -> bool:
    """Do survivors walk to the Exit?"""
    return True


@seam
def wanted(w: Record, s: Record, zone: int) -> bool:
    """Does something lie in the zone, apart from objectives and what is in vaults, that somebody should take?"""
    return False


@seam
def searchable(w: Record, s: Record, zone: int) -> bool:
    """May a room be searched at all?"""
    return True


@seam
def errand_limit(w: Record, weights: Record) -> float:
    """Steps that a survivor leaves the team for an errand of its own."""
    return weights.run


@seam
def shape(w: Record, s: Record, v: Record, weights: Record) -> None:
    """The plan is made; change the targets."""
