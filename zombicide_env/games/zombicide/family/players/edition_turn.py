"""Scores of edition-specific actions and terrain risks; none in the family."""

from __future__ import annotations

from typing import Final

from zombicide_env.core.blocks import Act
from zombicide_env.core.records import Record

from ...table.seams import seam
from .value import USELESS

ROWS: Final[tuple[Act, ...]] = ()
"""Scores of edition-specific actions."""


@seam
def score_visit(w: Record, s: Record, v: Record, weights: Record, friend: int) -> float:
    """Score of a trade in which no card changes hands."""
    return USELESS


@seam
def risk(w: Record, s: Record, v: Record, weights: Record, zone: int) -> float:
    """Cost of being in the zone, in addition to the harm by zombies there or in neighbouring zones."""
    return 0.0
