"""A value network learns win probabilities from games, predicts the same wherever it is used, and a stopped run resumes without a trace."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import zombicide_agents as agents
from tests.needs import CLI, TRAIN

pytest.importorskip("safetensors", reason=TRAIN)

from zombicide_agents.checkpoint_folder import CheckpointError, read_header
from zombicide_agents.network_config import Layout, NetworkConfig
from zombicide_agents.value import Value
from zombicide_env import GAMES, cli, make_game
from zombicide_env.core.batch import Batch
from zombicide_env.core.players import player_of_heuristic
from zombicide_training.collect.checks import ConfigError
from zombicide_training.evaluation.statistics import auc, explained
from zombicide_training.learn.value.fit import Fit
from zombicide_training.learn.value.game_setups import Tables
from zombicide_training.learn.value.metrics import Judged, Predictions, calibration_line, reliability
from zombicide_training.learn.value.positions import collect, forecast_names
from zombicide_training.run.value import train_value
from zombicide_training.run.value_config import ValueConfig

pytestmark = pytest.mark.train

SMALL = NetworkConfig(kind="entities", width=16, layers=1, token=8, heads=2, left_out=())


def small(out: Path, **options: Any) -> ValueConfig:
    usual: dict[str, Any] = {"games": 24, "tables": 3, "positions": 4, "batch": 32, "judge_games": 6, "network": SMALL, "progress": False}
    return ValueConfig(out=out, **{"rounds": 2, "quest": ("danse_macabre", "in_caligine_abditus"), **usual, **options})


def lessons(game_id: str, n: int = 40, **options: Any) -> tuple[Any, Any]:
    game = make_game(game_id, **options)
    heuristic = game.heuristic()
    assert heuristic is not None
    return game, collect([game], player_of_heuristic(heuristic), n, 7, keep=5, deviations=0.05)


def fit_of(game: Any, forecasts: int) -> Fit:
    return Fit(Layout(game.action_codec, game.observation_codec, game.observation_codec.entities), SMALL, forecasts, seed=1)


def loss(fit: Fit, raw: Any, won: Any, came: Any, weight: float) -> float:
    scores, logits = fit.network.evaluate(raw, np.ones(came.shape, np.int8))
    both = [np.logaddexp(0, z) - y * z for z, y in ((logits, won), (scores, came))]
    return float(weight * both[0].mean() + both[1].mean(axis=1).mean())


def test_gradients_are_slopes_of_the_cross_entropies() -> None:
    game, found = lessons("hit_z_road")
    raw, won = found.raw[:12], found.won[:12]
    came = np.random.default_rng(3).random((12, 3))
    fit = fit_of(game, 3)
    before = {name: value.copy() for name, value in fit.parameters.items()}
    fit.learn(raw, won, came, batch=12, rate=0.0, weight=2.0, random=np.random.default_rng(0))
    gradient = fit._views(fit.adam.first)  # a tenth of the only gradient there was
    scale = 1 / (1 - fit.adam.betas[0])
    ratios = []
    for name in ("value.weight", "value.bias", "forecasts.weight", "deep.weight", "forecasts.bias"):  # nearly linear near the losses
        at = np.unravel_index(np.abs(gradient[name]).argmax(), before[name].shape)
        sides = []
        for step in (1e-3, -1e-3):
            fit.parameters[name][at] = before[name][at] + step
            fit.changed()
            sides.append(loss(fit, raw, won, came, 2.0))
        fit.parameters[name][at] = before[name][at]
        slope = (sides[0] - sides[1]) / 2e-3
        ratios.append(scale * gradient[name][at] / slope)
    assert np.allclose(ratios, ratios[0], rtol=0.03), "a long gradient is shortened, but points where it did"
    assert 0 < ratios[0] < 1.03


def test_a_value_tells_won_positions_from_lost_ones_that_it_has_learned() -> None:
    game, found = lessons("black_plague", 60, quest="in_caligine_abditus")
    fit, random = fit_of(game, 1), np.random.default_rng(2)
    for _ in range(40):
        means = fit.learn(found.raw, found.won, found.won[:, None], batch=64, rate=5e-3, weight=1.0, random=random)
    share = found.won.mean()
    base = -(share * np.log(share) + (1 - share) * np.log(1 - share))
    assert means["chance"] < 0.6 * base and means["forecasts"] < 0.6 * base
    _, logits = fit.network.evaluate(found.raw, np.zeros((len(found.raw), 1), np.int8))
    assert auc(logits, found.won) > 0.9


@pytest.mark.parametrize("name", sorted(GAMES))
def test_lessons_say_what_came_of_the_games_whatever_the_threads(name: str) -> None:
    game = make_game(name)
    player = player_of_heuristic(game.heuristic())
    one, two = (collect([game], player, 9, 3, keep=3, deviations=0.1, threads=threads) for threads in (1, 2))
    for field in ("raw", "won", "came", "table", "game"):
        assert np.array_equal(getattr(one, field), getattr(two, field)), field
    assert np.bincount(one.game).max() <= 3
    names = forecast_names(list(game.measures(np.zeros(1, game.state_dtype))))
    assert one.came.shape == (len(one.won), len(names)) and (one.came[:, names.index("rounds_left")] >= 0).all()
    ends, progress = names.index("progress_end"), one.came[:, names.index("progress_end")]
    for number in np.unique(one.game):
        assert len(set(one.came[one.game == number, ends])) == 1, "a game ends once"
    if game.type.kind != "asymmetric":  # there it is the progress of the first side
        assert (progress[one.won == 1] == 1).all(), "who has won has made all of the progress"


def test_in_cooperation_all_positions_of_a_game_are_won_or_none_and_against_each_other_seats_differ() -> None:
    _, team = lessons("black_plague", 30, quest="in_caligine_abditus")
    _, rivals = lessons("hit_z_road", 30)
    spread = [np.array([one.won[one.game == k].mean() for k in np.unique(one.game)]) for one in (team, rivals)]
    assert set(spread[0]) == {0.0, 1.0}
    assert ((spread[1] > 0) & (spread[1] < 1)).any()


def test_a_run_that_was_stopped_goes_on_as_if_it_had_not_been(tmp_path: Path, capsys: Any) -> None:
    whole = train_value(small(tmp_path / "whole"))
    train_value(small(tmp_path / "parts", rounds=1))
    curves = tmp_path / "parts/curves.jsonl"
    ahead = json.loads(curves.read_text()) | {"decisions": 10**9}
    with curves.open("a") as file:  # killed between the curves and the state, and in the middle of a line
        file.write(json.dumps(ahead) + '\n{"decisions": 7')
    parts = train_value(replace(small(tmp_path / "parts"), resume=True))
    assert read_header(whole.folder).files == read_header(parts.folder).files
    assert (tmp_path / "whole/state.npz").stat().st_size < 3 << 20
    assert [json.loads(line)["decisions"] for line in curves.read_text().splitlines()] == [
        json.loads(line)["decisions"] for line in (tmp_path / "whole/curves.jsonl").read_text().splitlines()
    ]
    assert cli.main(["plot", "--runs", str(tmp_path / "whole"), "--list"]) == 0
    assert "evaluation/cross_entropy\nrollout/won\n" in capsys.readouterr().out
    with pytest.raises(ConfigError, match="holds a run already"):
        train_value(small(tmp_path / "whole"))


def test_a_value_that_goes_on_keeps_its_options_and_refuses_what_it_would_ignore(tmp_path: Path, capsys: Any) -> None:
    pytest.importorskip("tyro", reason=CLI)
    train_value(small(tmp_path / "run", rounds=1, judge_games=0))
    again = ["train", "--resume", "--out", str(tmp_path / "run")]
    assert cli.main(again) == 0  # nothing is left to do: the run has one round, and evaluates nothing
    assert "value in" in capsys.readouterr().out
    assert read_header(tmp_path / "run/final").training["progress"]["rounds"] == 1
    assert len((tmp_path / "run/curves.jsonl").read_text().splitlines()) == 1
    assert cli.main([*again, "--seed", "5"]) == 1
    assert "seed=5 (the run has 0): this cannot change when a run is resumed" in capsys.readouterr().err
    assert cli.main([*again, "--rounds", "2"]) == 0
    assert json.loads((tmp_path / "run/config.json").read_text())["rounds"] == 2
    assert len((tmp_path / "run/curves.jsonl").read_text().splitlines()) == 2


@pytest.mark.parametrize("size", [0, 4000])
def test_a_state_that_is_damaged_is_named(tmp_path: Path, size: int) -> None:
    config = small(tmp_path, rounds=0, judge_games=0)
    train_value(config)
    (tmp_path / "state.npz").write_bytes(b"PK\3\4" + bytes(size) if size else b"")
    with pytest.raises(ConfigError, match=r"state\.npz is damaged"):
        train_value(replace(config, resume=True, rounds=1))


def test_a_value_is_found_by_its_run_and_values_games_of_other_quests_and_teams(tmp_path: Path) -> None:
    train_value(small(tmp_path / "run", judge_games=0, rounds=1))
    for options in ({"quest": "famine"}, {"quest": "danse_macabre", "survivors": 2, "allow_small_team": True}):
        game = make_game("black_plague", **options)
        value = Value(game, tmp_path / "run")
        batch = Batch(game, 6, seed=1, autoreset="disabled", observation_dtype="uint8")
        batch.play(player_of_heuristic(game.heuristic()), limit=12)
        chances = value.chances(batch)
        assert ((chances > 0) & (chances < 1)).all()
        assert np.allclose(chances, 1 / (1 + np.exp(-batch.expect(value.player))), atol=1e-6)
        told = value.foretell(batch.observations)
        assert (told["survivors_end"] >= 0).all() and (told["survivors_end"] <= 12).all()
        batch.play(player_of_heuristic(game.heuristic()))
        assert np.array_equal(value.chances(batch), batch.states["outcome"] == 1), "what is over has come"
    header = read_header(tmp_path / "run/final")
    assert header.training["player"] == "greedy:weights=each_quest" and header.training["config"]["quest"] == [
        "danse_macabre",
        "in_caligine_abditus",
    ]


def test_a_value_is_no_policy_and_a_policy_no_value(tmp_path: Path) -> None:
    train_value(small(tmp_path / "run", judge_games=0, rounds=1))
    game = make_game("black_plague")
    with pytest.raises(CheckpointError, match="is a value, not a policy"):
        agents.make(f"checkpoint:{tmp_path / 'run'}", game)
    with pytest.raises(CheckpointError, match="is a policy, not a value"):
        Value(game, "survivors")


def test_players_who_compete_have_chances_of_their_own(tmp_path: Path) -> None:
    train_value(small(tmp_path / "run", game="hit_z_road", quest=(), judge_games=0, rounds=1))
    game = make_game("hit_z_road", players=3)
    value = Value(game, tmp_path / "run")
    batch = Batch(game, 5, seed=1, autoreset="disabled", observation_dtype="uint8")
    batch.play(player_of_heuristic(game.heuristic()), limit=9)
    chances = np.stack([value.chances(batch, seat) for seat in range(3)], axis=1)
    assert chances.shape == (5, 3) and len(np.unique(chances)) > 5
    assert np.array_equal(chances[:, 1], value.of(batch.observe(1)))


@pytest.mark.parametrize("name", sorted(GAMES))
def test_tables_are_games_of_all_sizes_that_share_a_batch(name: str) -> None:
    tables = Tables(ValueConfig(game=name))
    drawn = tables.draw(20, np.random.default_rng(5))
    assert len(drawn) == 20 and len({len(game.agents) for game in drawn}) > 1
    Batch(drawn, 20, seed=0).close()
    boards = {str(game.options.get("quest")).startswith("generated") for game in drawn}
    assert boards == ({True, False} if tables.fields.get("quest") is not None and tables.fields["quest"].pattern else {False})


def test_a_chance_explains_as_much_of_the_result_as_it_is_nearer_than_the_mean() -> None:
    won = np.array([0.0, 0, 1, 1, 1])
    assert explained(np.full(5, 0.6), won) == pytest.approx(0) and explained(won, won) == 1
    assert explained(1 - won, won) < 0 and np.isnan(explained(won, np.ones(5)))


def test_areas_are_shares_of_pairs_in_the_right_order() -> None:
    won = np.array([0.0, 0, 1, 1, 1])
    assert auc(won, won) == 1 and auc(-won, won) == 0 and auc(np.zeros(5), won) == 0.5
    assert auc(np.array([0.0, 2, 1, 3, 2]), won) == pytest.approx((1 + 0 + 1 + 1 + 1 + 0.5) / 6)
    assert np.isnan(auc(np.arange(3.0), np.ones(3)))


def test_chances_are_calibrated_by_what_came() -> None:
    random = np.random.default_rng(5)
    true = random.normal(size=20_000)
    won = (random.random(len(true)) < 1 / (1 + np.exp(-true))).astype(float)
    slope, offset = calibration_line((true - 1) / 0.5, won)
    assert slope == pytest.approx(0.5, abs=0.03) and offset == pytest.approx(1, abs=0.06)
    assert reliability(1 / (1 + np.exp(-true)), won)["error"] < 0.02 < 0.1 < reliability(np.full(len(true), 0.9), won)["error"]


def test_the_judgement_leaves_out_tables_that_are_hardly_ever_won_or_lost() -> None:
    good = np.tile([0.0, 1.0], 50)
    found = {"hard": Predictions(np.linspace(0, 1, 100), np.eye(100)[99]), "even": Predictions(good * 0.5 + 0.25, good)}
    judged = Judged.of(found)
    assert judged.mean == 1 and judged.auc["hard"] == 1 and judged.won == {"hard": 0.01, "even": 0.5}
    assert json.loads(json.dumps(judged.plain()))["auc"] == 1


@pytest.mark.parametrize(
    "change",
    [{"boards": 2.0}, {"tables": 99}, {"minutes": 0.0}, {"game": "chess"}, {"network": NetworkConfig(kind="tables")}, {"passes": 0}],
)
def test_an_option_that_cannot_be_is_named(change: dict[str, Any], tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=next(iter(change))):
        small(tmp_path, **change).check()
