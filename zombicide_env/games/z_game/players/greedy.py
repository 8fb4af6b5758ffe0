"""The rules-based player: he spreads over the city in groups of three, builds where nothing stands, and holds what he has.

It is deterministic, reads what its seat may know, and gives equal positions equal answers.  What is not said here takes the default of
ZG-20.1: offers are declined, zombies are fought with as little as wins, doses are brewed while they are needed.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from zombicide_env.core.agenda import top_task, word
from zombicide_env.core.jit import jit
from zombicide_env.core.players import Mind
from zombicide_env.core.records import Mask, Record, Row

from ..actions import A_CONFIRM, N_ACTIONS
from ..defaults import default_action
from ..layout import M3A, M3B
from ..tasks import (
    D_BLD_KIND,
    D_BLD_LOC,
    D_FEED_EAT,
    D_FT_DECK,
    D_LOOT_DECK,
    D_MV_CHAR,
    D_MV_CONFIRM,
    D_MV_MORE,
    D_MV_RIDE,
    D_MV_STEP,
    D_PF_STANCE,
    D_PF_WEAPON,
    D_PLACE_CARD,
    D_PLACE_LOC,
    D_REDISTRIBUTE,
    D_RT_LOC,
    D_SAB_FROM,
    D_SAB_TARGET,
    D_SUBSTITUTE,
)
from .camp import (
    from_where,
    share,
    stands,
    what_is_eaten,
    what_to_build,
    what_to_commit,
    where_to_build,
    which_deck,
    who_is_placed,
    whom_to_hurt,
)
from .march import next_step, safest, what_to_ride, who_comes_along, who_moves
from .records import DEFAULTS, VIEW, WEIGHTS

SECOND: Final = -0.5  # what an action is worth that is not the answer: the search tries it (its margin is 0.9)


@jit
def choose(w: Record, s: Record, v: Record, weights: Record, m: Mask, world: int) -> int:
    """The answer to the decision at hand."""
    for a in range(N_ACTIONS):
        w.allowed[a] = m[a]
    a = answer(w, s, weights, m, top_task(s), word(s, 1))
    return a if m[a] == 1 else default_action(w, s)


@jit
def judge(w: Record, s: Record, v: Record, weights: Record, m: Mask, world: int, scores: Row) -> None:
    """The answer has 0, every other legal action SECOND; in Scheming and Business, where a wish may be anything, it is not judged: -inf."""
    trade = s.phase == M3A or s.phase == M3B
    for a in range(N_ACTIONS):
        scores[a] = SECOND if m[a] == 1 and not trade else -np.inf
    scores[choose(w, s, v, weights, m, world)] = 0.0


@jit
def answer(w: Record, s: Record, weights: Record, m: Mask, node: int, p: int) -> int:
    if node >= D_MV_CHAR and node <= D_MV_CONFIRM:
        return move(w, s, weights, m, node, p)
    if node == D_REDISTRIBUTE:
        return share(w, s, p, m)
    if node == D_SUBSTITUTE or node == D_LOOT_DECK or node == D_FT_DECK:
        return which_deck(w, s, p, m)
    if node == D_PLACE_CARD:
        return who_is_placed(w, s, weights, p, m)
    if node == D_PLACE_LOC or node == D_RT_LOC:
        return safest(w, s, p, m)
    if node == D_FEED_EAT:
        return what_is_eaten(s, p, m)
    if node == D_PF_STANCE:
        return stands(w, s)
    if node == D_PF_WEAPON:
        return what_to_commit(w, s, m, word(s, 2), default_action(w, s))
    if node == D_BLD_KIND:
        return what_to_build(s, p, m)
    if node == D_BLD_LOC:
        return where_to_build(w, s, p, m, word(s, 2))
    if node == D_SAB_FROM:
        return from_where(s, p, m)
    if node == D_SAB_TARGET:
        return whom_to_hurt(w, s, p, m)
    return default_action(w, s)


@jit
def move(w: Record, s: Record, weights: Record, m: Mask, node: int, p: int) -> int:
    if node == D_MV_CHAR:
        return who_moves(w, s, weights, p)
    if node == D_MV_MORE:
        return who_comes_along(w, s, m)
    if node == D_MV_RIDE:
        return what_to_ride(w, s, weights, p, m)
    if node == D_MV_STEP:
        return next_step(w, s, weights, p, m)
    return A_CONFIRM


GREEDY: Final = Mind("greedy", choose, judge, VIEW, WEIGHTS, DEFAULTS)
