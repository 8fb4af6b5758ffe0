"""The scores of the actions that only an edition has, and the risks of its ground; here nothing."""

from __future__ import annotations

from typing import Final

from zombicide_env.core.blocks import Act
from zombicide_env.core.records import Record

from ...table.seams import seam
from .value import USELESS

ROWS: Final[tuple[Act, ...]] = ()
"""Scores of the edition's own actions."""


@seam
def score_visit(w: Record, s: Record, v: Record, weights: Record, friend: int) -> float:
    """Score of a trade in which no card changes hands."""
    return USELESS


@seam
def risk(w: Record, s: Record, v: Record, weights: Record, zone: int) -> float:
    """What being in the zone costs in addition to the harm of those who are there or next door."""
    return 0.0
