"""Our own loop: what follows a decision, advantages by rounds, runs that are resumed to the same weights."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from tests.training.small import team, weights
from zombicide_agents.network import NetworkConfig
from zombicide_env.core.nets.learning import Positions
from zombicide_training.collect.choices import BEYOND, END, Rollout
from zombicide_training.config import ConfigError
from zombicide_training.learn.advantages import advantages, by_quest
from zombicide_training.run.loop import Loop
from zombicide_training.shown import Lines, shown
from zombicide_training.trainer import Trainer, train

LEAN = NetworkConfig(kind="flat", width=16, layers=1, lean="greedy")


def rollout(**columns: Any) -> Rollout:
    """Decisions of one game, one a step."""
    n = len(columns["values"])
    nothing = np.zeros(0)
    usual: dict[str, Any] = {
        "positions": Positions(*[nothing] * 9),
        "rewards": np.zeros(n),
        "discounts": np.ones(n),
        "rounds": np.zeros(n, np.int64),
        "following": np.append(np.arange(1, n), END),
        "beyond": np.zeros(n),
        "worlds": np.zeros(n, np.int32),
        "steps": np.arange(n + 1),
        "decisions": n,
    }
    return Rollout(**usual | {name: np.asarray(column) for name, column in columns.items()})


def test_within_a_round_the_result_reaches_the_first_decision_whole() -> None:
    found = advantages(rollout(values=np.zeros(30), rewards=np.append(np.zeros(29), 1.0)), gae=0.5)
    np.testing.assert_allclose(found, 1.0)


def test_lambda_counts_rounds_and_the_discount_too() -> None:
    made = rollout(values=np.zeros(3), rewards=[0, 0, 1.0], rounds=[1, 2, 0], discounts=[0.9, 0.81, 1.0])
    np.testing.assert_allclose(advantages(made, gae=0.5), [0.9 * 0.5 * 0.81 * 0.25, 0.81 * 0.25, 1.0])
    np.testing.assert_allclose(advantages(made, gae=0.5, by_rounds=False), [0.9 * 0.5 * 0.81 * 0.5, 0.81 * 0.5, 1.0])


def test_what_lies_beyond_the_rollout_is_expected_and_an_end_is_not() -> None:
    made = rollout(values=[0.2, 0.4], following=[END, BEYOND], rewards=[-1.0, 0.0], beyond=[7.0, 0.5], discounts=[1.0, 0.9])
    np.testing.assert_allclose(advantages(made, gae=0.95), [-1.2, 0.9 * 0.5 - 0.4])


def test_advantages_of_every_quest_have_the_same_spread() -> None:
    random = np.random.default_rng(0)
    values, worlds = np.concatenate([random.normal(0, 1, 500), random.normal(0, 5, 500)]), np.repeat([0, 1], 500).astype(np.int32)
    scaled = by_quest(values, worlds)
    assert scaled[:500].std() == pytest.approx(1.0, abs=0.3)
    assert scaled[500:].std() == pytest.approx(1.0)


def test_teams_of_one_quest_share_the_scale_of_its_advantages(tmp_path: Path) -> None:
    quests = ("danse_macabre", "big_game_hunting")
    trainer = Trainer(small(tmp_path, envs=12, quest=quests, survivors=(2, 3, 6)))
    loop = Loop(trainer.config, trainer.env, trainer.network, trainer.model.policy.optimizer)
    names = np.array([game.options["quest"] for game in trainer.env.batch.games])
    assert len(names) == 6
    assert len(set(loop._quests)) == 2
    assert all(len(set(loop._quests[names == quest])) == 1 for quest in quests)


def small(out: Path, **changes: Any) -> Any:
    """A run of our loop."""
    return team(out, trainer="own", network=LEAN, base="auto", base_share=0, exploration=0.3, **changes)


def test_a_run_that_is_resumed_ends_with_the_same_weights(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = train(small(tmp_path / "whole"))
    update = Loop.update

    def stopped(self: Loop, number: int, left: float) -> dict[str, float]:
        if number == 2:
            raise KeyboardInterrupt
        return update(self, number, left)

    with monkeypatch.context() as patch:
        patch.setattr(Loop, "update", stopped)
        with pytest.raises(KeyboardInterrupt):
            train(small(tmp_path / "parts"))
    resumed = train(small(tmp_path / "parts", resume=True))
    assert resumed.progress.steps == whole.progress.steps == 256
    newest = {name: weights(max((tmp_path / name / "checkpoints").iterdir())) for name in ("whole", "parts")}
    assert all(bool((newest["whole"][name] == value).all()) for name, value in newest["parts"].items())


def test_it_plays_as_its_base_before_it_has_learned(tmp_path: Path) -> None:
    trainer = Trainer(small(tmp_path))
    logits, _ = trainer.network(torch.zeros((1, trainer.game.observation_codec.size), dtype=torch.uint8))
    assert not logits.any()


def test_what_our_loop_cannot_do_names_the_other_trainer(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="trainer=sb3"):
        small(tmp_path, critic="team").check()
    assert not team(tmp_path, critic="team").own_loop
    assert not team(tmp_path, network=NetworkConfig(kind="tables")).own_loop


def test_progress_is_lines_where_no_terminal_shows_a_bar() -> None:
    assert isinstance(shown(bar=True), Lines)  # the tests' standard error is no terminal
