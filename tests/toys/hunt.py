"""A small game of two unequal sides: a party of runners against one hunter, with secrets on both.

At the start the hunter sets a trap in one of the holes, unseen.  In every round one hole is muddy (a die, open to all); the runners hide
one after the other, seen by their party only, and then the hunter digs.  A runner who hides in the trap, or is dug out, is caught and
eliminated.  Mud shows the hunter whether its hole is occupied.  After the last round the party wins if more than half of it is free,
and loses if less.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from zombicide_env.core.codec import ActionBlock, ActionCodec, Column, ObservationBlock, ObservationCodec
from zombicide_env.core.events import EVENTS, Event, EventCodec, tell, tell_only
from zombicide_env.core.game import Kernels
from zombicide_env.core.game_type import GameType
from zombicide_env.core.jit import jit
from zombicide_env.core.layout import record
from zombicide_env.core.rng import rand_below, seed_rng
from zombicide_env.core.scene import Fact, Panel, Rect, Scene, Text
from zombicide_env.games.base import CompiledGame, check_choice

N = 5  # maximum number of runners
HOLES = 4
HIDE, DIG, TRAP = 0, HOLES, 2 * HOLES

STATE = record(
    [
        ("rng", "u8"),
        ("outcome", "u1"),
        ("round", "i2"),
        ("reward", "f4", (N + 1,)),
        ("steps", "i4"),
        ("current", "i2"),  # seat that decides
        ("free", "u1", (N,)),
        ("hole", "i2", (N,)),  # -1: not hidden
        ("mud", "i2"),
        ("trap", "i2"),  # -1: not set
    ]
)
WORLD = record([("n", "i2"), ("rounds", "i2"), ("max_rounds", "i2"), ("steps", "u1")])
ACTIONS = ActionCodec(
    "hunt",
    [
        ActionBlock("hide", (("hole", HOLES),), "hide <hole>", "hide in the hole"),
        ActionBlock("dig", (("hole", HOLES),), "dig <hole>", "catch who hides there"),
        ActionBlock("trap", (("hole", HOLES),), "trap <hole>", "catch who hides there first"),
    ],
)
OBSERVATIONS = ObservationCodec(
    "hunt",
    [
        ObservationBlock(
            "runners", (N, 3), columns=(Column("free"), Column("me"), Column("hole", HOLES, "hole + 1, 0: none that is known", HOLES + 1))
        ),
        ObservationBlock(
            "holes", (HOLES, 3), columns=(Column("mud"), Column("tracks", 1, "hunter only"), Column("trap", 1, "hunter only"))
        ),
        ObservationBlock("round", (1,), high=50),
        ObservationBlock("hunter", (1,), high=1, doc="seen by the hunter"),
    ],
)
#: Only the runners know where they hide, only the hunter where the trap is.
CODEC = EventCodec()
HIDDEN, LAID = CODEC.kind("hidden", who="agent", hole="hole"), CODEC.kind("laid", hole="hole")
CAUGHT, DUG = CODEC.kind("caught", who="agent"), CODEC.kind("dug", hole="hole")
N_ACTIONS, O_HOLES, O_ROUND, O_HUNTER = ACTIONS.size, *(OBSERVATIONS.start[name] for name in ("holes", "round", "hunter"))


@jit
def reset(w: Any, s: Any, seed: Any) -> None:
    seed_rng(s, seed)
    s.round = 1
    s.trap = -1
    s.mud = rand_below(s, HOLES)
    s.current = w.n
    for i in range(N):
        s.hole[i] = -1
        s.free[i] = 1 if i < w.n else 0


@jit
def decider(w: Any, s: Any) -> Any:
    if s.outcome != 0:
        return -1
    return s.current


@jit
def active(w: Any, s: Any, agent: Any) -> Any:
    if agent == w.n:
        return 1
    return s.free[agent]


@jit
def count(w: Any, s: Any) -> Any:
    n = 0
    for i in range(w.n):
        n += s.free[i]
    return n


@jit
def catch(w: Any, s: Any, i: Any) -> None:
    s.free[i] = 0
    s.hole[i] = -1
    tell(w, CAUGHT, i)
    if w.steps == 1:
        for k in range(w.n):
            s.reward[k] -= 0.125
        s.reward[w.n] += 0.125


@jit
def next_turn(w: Any, s: Any) -> None:
    """Pass the turn to the first runner that is free and not hidden, or to the hunter if there is none."""
    for i in range(w.n):
        if s.free[i] == 1 and s.hole[i] < 0:
            s.current = i
            return
    s.current = w.n


@jit
def end(w: Any, s: Any, outcome: Any) -> None:
    s.outcome = outcome
    pay = 1.0 if outcome == 1 else -1.0 if outcome == 2 else 0.0
    for i in range(w.n):
        s.reward[i] += pay
    s.reward[w.n] -= pay


@jit
def step(w: Any, s: Any, action: Any) -> None:
    s.steps += 1
    for i in range(N + 1):
        s.reward[i] = 0.0
    if action >= TRAP:
        s.trap = action - TRAP
        tell_only(w, 1 << w.n, LAID, s.trap)
    elif action < DIG:
        s.hole[s.current] = action
        tell_only(w, (1 << w.n) - 1, HIDDEN, s.current, action)
        if action == s.trap:
            catch(w, s, s.current)
    else:
        tell(w, DUG, action - DIG)
        for i in range(w.n):
            if s.hole[i] == action - DIG:
                catch(w, s, i)
            s.hole[i] = -1
        s.round += 1
        s.mud = rand_below(s, HOLES)
    free = count(w, s)
    if free == 0:
        end(w, s, 2)
    elif s.round > w.rounds:
        end(w, s, 1 if 2 * free > w.n else 4 if 2 * free == w.n else 2)
    elif w.max_rounds > 0 and s.round > w.max_rounds:
        s.outcome = 3
    else:
        next_turn(w, s)


@jit
def legal(w: Any, s: Any, mask: Any) -> None:
    for a in range(N_ACTIONS):
        mask[a] = 0
    if s.outcome != 0:
        return
    first = HIDE
    if s.current == w.n:
        first = DIG if s.trap >= 0 else TRAP
    for k in range(HOLES):
        mask[first + k] = 1


@jit
def observe(w: Any, s: Any, agent: Any, out: Any) -> None:
    hunter = 1 if agent == w.n else 0
    for i in range(N):
        out[3 * i] = s.free[i]
        out[3 * i + 1] = 1 if i == agent else 0
        out[3 * i + 2] = 0 if hunter == 1 else s.hole[i] + 1
    for k in range(HOLES):
        out[O_HOLES + 3 * k] = 1 if s.mud == k else 0
        out[O_HOLES + 3 * k + 1] = 0
        out[O_HOLES + 3 * k + 2] = hunter if s.trap == k else 0
    if hunter == 1:
        for i in range(N):
            if s.hole[i] == s.mud:
                out[O_HOLES + 3 * s.mud + 1] = 1
    out[O_ROUND] = s.round
    out[O_HUNTER] = hunter


@jit
def resample(w: Any, s: Any, agent: Any, number: Any) -> None:
    """Resample the trap as the runners may imagine it, or the runners' holes as the hunter may."""
    seed_rng(s, number)
    if agent != w.n:
        if s.trap >= 0:
            s.trap = rand_below(s, HOLES)
        return
    tracks = 0
    for i in range(w.n):
        if s.hole[i] == s.mud:
            tracks += 1
    for i in range(w.n):
        if s.hole[i] >= 0:
            if tracks > 0:
                s.hole[i] = s.mud
                tracks = 0
            else:
                s.hole[i] = (s.mud + 1 + rand_below(s, HOLES - 1)) % HOLES


class Hunt(CompiledGame):
    """Runners against a hunter.

    Args:
        runners: 1 to 5.
        rounds: length of the game.
        max_rounds: the game is truncated after this many rounds; 0: never.
        reward: ``end`` pays 1 to the side that has won, -1 to the other; ``steps`` also an eighth for every runner caught.
    """

    id = "hunt"
    action_codec = ACTIONS
    observation_codec = OBSERVATIONS
    state_dtype = STATE
    scratch = record(list(EVENTS))
    event_codec = CODEC
    kernels = Kernels("hunt", reset, step, legal, observe, decider, resample, active=active)

    def __init__(self, runners: int = 3, rounds: int = 3, max_rounds: int = 0, reward: str = "end") -> None:
        check_choice("reward", reward, ("end", "steps"))
        if not 1 <= runners <= N:
            raise ValueError(f"runners={runners}: 1 to {N} can run")
        world = np.zeros(1, WORLD)
        world["n"], world["rounds"], world["max_rounds"], world["steps"] = runners, rounds, max_rounds, reward == "steps"
        super().__init__(
            world,
            [*(f"runner_{i}" for i in range(runners)), "hunter"],
            {"runners": runners, "rounds": rounds, "max_rounds": max_rounds, "reward": reward},
            GameType(
                (0,) * runners + (1,),
                ("runners", "hunter"),
                hidden="seats",
                rewards="steps" if reward == "steps" else "end",
                utility="zero_sum",
                players=(2, N + 1),
            ),
        )

    def scene_for(self, state: np.ndarray[Any, Any], agents: frozenset[str] | None) -> Scene:
        """The holes, with what these agents know of them."""
        s: Any = state[0]
        runners, hunter = (agents is None or not agents.isdisjoint(part) for part in (self.agents[:-1], self.agents[-1:]))
        items: list[Any] = [Rect(0, 0, 100.0 * HOLES, 100, "#334433")]
        for k in range(HOLES):
            marks = ["mud"] * bool(s["mud"] == k) + ["trap"] * bool(hunter and s["trap"] == k)
            items.append(Text(100.0 * k + 10, 30, f"hole {k} {' '.join(marks)}".strip(), 12, "#ffffff", tag=f"hole:{k}"))
        panels = tuple(
            Panel(agent, rows=(Fact("hole", str(int(s["hole"][i])) if runners and s["hole"][i] >= 0 else "?"),), gone=not s["free"][i])
            for i, agent in enumerate(self.agents[:-1])
        )
        return Scene(100.0 * HOLES, 100, tuple(items), "Hunt", (Fact("Round", str(int(s["round"]))),), panels=(*panels, Panel("hunter")))

    def scene(self, state: np.ndarray[Any, Any]) -> Scene:
        """The scene with all secrets shown."""
        return self.scene_for(state, None)

    def text_for(self, text: str, agent: str, agents: frozenset[str] | None, before: Any) -> str:
        """Text for an agent: runners see where runners hide, the hunter sees the trap."""
        if agents is None or text.startswith("dig"):
            return text
        own = {"hunter"} if agent == "hunter" else set(self.agents[:-1])
        return text if agents & own else text.partition(" ")[0]

    def sentence(self, event: Event, language: str = "en") -> str:
        """``runner_0 caught``: the toy has no event texts of its own."""
        return " ".join([*reversed(list(self.named(event).values())), event.kind])


__all__ = ["DIG", "HIDE", "HOLES", "TRAP", "Hunt"]
