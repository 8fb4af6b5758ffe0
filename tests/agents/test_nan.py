"""Agents that return NaN: every runner reports it, or makes the agent forfeit its games, and none continues with it."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import zombicide_agents as agents
from tests.needs import TRAIN
from zombicide_agents.registry import _ENTRIES
from zombicide_benchmarks.strength.play import StrengthConfig, measure
from zombicide_env import cli, make_game
from zombicide_env.core.batch import Batch
from zombicide_env.core.game import IllegalAction
from zombicide_env.play.session import Session
from zombicide_training.evaluation.evaluate import EvaluateConfig, evaluate, run
from zombicide_training.evaluation.league import LeagueConfig, play_league

ROAD: dict[str, Any] = {"game": "hit_z_road", "players": 2}


class NoNumber(agents.Agent):
    """Agent that returns NaN as its action, and as the score of every action."""

    name = "no_number"

    def act(self, observation: Any, mask: Any, game: Any = None, state: Any = None) -> int:
        return float("nan")  # type: ignore[return-value]  # what is refused

    def act_batch(self, observations: Any, masks: Any, game: Any = None, states: Any = None) -> Any:
        return np.full(len(masks), np.nan)


class NoScores(agents.RandomAgent):
    """Agent that plays, but scores every action NaN."""

    name = "no_scores"

    def scores(self, observation: Any, mask: Any, game: Any = None, state: Any = None) -> Any:
        actions = np.flatnonzero(mask)
        return actions, np.full(len(actions), np.nan)

    def player(self, game: Any) -> None:
        return None


@pytest.fixture(autouse=True)
def registered() -> Any:
    agents.register("no_number", lambda game: NoNumber())
    agents.register("no_scores", lambda game: NoScores(game))
    yield
    del _ENTRIES["no_number"], _ENTRIES["no_scores"]


@pytest.fixture
def road() -> Any:
    return make_game("hit_z_road", players=2)


def test_a_session_refuses_an_agent_that_answers_nan(road: Any) -> None:
    with pytest.raises(IllegalAction, match="no_number has answered with nan"):
        Session(road, [NoNumber()], seed=1).step()


def test_an_agent_with_nan_scores_forfeits_in_evaluations(road: Any) -> None:
    found = evaluate(road, ["no_number", "random"], games=6)
    assert found.counts["no_number"]["forfeits"] == 6
    assert found.standing is not None and found.standing.share[:, 1].all()


def test_an_agent_with_nan_scores_forfeits_in_a_command_a_league_and_the_protocol(tmp_path: Path) -> None:
    (found,) = run(EvaluateConfig(teams=["no_number+random"], **ROAD, games=4))
    assert found.counts["no_number"]["forfeits"] == 4
    league = play_league(LeagueConfig(("no_number", "random"), players=(2,), games=2, resamples=2))
    assert league.tables[0].counts["no_number"]["forfeits"] == 2
    result = measure(StrengthConfig("no_number", ("hit_z_road",), games=2, output=tmp_path / "found.json"))
    assert all(set(row.outcomes) == {"L"} for row in result.rows.values())


def test_the_terminal_reports_nan_scores_in_one_line(capsys: Any) -> None:
    assert cli.main(["play", "--game", "hit_z_road", "--players", "2", "--seats", "no_number", "--quiet"]) == 1
    assert re.search(r"no_number .* answered with .*nan.*, which is not the index of an action", capsys.readouterr().err)


@pytest.mark.parametrize("vector", [False, True])
def test_an_environment_refuses_it_as_an_opponent(vector: bool, road: Any) -> None:
    from zombicide_env.envs.versus import VersusEnv
    from zombicide_env.envs.versus_vector import VersusVectorEnv

    env: Any = VersusVectorEnv(2, road, opponents=NoNumber()) if vector else VersusEnv(road, opponents=NoNumber())
    with pytest.raises((IllegalAction, RuntimeError), match=r"no_number.* has answered with (nan|float64 values)"):
        play(env, vector)


def play(env: Any, vector: bool) -> None:
    _, info = env.reset(seed=1)
    for _ in range(200):
        mask = info["action_mask"]
        *_, info = env.step(mask.argmax(axis=1) if vector else int(mask.argmax()))


def test_a_search_refuses_its_scores(road: Any) -> None:
    batch = Batch(road, 1, seed=1)
    while batch.masks[0].sum() < 2:
        batch.step_random()
    search = agents.make("search:simulations=6,threads=1,policy=no_scores", road)
    with pytest.raises(IllegalAction, match=r"has answered with the scores \[nan.* for \d+ actions: a number for each is needed"):
        search.act(batch.observations[0], batch.masks[0], road, batch.states)


TRAININGS: dict[str, Callable[[Path], object]] = {
    "teammate": lambda out: _team(out, teammates=("no_number",)),
    "teacher": lambda out: _team(out, warm_start="no_number", warm_decisions=256),
    "teacher's scores": lambda out: _team(out, warm_start="no_scores", warm_decisions=256),
    "rival": lambda out: _selfplay(out, scripted_agents=("no_number",)),
}


def _team(out: Path, **changes: Any) -> object:
    from tests.training.small import team
    from zombicide_training.run.trainer import train

    return train(replace(team(out), **changes))


def _selfplay(out: Path, **changes: Any) -> object:
    from tests.training.small import selfplay
    from zombicide_training.run.selfplay import train_selfplay

    return train_selfplay(replace(selfplay(out, steps=400), **changes))


@pytest.mark.train
@pytest.mark.slow
@pytest.mark.parametrize("who", TRAININGS)
def test_no_training_goes_on_with_it(who: str, tmp_path: Path) -> None:
    pytest.importorskip("sb3_contrib", reason=TRAIN)
    with pytest.raises(IllegalAction, match=r"no_(number|scores) has answered with (nan|float64 values|the scores)"):
        TRAININGS[who](tmp_path)
