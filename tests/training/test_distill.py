"""Distillation: which lessons there are, a student that learns to agree with its teachers, runs that resume to the same weights."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.needs import TRAIN

pytest.importorskip("torch", reason=TRAIN)
pytest.importorskip("sb3_contrib", reason=TRAIN)

import torch

import zombicide_agents as agents
from tests.training.small import SMALL, weights
from zombicide_agents.greedy import read_weights
from zombicide_agents.network import NetworkConfig
from zombicide_env import make_game
from zombicide_env.core.batch import Batch
from zombicide_env.core.game import LOST, WON
from zombicide_env.core.players import player_of_network
from zombicide_training.collect.checks import ConfigError
from zombicide_training.collect.visits import Visits, visit
from zombicide_training.run import distill as distillation
from zombicide_training.run.config import TrainConfig
from zombicide_training.run.distill import Distill, Distillation, RoleDistill, distill, lessons
from zombicide_training.run.distill_config import DistillConfig, RoleDistillConfig
from zombicide_training.run.folder import stored_recipe
from zombicide_training.run.recipes import command
from zombicide_training.run.session import TrainResult
from zombicide_training.run.trainer import train

pytestmark = pytest.mark.train

TEACHERS = ("danse_macabre@greedy:search=40,objective=0.1", "generated:seed=5,tiles=2+generated:seed=0..1,tiles=2@greedy")


def small(out: Path, **changes: Any) -> DistillConfig:
    own: dict[str, Any] = {
        "teacher": TEACHERS,
        "network": NetworkConfig(kind="flat", width=32, layers=1, lean="greedy"),
        "base": "auto",
        "survivors": (4,),
        "max_rounds": 3,
        "envs": 16,
        "batch": 64,
        "sample_every": 2,
        "steps": 6_000,
    }
    return DistillConfig(out=out, **SMALL | own | changes)


def role(out: Path, **changes: Any) -> RoleDistillConfig:
    """The survivors of Apocalypse learn from two teachers, against a rule-based and a random Zombie Master."""
    own: dict[str, Any] = {
        "teacher": ("zombie_police@greedy:weights=each_quest", "tutorial@greedy"),
        "network": NetworkConfig(kind="flat", width=32, layers=1, lean="greedy"),
        "base": "auto",
        "scripted_agents": ("greedy", "random"),
        "envs": 8,
        "batch": 64,
        "sample_every": 4,
        "steps": 6_000,
    }
    return RoleDistillConfig(out=out, **SMALL | own | changes)


def curves(out: Path) -> list[dict[str, float]]:
    rows = map(json.loads, (out / "curves.jsonl").read_text(encoding="utf-8").splitlines())
    return [row for row in rows if "train/agreement" in row]


def test_in_each_quest_the_base_is_that_of_the_teacher(tmp_path: Path) -> None:
    config = small(tmp_path, teacher=("danse_macabre@greedy:fear=2", "big_game_hunting@random", "dead_trail@greedy:weights=quests"))
    game = make_game("black_plague", survivors=6)
    base = agents.make(replace(config, start=None, network=NetworkConfig(kind="flat")).on_base(game).network.lean, game).player(game)
    common = read_weights("quests", "black_plague")["fear"]
    assert base is not None
    for quest, fear in {"danse_macabre": 2.0, "big_game_hunting": common, "dead_trail": common}.items():
        assert float(base.weights_for(make_game("black_plague", quest=quest))["fear"][0]) == pytest.approx(fear, rel=1e-4)
    default = game.heuristic().defaults["search"]
    assert float(base.weights_for(make_game("black_plague", quest="danse_macabre"))["search"][0]) == pytest.approx(default)


def test_where_the_teacher_is_a_rule_based_player_the_student_plays_as_it_does_and_has_no_lessons(tmp_path: Path) -> None:
    teacher = ("danse_macabre@greedy:fear=2", "big_game_hunting@checkpoint:survivors", "generated:seed=5,tiles=2@greedy")
    config = small(tmp_path, teacher=teacher, survivors=(6,), start=None, network=NetworkConfig(kind="flat", width=32, layers=1))
    run = Distill(config)
    assert [lesson.quest for lesson in run.classes] == ["big_game_hunting", "generated:seed=5,tiles=2"]
    torch.manual_seed(5)
    for head in run.network.last():
        torch.nn.init.normal_(head.weight)  # scores that change many choices
    run.updates.refresh()
    student = player_of_network(run.updates.compiled, run.base, name="student")
    ended = {}
    for quest in ("danse_macabre", "big_game_hunting"):
        game = make_game("black_plague", quest=quest, survivors=6, max_rounds=3)
        own = agents.make("greedy:fear=2" if quest == "danse_macabre" else "greedy:weights=each_quest", game).player(game)
        for player in (student, own):
            batch = Batch(game, 8, seed=0, autoreset="disabled")
            batch.play([player], np.zeros((8, batch.n_agents), np.int64))
            ended.setdefault(quest, []).append(batch.states.tobytes())
    run.close()
    assert ended["danse_macabre"][0] == ended["danse_macabre"][1]
    assert ended["big_game_hunting"][0] != ended["big_game_hunting"][1]


def test_a_distillation_without_a_policy_that_teaches_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="rule-based players play their quests as they are"):
        distill(small(tmp_path, teacher=("danse_macabre@greedy",), start=None, network=NetworkConfig(kind="flat", width=32, layers=1)))


def test_a_lesson_is_what_the_judge_thinks_of_the_candidates_of_the_student() -> None:
    n, k = 3, 7
    opinions = np.array([0.0, np.log(3.0), -np.inf, -np.inf, -np.inf, 1.0, -np.inf])
    starts = np.array([0, 3, 5, 7])
    seen = Visits(
        raw=np.arange(n, dtype=np.uint8)[:, None],
        starts=starts,
        actions=np.arange(k),
        worse=np.linspace(0, 1, k),
        games=np.zeros(n, np.int64),
        ahead=np.zeros(n),
        keep=np.zeros(0, np.int64),
        states=np.zeros(0),
        won=np.zeros(1, bool),
        played=9,
        opinions=opinions,
    )
    found = lessons(seen, 1.0)
    assert found.raw.ravel().tolist() == [0, 2]  # the judge has no opinion on the second decision
    assert found.starts.tolist() == [0, 3, 5]
    assert found.actions.tolist() == [0, 1, 2, 5, 6]
    assert found.target == pytest.approx([0.25, 0.75, 0.0, 1.0, 0.0])
    assert lessons(seen, 0.5).target[:2] == pytest.approx([0.1, 0.9])


def test_the_student_comes_to_agree_with_both_teachers(tmp_path: Path) -> None:
    distill(small(tmp_path / "run", steps=30_000, learning_rate=3e-3))
    rows = curves(tmp_path / "run")
    assert rows[-1]["train/policy_loss"] < 0.8 * rows[0]["train/policy_loss"]
    agreement = [row["train/agreement"] for row in rows]  # of the few decisions of an update
    assert np.mean(agreement[-10:]) > np.mean(agreement[:5])
    assert {name for name in rows[0] if name.startswith("rollout/won/")} == {
        "rollout/won/danse_macabre",
        "rollout/won/generated:seed=5,tiles=2+generated:seed=0..1,tiles=2",
    }


@pytest.mark.parametrize("config", [small, role], ids=["team", "role"])
def test_a_run_that_is_resumed_comes_to_the_same_weights(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, config: Callable[[Path], DistillConfig | RoleDistillConfig]
) -> None:
    whole, cut = tmp_path / "whole", tmp_path / "cut"
    distill(config(whole))
    study = Distillation.study

    def until_the_third(self: Distillation, number: int, left: float) -> dict[str, float]:
        if number == 2:
            raise KeyboardInterrupt
        return study(self, number, left)

    with monkeypatch.context() as patched:
        patched.setattr(Distillation, "study", until_the_third)
        with pytest.raises(KeyboardInterrupt):
            distill(config(cut))
    assert stored_recipe(cut) == "distill"
    command(["--resume", "--out", str(cut)])
    assert len(curves(whole)) == len(curves(cut)) > 2
    first, second = (weights(sorted((out / "checkpoints").iterdir())[-1]) for out in (whole, cut))
    assert first.keys() == second.keys()
    assert all((first[name] == second[name]).all() for name in first)


@pytest.mark.slow
@pytest.mark.long
def test_a_run_that_is_killed_goes_on_to_the_same_weights(tmp_path: Path) -> None:
    whole, cut = tmp_path / "whole", tmp_path / "cut"
    config = small(whole, steps=20_000)
    distill(config)
    code = "import sys; from pathlib import Path; from zombicide_training.run.distill_config import DistillConfig as C; "
    code += "from zombicide_training.run.distill import distill; distill(C.load(Path(sys.argv[1]).read_text()))"
    (tmp_path / "config.json").write_text(replace(config, out=cut).dump(), encoding="utf-8")
    run = subprocess.Popen(
        [sys.executable, "-c", code, str(tmp_path / "config.json")], env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    )
    try:
        while len(list(cut.glob("checkpoints/*"))) < 2 and run.poll() is None:
            time.sleep(0.02)
    finally:
        run.kill()
        run.wait()
    assert run.returncode != 0  # killed, not finished
    command(["--resume", "--out", str(cut)])
    first, second = (weights(sorted((out / "checkpoints").iterdir())[-1]) for out in (whole, cut))
    assert all((first[name] == second[name]).all() for name in first)


def test_every_means_the_quests_that_are_not_named_otherwise(tmp_path: Path) -> None:
    config = small(tmp_path, teacher=("every", "famine+dead_trail@greedy"))
    assert len(config.teacher) == 10
    assert sorted(config.to_train()) == sorted(set(config.quest) - {"famine", "dead_trail"})
    assert {*config.teachers().values()} > {"greedy", f"checkpoint:{tmp_path / 'teachers' / 'the_commandry' / 'final'}"}


def test_a_teacher_whose_last_file_was_not_written_is_finished(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    config = TrainConfig(out=tmp_path)
    (tmp_path / "final").mkdir()
    (tmp_path / "config.json").write_text(config.dump(), encoding="utf-8")
    trained: list[bool] = []
    monkeypatch.setattr(distillation, "train", lambda options: trained.append(options.resume))
    distillation.train_teachers({"danse_macabre": config}, lambda _: None)
    assert trained == [True]


@pytest.mark.slow
def test_teachers_that_there_are_not_yet_are_trained_first_and_a_stopped_run_goes_on_with_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out, trained = tmp_path / "run", []
    config = small(out, teacher=("danse_macabre", "generated:seed=5,tiles=2"), teacher_minutes=0.03)

    def stopped_at_the_second(options: TrainConfig) -> TrainResult:
        trained.append((options.out.name, options.resume))
        if len(trained) == 2:
            raise KeyboardInterrupt
        return train(options)

    monkeypatch.setattr(distillation, "train", stopped_at_the_second)
    with pytest.raises(KeyboardInterrupt):
        distill(config)
    kept = weights(out / "teachers" / "danse_macabre" / "final")
    command(["--resume", "--out", str(out)])
    assert trained == [("danse_macabre", False), ("generated_seed_5_tiles_2", False), ("generated_seed_5_tiles_2", False)]
    again = weights(out / "teachers" / "danse_macabre" / "final")
    assert all((kept[name] == again[name]).all() for name in kept)
    assert "rollout/won/generated:seed=5,tiles=2" in curves(out)[-1]
    assert (out / "final").is_dir()


@pytest.mark.parametrize(
    ("second", "words"),
    [
        ("dance_macabre", "no quest 'dance_macabre'"),
        ("generated:seed=5,tiles=2@random", "teacher of generated:seed=5,tiles=2: random is not a compiled player"),
        ("generated:seed=5,tiles=2@checkpoint:nowhere", "no checkpoint at nowhere"),
        ("generated:seed=5,tiles=2@greedy:fears=1", "fears"),
    ],
)
def test_what_is_wrong_with_a_later_teacher_is_found_before_the_first_is_trained(tmp_path: Path, second: str, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        distill(small(tmp_path / "run", teacher=("danse_macabre", second)))
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"teacher": ()}, "give at least one QUEST or QUEST@AGENT"),
        ({"teacher": ("danse_macabre@",)}, "'danse_macabre@': give QUEST or QUEST@AGENT"),
        ({"teacher": ("danse_macabre", "famine+danse_macabre@greedy")}, "danse_macabre has two teachers"),
        ({"teacher": ("danse_macabre",), "teacher_minutes": 0.0}, "teacher_minutes=0.0: give a number above 0"),
        ({"teacher": ("danse_macabre@greedy", "danse_macabre@random")}, "danse_macabre has two teachers, greedy and random"),
        ({"teacher": ("famine+danse_macabre@greedy", "danse_macabre@random")}, "danse_macabre has two teachers, greedy and random"),
        ({"teacher": ("danse_macabre@random",)}, "teacher of danse_macabre: random is not a compiled player with scores"),
        ({"horizon": 7}, "recipe=distill does not read these options: leave out horizon"),
        ({"game": "hit_z_road"}, "in hit_z_road players compete"),
        ({"game": "hit_z_road", "teacher": ("every",)}, "in hit_z_road players compete"),
        ({"game": "apocalypse", "teacher": ("tutorial@greedy",)}, "in apocalypse players compete"),
        ({"temperature": 0.0}, "temperature=0.0: give a number above 0"),
        ({"student_share": 1.5}, "student_share=1.5: a share from 0 to 1"),
    ],
)
def test_what_cannot_be_distilled_is_refused(tmp_path: Path, changes: dict[str, Any], words: str) -> None:
    with pytest.raises(ConfigError, match=words):
        distill(small(tmp_path / "run", **changes))
    assert not list((tmp_path / "run").glob("checkpoints/*"))


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"game": "hit_z_road"}, "hit_z_road has no quests"),
        ({"role": "zombies"}, "apocalypse has the roles survivors, zombie_master"),
        ({"players": (2,)}, "recipe=distill does not read these options: leave out players"),
        ({"past": 0.5}, "leave out past"),
        ({"scripted_agents": ("search:simulations=4",)}, "scripted_agents: search:simulations=4 is not a compiled player"),
        ({"teacher": ("tutorial+zombie_police@greedy",)}, "survivors has other seats in some of these quests"),
        ({"teacher": ("tutorial@random",)}, "teacher of tutorial: random is not a compiled player with scores"),
    ],
)
def test_what_cannot_be_distilled_for_a_role_is_refused(tmp_path: Path, changes: dict[str, Any], words: str) -> None:
    with pytest.raises(ConfigError, match=words):
        distill(role(tmp_path / "run", **changes))
    assert not list((tmp_path / "run").glob("checkpoints/*"))


def test_a_role_learns_from_its_own_decisions_and_rewards(tmp_path: Path) -> None:
    run = RoleDistill(role(tmp_path))
    [police, tutorial] = run.classes
    assert police.seats != tutorial.seats
    master = police.batch.n_agents - 1
    assert police.seats is not None
    assert master not in police.seats
    random = np.random.default_rng(1)
    for seats, won in ((police.seats, 1), ([master], 0)):
        police.batch.reset(np.arange(police.batch.n))
        seen = visit(
            police.batch,
            police.teacher,
            run.base,
            every=2,
            share=1.0,
            most=20_000,
            random=random,
            seats=seats,
            opponent=police.teacher,
        )
        other = Batch(police.batch.games, len(seen.states), seed=0)
        other.states[:] = seen.states
        other.refresh()
        assert set(other.deciders.tolist()) <= set(seats)
        assert (seen.won == (police.batch.states["outcome"] == (WON if won else LOST))).all()
        assert len(seen.states) > 10
    run.close()


@pytest.mark.slow
def test_one_command_trains_the_teachers_of_a_role_and_distills_them(tmp_path: Path) -> None:
    out = tmp_path / "run"
    words = (
        "--recipe distill --game apocalypse --teacher tutorial zombie_police@greedy --teacher-minutes 0.05 --steps 3000 --envs 8 --batch 64"
    )
    quiet = "--no-progress --network.kind flat --network.width 16 --network.layers 1 --runoff-games 4 --evaluate-games 4 --final-games 4"
    said = command([*words.split(), *quiet.split(), "--out", str(out)])
    assert "survivors against greedy, tutorial" in said
    assert stored_recipe(out) == "distill"
    team = agents.make(f"checkpoint:{out}", make_game("apocalypse", quest="zombie_police"))
    assert team.player(make_game("apocalypse", quest="zombie_police")) is not None
