"""Curves as images, and in trackers."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests.needs import PLOT, TRAIN

pytest.importorskip("stable_baselines3", reason=TRAIN)

from zombicide_env import cli
from zombicide_env.extras import not_installed
from zombicide_training.run.config import Track
from zombicide_training.run.trackers import tracker

pytestmark = pytest.mark.train


@pytest.fixture
def run(tmp_path: Path) -> Path:
    rows = [{"decisions": 64 * k, "time": 1000.0 + 30 * k, "evaluation/win_rate": k / 10, "train/loss": None} for k in range(5)]
    (tmp_path / "run").mkdir()
    (tmp_path / "run" / "curves.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows) + '{"decisions": 3')
    return tmp_path / "run"


@pytest.mark.parametrize(("name", "begins"), [("a.png", b"\x89PNG"), ("a.svg", b"<?xml")])
def test_curves_become_a_picture(run: Path, tmp_path: Path, name: str, begins: bytes, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("matplotlib", reason=PLOT)
    out = tmp_path / name
    assert cli.main(["plot", "--runs", str(run), str(run), "--out", str(out), "--over", "minutes"]) == 0
    assert out.read_bytes().startswith(begins)
    assert f"evaluation/win_rate of {run} in {out}" in capsys.readouterr().out


def test_curves_that_cannot_be_drawn_are_reported(run: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["plot", "--runs", str(run), "--list"]) == 0
    assert capsys.readouterr().out == "evaluation/win_rate\ntrain/loss\n"
    assert cli.main(["plot", "--runs", str(run), "--curves", "evaluation/win_rat"]) == 1
    assert "did you mean evaluation/win_rate?" in capsys.readouterr().err
    assert cli.main(["plot", "--runs", str(tmp_path)]) == 1
    assert "has no curves.jsonl: name the folder of a training run" in capsys.readouterr().err


def test_curves_are_sent_through_the_libraries_of_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[Any] = []

    def note(name: str) -> Any:
        return lambda *values, **named: said.append((name, *values, named))

    one = SimpleNamespace(log=note("log"), finish=note("finish"))
    monkeypatch.setitem(sys.modules, "wandb", SimpleNamespace(init=lambda **named: said.append(("init", named)) or one))
    names = ("set_experiment", "start_run", "log_params", "log_metrics", "end_run")
    monkeypatch.setitem(sys.modules, "mlflow", SimpleNamespace(**{name: note(name) for name in names}))
    values = {"train/loss": 0.5, "train/nan": float("nan"), "train/words": "x"}
    kinds: tuple[Track, ...] = ("wandb", "mlflow")
    for kind in kinds:
        writer = tracker(kind, tmp_path / "run", {"seed": 7}, lambda _: None)
        writer.write(values, {}, 64)
        writer.close()
    assert said == [
        ("init", {"project": "zombicide-env", "name": "run", "dir": str(tmp_path / "run"), "config": {"seed": 7}}),
        ("log", {"train/loss": 0.5}, {"step": 64}),
        ("finish", {}),
        ("set_experiment", "zombicide-env", {}),
        ("start_run", {"run_name": "run"}),
        ("log_params", {"seed": "7"}, {}),
        ("log_metrics", {"train/loss": 0.5}, {"step": 64}),
        ("end_run", {}),
    ]


def _refused(**_: Any) -> Any:
    raise RuntimeError("no key\nUse `wandb login`")


@pytest.mark.parametrize(
    ("library", "words"),
    [
        (None, not_installed("wandb", "wandb")),
        (SimpleNamespace(init=_refused), "track=wandb: no key Use `wandb login`; `wandb login` once, or WANDB_MODE=offline keeps them"),
    ],
)
def test_a_run_does_not_begin_without_a_reachable_tracker(
    library: Any, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The error is one line, and nothing is left that would obstruct the same command."""
    monkeypatch.setitem(sys.modules, "wandb", library)
    command = ["train", "--out", str(tmp_path / "run"), "--track", "wandb", "--steps", "1", "--final-games", "0"]
    for _ in range(2):
        assert cli.main(command) == 1
        assert words in capsys.readouterr().err
    assert not (tmp_path / "run" / "config.json").exists()


def test_a_server_that_goes_away_stops_no_training(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[Any] = []
    answers = [None, OSError("gone"), OSError("gone"), None, OSError("gone")]

    def log(values: Any, step: int) -> None:
        if (answer := answers[len(sent)]) is not None:
            sent.append(answer)
            raise answer
        sent.append(step)

    one = SimpleNamespace(log=log, finish=_refused)
    monkeypatch.setitem(sys.modules, "wandb", SimpleNamespace(init=lambda **_: one))
    said: list[str] = []
    writer = tracker("wandb", tmp_path / "run", {}, said.append)
    for step in range(5):
        writer.write({"train/loss": 0.5}, {}, step)
    writer.close()
    assert [step for step in sent if isinstance(step, int)] == [0, 3]
    assert said == ["the curves cannot be sent to wandb (gone); training goes on, and the run's folder has them"] * 2
