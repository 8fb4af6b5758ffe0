"""A small cooperative game with everything that environments must handle: chance, deaths, departures, truncation.

The walkers of a party take turns.  A step of 1 to 3 moves the party forward and kills the walker if a die (0 to 5) shows
less than the length of the step minus 1, plus the danger.  ``rest`` is safe.  ``leave`` (from halfway) takes a walker out alive.
``push`` names another walker, who falls.  The party wins when it reaches the goal and loses when no walker is left.
"""

from __future__ import annotations

import enum
from typing import Any, ClassVar

import numpy as np

from zombicide_env.core.codec import ActionBlock, ActionCodec, ObservationBlock, ObservationCodec
from zombicide_env.core.game import OUTCOMES, Kernels, Outcome
from zombicide_env.core.game_type import GameType, Hidden
from zombicide_env.core.jit import jit
from zombicide_env.core.rng import rand_below, seed_rng
from zombicide_env.games.base import CompiledGame

N = 6  # maximum number of seats
STEP, REST, LEAVE, PUSH = 0, 3, 4, 5

STATE = np.dtype(
    [
        ("rng", "u8"),
        ("outcome", "u1"),
        ("round", "i2"),
        ("reward", "f4", (N,)),
        ("steps", "i4"),
        ("current", "i2"),
        ("progress", "i2"),
        ("active", "u1", (N,)),
    ],
    align=True,
)
WORLD = np.dtype([("n", "i2"), ("goal", "i2"), ("danger", "i2"), ("max_rounds", "i2"), ("shaped", "u1")], align=True)
ACTIONS = ActionCodec(
    "toy",
    [
        ActionBlock("step", (("length", 3),), "step <length>", "go on"),
        ActionBlock("rest", (), "rest", "stay"),
        ActionBlock("leave", (), "leave", "go home"),
        ActionBlock("push", (("walker", N),), "push <walker>", "another walker falls"),
    ],
)
OBSERVATIONS = ObservationCodec(
    "toy",
    [
        ObservationBlock("progress", (1,), high=50, doc="steps of the party"),
        ObservationBlock("here", (1,), high=1, doc="always 1"),
        ObservationBlock("seat", (N,), high=1, doc="whose eyes"),
        ObservationBlock("active", (N,), high=1, doc="who is still with the party"),
    ],
)
N_ACTIONS, N_OBS = ACTIONS.size, OBSERVATIONS.size


@jit
def reset(w: Any, s: Any, seed: Any) -> None:
    seed_rng(s, seed)
    s.outcome = 0
    s.round = 1
    s.steps = 0
    s.current = 0
    s.progress = rand_below(s, 2)
    for i in range(N):
        s.reward[i] = 0.0
        s.active[i] = 1 if i < w.n else 0


@jit
def decider(w: Any, s: Any) -> Any:
    if s.outcome != 0:
        return -1
    return s.current


@jit
def active(w: Any, s: Any, agent: Any) -> Any:
    return s.active[agent]


@jit
def next_walker(w: Any, s: Any) -> None:
    for _ in range(N):
        s.current += 1
        if s.current >= w.n:
            s.current = 0
            s.round += 1
        if s.active[s.current] != 0:
            return
    s.outcome = 2


@jit
def step(w: Any, s: Any, action: Any) -> None:
    s.steps += 1
    before = s.progress
    for i in range(N):
        s.reward[i] = 0.0
    if action < REST:
        s.progress = min(50, s.progress + action + 1)
        if rand_below(s, 6) < action + w.danger:
            s.active[s.current] = 0
    elif action == LEAVE:
        s.active[s.current] = 0
    elif action >= PUSH:
        s.active[action - PUSH] = 0
    if s.progress >= w.goal:
        s.outcome = 1
    else:
        next_walker(w, s)
        if s.outcome == 0 and w.max_rounds > 0 and s.round > w.max_rounds:
            s.outcome = 3
    for i in range(N):
        if i < w.n:
            if w.shaped != 0:
                s.reward[i] += (s.progress - before) * 0.125
            if s.outcome == 1:
                s.reward[i] += 1.0
            elif s.outcome == 2:
                s.reward[i] -= 1.0


@jit
def legal(w: Any, s: Any, mask: Any) -> None:
    for a in range(N_ACTIONS):
        mask[a] = 0
    if s.outcome != 0:
        return
    for a in range(REST + 1):
        mask[a] = 1
    if s.progress * 2 >= w.goal:
        mask[LEAVE] = 1
    for i in range(N):
        if s.active[i] != 0 and i != s.current:
            mask[PUSH + i] = 1


@jit
def observe(w: Any, s: Any, agent: Any, out: Any) -> None:
    out[0] = s.progress
    out[1] = 1
    for i in range(N):
        out[2 + i] = 1 if i == agent else 0
        out[2 + N + i] = s.active[i]


class Fault(enum.Flag):
    """A violated invariant."""

    PROGRESS = enum.auto()
    CURRENT_OUT = enum.auto()


class Toy(CompiledGame):
    """The game with its options; see the module docstring."""

    id = "toy"
    action_codec, observation_codec, state_dtype = ACTIONS, OBSERVATIONS, STATE
    kernels = Kernels("toy", reset, step, legal, observe, decider, active=active)
    hidden: ClassVar[Hidden] = "nothing"

    def __init__(self, agents: int = 3, goal: int = 10, danger: int = 0, max_rounds: int = 0, shaped: bool = False) -> None:
        options = {"agents": agents, "goal": goal, "danger": danger, "max_rounds": max_rounds, "shaped": shaped}
        world = np.zeros(1, WORLD)
        world[0] = (agents, goal, danger, max_rounds, shaped)
        kind = GameType.team(agents, "party", hidden=self.hidden, rewards="steps" if shaped else "end", players=(1, N))
        super().__init__(world, [f"walker_{i}" for i in range(agents)], options, kind)

    def describe(self, state: np.ndarray[Any, Any]) -> dict[str, Any]:
        return {"progress": int(state["progress"][0]), "round": int(state["round"][0]), "current": int(state["current"][0])}

    def notation(self, state: np.ndarray[Any, Any], action: int) -> str:
        block, args = ACTIONS.decode(action)
        return " ".join([block.name, *(str(arg + (block.name == "step")) for arg in args)])

    def status(self, state: np.ndarray[Any, Any]) -> Fault:
        fault = Fault(0)
        if not 0 <= state["progress"][0] <= 50:
            fault |= Fault.PROGRESS
        if not state["outcome"][0] and not state["active"][0, state["current"][0]]:
            fault |= Fault.CURRENT_OUT
        return fault

    def outcome(self, state: np.ndarray[Any, Any]) -> Outcome:
        name = OUTCOMES[int(state["outcome"][0])]
        return Outcome(name, "" if name == "ongoing" else f"after {int(state['progress'][0])} steps")
