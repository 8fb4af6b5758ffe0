"""The commands of training: the game decides how it is trained, and which options there are."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from zombicide_env import cli

pytestmark = pytest.mark.train
pytest.importorskip("torch")
pytest.importorskip("sb3_contrib")
pytest.importorskip("tyro")

SMALL = ["--envs", "8", "--horizon", "16", "--batch", "64", "--evaluate-games", "2", "--final-games", "0", "--no-progress"]
TINY = ["--network.width", "16", "--network.layers", "1", "--baselines", "random", "--torch-threads", "1"]


def test_a_competitive_game_is_trained_by_self_play_and_resumed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "run"
    given = ["--game", "hit_z_road", "--players", "2", "--scripted-agents", "random", "--steps", "100"]
    assert cli.main(["train", "--out", str(out), *given, *SMALL, *TINY]) == 0
    assert f"--game hit_z_road --seats human checkpoint:{out}/final" in capsys.readouterr().out
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
    assert "--game black_plague" in capsys.readouterr().out
    assert not (out / "pool").exists()


def test_a_missing_value_is_explained_by_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    for option in ("--game", "--out"):
        with pytest.raises(SystemExit):
            cli.main(["train", option])
        assert "zombicide train --help" in capsys.readouterr().err


def test_an_unknown_game_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["train", "--game", "hit_z_rode"]) == 1
    assert "hit_z_road" in capsys.readouterr().err


def test_a_league_is_shown_and_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("openskill")
    path = tmp_path / "league.json"
    words = ["--agents", "random", "greedy", "--players", "2", "--games", "4", "--resamples", "4", "--output", str(path)]
    assert cli.main(["league", *words]) == 0
    text = capsys.readouterr().out
    assert "ratings" in text and str(path) in text
    stored = json.loads(path.read_text())
    assert stored["machine"]["cores"] >= 1
    assert stored["games"] == 4
