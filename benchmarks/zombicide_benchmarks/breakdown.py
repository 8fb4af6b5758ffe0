"""Time of the parts of a step, by differences, and the speed limit set by the written bytes.

The parts of a step cannot be timed inside compiled code without changing it.  The engine can run them separately, though, on
the same games: choose an action, write masks, write observations, reset.  The rest of a whole step is the rules.
Measurements of the parts alternate on one batch, so that their differences are taken under the same load of the machine.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from zombicide_env.core import tasks
from zombicide_env.core.batch import Batch
from zombicide_env.core.game import Game
from zombicide_env.envs.aec import RawEnv

from .loops import aec_loop
from .timing import Work, interleaved

GAMES: Final = 256  # enough for a representative mix of positions, few enough for the L2 cache
MIXING: Final = 200  # random steps that spread the games over different stages


def task_loop(batch: Batch, task: int, observe: bool = True) -> Work:
    """Return work that runs one task of the engine on every game of the batch."""

    def work(count: int) -> int:
        rounds = -(-count // batch.n)
        for _ in range(rounds):
            batch._do(task, 1, observe)  # no public method runs a part of a step separately
        return rounds * batch.n

    return work


def step_loop(batch: Batch, count: int, observe: bool = True) -> Work:
    """Return work that takes ``count`` random steps per compiled call."""

    def work(steps: int) -> int:
        rounds = -(-steps // (count * batch.n))
        for _ in range(rounds):
            batch.step_random(count, observe=observe)
        return rounds * batch.n * count

    return work


def mixed(game: Game, n: int, dtype: str) -> Batch:
    """Return a batch whose games are at different stages."""
    batch = Batch(game, n, seed=0, observation_dtype=dtype)
    batch.step_random(MIXING, observe=False)
    batch.refresh()
    return batch


def episodes_per_step(game: Game, n: int = GAMES, steps: int = 2000) -> float:
    """Return the number of games that end per step of random play."""
    batch = Batch(game, n, seed=1, observation_dtype="uint8")
    before = int(batch.episodes.sum())
    batch.step_random(steps, observe=False)
    return (int(batch.episodes.sum()) - before) / (n * steps)


def parts(times: dict[str, float], endings: float) -> dict[str, float]:
    """Return nanoseconds of the parts of one step in a batch, from the measured times; ``endings``: games that end per step.

    A difference that is below zero by chance counts as 0.
    """
    reset = max(0.0, times["reset"] - times["fill"]) * endings
    found = {
        "choose": times["choose"],
        "legal": times["legal"],
        "observe": times["observe"],
        "scale to float32": times["step float32"] - times["step"],
        "reset": reset,
        "rules": times["step without observation"] - times["choose"] - times["legal"] - reset,
    }
    return {name: max(0.0, value) for name, value in found.items()}


def measure(game: Game, *, seconds: float, repeats: int) -> dict[str, Any]:
    """Measure nanoseconds by part, in a batch and through ``raw_env``; see ``parts`` and ``shell``."""
    batch, scaled, parked = (mixed(game, GAMES, dtype) for dtype in ("uint8", "float32", "uint8"))
    alone = mixed(game, 1, "float32")
    again = mixed(game, GAMES, "uint8")
    again._inputs[:] = 1
    parked._inputs[:] = parked.seats
    works = {
        "step": step_loop(batch, 1),
        "step float32": step_loop(scaled, 1),
        "step without observation": step_loop(batch, 1, observe=False),
        "64 steps a call": step_loop(batch, 64),
        "choose": task_loop(batch, tasks.CHOOSE),
        "legal": task_loop(parked, tasks.FILL, observe=False),
        "fill": task_loop(parked, tasks.FILL),
        "observe": task_loop(parked, tasks.VIEW),
        "reset": task_loop(again, tasks.RESET),
        "alone, 64 steps a call": step_loop(alone, 64),
        "alone, 1 step a call": step_loop(alone, 1),
        "raw_env": aec_loop(RawEnv(game)),
    }
    times = {name: rate.nanoseconds for name, rate in interleaved(works, seconds=seconds, repeats=repeats).items()}
    endings = episodes_per_step(game)
    return {
        "games": GAMES,
        "endings_per_step": endings,
        "measured": {name: round(value, 1) for name, value in times.items()},
        "parts": {name: round(value, 1) for name, value in parts(times, endings).items()},
        "shell": {name: round(value, 1) for name, value in shell(times).items()},
    }


def shell(times: dict[str, float]) -> dict[str, float]:
    """Return nanoseconds of one step through ``raw_env``: compiled code, the call from Python, the environment and its loop."""
    kernel, call = times["alone, 64 steps a call"], times["alone, 1 step a call"]
    found = {"compiled step": kernel, "call from Python": call - kernel, "environment and loop": times["raw_env"] - call}
    return {name: max(0.0, value) for name, value in found.items()}


# ---- the bound ---------------------------------------------------------------------------------------------------------


def bytes_written(game: Game, dtype: str) -> int:
    """Return the bytes that a step must write for its caller: mask, raw observation, and the scaled one if requested."""
    features = game.observation_codec.size
    return game.action_codec.size + features + (4 * features if dtype == "float32" else 0)


def bandwidth(size: int, *, seconds: float, repeats: int) -> float:
    """Return the bytes per second that one thread can write into a buffer of ``size`` bytes."""
    buffer = np.zeros(size, np.uint8)

    def work(count: int) -> int:
        rounds = -(-count // size)
        for value in range(rounds):
            buffer.fill(value & 255)
        return rounds * size

    return interleaved({"": work}, seconds=seconds, repeats=repeats)[""].median


def bounds(game: Game, n: int, *, seconds: float, repeats: int) -> list[dict[str, Any]]:
    """Return for each kind of observation the bytes per step, their write speed, and the resulting steps per second."""
    rows = []
    for dtype in ("uint8", "float32"):
        size = bytes_written(game, dtype)
        speed = bandwidth(size * n, seconds=seconds, repeats=repeats)
        rows.append(
            {"observation": dtype, "games": n, "bytes": size, "bytes_per_second": round(speed), "steps_per_second": round(speed / size)}
        )
    return rows
