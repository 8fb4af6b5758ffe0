"""The breakdown of a step: parts are differences of measured times, and measure what their names say."""

from __future__ import annotations

import numpy as np
import pytest

from tests.envs.toy import Toy
from zombicide_benchmarks import breakdown, scaling, states
from zombicide_env import make_game
from zombicide_env.core import tasks
from zombicide_env.core.batch import Batch

TIMES = {
    "step": 1000.0,
    "step float32": 1300.0,
    "step without observation": 800.0,
    "choose": 50.0,
    "legal": 250.0,
    "fill": 450.0,
    "observe": 200.0,
    "reset": 10_450.0,
}


def test_parts_add_up_to_a_step() -> None:
    found = breakdown.parts(TIMES, endings=0.01)
    assert found["reset"] == pytest.approx(100.0)
    assert found["rules"] == pytest.approx(800 - 50 - 250 - 100)
    assert found["scale to float32"] == pytest.approx(300.0)
    without = sum(found[name] for name in ("choose", "legal", "reset", "rules"))
    assert without == pytest.approx(TIMES["step without observation"])


def test_parts_are_never_negative() -> None:
    assert min(breakdown.parts(TIMES | {"step float32": 900.0, "legal": 2000.0, "reset": 0.0}, 0.5).values()) == 0.0
    times = {"alone, 64 steps a call": 900.0, "alone, 1 step a call": 1100.0, "raw_env": 9000.0}
    assert breakdown.shell(times) == {"compiled step": 900.0, "call from Python": 200.0, "environment and loop": 7900.0}
    assert min(breakdown.shell(times | {"alone, 1 step a call": 800.0}).values()) == 0.0


def test_tasks_alone_do_what_they_are_named_after() -> None:
    batch = Batch(Toy(), 8, seed=0, observation_dtype="uint8")
    batch.masks[:], batch.raw_observations[:] = 0, 255
    assert breakdown.task_loop(batch, tasks.FILL, observe=False)(20) == 24
    assert batch.masks.any(axis=1).all() and (batch.raw_observations == 255).all()
    batch._inputs[:] = batch.seats
    breakdown.task_loop(batch, tasks.VIEW)(8)
    assert not (batch.raw_observations == 255).all()
    before = batch.states["steps"].copy()
    assert breakdown.step_loop(batch, 2)(20) == 32
    assert batch.episodes.min() >= 1 and (batch.states["steps"] != before).any()


def test_bytes_of_a_step_are_its_buffers() -> None:
    game = Toy()
    for dtype in ("uint8", "float32"):
        batch = Batch(game, 1, seed=0, observation_dtype=dtype)
        written = batch.masks.nbytes + batch.raw_observations.nbytes + (batch.observations.nbytes if dtype == "float32" else 0)
        assert breakdown.bytes_written(game, dtype) == written


def test_memory_of_a_game_covers_its_record_and_its_buffers() -> None:
    game = Toy()
    sizes = states.memory(game)
    parts = game.state_dtype.itemsize + game.observation_codec.size + game.action_codec.size
    assert parts < sizes["one more game in a batch, uint8"] < sizes["one more game in a batch, float32"]
    alone = states.more_memory(game, "uint8", autoreset="disabled")
    assert sizes["one more game in a batch, uint8"] - alone == game.state_dtype.itemsize + game.observation_codec.size


def test_the_middle_of_a_game_goes_on() -> None:
    env = states.middle(Toy())
    assert env.agents and int(env.record["steps"][0]) > 0
    observation = env.last()[0]
    assert observation is not None
    env.step(int(observation["action_mask"].nonzero()[0][0]))


def test_positions_are_collected_by_their_zombies() -> None:
    game = make_game("black_plague", quest="danse_macabre", survivors=6)
    found = dict(scaling.collect(game, (0, 2, 4), n=8, rounds=60))
    assert len(found) > 1
    for low, high in zip((0, 2, 4), (2, 4, 10_000), strict=True):
        if low in found:
            counts = scaling.zombies_of(found[low])
            assert len(counts) == 8 and np.all((counts >= low) & (counts < high))
    states = next(iter(found.values()))
    before = states.copy()
    assert scaling.from_positions(game, states)(10) == 8 * scaling.STEPS
    assert states.tobytes() == before.tobytes()
