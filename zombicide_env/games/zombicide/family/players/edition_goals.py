"""Edition-specific victory conditions and plans; none in the family."""

from __future__ import annotations

from zombicide_env.core.records import Record

from ...table.seams import seam


@seam
def point(w: Record, s: Record, v: Record, kind: int, a: int) -> None:
    """Add the zones of an edition-specific condition (``marks.add_goal``), and set the team's intentions."""


@seam
def nobody_may_die(w: Record) -> bool:
    """Whether the death of a survivor always loses the game."""
    return False


@seam
def precious(w: Record, s: Record, zone: int) -> int:
    """Others than survivors in the zone whose death loses the game."""
    return 0


@seam
def on_foot(w: Record) -> bool:
    """Whether survivors walk to the Exit."""
    return True


@seam
def wanted(w: Record, s: Record, zone: int) -> bool:
    """Whether the zone has something that should be taken, apart from objectives and cards in vaults."""
    return False


@seam
def searchable(w: Record, s: Record, zone: int) -> bool:
    """Whether a room can be searched at all."""
    return True


@seam
def errand_limit(w: Record, weights: Record) -> float:
    """Maximum steps that a survivor leaves the team for an errand of its own."""
    return weights.run


@seam
def shape(w: Record, s: Record, v: Record, weights: Record) -> None:
    """Change the targets after the plan is made."""
