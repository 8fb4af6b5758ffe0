"""Teammates in training, a centralized critic, values in units of the returns, and curves that no board dominates."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.needs import TRAIN

pytest.importorskip("torch", reason=TRAIN)
import torch

pytest.importorskip("sb3_contrib", reason=TRAIN)

import zombicide_agents as agents
from tests.training.small import team, weights
from zombicide_agents import Agent, AgentError, checkpoint
from zombicide_agents.network import NetworkConfig
from zombicide_env import make_game
from zombicide_env.core.game import ONGOING
from zombicide_env.envs.global_state import GlobalState
from zombicide_training.collect.discounting import Discounting
from zombicide_training.collect.mixed_games import POLICY
from zombicide_training.collect.teammates import TeamVecEnv
from zombicide_training.evaluation.statistics import evenly
from zombicide_training.learn.sb3_policy import Scale
from zombicide_training.run.trainer import train

pytestmark = pytest.mark.train


def table(max_rounds: int = 4, survivors: int = 3) -> Any:
    return make_game("black_plague", survivors=survivors, max_rounds=max_rounds, allow_small_team=True)


def first_legal(env: TeamVecEnv) -> np.ndarray[Any, Any]:
    return env.batch.masks.argmax(axis=1)


def test_only_the_policys_seats_are_asked() -> None:
    env = TeamVecEnv([table(), table(survivors=2)], 6, 1, ("random", "greedy"), 0.8)
    env.reset()
    casts, asked, ends = set(), 0, 0
    for _ in range(60):
        assert (env.shared.cast[np.arange(6), env.batch.deciders] == POLICY).all()
        casts.add(env.shared.cast.tobytes())
        before = env.batch.episodes.copy()
        _, _, dones, infos = env.step(first_legal(env))
        asked += 6
        ends += int(dones.sum())
        assert (env.batch.episodes[~dones] == before[~dones]).all(), "a game has ended and nobody was told"
        assert all(("outcome" in info) == done for info, done in zip(infos, dones, strict=True))
    assert ends > 0 and len(casts) > 1
    assert {-1, 0, 1} == set(np.unique(env.shared.cast[:, :2]).tolist())
    assert (env.shared.cast[1::2, 2:] == POLICY).all()  # seats that those games do not have


def test_what_teammates_earn_counts_for_the_step_before() -> None:
    """Rewards of a game add up to its result, whoever plays."""
    env = TeamVecEnv([table(max_rounds=3)], 8, 3, ("random",), 0.9)
    env.reset()
    sums, seen = np.zeros(8), []
    for _ in range(120):
        _, rewards, dones, infos = env.step(first_legal(env))
        sums += rewards
        for i in np.flatnonzero(dones):
            seen.append((sums[i], infos[i]["outcome"]))
            sums[i] = 0.0
    assert len(seen) > 5
    assert all(total == pytest.approx({"won": 1.0, "lost": -1.0, "truncated": 0.0}[outcome], abs=1e-5) for total, outcome in seen)


def test_rounds_that_teammates_play_fade() -> None:
    env = TeamVecEnv([table(max_rounds=30)], 4, 3, ("greedy",), 1.0)
    env.reset()
    clock = Discounting(env.batch, 0.5, "round")
    found = set()
    for _ in range(80):
        before = env.batch.states["round"].astype(int)
        env.step(first_legal(env))
        fading, _ = clock.step()
        over = env.batch.dones != ONGOING
        passed = np.where(over, env.batch.final_states["round"], env.batch.states["round"]).astype(int) - before
        assert fading == pytest.approx(0.5**passed)
        found |= set(passed.tolist())
    assert max(found) >= 1


def test_without_teammates_nothing_changes() -> None:
    from zombicide_env.adapters.sb3 import ZombicideVecEnv

    plain, team_ = ZombicideVecEnv(table(), 4, seed=7), TeamVecEnv([table()], 4, 7)
    assert np.array_equal(plain.reset(), team_.reset())
    for _ in range(40):
        actions = first_legal(team_)
        for a, b in zip(plain.step(actions)[:3], team_.step(actions)[:3], strict=True):
            assert np.array_equal(a, b)


def test_a_critic_of_the_team_sees_what_every_seat_has_for_itself() -> None:
    games = [table(survivors=3), table(survivors=2)]
    env = TeamVecEnv(games, 4, 0, everything=True)
    seen = env.reset()
    codec = games[0].observation_codec
    assert env.observation_space.shape == seen.shape[1:] == (codec.size + len(codec.common) + 3 * len(codec.own),)
    assert (seen <= env.observation_space.high).all()
    own = seen[:, codec.size + len(codec.common) :].reshape(4, 3, -1)
    for seat in range(2):
        assert np.array_equal(own[:, seat], env.batch.observe(seat)[:, codec.own])
    assert (own[1::2, 2] == 0).all()
    assert np.array_equal(GlobalState(games[0], "uint8").of_batch(env.batch), seen[:, codec.size :])


def test_values_keep_their_meaning_when_their_scale_changes() -> None:
    torch.manual_seed(0)
    scale, last, hidden = Scale(), torch.nn.Linear(4, 1), torch.randn(6, 4)
    before = last(hidden) * scale.spread + scale.mean
    scale.follow(np.array([5.0, 7.0, 9.0], np.float32), last, share=0.5)
    after = last(hidden) * scale.spread + scale.mean
    assert torch.allclose(before, after, atol=1e-5)
    assert scale.mean.item() == pytest.approx(3.5)
    assert scale.spread.item() == pytest.approx(0.5 + np.std([5.0, 7.0, 9.0]) / 2, abs=1e-5)


def test_a_board_that_is_won_quickly_counts_no_more_than_another() -> None:
    assert evenly(np.array([1, 1, 1, 1, 0]), np.array([2, 2, 2, 2, 5])) == pytest.approx(0.5)


class LastLegal(Agent):
    """Agent that takes the last legal action and records its decisions."""

    def __init__(self) -> None:
        self.asked: list[int] = []

    def act(self, observation: Any, mask: Any, game: Any = None, state: Any = None) -> int:
        assert observation is not None and len(observation) == table().observation_codec.size
        self.asked.append(int(np.flatnonzero(mask)[-1]))
        return self.asked[-1]


def test_teammates_that_are_asked_decide_between_the_policys_decisions() -> None:
    mate = LastLegal()
    env = TeamVecEnv([table(), table(survivors=2)], 6, 1, (mate, "random"), 0.8)
    env.reset()
    ends = 0
    for _ in range(60):
        assert (env.shared.cast[np.arange(6), env.batch.deciders] == POLICY).all()
        before, rounds = env.batch.episodes.copy(), env.batch.states["round"].copy()
        _, rewards, dones, infos = env.step(first_legal(env))
        assert np.isfinite(rewards).all()
        assert (env.batch.episodes[~dones] == before[~dones]).all(), "a game has ended and nobody was told"
        assert (env.batch.states["round"][~dones] >= rounds[~dones]).all()
        assert all(("outcome" in info) == done for info, done in zip(infos, dones, strict=True))
        ends += int(dones.sum())
    assert ends > 0
    assert len(mate.asked) > 60


def test_results_do_not_depend_on_how_teammates_are_queried() -> None:
    """A teammate called from Python that answers as the compiled one does changes nothing."""

    class Asked(type(agents.make("greedy", table()))):  # type: ignore[misc]  # a class that is found out here
        def player(self, game: Any) -> None:
            return None

    compiled, asked = (TeamVecEnv([table()], 5, 3, (mate,), 0.6) for mate in ("greedy", Asked(table())))
    assert np.array_equal(compiled.reset(), asked.reset())
    for _ in range(50):
        actions = first_legal(compiled)
        for a, b in zip(compiled.step(actions)[:3], asked.step(actions)[:3], strict=True):
            assert np.array_equal(a, b)


def test_a_teammate_that_does_not_exist_is_found_at_once(tmp_path: Path) -> None:
    with pytest.raises(AgentError, match="did you mean"):
        train(team(tmp_path, teammates=("greddy",)))


@pytest.mark.slow
def test_a_run_with_all_of_it_goes_on_as_if_it_had_not_stopped(tmp_path: Path) -> None:
    options: dict[str, Any] = {
        "teammates": ("greedy", "random", "past"),
        "snapshot_updates": 1,
        "critic": "team",
        "normalise_value": True,
        "final_rate": 1.0,  # the rate depends on the steps that are left
        "survivors": (6, 3),
        "network": NetworkConfig(kind="flat", width=16, layers=1, lean="greedy"),
    }
    options["option"] = ("allow_small_team=true",)
    whole = train(team(tmp_path / "whole", **options))
    train(team(tmp_path / "half", **{**options, "steps": 128}))
    train(team(tmp_path / "half", resume=True, steps=256, network=options["network"]))
    last = [sorted((tmp_path / run / "checkpoints").iterdir())[-1] for run in ("whole", "half")]
    a, b = (weights(folder) for folder in last)
    assert all(torch.equal(a[name], b[name]) for name in a)
    header = json.loads((whole.policy / "checkpoint.json").read_text())
    assert header["training"]["config"]["teammates"] == ["greedy", "random", "past"]
    kept = [sorted(path.name for path in (tmp_path / run / "pool").iterdir()) for run in ("whole", "half")]
    assert kept[0] == kept[1] and len(kept[0]) > 1
    assert "critic" not in " ".join(checkpoint.load(whole.policy, make_game("black_plague"))[0].state_dict())
