"""The curriculum over the ladder: the distribution of games over rungs, and runs that learn rungs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.needs import TRAIN

pytest.importorskip("torch", reason=TRAIN)
pytest.importorskip("sb3_contrib", reason=TRAIN)

from tests.training.small import team, weights
from zombicide_env.core.batch import Batch
from zombicide_env.ladder import rung
from zombicide_training.collect.checks import ConfigError
from zombicide_training.collect.player_advantages import Sides
from zombicide_training.learn.curriculum import LATEST, Curriculum
from zombicide_training.run.loop import Loop
from zombicide_training.run.trainer import Trainer, train

pytestmark = pytest.mark.train


def noted(order: Any, *rates: float) -> Curriculum:
    """Return a curriculum of one world per rung that has recorded many games."""
    made = Curriculum(range(len(rates)), order)
    for number, rate in enumerate(rates):
        won = np.arange(20 * LATEST) % 100 < 100 * rate
        made.note(won, np.full(len(won), number))
    return made


def test_uncertain_rungs_are_played_most_and_none_is_forgotten() -> None:
    shares = noted("uncertain", 1.0, 0.9, 0.5, 0.0).shares()
    assert shares.sum() == pytest.approx(1)
    assert shares.argmax() == 2
    assert shares[0] == pytest.approx(shares[3])
    assert 0 < shares[0] < shares[1] < shares[2]


def test_the_next_rung_follows_when_one_is_won() -> None:
    assert noted("promotion", 0.6, 0.0, 0.0).shares().argmax() == 0
    assert noted("promotion", 0.9, 0.0, 0.0).shares().argmax() == 1
    assert noted("promotion", 0.9, 0.9, 0.9).shares().argmax() == 2


@pytest.mark.parametrize("rates", [(0.0, 0.0), (1.0, 1.0)])
def test_rungs_that_teach_nothing_share_the_games(rates: tuple[float, ...]) -> None:
    np.testing.assert_allclose(noted("uncertain", *rates).shares(), 0.5, atol=0.01)


def test_only_places_with_another_rung_are_named() -> None:
    games = [*rung("exit").games(boards=2), *rung("kill").games(boards=2)]
    made = Curriculum([0, 0, 1, 1], "promotion")
    batch = Batch(games, 40, seed=0, observation_dtype="uint8")
    before = batch.world_of.copy()
    again = made.deal(batch, np.random.default_rng(0))
    np.testing.assert_array_equal(made.rung_of[before] != made.rung_of[batch.world_of], again)
    np.testing.assert_array_equal(batch.world_of[~again], before[~again])
    assert np.bincount(made.rung_of[batch.world_of]).tolist() == [36, 4]
    assert set(batch.world_of[again].tolist()) == {0, 1}
    batch.reset(which=again)
    assert not made.deal(batch, np.random.default_rng(1)).any()
    batch.close()


def test_a_place_that_changes_to_a_smaller_team_has_the_rewards_of_that_team() -> None:
    batch = Batch([*rung("exit").games(boards=1), *rung("search").games(boards=1)], 2, seed=0, observation_dtype="uint8")
    assert [len(game.agents) for game in batch.games] == [1, 3]
    sides = Sides(batch)
    batch.world_of[:] = [1, 0]
    batch.reset()
    np.testing.assert_allclose(sides.paid(np.array([[0.6, 0.6, 0.6], [0.6, 0.0, 0.0]], np.float32)), 0.6)
    batch.close()


def climbing(out: Path, **changes: Any) -> Any:
    """A run over two rungs."""
    return team(out, ladder=("exit", "kill"), curriculum="promotion", envs=64, horizon=8, steps=2048, **changes)


def test_a_run_learns_rungs_and_is_judged_on_other_boards(tmp_path: Path) -> None:
    trainer = Trainer(climbing(tmp_path / "run"))
    learned, judged = ({game.options["quest"] for game in games} for games in (trainer.games, trainer.plain_games))
    assert len(learned) == len(judged) == 64
    assert all("split=test" in quest for quest in judged)
    assert not any("split=test" in quest for quest in learned)
    assert {game.options["max_rounds"] for game in trainer.plain_games} == {8}
    trainer.close()


def test_a_run_that_is_resumed_ends_with_the_same_weights(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = train(climbing(tmp_path / "whole"))
    update = Loop.update

    def stopped(self: Loop, number: int, left: float) -> dict[str, float]:
        if number == 2:
            raise KeyboardInterrupt
        return update(self, number, left)

    monkeypatch.setattr(Loop, "update", stopped)
    with pytest.raises(KeyboardInterrupt):
        train(climbing(tmp_path / "parts"))
    monkeypatch.setattr(Loop, "update", update)
    parts = train(climbing(tmp_path / "parts", resume=True))
    first, second = weights(whole.policy), weights(parts.policy)
    assert all((first[name] == second[name]).all() for name in first)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"ladder": ("exti",)}, "exit"),
        ({"ladder": ("road",)}, "a rung of hit_z_road"),
        ({"trainer": "sb3"}, "curriculum=even"),
        ({"envs": 32}, "envs=32 is too few for 64"),
    ],
)
def test_impossible_options_are_refused(tmp_path: Path, changes: dict[str, Any], message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        train(team(tmp_path, **{"ladder": ("exit", "kill"), "envs": 64} | changes))
