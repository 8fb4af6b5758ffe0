"""The rule-based player: deterministic, equal positions get equal answers.

It fights zombies that it can kill without hitting friends, arms itself, stays with the team, opens doors when the team is ready for the
zombies behind them, and heads for the quest's objectives and the Exit.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from zombicide_env.core.jit import jit
from zombicide_env.core.memory import FLAGS, ones
from zombicide_env.core.players import Heuristic
from zombicide_env.core.records import Mask, Record, Row

from ..edition import ID
from ..numbers.actions import ACTIVATE, N_ACTIONS
from ..rules.team import team_level
from ..rules.turn import between_turns, in_turn
from .answers import answer
from .edition_answers import rate
from .look import look
from .order import urgency
from .plan import make_plan
from .promise import promise
from .records import DEFAULTS, VIEW, WEIGHTS
from .turn import score
from .value import begin_turn


@jit
def choose(w: Record, s: Record, v: Record, weights: Record, m: Mask, world: int) -> int:
    """Return the legal action with the highest score, the first among equals."""
    first = next_legal(m, 0)
    if next_legal(m, first + 1) == N_ACTIONS:
        return first
    look(w, s, v, world)
    if in_turn(s) == 0 and between_turns(s) == 0:
        return answer(w, s, v, weights, m, first)
    begin(w, s, v, weights)
    best = first
    most = judge(w, s, v, weights, first)
    a = next_legal(m, first + 1)
    while a < N_ACTIONS:
        worth = judge(w, s, v, weights, a)
        if worth > most:
            most = worth
            best = a
        a = next_legal(m, a + 1)
    return best


@jit
def judgements(w: Record, s: Record, v: Record, weights: Record, m: Mask, world: int, scores: Row) -> None:
    """Write the score of each action: of all legal ones in a turn and in the order of turns, in other decisions only of the chosen one.

    An edition may score more answers of its own decisions (``edition_answers.rate``).  With ``weights.final`` only its choice is
    scored, in any decision.  Actions without a score are -inf.
    """
    for a in range(N_ACTIONS):
        scores[a] = -np.inf
    first = next_legal(m, 0)
    if first == N_ACTIONS:
        return
    look(w, s, v, world)
    if weights.final > 0 or (in_turn(s) == 0 and between_turns(s) == 0):
        if weights.final > 0 or not rate(w, s, v, weights, m, first, scores):
            scores[choose(w, s, v, weights, m, world)] = 0.0
        return
    begin(w, s, v, weights)
    a = first
    while a < N_ACTIONS:
        scores[a] = judge(w, s, v, weights, a)
        a = next_legal(m, a + 1)


@jit
def begin(w: Record, s: Record, v: Record, weights: Record) -> None:
    """Prepare the scores of a survivor's turn, or of the order of turns."""
    if in_turn(s) == 1:
        begin_turn(w, s, v, weights, s.stack[s.depth - 1, 1])
    else:
        make_plan(w, s, v, weights)


@jit
def judge(w: Record, s: Record, v: Record, weights: Record, a: int) -> float:
    return score(w, s, v, weights, a) if in_turn(s) == 1 else urgency(w, s, v, weights, a - ACTIVATE)


@jit
def late(w: Record, s: Record) -> int:
    """1 from the danger level Orange on: more zombies come with every card (BP-8.6), and the weights have factors of their own."""
    return 1 if team_level(w, s) >= 2 else 0


@jit
def next_legal(m: Mask, a: int) -> int:
    """Return the first legal action from index ``a``, N_ACTIONS: none."""
    while a < N_ACTIONS:
        if a % FLAGS == 0 and a + FLAGS <= N_ACTIONS and ones(m, a // FLAGS) == 0:
            a += FLAGS
        elif m[a] == 1:
            return a
        else:
            a += 1
    return N_ACTIONS


GREEDY: Final = Heuristic("greedy", choose, judgements, VIEW, WEIGHTS, DEFAULTS, promise, ID, late)
