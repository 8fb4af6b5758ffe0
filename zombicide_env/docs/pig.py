"""Pig, the smallest game: roll as often as you dare, but a 1 takes away all points of the turn.  Who first has enough points wins."""

from __future__ import annotations

from typing import Any

import numpy as np

from zombicide_env.core.codec import ActionBlock, ActionCodec, Column, ObservationBlock, ObservationCodec
from zombicide_env.core.game import TRUNCATED, WON, Kernels
from zombicide_env.core.game_type import GameType
from zombicide_env.core.jit import jit
from zombicide_env.core.layout import ANY, Bounds, Range, ranges, record
from zombicide_env.core.records import Record, Row
from zombicide_env.core.rng import rand_below, seed_rng
from zombicide_env.games.base import CompiledGame

# ---- what a moment of the game is, and what a save from anywhere may hold; the first five fields are in every game
ROUNDS = 1000  # after so many the game is broken off: who never holds would play for ever
COUNT = Range(0, 2**15 - 1)
FIELDS = [
    ("rng", "u8", ANY),
    ("outcome", "u1", Range(0, TRUNCATED)),
    ("round", "i2", COUNT),
    ("steps", "i4", Range(0, 2**30 - 1)),
    ("reward", "f4", (2,), ANY),
    ("points", "i2", (2,), COUNT),
    ("turn", "i2", Range(0, 1)),  # who rolls
    ("pot", "i2", COUNT),  # points of the turn
]
STATE = record(FIELDS)
WORLD = record([("goal", "i2")])

# ---- what may be done, and what is seen of it: the player who looks comes first
ACTIONS = ActionCodec("pig", [ActionBlock("roll", (), "roll", "roll the die"), ActionBlock("hold", (), "hold", "keep the points")])
OBSERVATIONS = ObservationCodec(
    "pig",
    [
        ObservationBlock("players", (2, 1), columns=(Column("points", 255),), rows="player", doc="the observer first"),
        ObservationBlock("pot", (1,), high=255, doc="points of the turn"),
    ],
)
ROLL, HOLD = ACTIONS.start["roll"], ACTIONS.start["hold"]


# ---- the rules, compiled
@jit
def reset(w: Record, s: Record, seed: int) -> None:
    """Begin: all bytes of ``s`` are zero; the generator of the game is one of them."""
    seed_rng(s, seed)
    s.round = 1


@jit
def step(w: Record, s: Record, action: int) -> None:
    """Play a legal action and advance to the next decision, or to the end."""
    s.steps += 1
    s.reward[0] = 0.0
    s.reward[1] = 0.0
    over = 1
    if action == ROLL:
        die = rand_below(s, 6) + 1
        over = 1 if die == 1 else 0
        s.pot = 0 if die == 1 else s.pot + die
    if over == 0:
        return
    me = s.turn
    s.points[me] += s.pot
    s.pot = 0
    if s.points[me] >= w.goal:
        s.outcome = WON
        s.reward[me] = 1.0
        s.reward[1 - me] = -1.0
        return
    s.turn = 1 - me
    s.round += me
    if s.round > ROUNDS:
        s.outcome = TRUNCATED


@jit
def legal(w: Record, s: Record, mask: Row) -> None:
    """Write 1 for every legal action and 0 for every other."""
    mask[ROLL] = 1 if s.outcome == 0 else 0
    mask[HOLD] = 1 if s.outcome == 0 and s.pot > 0 else 0


@jit
def observe(w: Record, s: Record, agent: int, out: Row) -> None:
    """Write what the agent sees, in the order of the blocks; values fit into a byte."""
    out[0] = min(255, s.points[agent])
    out[1] = min(255, s.points[1 - agent])
    out[2] = min(255, s.pot)


@jit
def decider(w: Record, s: Record) -> int:
    """Who decides, -1: nobody, the game is over."""
    return s.turn if s.outcome == 0 else -1


class Pig(CompiledGame):
    """Pig for two.

    Args:
        goal: points to win, 1 to 200.

    Raises:
        ValueError: another goal.
    """

    id = "pig"
    action_codec = ACTIONS
    observation_codec = OBSERVATIONS
    state_dtype = STATE
    bounds = Bounds(ranges(FIELDS))
    kernels = Kernels("pig", reset, step, legal, observe, decider)

    def __init__(self, goal: int = 100) -> None:
        if not 1 <= goal <= 200:
            raise ValueError(f"goal={goal}: give 1 to 200 points")
        world = np.zeros(1, WORLD)
        world["goal"] = goal
        kind = GameType.rivals(2, hidden="nothing", utility="zero_sum", players=(2, 2))
        super().__init__(world, ["player_0", "player_1"], {"goal": goal}, kind)

    def winners(self, states: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
        """Players with enough points."""
        return states["points"] >= self._world["goal"]
