"""Our own training loop: links between decisions, advantages by rounds, runs that resume to the same weights."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from sb3_contrib import MaskablePPO

from tests.training.small import selfplay, team, weights
from zombicide_agents.network import NetworkConfig
from zombicide_env.core.game import LOST, ONGOING, WON
from zombicide_env.core.nets.learning import Positions
from zombicide_training.collect.checks import ConfigError
from zombicide_training.collect.choices import BEYOND, END, Rollout
from zombicide_training.evaluation import curves
from zombicide_training.evaluation.statistics import Interval, auc
from zombicide_training.learn.advantages import advantages, by_quest
from zombicide_training.learn.average import Average
from zombicide_training.learn.value_auc import auc_by_quest, results, results_of_steps
from zombicide_training.run import progress
from zombicide_training.run.loop import STEP, STRIDES, Loop
from zombicide_training.run.progress import Bar, Lines, display
from zombicide_training.run.selfplay import SelfPlay
from zombicide_training.run.trainer import Trainer, train

pytestmark = pytest.mark.train

LEAN = NetworkConfig(kind="flat", width=16, layers=1, lean="greedy")


def rollout(**columns: Any) -> Rollout:
    """A rollout of one game, with one decision per step."""
    n = len(columns["values"])
    nothing = np.zeros(0)
    usual: dict[str, Any] = {
        "positions": Positions(*[nothing] * 9),
        "rewards": np.zeros(n),
        "discounts": np.ones(n),
        "rounds": np.zeros(n, np.int64),
        "following": np.append(np.arange(1, n), END),
        "beyond": np.zeros(n),
        "won": np.full(n, np.nan),
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


@pytest.mark.parametrize(("divergence", "stride"), [(0.0005, STEP), (0.005, 1.0), (0.02, 1 / STEP)])
def test_steps_become_longer_where_an_update_hardly_changes_the_policy(tmp_path: Path, divergence: float, stride: float) -> None:
    loop = Trainer(small(tmp_path)).loop
    loop._lengthen(divergence, 0.01)
    assert loop.stride[0] == pytest.approx(stride)
    for _ in range(99):
        loop._lengthen(divergence, 0.01)
    assert STRIDES[0] <= loop.stride[0] <= STRIDES[1]


@pytest.mark.parametrize(("step_kl", "changes"), [(0.0, False), (1e-9, True), (1e9, True)])
def test_steps_follow_the_divergence_only_if_there_is_one_to_follow(tmp_path: Path, step_kl: float, changes: bool) -> None:
    trainer = Trainer(small(tmp_path, step_kl=step_kl, learning_rate=0.01))
    trainer.begin()
    trainer.reinforce()
    trainer.close()
    assert (trainer.loop.stride[0] != 1.0) == changes


def test_the_length_of_steps_is_kept_in_checkpoints_and_a_forged_one_is_refused(tmp_path: Path) -> None:
    trainer, other = (Trainer(small(tmp_path / name)) for name in ("one", "other"))
    trainer.loop.stride[:] = 0.5
    other.loop.take_back(trainer.trainer_state().arrays)
    assert other.loop.stride[0] == 0.5
    other.loop.take_back({})  # from an earlier version's run
    for forged in (np.array([np.nan]), np.ones(2), np.ones(1, np.float32)):
        with pytest.raises(ValueError, match="stride"):
            other.loop.take_back({"stride": forged})
    assert other.loop.stride[0] == 0.5


def test_games_of_a_run_begin_at_different_stages(tmp_path: Path) -> None:
    trainer = Trainer(small(tmp_path, envs=64, horizon=2, max_rounds=40))
    trainer.loop.update(0, left=1.0)
    decisions = np.sort(trainer.env.batch.states["steps"])
    assert decisions[32] > decisions[0] + 100
    again = Trainer(small(tmp_path / "again", envs=64, horizon=2, max_rounds=40))
    again.loop.update(1, left=1.0)  # a resumed run
    assert again.env.batch.states["steps"].max() < 100


def small(out: Path, **changes: Any) -> Any:
    """A run of our own loop."""
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


def test_the_average_of_the_weights_takes_part_in_the_runoff_and_survives_a_stop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    update = Loop.update

    def stopped(self: Loop, number: int, left: float) -> dict[str, float]:
        if number == 2:
            raise KeyboardInterrupt
        return update(self, number, left)

    monkeypatch.setattr(Trainer, "_run_off", lambda _self, weights: ("average" if "average" in weights else "last", None))
    whole = train(small(tmp_path / "whole"))
    assert whole.said.startswith("final is the average of the weights over the run, after 256 decisions of reinforcement")
    with monkeypatch.context() as patch:
        patch.setattr(Loop, "update", stopped)
        with pytest.raises(KeyboardInterrupt):
            train(small(tmp_path / "parts"))
    resumed = train(small(tmp_path / "parts", resume=True))
    kept, again = weights(whole.policy), weights(resumed.policy)
    last = weights(max((tmp_path / "whole" / "checkpoints").iterdir()))
    assert all(bool((kept[name] == value).all()) for name, value in again.items())
    assert any(bool((kept[name] != value).any()) for name, value in last.items())


@pytest.mark.filterwarnings("error::RuntimeWarning")
def test_an_update_without_a_choice_learns_nothing(tmp_path: Path) -> None:
    train(small(tmp_path, envs=1, horizon=1, batch=1, steps=8))
    updates = [row for row in curves.read(tmp_path / "curves.jsonl") if "rollout/share_with_a_choice" in row]
    assert {"train/approx_kl" in row for row in updates} == {True, False}


def test_a_run_without_reinforcement_has_all_of_it_left(tmp_path: Path) -> None:
    trainer = Trainer(small(tmp_path, steps=0, minutes=5.0))
    assert 0.9 < trainer.left() <= 1
    trainer.close()


def test_a_run_that_has_no_average_yet_begins_one_where_it_goes_on() -> None:
    network: Any = torch.nn.Linear(1, 1)
    average = Average(network)
    average.take_back({"observations": np.zeros(3)})
    with torch.no_grad():
        network.weight.fill_(7.0)
    average.see()
    assert average.updates == 1 and float(average.weights()["weight"]) == 7.0


def test_a_policy_that_has_not_learned_is_called_so(tmp_path: Path) -> None:
    assert train(small(tmp_path, steps=0)).said.startswith("final is the policy before any learning, which none that learned surpassed (")


def test_the_last_third_of_the_updates_has_seven_tenths_of_the_weight_of_the_average() -> None:
    shares = []
    for counted in range(60):
        network: Any = torch.nn.Linear(1, 1)
        average = Average(network)
        for update in range(60):
            with torch.no_grad():
                network.weight.fill_(float(update == counted))
            average.see()
        shares.append(float(average.weights()["weight"]))
    assert sum(shares) == pytest.approx(1.0, abs=1e-5)
    assert sum(shares[40:]) == pytest.approx(0.7, abs=0.02)
    assert shares == sorted(shares)


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
    assert type(display(True)) is Lines  # the tests' standard error is no terminal


def test_a_run_without_progress_prints_messages_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    quiet = display(False)
    quiet.begin("reinforcement", 200)
    quiet.reach(100)
    quiet.note("won 3 %")
    quiet.say("the disk is full")
    quiet.close()
    assert capsys.readouterr().err.endswith(" zombicide train: the disk is full\n")
    train(small(tmp_path / "quiet", progress=False))
    assert capsys.readouterr().err == ""
    train(small(tmp_path / "lines", progress=True))
    assert "reinforcement: " in capsys.readouterr().err


def test_a_bar_of_a_time_limit_shows_the_share_of_the_run() -> None:
    bar, left = Bar(), [0.9]
    bar.begin("fitting", 200, 20)
    assert "10%" in str(bar._bar) and "20/200" in str(bar._bar)
    bar.begin("reinforcement", math.inf, 1000, left=lambda: left[0])
    assert bar._bar.n == pytest.approx(0.1) and "1,000 decisions" in str(bar._bar)
    left[0] = 0.25
    bar.reach(123_456)
    assert "75%" in str(bar._bar) and "123,456 decisions" in str(bar._bar)
    bar.begin("reinforcement", math.inf, 5)
    assert "5 decisions" in str(bar._bar) and "%" not in str(bar._bar)
    bar.close()


@pytest.mark.parametrize(("limit", "shown"), [({"steps": None, "minutes": 0.05}, "% of the time"), ({"steps": 256}, "of 256 decisions")])
def test_lines_say_how_much_of_a_run_is_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], limit: dict[str, Any], shown: str
) -> None:
    monkeypatch.setattr(progress, "LINE_SECONDS", 0.0)
    train(small(tmp_path, progress=True, **{"steps": 256, **limit}))
    assert shown in capsys.readouterr().err


def test_the_auc_is_the_chance_that_a_won_game_looks_better() -> None:
    random = np.random.default_rng(0)
    values, won = np.round(random.normal(size=60), 1), (random.random(60) < 0.4).astype(float)
    pairs = [(a > b) + 0.5 * (a == b) for a in values[won == 1] for b in values[won == 0]]
    assert auc(values, won) == pytest.approx(np.mean(pairs))
    assert auc(won, won) == 1.0
    assert np.isnan(auc(values, np.ones(60)))
    quests = np.repeat([0, 1], [50, 10]).astype(np.int32)  # too few decisions of the second
    won[:50] = np.tile([0.0, 1.0], 25)
    assert auc_by_quest(values, won, quests) == pytest.approx(auc(values[:50], won[:50]))


def test_a_decision_is_judged_by_the_end_of_its_game() -> None:
    nan = np.nan
    made = rollout(values=np.zeros(5), following=[1, 2, END, 4, BEYOND], won=[nan, nan, 1.0, nan, nan])
    np.testing.assert_array_equal(results(made), [1.0, 1.0, 1.0, nan, nan])


def test_a_step_of_a_buffer_is_judged_by_the_end_of_its_game() -> None:
    dones = np.array([[ONGOING, LOST], [WON, ONGOING], [ONGOING, ONGOING]], np.uint8)
    np.testing.assert_array_equal(results_of_steps(dones), [[1.0, 0.0], [1.0, np.nan], [np.nan, np.nan]])


def test_every_update_says_how_well_its_value_tells_games_apart(tmp_path: Path) -> None:
    trainer = Trainer(small(tmp_path, max_rounds=1, envs=64, horizon=24))
    loop = Loop(trainer.config, trainer.env.shared, trainer.network, trainer.model.policy.optimizer)
    curves = loop.update(0, 1.0)
    assert {"train/entropy", "rollout/share_with_a_choice", "value/bias"} <= curves.keys()
    assert 0 < curves["rollout/share_with_a_choice"] < 1


@pytest.mark.parametrize(
    ("options", "example", "advice"),
    [
        ({"warm_start": "greedy"}, "greedy 53 % won", "--base greedy"),
        ({"base": "greedy:fear=0.1,crowd=2"}, "its base 53 % won", "smaller --learning-rate"),
    ],
)
def test_a_policy_that_wins_nothing_beside_its_example_is_named_aloud(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], options: dict[str, Any], example: str, advice: str
) -> None:
    trainer = Trainer(team(tmp_path, **options))
    monkeypatch.setattr(trainer, "strength_of", lambda spec: Interval(0.53, 0.48, 0.58))
    trainer.progress.phase = "reinforce"
    trainer.judged(Interval(0.3, 0.25, 0.35))
    assert "NEXT TO NOTHING" not in capsys.readouterr().err
    trainer.judged(Interval(0.002, 0.0, 0.014))
    said = capsys.readouterr().err
    assert f"THE POLICY WINS NEXT TO NOTHING: 0 % won, {example}" in said
    assert advice in said


@pytest.mark.parametrize("trainer", ["own", "sb3"])
def test_the_learning_rate_decays_to_its_final_share_in_every_trainer(tmp_path: Path, trainer: str) -> None:
    run = Trainer(team(tmp_path, trainer=trainer, steps=512, final_rate=0.2, learning_rate=0.01))
    run.begin()
    rates: list[float] = []
    logger, dump = run.model.logger, run.model.logger.dump

    def noted(*args: Any) -> None:
        rates.extend(logger.name_to_value[name] for name in ("train/learning_rate",) if name in logger.name_to_value)
        dump(*args)

    logger.dump = noted  # type: ignore[method-assign]  # the rates are not kept elsewhere
    run.reinforce()
    run.close()
    assert rates[0] == pytest.approx(0.01)
    assert rates == sorted(rates, reverse=True)
    assert 0.002 < rates[-1] < 0.008


@pytest.mark.parametrize(
    ("final", "followed"), [(None, [0.01] * 4), (0.0001, [0.01 * (0.1 + 0.9 * left) ** 2 for left in (1, 0.75, 0.5, 0.25)])]
)
def test_the_divergence_that_steps_follow_falls_to_its_final_value(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, final: float | None, followed: list[float]
) -> None:
    seen: list[float] = []
    monkeypatch.setattr(Loop, "_lengthen", lambda _, divergence, most: seen.append(most))
    train(small(tmp_path, step_kl=0.01, final_step_kl=final, value_updates=0))
    assert seen == pytest.approx(followed)


def test_the_decay_begins_with_reinforcement_learning_also_after_a_resume(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run = Trainer(team(tmp_path, minutes=10.0))
    run.began -= 4 * 60  # fitting the base took four minutes
    run.enter()
    monkeypatch.setattr(run, "learning", lambda: iter([None]))
    next(run.reinforcing())
    assert run.left() == pytest.approx(1.0, abs=0.01)
    run.began -= 3 * 60
    assert run.left() == pytest.approx(0.5, abs=0.01)
    run.save(run.trainer_state())
    run.close()
    again = Trainer(team(tmp_path, minutes=10.0, resume=True))
    again.enter()
    assert again.left() == pytest.approx(0.5, abs=0.01)
    again.close()


@pytest.mark.parametrize(
    "make", [lambda out: Trainer(team(out, trainer="sb3")), lambda out: SelfPlay(selfplay(out, trainer="sb3"))], ids=["team", "rivals"]
)
def test_a_saved_model_of_sb3_holds_its_rate_and_not_the_run(tmp_path: Path, make: Callable[[Path], Any]) -> None:
    run = make(tmp_path / "run")
    run.model.save(tmp_path / "model.zip")
    run.close()
    assert (tmp_path / "model.zip").stat().st_size < 400_000
    loaded = MaskablePPO.load(tmp_path / "model.zip")
    assert loaded.lr_schedule(0.0) == pytest.approx(0.1 * loaded.lr_schedule(1.0))
