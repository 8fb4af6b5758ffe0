"""Guarantees of the core, checked on every game: mixtures, persistent buffers, steps in the background, search."""

from __future__ import annotations

import time
from typing import Any

import numpy as np
import pytest

from tests.needs import TRAIN
from zombicide_env import make_game
from zombicide_env.core import engine
from zombicide_env.core.batch import Batch
from zombicide_env.core.jit import PYTHON_MODE
from zombicide_env.games import GAMES

MIXTURES: dict[str, list[dict[str, Any]]] = {
    "black_plague": [
        {"quest": "danse_macabre", "survivors": 6},
        {"quest": "the_black_book", "survivors": 9, "decisions": "actions"},
        {"quest": "big_game_hunting", "survivors": 1, "allow_small_team": True, "reward": "shaped"},
    ],
    "hit_z_road": [{"players": n} for n in (1, 4, 2, 3)],
    "z_game": [{"players": 4}, {"players": 2, "fog_of_war": True}, {"players": 3, "few_but_effective": True, "target": "blitz"}],
}
BUFFERS = ("states", "masks", "observations", "raw_observations", "rewards", "dones", "deciders", "seats", "active", "episodes")
STEPS = 120


@pytest.fixture(params=MIXTURES)
def games(request: pytest.FixtureRequest) -> list[Any]:
    """Several games that can share a batch."""
    return [make_game(request.param, **options) for options in MIXTURES[request.param]]


def addresses(batch: Batch) -> dict[str, int]:
    return {name: getattr(batch, name).ctypes.data for name in (*BUFFERS, "final_observations", "final_states")}


def snapshot(batch: Batch) -> list[bytes]:
    return [getattr(batch, name).tobytes() for name in BUFFERS]


def test_mixed_games_play_as_they_do_alone(games: list[Any]) -> None:
    """Different quests, team sizes and options in one batch."""
    n = 2 * len(games)
    mixed = Batch(games, n, seed=list(range(n)))
    assert mixed.n_agents == max(len(game.agents) for game in games)
    alone = [Batch(games[i % len(games)], 1, seed=i) for i in range(n)]
    for _ in range(STEPS):
        actions = mixed.random_actions()
        mixed.step(actions)
        for i, batch in enumerate(alone):
            batch.step(actions[i : i + 1])
            for name in BUFFERS:
                own, shared = getattr(batch, name)[0], getattr(mixed, name)[i]
                if name in ("rewards", "active"):
                    assert not shared[len(own) :].any()
                    shared = shared[: len(own)]
                assert own.tobytes() == shared.tobytes(), name
    for i, batch in enumerate(alone):
        for seat in range(len(batch.games[0].agents)):
            assert np.array_equal(batch.observe(seat)[0], mixed.observe([seat if k == i else 0 for k in range(n)])[i])


@pytest.mark.parametrize("name", sorted(GAMES))
def test_no_feature_leaves_its_bounds(name: str) -> None:
    """Crowded boards, long games: a value beyond a feature's range is clipped to its maximum."""
    game = make_game(name)
    batch = Batch(game, 64, seed=5, observation_dtype="uint8")
    batch.seed_actions(5)
    seen = np.zeros(game.observation_codec.size, np.uint8)
    for _ in range(500):
        batch.step_random(1)
        np.maximum(seen, batch.observations.max(axis=0), out=seen)
    assert np.flatnonzero(seen > game.observation_codec.high).tolist() == []


def test_kernel_and_game_agree_on_active_agents(games: list[Any]) -> None:
    for game in games:
        batch, gone = Batch(game, 16, seed=3, autoreset="disabled", observation_dtype="uint8"), 0
        for number in range(400):
            batch.step_random(5)
            for i in range(batch.n):
                assert np.array_equal(batch.active[i] == 1, game.active(batch.states[i : i + 1]))
            gone += int((batch.active == 0).sum())
            if gone and number >= 40:
                break
        assert gone > 0


def test_buffers_stay_where_they_are_and_torch_sees_them(games: list[Any]) -> None:
    torch = pytest.importorskip("torch", reason=TRAIN)
    batch = Batch(games, len(games), seed=0)
    before = addresses(batch)
    features, masks, rewards = (torch.from_numpy(array) for array in (batch.observations, batch.masks, batch.rewards))
    for act in (lambda: batch.step(batch.random_actions()), batch.reset, batch.resample, lambda: batch.step_random(40), batch.refresh):
        act()
        assert addresses(batch) == before
        assert np.array_equal(features.numpy(), batch.raw_observations * batch.observation_codec.scale)
        assert masks.any(dim=1).all() and np.array_equal(masks.numpy(), batch.masks)
        assert np.array_equal(rewards.numpy(), batch.rewards)
    assert features.data_ptr() == before["observations"]


def test_what_a_user_writes_into_observations_is_gone_with_the_next_step(games: list[Any]) -> None:
    batch, twin = Batch(games, len(games), seed=1), Batch(games, len(games), seed=1)
    batch.raw_observations[:] = 77
    batch.observations[:] = -1
    for one in (batch, twin):
        one.step(one.random_actions())
    assert snapshot(batch) == snapshot(twin)


def test_a_step_goes_on_while_the_caller_computes(games: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """``send`` returns before the step is done; other threads do it; ``recv`` does what they have not started."""
    batch, twin = Batch(games, 130, seed=2, threads=2), Batch(games, 130, seed=2)
    for called in (False, True, True, False):
        actions = twin.random_actions()
        before = snapshot(batch)
        with monkeypatch.context() as patch:
            if not called:
                batch.close()  # no thread is awake, and none is woken
                patch.setattr("zombicide_env.core.thread_pool._Worker.wake", lambda _worker: None)
                patch.setattr("zombicide_env.core.thread_pool._LOOKS", 0)
                patch.setattr("zombicide_env.core.thread_pool.threading.Thread.start", lambda _thread: None)
                patch.setattr("zombicide_env.core.thread_pool.threading.Thread.join", lambda _thread: None)
            batch.send(actions)
            if called and not PYTHON_MODE:
                deadline = time.monotonic() + 60
                while batch._buffers["orders"][engine.DONE] < batch._buffers["orders"][engine.CHUNKS]:
                    assert time.monotonic() < deadline
                    time.sleep(0.001)
            else:
                assert snapshot(batch) == before
            batch.recv()
            if not called:
                batch.close()
        twin.step(actions)
        assert snapshot(batch) == snapshot(twin)
    batch.close()


def test_rollouts_of_several_games_keep_what_is_known_and_end(games: list[Any]) -> None:
    """Put, resample and rollout: known information stays, every game ends, sparse rewards come once."""
    n = 4 * len(games)
    batch = Batch(games, n, seed=4, autoreset="disabled", observation_dtype="uint8")
    batch.step_random(20)
    start = batch.states.copy()
    seen = [batch.observations.tobytes(), batch.masks.tobytes()]
    batch.resample()
    assert [batch.observations.tobytes(), batch.masks.tobytes()] == seen
    assert batch.states.tobytes() != start.tobytes()
    for i in range(n):
        assert batch.games[batch.world_of[i]].status(batch.states[i : i + 1]).value == 0
    over = batch.deciders == -1
    results = batch.rollout()
    assert (batch.dones > 0).all() and (batch.deciders == -1).all()
    assert np.array_equal(results[~over], batch.rewards[~over])
    assert not batch.rewards[over].any() and results[over].any(axis=1).all()  # paid before
    batch.put(start)
    assert [batch.observations.tobytes(), batch.masks.tobytes()] == seen


def test_random_actions_find_every_action(games: list[Any]) -> None:
    """The only legal action is found at any index; several legal ones are drawn about equally often."""
    size = games[0].action_codec.size
    batch = Batch(games[0], size, seed=0, autoreset="disabled", observation_dtype="uint8")
    batch._legal[:] = np.eye(size, dtype=np.int8)
    assert np.array_equal(batch.random_actions(), np.arange(size))
    batch._legal[:] = 0
    assert (batch.random_actions() == -1).all()
    batch._legal[:] = 1
    counts = sum(np.bincount(batch.random_actions(), minlength=size) for _ in range(40))
    assert counts.min() > 5 and counts.max() < 120  # 40 expected
