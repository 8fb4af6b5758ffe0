"""A small race for two: roll, or rest and roll two dice in the next turn; the first to reach 20 points wins.

Enough of a game to test what the core guarantees to all games: chance, an agenda, turns, rewards, an end, a truncation.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from zombicide_env.core import codec, game
from zombicide_env.core.agenda import pop, push, top_task, word
from zombicide_env.core.decks import shuffle
from zombicide_env.core.dice import roll_d6
from zombicide_env.core.game_type import GameType
from zombicide_env.core.jit import jit
from zombicide_env.core.rng import seed_rng
from zombicide_env.games.base import CompiledGame

CARDS = 6
TURN = 1

RULES = np.dtype([("goal", "i2"), ("pays", "u1")], align=True)
WORLD = np.dtype([("rules", RULES), ("max_rounds", "i2")], align=True)
STATE = np.dtype(
    [
        ("rng", "u8"),
        ("tape", "i1", (8,)),
        ("tape_n", "i2"),
        ("tape_pos", "i2"),
        ("scripted", "u1"),
        ("tape_short", "u1"),
        ("chance_n", "i2"),
        ("chance", "i2", (8,)),
        ("round", "i2"),
        ("outcome", "u1"),
        ("steps", "i4"),
        ("reward", "f4", (2,)),
        ("depth", "i2"),
        ("stack", "i2", (4, 8)),
        ("points", "u1", (2,)),
        ("dice", "u1", (2,)),
        ("deck", "u1", (CARDS,)),
        ("deck_n", "i2"),
    ],
    align=True,
)

ACTIONS = codec.ActionCodec(
    "race",
    [
        codec.ActionBlock("roll", (), "roll", "roll the dice"),
        codec.ActionBlock("rest", (), "rest", "two dice in the next turn"),
        codec.ActionBlock("card", (("card", CARDS),), "card <n>", "play the card on top, if it is this one"),
    ],
)
OBSERVATIONS = codec.ObservationCodec(
    "race",
    [
        codec.ObservationBlock("seat", (2, 2), columns=(codec.Column("points", 40), codec.Column("dice", 2))),
        codec.ObservationBlock("top", (1,), high=CARDS),
    ],
)
ROLL, REST, CARD = (ACTIONS.start[name] for name in ("roll", "rest", "card"))


@jit
def reset(w: Any, s: Any, seed: Any) -> None:
    seed_rng(s, seed)
    s.round = 1
    for i in range(CARDS):
        s.deck[i] = i
    s.deck_n = CARDS
    shuffle(s, s.deck, CARDS)
    for i in range(2):
        s.dice[i] = 1
    push(s, TURN, 0)


@jit
def gain(w: Any, s: Any, who: Any, points: Any) -> None:
    s.points[who] += points
    lead = s.points[who] - s.points[1 - who]  # may be negative, although the fields are unsigned
    s.reward[who] = lead * 0.01
    if s.points[who] >= w.rules.goal:
        s.outcome = 1
        s.reward[who] = w.rules.pays
        s.reward[1 - who] = -w.rules.pays


@jit
def step(w: Any, s: Any, action: Any) -> None:
    who = word(s, 1)
    pop(s)
    s.steps += 1
    for i in range(2):
        s.reward[i] = 0.0
    if action == ROLL:
        total = 0
        for _ in range(s.dice[who]):
            total += roll_d6(s)
        s.dice[who] = 1
        gain(w, s, who, total)
    elif action == REST:
        s.dice[who] = 2
    else:
        s.deck_n -= 1
        gain(w, s, who, action - CARD)
    s.round += who
    if s.outcome == 0 and s.round > w.max_rounds:
        s.outcome = 3
    if s.outcome == 0:
        push(s, TURN, 1 - who)


@jit
def legal(w: Any, s: Any, mask: Any) -> None:
    for a in range(len(mask)):
        mask[a] = 0
    if s.outcome == 0 and top_task(s) == TURN:
        mask[ROLL] = 1
        if s.dice[word(s, 1)] == 1:
            mask[REST] = 1
        if s.deck_n > 0:
            mask[CARD + s.deck[s.deck_n - 1]] = 1


@jit
def observe(w: Any, s: Any, agent: Any, out: Any) -> None:
    for i in range(2):
        seat = (agent + i) % 2
        out[2 * i] = s.points[seat]
        out[2 * i + 1] = s.dice[seat]
    out[4] = 0
    if s.deck_n > 0:
        out[4] = 1 + s.deck[s.deck_n - 1]


@jit
def decider(w: Any, s: Any) -> Any:
    if s.outcome != 0:
        return -1
    return word(s, 1)


KERNELS = game.Kernels("race", reset, step, legal, observe, decider)


class Race(CompiledGame):
    """The game in the form that the core expects."""

    id = "race"
    action_codec = ACTIONS
    observation_codec = OBSERVATIONS
    state_dtype = STATE
    kernels = KERNELS

    def __init__(self, goal: int = 20, max_rounds: int = 30) -> None:
        world = np.zeros(1, WORLD)
        world["rules"]["goal"] = goal
        world["rules"]["pays"] = 1
        world["max_rounds"] = max_rounds
        super().__init__(world, ("red", "blue"), {"goal": goal, "max_rounds": max_rounds}, GameType.rivals(2, rewards="steps"))

    def winners(self, states: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
        return states["points"] >= self.world["rules"]["goal"]
