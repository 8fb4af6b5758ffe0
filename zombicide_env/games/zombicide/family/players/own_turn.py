"""The scores of the actions that only an edition has, and the risks of its ground; here nothing."""

from __future__ import annotations

from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record

from .value import USELESS


@jit
def score(w: Record, s: Record, v: Record, weights: Record, a: int) -> float:
    """Score of a legal action of the turn of ``v.me`` that the family does not know."""
    return USELESS


@jit
def risk(w: Record, s: Record, v: Record, weights: Record, zone: int) -> float:
    """What being in the zone costs beside the harm of those who are there or next door."""
    return 0.0
