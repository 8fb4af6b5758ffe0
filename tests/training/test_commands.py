"""Training commands: the game decides how it is trained, and which options there are."""

from __future__ import annotations

import io
import json
import re
import shlex
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from tests.needs import CLI, TRAIN
from zombicide_env import cli, make_game

pytest.importorskip("torch", reason=TRAIN)
pytest.importorskip("sb3_contrib", reason=TRAIN)
pytest.importorskip("tyro", reason=CLI)

from zombicide_env.core.game import UnfitOption
from zombicide_env.core.options import fitted, hints_of
from zombicide_training.collect.checks import ConfigError
from zombicide_training.run.config import TrainConfig
from zombicide_training.run.distill_config import DistillConfig, RoleDistillConfig
from zombicide_training.run.iterate_config import IterateConfig
from zombicide_training.run.recipes import BY_GAME, RECIPES, SELF_PLAY, TEAM
from zombicide_training.run.selfplay_config import SelfPlayConfig, ZGameConfig
from zombicide_training.run.stored_config import StoredConfig
from zombicide_training.run.value_config import ValueConfig

pytestmark = pytest.mark.train

SMALL = ["--envs", "8", "--horizon", "16", "--batch", "64", "--evaluate-games", "2", "--final-games", "0", "--no-progress"]
SMALL += ["--base", "none", "--runoff-games", "0"]
TINY = ["--network.width", "16", "--network.layers", "1", "--baselines", "random", "--torch-threads", "1"]


def test_a_competitive_game_is_trained_by_self_play_and_resumed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "run"
    given = ["--game", "hit_z_road", "--players", "2", "--scripted-agents", "random", "--steps", "100"]
    assert cli.main(["train", "--out", str(out), *given, *SMALL, *TINY]) == 0
    assert f"--game hit_z_road --players 2 --seats human checkpoint:{out}/final" in capsys.readouterr().out
    assert (out / "pool").is_dir()
    assert json.loads((out / "config.json").read_text())["players"] == [2]
    again = ["--resume", "--steps", "200", "--baselines", "random", "--final-games", "0", "--no-progress"]
    assert cli.main(["train", f"--out={out}", *again]) == 0  # the folder says which game it is
    header = json.loads((out / "final" / "checkpoint.json").read_text())
    assert header["training"]["reinforced_decisions"] >= 200
    assert cli.main(["play", "--game", "hit_z_road", "--players", "3", "--quiet", "--seats", f"checkpoint:{out}", "random"]) == 0
    assert "player_2" in capsys.readouterr().out


def test_a_team_is_trained_as_a_team(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "run"
    assert cli.main(["train", "--out", str(out), "--max-rounds", "2", "--steps", "128", *SMALL, *TINY]) == 0
    assert not (out / "pool").exists()


def printed_command(text: str) -> list[str]:
    return shlex.split(text.partition("play it with: ")[2])


def test_the_command_that_is_printed_after_training_plays(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A team of two on a quest other than the first, in a folder with a space: all of that belongs in the command."""
    out = tmp_path / "my run"
    options = ["--quest", "generated:seed=3,tiles=2", "--survivors", "2", "--decisions", "actions", "--max-rounds", "2"]
    assert cli.main(["train", "--out", str(out), "--steps", "128", *options, *SMALL, *TINY]) == 0
    said = capsys.readouterr().out
    assert "final is the best policy of the run, after " in said
    name, *words = printed_command(said)
    assert name == "zombicide"
    monkeypatch.setattr("sys.stdin", io.StringIO("quit\n"))
    assert cli.main(words) == 1
    assert "You left the game before its end." in capsys.readouterr().out
    seats = [word.replace("human", "random") for word in words]
    assert cli.main([*seats, "--quiet", "--max-rounds", "3"]) == 0


def test_a_run_that_goes_on_refuses_what_it_would_ignore(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "run"
    assert cli.main(["train", "--out", str(out), "--max-rounds", "2", "--steps", "128", "--seed", "5", *SMALL, *TINY]) == 0
    again = ["train", "--resume", "--out", str(out)]
    capsys.readouterr()
    assert cli.main([*again, "--seed", "0"]) == 1  # the default, but not the run's value
    assert "zombicide train: seed=0 (the run has 5): this cannot change when a run is resumed" in capsys.readouterr().err
    assert cli.main([*again, "--quest", "famine", "--network.width", "8"]) == 1
    error = capsys.readouterr().err
    assert "quest=('famine',) (the run has ('danse_macabre',))" in error
    assert "network=" in error
    assert "envs" not in error
    assert cli.main([*again, "--game", "hit_z_road"]) == 1
    assert "holds a run of black_plague, not of hit_z_road; leave --game out" in capsys.readouterr().err
    assert cli.main([*again, "--seed", "5"]) == 0  # the run's own value; nothing is left to do
    assert cli.main([*again, "--steps", "256", "--torch-threads", "1"]) == 0
    assert json.loads((out / "config.json").read_text())["steps"] == 256
    header = json.loads((out / "final" / "checkpoint.json").read_text())
    assert header["training"]["reinforced_decisions"] == 256
    assert header["training"]["config"]["seed"] == 5


@pytest.mark.parametrize(
    ("words", "kind", "following"),
    [
        (["--game", "black_plague"], TrainConfig, "--steps"),
        (["--game", "hit_z_road"], SelfPlayConfig, "--steps"),
        (["--game", "z_game"], ZGameConfig, "--steps"),
        (["--recipe", "iterate"], IterateConfig, "--steps"),
        (["--recipe", "value"], ValueConfig, "--minutes"),
    ],
)
def test_help_says_what_may_change(words: list[str], kind: type[StoredConfig], following: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        cli.main(["train", *words, "--help"])
    lines = capsys.readouterr().out.split("--resume", 1)[1].split(following, 1)[0]
    text = " ".join(lines.replace("│", " ").split())
    for name in kind.MAY_CHANGE:
        assert name in text, name


def test_a_run_without_a_bar_says_where_it_is(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("zombicide_training.run.progress.LINE_SECONDS", 0.0)
    weights = ",".join(f"{name}={value}" for name, value in make_game("black_plague").heuristic().defaults.items())
    warm = ["--warm-start", f"greedy:{weights}", "--warm-decisions", "256"]
    small = [word for word in SMALL if word != "--no-progress"]
    assert cli.main(["train", "--out", str(tmp_path), "--max-rounds", "2", "--steps", "256", *warm, *small, *TINY]) == 0
    error = capsys.readouterr().err
    assert "learning from greedy: 0 of 256 decisions\n" in error
    assert "reinforcement: 128 of 256 decisions, " in error
    assert "reinforcement: 256 of 256 decisions; evaluated 0 % won, best 0 % won\n" in error


def test_a_missing_value_is_explained_by_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    for option in ("--game", "--out"):
        with pytest.raises(SystemExit):
            cli.main(["train", option])
        assert "zombicide train --help" in capsys.readouterr().err


def test_help_names_the_recipes_and_the_ladder(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        cli.main(["train", "--help"])
    said = capsys.readouterr().out
    assert "--ladder" in said and all(f"--recipe {name}" in said for name in RECIPES)


@pytest.mark.parametrize("name", RECIPES)
def test_every_recipe_has_options_of_its_own(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        cli.main(["train", "--recipe", name, "--help"])
    assert ended.value.code == 0
    assert f"usage: zombicide train --recipe {name}" in capsys.readouterr().out
    assert RECIPES[name].options()().recipe == name  # type: ignore[attr-defined]  # each has this field


@pytest.mark.parametrize("name", [*RECIPES, *BY_GAME, "self-play", "team"])
def test_every_option_of_a_run_has_a_type_that_is_checked(name: str) -> None:
    """A class whose fields come from another module used to be checked against no type at all."""
    kind: Any = (RECIPES | BY_GAME | {"self-play": SELF_PLAY, "team": TEAM})[name].options()
    assert {one.name for one in fields(kind)} <= hints_of(kind).keys()
    with pytest.raises(UnfitOption, match="seed='3': a whole number is needed"):
        fitted({"seed": "3"}, kind)


def test_an_unknown_recipe_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["train", "--recipe", "iterat"]) == 1
    assert "there is no recipe 'iterat'" in capsys.readouterr().err
    (tmp_path / "config.json").write_text('{"game": "black_plague", "recipe": "alchemy"}')
    assert cli.main(["train", "--resume", "--out", str(tmp_path)]) == 1
    assert "there is no recipe 'alchemy'" in capsys.readouterr().err


def test_a_run_goes_on_by_its_own_recipe_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "config.json").write_text(TrainConfig(out=tmp_path).dump())
    assert cli.main(["train", "--resume", "--recipe", "iterate", "--out", str(tmp_path)]) == 1
    assert "holds a run without a recipe, not of iterate; leave --recipe out" in capsys.readouterr().err
    (tmp_path / "config.json").write_text(ValueConfig(out=tmp_path).dump())
    assert cli.main(["train", "--resume", "--recipe", "iterate", "--out", str(tmp_path)]) == 1
    assert "holds a run of value, not of iterate; leave --recipe out" in capsys.readouterr().err


def test_a_negative_target_entropy_is_refused() -> None:
    with pytest.raises(ConfigError, match="exploration=-1"):
        TrainConfig(exploration=-1.0).check()


def test_an_unknown_game_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["train", "--game", "hit_z_rode"]) == 1
    assert "hit_z_road" in capsys.readouterr().err


def test_a_league_is_shown_and_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("openskill", reason=TRAIN)
    path = tmp_path / "league.json"
    words = ["--agents", "random", "greedy", "--players", "2", "--games", "4", "--resamples", "4", "--output", str(path)]
    assert cli.main(["league", *words]) == 0
    text = capsys.readouterr().out
    assert "ratings" in text and str(path) in text
    stored = json.loads(path.read_text())
    assert stored["machine"]["cores"] >= 1
    assert stored["games"] == 4


@pytest.mark.parametrize(
    ("words", "first"),
    [
        (["train"], ["--game", "--quest", "--survivors", "--minutes", "--out"]),
        (["train", "--game", "z_game"], ["--game", "--players", "--quest", "--role", "--minutes"]),
        (["train", "--recipe", "distill"], ["--game", "--teacher"]),
        (["evaluate"], ["--teams", "--game", "--quest", "--survivors", "--players", "--games"]),
    ],
)
def test_help_begins_with_what_most_people_give(words: list[str], first: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        cli.main([*words, "--help"])
    shown = re.findall(r"^\W*?(--(?!network)[a-z][a-z-]*)", capsys.readouterr().out, re.MULTILINE)
    assert shown[: len(first)] == first
    assert shown[-2:] == ["--workers", "--ray"]


@pytest.mark.parametrize(
    ("words", "kind"),
    [
        (["--recipe", "iterate"], IterateConfig),
        (["--recipe", "distill"], DistillConfig),
        (["--recipe", "distill", "--game", "apocalypse"], RoleDistillConfig),
    ],
)
def test_a_recipe_has_no_options_that_it_does_not_read(words: list[str], kind: Any, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        cli.main(["train", *words, "--help"])
    shown = set(re.findall(r"--[a-z-]+", capsys.readouterr().out))
    assert {f"--{name.replace('_', '-')}" for name in kind.UNREAD} & shown == set()
    assert {"--teacher", "--stride"} & shown
    with pytest.raises(SystemExit, match="2"):
        cli.main(["train", *words, "--horizon", "7"])
    assert "--horizon" in capsys.readouterr().err
