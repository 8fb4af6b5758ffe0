"""Run folders under faults: damage, leftovers, full disks, two runs at once.  Kills at every moment: tests/test_faults.py."""

from __future__ import annotations

import errno
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.needs import TRAIN

pytest.importorskip("torch", reason=TRAIN)
pytest.importorskip("sb3_contrib", reason=TRAIN)

from tests.training.small import team
from zombicide_agents import checkpoint_folder
from zombicide_agents.checkpoint_folder import CheckpointError
from zombicide_env.core import files
from zombicide_training.collect.checks import ConfigError
from zombicide_training.evaluation import curves
from zombicide_training.evaluation.statistics import Interval
from zombicide_training.run.config import TrainConfig
from zombicide_training.run.folder import Run, stored_game
from zombicide_training.run.trainer import Trainer, train

pytestmark = pytest.mark.train


def config(out: Path, **changes: Any) -> TrainConfig:
    """A run of two updates."""
    few: dict[str, Any] = {"steps": 128, "max_rounds": 2, "envs": 4, "horizon": 16, "batch": 64, "epochs": 1, "evaluate_games": 1}
    return team(out, **(few | changes))


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run with the checkpoints 0, 64 and 128."""
    folder = tmp_path_factory.mktemp("runs") / "run"
    train(config(folder))
    return folder


@pytest.fixture
def run(finished: Path, tmp_path: Path) -> Path:
    import shutil

    return Path(shutil.copytree(finished, tmp_path / "run"))


def steps(run: Path) -> list[str]:
    return [folder.name for folder in checkpoint_folder.steps(run / "checkpoints")]


def file_of(folder: Path, name: str) -> Path:
    (path,) = folder.glob(f"{name}-*")
    return path


@pytest.mark.parametrize("name", ["weights", "trainer", "games", "progress"])
def test_a_damaged_checkpoint_is_set_aside_and_the_one_before_taken(run: Path, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert steps(run) == [f"step_{k:012d}" for k in (0, 64, 128)]
    newest = run / "checkpoints" / f"step_{128:012d}"
    path = file_of(newest, name)
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 4
    path.write_bytes(data)
    result = train(config(run, resume=True, steps=192))
    said = capsys.readouterr().err
    assert f"{path} is damaged: it does not hold what checkpoint.json says" in said
    assert f"the run goes on from step_{64:012d}, 1 later set aside as *.damaged" in said
    assert result.progress.steps == 192
    assert (run / "checkpoints" / f"{newest.name}.damaged").is_dir()
    assert steps(run) == [f"step_{k:012d}" for k in (0, 64, 128, 192)]
    checkpoint_folder.verify(newest)  # written again


def test_a_damaged_header_counts_as_damage(run: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (run / "checkpoints" / f"step_{128:012d}" / "checkpoint.json").write_bytes(b"")
    train(config(run, resume=True))
    assert "checkpoint.json cannot be read" in capsys.readouterr().err
    assert steps(run)[-1] == f"step_{128:012d}"


def test_a_run_without_a_whole_checkpoint_says_how_to_go_on(run: Path) -> None:
    for folder in checkpoint_folder.steps(run / "checkpoints"):
        file_of(folder, "games").unlink()
    with pytest.raises(ConfigError, match=r"no checkpoint of .*run is whole .*--start .*run/best --out \.\.\."):
        train(config(run, resume=True))
    assert len(steps(run)) == 3  # nothing was moved
    train(config(run.with_name("other"), start=str(run / "best")))


def test_a_missing_best_policy_is_reported_and_replaced(run: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file_of(run / "best", "weights").unlink()
    train(config(run, resume=True, steps=192))
    assert "the best policy is lost" in capsys.readouterr().err
    checkpoint_folder.verify(run / "best")


def test_the_best_policy_may_be_newer_than_the_checkpoint(run: Path) -> None:
    """The run was killed after saving its best policy and before the next checkpoint: a weaker policy must not replace it."""
    trainer = Trainer(config(run, resume=True))
    trainer.progress.phase = "reinforce"
    trainer.judged(Interval(0.75, 0.7, 0.8))
    trainer.close()
    again = Trainer(config(run, resume=True))
    again.resume()
    assert again.progress.best == 0.75
    again.judged(Interval(0.5, 0.4, 0.6))
    assert checkpoint_folder.read_header(run / "best").training["best"] == 0.75
    again.close()


@pytest.mark.parametrize("content", [b"", b"\0" * 700, b'{"out": "ru'], ids=["empty", "zeros", "cut off"])
def test_a_configuration_that_is_lost_is_taken_from_the_newest_checkpoint(run: Path, content: bytes) -> None:
    before = (run / "config.json").read_bytes()
    (run / "config.json").write_bytes(content)
    assert stored_game(run) == "black_plague"
    with pytest.raises(ConfigError, match="holds a run already"):
        train(config(run))
    assert train(config(run, resume=True, steps=192)).progress.steps == 192
    assert json.loads((run / "config.json").read_bytes()) == json.loads(before) | {"steps": 192, "out": str(run)}


def test_a_run_without_a_configuration_starts_over(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "config.json").write_bytes(b"")
    assert stored_game(tmp_path) is None
    with pytest.raises(ConfigError, match=r"holds no run to resume \(config\.json is missing or empty\); start one without --resume"):
        train(config(tmp_path, resume=True))
    train(config(tmp_path))
    assert "config.json was empty: the run has not begun, and begins now" in capsys.readouterr().err


def test_what_killed_processes_have_left_goes(run: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Includes the folders that earlier versions left: half of a new one, and an old one moved aside."""
    checkpoints = run / "checkpoints"
    (checkpoints / ".step_000000000192.77.tmp").mkdir()
    (checkpoints / ".step_000000000192.77.tmp" / "weights.safetensors").write_bytes(b"half")
    (run / "best").rename(run / ".best.77.old")
    (checkpoints / "step_000000000256").mkdir()
    (checkpoints / "step_000000000256" / "weights-0123456789abcdef.safetensors").write_bytes(b"no header yet")
    (run / ".config.json.0123abcd.tmp").write_bytes(b"half")
    train(config(run, resume=True))
    assert sorted(path.name for path in checkpoints.iterdir()) == steps(run)
    assert {path.name for path in run.iterdir()} == {
        ".lock",
        "best",
        "checkpoints",
        "config.json",
        "curves.jsonl",
        "final",
        "tensorboard",
    }
    assert ".step_000000000192.77.tmp was left over by a process that was killed; it has been removed" in capsys.readouterr().err
    checkpoint_folder.verify(run / "best")


def test_two_runs_never_write_into_one_folder(run: Path) -> None:
    trainer = Trainer(config(run, resume=True))
    trainer.resume()
    before = sorted(run.rglob("*"))
    for again in (config(run, resume=True, steps=192), config(run)):
        with pytest.raises(files.Taken, match=r"run is being written to by another process"):
            train(again)
    assert sorted(run.rglob("*")) == before
    trainer.close()
    train(config(run, resume=True, steps=192))


# ---- full disk ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def full(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """Names of folders that cannot be written to for now."""
    names: set[str] = set()
    real = files.write

    def write(path: Path, data: str | bytes) -> None:
        if names & set(Path(path).parts):
            raise OSError(errno.ENOSPC, "No space left on device", str(path))
        real(path, data)

    monkeypatch.setattr(files, "write", write)
    return names


def test_training_goes_on_while_no_checkpoint_can_be_written(run: Path, full: set[str], capsys: pytest.CaptureFixture[str]) -> None:
    full |= {"checkpoints", "best"}
    result = train(config(run, resume=True, steps=256))
    said = capsys.readouterr().err
    assert "no checkpoint could be written in" in said
    assert f"No space left on device: '{run}/checkpoints/" in said
    assert f"the newest one is step_{128:012d}, training goes on and tries again" in said
    assert result.progress.steps == 256
    assert steps(run) == [f"step_{k:012d}" for k in (0, 64, 128)]
    assert all(path.suffix != files.MADE for path in run.rglob("*"))
    full.clear()
    assert train(config(run, resume=True, steps=256)).progress.steps == 256
    assert steps(run)[-1] == f"step_{256:012d}"


def test_a_policy_that_cannot_be_written_is_an_error_with_a_way_on(run: Path, full: set[str]) -> None:
    full.add("final")
    again = rf"the policy could not be written \(No space left on device\); make room, .*: zombicide train --resume --out {run}"
    with pytest.raises(OSError, match=again):
        train(config(run, resume=True))
    full.clear()
    train(config(run, resume=True))


def test_training_goes_on_without_a_version_that_cannot_be_written(
    tmp_path: Path, full: set[str], capsys: pytest.CaptureFixture[str]
) -> None:
    trainer = Trainer(config(tmp_path, teammates=("past",), snapshot_updates=1))
    full.add("pool")
    with pytest.raises(OSError, match="No space left on device"):  # there would be no teammates
        trainer.change_teammates()
    full.clear()
    trainer.change_teammates()
    full.add("pool")
    trainer.progress.steps = 64
    trainer.change_teammates()
    assert "this version of the policy could not be put into" in capsys.readouterr().err
    assert trainer.versions.kept == [0]
    trainer.close()


def test_curves_that_cannot_be_written_stop_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "curves.jsonl").mkdir()  # a file in its place, so that nothing can be written
    train(config(tmp_path))
    said = capsys.readouterr().err
    assert said.count("the curves cannot be written") == 1


def test_curves_are_lines_of_json_and_those_of_a_lost_branch_go(run: Path) -> None:
    rows = list(curves.read(run / "curves.jsonl"))
    assert [row["decisions"] for row in rows] == sorted(row["decisions"] for row in rows)
    assert any("evaluation/win_rate" in row for row in rows)
    assert any("train/value_loss" in row for row in rows)
    with (run / "curves.jsonl").open("a") as file:
        file.write('{"decisions": 999, "time": 1.0, "evaluation/win_rate": 0.5}\n{"decisions": 1')
    train(config(run, resume=True, steps=192))
    found = [row["decisions"] for row in curves.read(run / "curves.jsonl")]
    assert 999 not in found
    assert found[-1] == 192


# ---- a policy that gets worse ----------------------------------------------------------------------------------------------


def test_reinforcement_that_makes_the_policy_worse_is_given_up(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    strengths = iter([0.57, *[0.3] * 100])

    def judge(self: Trainer) -> None:
        value = next(strengths)
        self.judged(Interval(value, value - 0.1, value + 0.1))

    monkeypatch.setattr(Trainer, "judge", judge)
    c = config(tmp_path, steps=6400, warm_start="greedy", warm_decisions=256, lesson=16, evaluate_minutes=0.0, patience=2)
    result = train(c)
    said = capsys.readouterr().err
    assert "weaker than the warm start: 30 % won; 1 such evaluations of 2" in said
    assert "2 such evaluations of 2" in said
    assert result.progress.steps < 640
    assert result.progress.best == 0.57
    assert result.said == "final is the best policy of the run, after 256 decisions of imitation (57 % won while training)"
    assert checkpoint_folder.read_header(result.policy).training["policy"] == result.said
    more = train(replace(c, resume=True, patience=0, steps=result.progress.steps + 64))
    assert more.progress.steps == result.progress.steps + 64


def test_an_evaluation_within_chance_of_the_warm_start_is_no_fall(tmp_path: Path) -> None:
    trainer = Trainer(config(tmp_path, warm_start="greedy"))
    trainer.begin()
    trainer.judged(Interval(0.57, 0.47, 0.67))
    trainer.progress.phase = "reinforce"
    for value in (0.3, 0.3, 0.4, 0.3):  # the third one could be as good
        trainer.judged(Interval(value, value - 0.1, value + 0.1))
    assert trainer.progress.fallen == 1
    assert not trainer.given_up()
    trainer.close()


def test_a_run_that_was_stopped_before_its_first_checkpoint_begins_again(tmp_path: Path) -> None:
    c = config(tmp_path)
    Run(c, None).begin()
    assert train(replace(c, resume=True)).progress.steps == 128


def test_a_policy_of_a_run_that_is_damaged_is_named(run: Path) -> None:
    file_of(run / "final", "weights").write_bytes(b"")
    with pytest.raises(CheckpointError, match=f"{run}/final/weights-.* is damaged"):
        checkpoint_folder.verify(checkpoint_folder.find(run))
