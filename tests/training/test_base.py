"""The base of a residual policy: whose weights are fitted, how a stopped run resumes, which base is the default."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import zombicide_agents as agents
from tests.training.small import selfplay, team
from zombicide_agents.network import NetworkConfig
from zombicide_env import make_game
from zombicide_training.collect.checks import ConfigError
from zombicide_training.learn import base
from zombicide_training.run.config import TrainConfig
from zombicide_training.run.trainer import Trainer, train

pytestmark = pytest.mark.train


def fit(path: Path, games: Any = None, generations: int = 2, **changes: Any) -> base.Fitted:
    """Run a short fit."""
    played = games or [make_game("black_plague", max_rounds=4)]
    specs = changes.pop("specs", ("greedy",))
    return base.fit_base(played, specs, path=path, seed=0, generations=generations, stop=lambda: False, **changes)


@pytest.fixture(autouse=True)
def _few_games(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {"POPULATION": 4, "GAMES": 6, "CHECKED": 32}.items():
        monkeypatch.setattr(base, name, value)


def test_a_search_that_was_stopped_goes_on_to_the_same_weights(tmp_path: Path) -> None:
    whole = fit(tmp_path / "whole.jsonl", generations=3)
    fit(tmp_path / "parts.jsonl", generations=1)
    assert fit(tmp_path / "parts.jsonl", generations=3, threads=2) == whole


def test_what_is_kept_never_wins_less_than_the_search_began_with(tmp_path: Path) -> None:
    found = fit(tmp_path / "base.jsonl")
    assert found.rate.value >= found.initial.value
    assert found.gain.value == pytest.approx(found.rate.value - found.initial.value)


def test_the_search_begins_with_the_player_that_wins_most(tmp_path: Path) -> None:
    games = [make_game("black_plague", max_rounds=12)]
    alone = fit(tmp_path / "alone.jsonl", games, generations=0, specs=("greedy",))
    both = fit(tmp_path / "both.jsonl", games, generations=0, specs=("greedy:wait=1000,search=0,progress=0", "greedy"))
    assert both.spec == alone.spec == "greedy"


def test_the_spec_names_a_player_with_these_weights(tmp_path: Path) -> None:
    game = make_game("black_plague")
    weights = {**game.heuristic().defaults, "fear": 0.12345, "crowd": 2.0}
    made = agents.make(base.spec_of(game.heuristic(), weights), game)
    assert made.player(game).weights == pytest.approx(game.heuristic().weighed(weights))
    assert base.spec_of(game.heuristic(), game.heuristic().defaults) == "greedy"


def test_quests_that_have_their_own_weights_keep_them_and_one_quest_is_fitted_from_its_own_on(tmp_path: Path) -> None:
    def games(*quests: str) -> list[Any]:
        return [make_game("black_plague", quest=quest, max_rounds=4) for quest in quests]

    own = ("greedy:crowd=2,famine.fear=1",)
    together = fit(tmp_path / "together.jsonl", games("danse_macabre", "famine"), specs=own)
    assert (together.spec, together.generations) == ("greedy:crowd=2,famine.fear=1", 0)
    assert fit(tmp_path / "one.jsonl", games("famine"), generations=0, specs=own).spec == "greedy:crowd=2,fear=1"
    assert fit(tmp_path / "other.jsonl", games("danse_macabre"), generations=0, specs=own).spec == "greedy:crowd=2"
    assert fit(tmp_path / "boards.jsonl", games("danse_macabre", "dead_trail"), specs=own).generations == 2


@pytest.mark.parametrize("role", ["survivors", "zombie_master"])
def test_each_role_of_apocalypse_is_fitted_against_the_other(tmp_path: Path, role: str) -> None:
    game = make_game("apocalypse", max_rounds=3)
    assert role in game.type.parts
    assert 0 <= fit(tmp_path / "base.jsonl", [game], generations=1, role=role, opponents=("greedy", "automatic")).rate.value <= 1


def test_a_rival_is_fitted_in_one_seat_that_moves_on(tmp_path: Path) -> None:
    games = [make_game("hit_z_road", players=n) for n in (2, 3)]
    found = fit(tmp_path / "base.jsonl", games, generations=1)
    assert 0.1 < found.initial.value < 0.8  # one seat of two or three, against the same player


@pytest.mark.parametrize("quest", ["a_rampart_too_far", "generated:seed=3,tiles=2"])
def test_a_policy_that_goes_on_where_its_base_decided_has_a_choice_and_begins_as_strong_as_the_base(tmp_path: Path, quest: str) -> None:
    """``final`` leaves the network out, which played worse than its base there: a run over it learned nothing."""
    config = TrainConfig(game="white_death", quest=(quest,), survivors=(6,), start="white_death", out=tmp_path, torch_threads=1)
    run = Trainer(config)
    try:
        player = agents.make(run.network.config.lean, run.game).compiled
        other = make_game("white_death", quest="the_regalia", survivors=6)
        assert player.weights_for(run.game)["final"].max() == 0
        assert player.weights_for(other)["final"].min() == 1
        assert not any(head.weight.any() for head in run.network.last())
    finally:
        run.close()


def test_a_policy_that_learns_other_quests_too_stays_as_strong_where_its_base_decides(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    quests = ("sound_the_alarm", "a_rampart_too_far")
    run = Trainer(TrainConfig(game="white_death", quest=quests, survivors=(6,), start="white_death", out=tmp_path, torch_threads=1))
    try:
        player = agents.make(run.network.config.lean, run.game).compiled
        assert [player.weights_for(game)["final"].max() for game in run.games] == [0, 1]
        assert any(head.weight.any() for head in run.network.last())
        assert "in a_rampart_too_far the policy plays as its base and learns nothing (final)" in capsys.readouterr().err
    finally:
        run.close()


def test_a_run_trains_a_policy_on_the_base_that_it_has_fitted(tmp_path: Path) -> None:
    result = train(team(tmp_path / "run", base="auto", base_generations=1, evaluate_games=2, max_rounds=3))
    agent = agents.make(f"checkpoint:{result.policy}", make_game("black_plague"))
    assert agent.header.network["lean"] == result.progress.base
    assert result.progress.base.startswith("greedy")


def test_the_strongest_player_of_the_game_is_the_base_unless_another_way_is_chosen(tmp_path: Path) -> None:
    game = make_game("black_plague")
    assert team(tmp_path, base="auto").on_base(game).network.lean == "greedy:weights=each_quest"
    assert team(tmp_path, base="none").on_base(game).network.lean == ""
    assert team(tmp_path, base="auto", warm_start="greedy").on_base(game).network.lean == ""
    assert team(tmp_path, base="greedy:fear=0.1").on_base(game).network.lean == "greedy:fear=0.1"
    assert selfplay(tmp_path, base="auto").on_base(make_game("hit_z_road")).network.lean == "greedy"


@pytest.mark.parametrize(("base", "phase"), [("auto", "fit"), ("none", "reinforce")])
def test_a_network_over_a_player_keeps_its_weights_where_no_base_is_wanted(tmp_path: Path, base: str, phase: str) -> None:
    shape = NetworkConfig(kind="flat", width=16, layers=1, lean="greedy")
    trainer = Trainer(team(tmp_path, base=base, base_generations=3, network=shape))
    assert trainer.progress.phase == phase and trainer.config.network.lean == "greedy"


@pytest.mark.parametrize("named", ["random", "checkpoint:survivors", "mine.py:Mine"])
def test_only_a_rule_based_player_can_be_the_base(tmp_path: Path, named: str) -> None:
    with pytest.raises(ConfigError, match="only a rule-based player"):
        team(tmp_path, base=named).on_base(make_game("black_plague"))


def test_weights_of_zero_can_be_found_too(tmp_path: Path) -> None:
    game = make_game("black_plague")
    zero = [name for name, value in game.heuristic().defaults.items() if value == 0]
    search = base.WeightSearch(
        game.heuristic(),
        {},
        names=list(game.heuristic().defaults),
        spread=0.25,
        population=4,
        seed=0,
        path=tmp_path / "journal.jsonl",
        of={"played": "nothing"},
    )
    found = search.weights(np.full(len(search.names), 0.5))
    assert all(found[name] == 0.5 for name in zero)
