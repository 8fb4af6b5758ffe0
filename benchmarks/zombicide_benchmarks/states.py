"""Size of a game's state, and speed of operations for search: copy, save, load, play to the end, resample."""

from __future__ import annotations

import copy
from typing import Any, Final

import numpy as np

from zombicide_env.core.batch import Batch
from zombicide_env.core.game import Game
from zombicide_env.envs.aec import RawEnv

from .timing import Work, interleaved

MIDDLE: Final = 100  # random steps into the measured game, unless it ends before: about half of a game
GAMES: Final = 256


def memory(game: Game) -> dict[str, int]:
    """Return bytes of the parts of one game."""
    return {
        "state": game.state_dtype.itemsize,
        "world (shared by all games of a batch)": game.world.nbytes,
        "observation, uint8": game.observation_codec.size,
        "observation, float32": 4 * game.observation_codec.size,
        "mask": game.action_codec.size,
        "one more game in a batch, uint8": more_memory(game, "uint8"),
        "one more game in a batch, float32": more_memory(game, "float32"),
    }


def more_memory(game: Game, dtype: str, **options: Any) -> int:
    """Return bytes that one more game adds to a batch, all its buffers together (with same-step autoreset also the last game and state)."""

    def total(n: int) -> int:
        batch = Batch(game, n, seed=0, observation_dtype=dtype, **options)
        arrays = [value for value in vars(batch).values() if isinstance(value, np.ndarray)]
        owned = {array.__array_interface__["data"][0]: array.nbytes for array in arrays if array.size}
        return sum(owned.values())

    return total(3) - total(2)


def middle(game: Game, seed: int = 0) -> RawEnv:
    """Return an environment in the middle of a random game."""
    batch = Batch(game, 1, seed=seed, autoreset="disabled")
    for _ in range(MIDDLE):
        before = batch.states.copy()
        batch.step_random(1)
        if batch.dones[0]:
            break
    env = RawEnv(game)
    env.reset(seed=seed)
    env._one.put(before)
    env._sit_down()
    return env


def repeated(call: Any, counted: int = 1) -> Work:
    """Return work that calls ``call`` repeatedly; one call counts as ``counted`` items."""

    def work(count: int) -> int:
        calls = -(-count // counted)
        for _ in range(calls):
            call()
        return calls * counted

    return work


def measure(game: Game, *, seconds: float, repeats: int) -> list[dict[str, Any]]:
    """Return rows ``what``, ``per_second``, ``nanoseconds``: one thread, one game or position each."""
    env = middle(game)
    state = env.record.copy()
    save = env.save()
    slots = np.zeros(GAMES, game.state_dtype)
    searching = Batch(game, GAMES, seed=0, autoreset="disabled", observation_dtype="uint8")
    whole = Batch(game, GAMES, seed=0, autoreset="disabled", observation_dtype="uint8")
    hiding = Batch(game, GAMES, seed=0, autoreset="disabled", observation_dtype="uint8")
    hiding.put(state, trusted=True)
    counter = [0]

    def into_slot() -> None:
        counter[0] = (counter[0] + 1) % GAMES
        slots[counter[0]] = state[0]

    def from_here() -> None:
        searching.put(state, trusted=True)
        searching.rollout()

    def from_start() -> None:
        whole.reset()
        whole.rollout()

    def seen() -> None:
        whole.reset()
        whole.step_random(1_000_000)

    works = {
        "copy a state into a slot": repeated(into_slot),
        "copy a state into a batch (put: mask and observation too)": repeated(lambda: searching.put(state, trusted=True), GAMES),
        "deepcopy of raw_env": repeated(lambda: copy.deepcopy(env)),
        "save of raw_env": repeated(env.save),
        "load into raw_env": repeated(lambda: env.load(save)),
        "resample of what is hidden (mask and observation too)": repeated(hiding.resample, GAMES),
        "rollout from a position to the end": repeated(from_here, GAMES),
        "game from start to end, without observations": repeated(from_start, GAMES),
        "game from start to end, with observations": repeated(seen, GAMES),
    }
    rows = [{"what": name} | found.as_dict() for name, found in interleaved(works, seconds=seconds, repeats=repeats).items()]
    return [
        *rows,
        {"what": "decisions in a random game, mean", "value": round(length(game), 1)},
        {"what": "decisions in a rollout from the position, mean", "value": round(length(game, state), 1)},
    ]


def length(game: Game, state: Any = None) -> float:
    """Return the mean number of decisions in a random game, from the start or from a state."""
    batch = Batch(game, 2 * GAMES, seed=5, autoreset="disabled", observation_dtype="uint8")
    if state is not None:
        batch.put(state, trusted=True)
    before = batch.states["steps"].astype(float)
    batch.rollout()
    return float((batch.states["steps"] - before).mean())
