"""Scores of Black Plague's own actions: vaults, two enchantments, Dragon Bile and Torches."""

from __future__ import annotations

from typing import Final

from zombicide_env.core.blocks import Act
from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record

from ..numbers import actions as A
from ..numbers.layout import D, S
from .fire import fire_target, prey
from .plan import way
from .threat import harm
from .value import USELESS, stay


@jit
def score_visit(w: Record, s: Record, v: Record, weights: Record, friend: int) -> float:
    """Score of a trade in which no card changes hands."""
    return USELESS


@jit
def risk(w: Record, s: Record, v: Record, weights: Record, zone: int) -> float:
    """Additional risk of a zone: none."""
    return 0.0


@jit
def vault(w: Record, s: Record, v: Record, weights: Record) -> float:
    return stay(w, s, v, weights, v.fights - 1) + weights.objective


@jit
def hide(w: Record, s: Record, v: Record, weights: Record, friend: int) -> float:
    danger = harm(w, s, v, weights, s.zone[friend], 1 << friend, 0.0)
    return stay(w, s, v, weights, v.fights - 1) + (0.8 * danger if danger > 1.5 else -1.0)


@jit
def speed(w: Record, s: Record, v: Record, weights: Record, friend: int) -> float:
    return stay(w, s, v, weights, v.fights - 1) + (0.3 if way(w, s, v, friend, s.zone[friend]) >= 2 else -1.0)


@jit
def thrown_at(w: Record, s: Record, v: Record, n: int) -> int:
    """Zone that a neighbour index means; ``D`` is the survivor's own zone."""
    return s.zone[v.me] if n == D else w.neighbour[s.zone[v.me], n]


@jit
def bile(w: Record, s: Record, v: Record, weights: Record, n: int) -> float:
    """Score of Dragon Bile: good if a zone without survivors has many zombies or one that nothing else kills, and a Torch follows."""
    zone = thrown_at(w, s, v, n)
    if v.soaked[zone] == 1 or zone != fire_target(w, s, v, v.me):
        return USELESS
    return stay(w, s, v, weights, v.fights - 1) + 0.5 * prey(s, zone)


@jit
def torch(w: Record, s: Record, v: Record, weights: Record, n: int) -> float:
    zone = thrown_at(w, s, v, n)
    if v.here[zone] != 0:
        return -20.0
    worth = prey(s, zone)
    return stay(w, s, v, weights, v.fights - 1) + (0.8 * worth if worth >= 3 else -2.0)


ROWS: Final = (
    Act(A.BILE, bile, {"n": D + 1}),
    Act(A.TORCH, torch, {"n": D + 1}),
    Act(A.TAKE_ARTEFACT, vault),
    Act(A.TAKE_CARD, vault),
    Act(A.HIDE, hide, {"friend": S}),
    Act(A.SPEED, speed, {"friend": S}),
)
