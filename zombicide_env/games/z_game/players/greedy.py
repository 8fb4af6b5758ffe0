"""The rule-based player: it spreads over the city in groups of three, builds where there are no markers, and holds its places.

It is deterministic, reads what its seat may know, and gives equal answers in equal positions.  Other decisions take the default of ZG-20.1:
offers are declined, zombies are fought with as little as wins, doses are brewed while they are needed.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from zombicide_env.core.chains import Kernel, chain
from zombicide_env.core.jit import jit
from zombicide_env.core.players import Heuristic
from zombicide_env.core.records import Mask, Record, Row

from ..numbers import decisions as ASK
from ..numbers.actions import A_CONFIRM, N_ACTIONS
from ..numbers.layout import M3A, M3B
from ..rules.table import TABLE, default
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

SECOND: Final = -0.5  # score of the actions that are not the answer: search still tries them (its margin is 0.9)


@jit
def choose(w: Record, s: Record, v: Record, weights: Record, m: Mask, world: int) -> int:
    """Return the answer to the decision on top."""
    for a in range(N_ACTIONS):
        w.allowed[a] = m[a]
    a = answer(w, s, weights, m)
    return a if a >= 0 and m[a] == 1 else default(w, s)


@jit
def judge(w: Record, s: Record, v: Record, weights: Record, m: Mask, world: int, scores: Row) -> None:
    """Write the scores: 0 for the answer, SECOND for other legal actions; -inf in Scheming and Business, where wishes are arbitrary."""
    trade = s.phase == M3A or s.phase == M3B
    for a in range(N_ACTIONS):
        scores[a] = SECOND if m[a] == 1 and not trade else -np.inf
    scores[choose(w, s, v, weights, m, world)] = 0.0


# ---- answers by decision --------------------------------------------------------------------------------------------------


@jit
def commit(w: Record, s: Record, m: Mask, side: int) -> int:
    return what_to_commit(w, s, m, side, default(w, s))


class Play(NamedTuple):
    """A decision that the player does not leave to the default, with its answer."""

    code: int
    answer: Kernel | int


ROWS: Final = (
    Play(ASK.REDISTRIBUTE, share),
    Play(ASK.SUBSTITUTE, which_deck),
    Play(ASK.FT_DECK, which_deck),
    Play(ASK.PLACE_CARD, who_is_placed),
    Play(ASK.PLACE_LOC, safest),
    Play(ASK.FEED_EAT, what_is_eaten),
    Play(ASK.MV_CHAR, who_moves),
    Play(ASK.MV_MORE, who_comes_along),
    Play(ASK.MV_RIDE, what_to_ride),
    Play(ASK.MV_STEP, next_step),
    Play(ASK.MV_CONFIRM, A_CONFIRM),
    Play(ASK.LOOT_DECK, which_deck),
    Play(ASK.PF_STANCE, stands),
    Play(ASK.PF_WEAPON, commit),
    Play(ASK.RT_LOC, safest),
    Play(ASK.BLD_KIND, what_to_build),
    Play(ASK.BLD_LOC, where_to_build),
    Play(ASK.SAB_FROM, from_where),
    Play(ASK.SAB_TARGET, whom_to_hurt),
)
answer = chain(
    __name__,
    "answer",
    ("w", "s", "weights", "m"),
    {row.code: row.answer for row in ROWS},
    words=TABLE.places,
    result="int",
    otherwise=-1,
)

GREEDY: Final = Heuristic("greedy", choose, judge, VIEW, WEIGHTS, DEFAULTS, game="z_game")
