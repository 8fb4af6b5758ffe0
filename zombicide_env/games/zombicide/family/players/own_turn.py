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
def risk(w: Record, s: Record, v: Record, zone: int) -> float:
    """What going to the zone costs beside zombies."""
    return 0.0
