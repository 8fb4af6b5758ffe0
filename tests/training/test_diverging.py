"""Diverging training: nothing is written that cannot be loaded, and the run returns to the last sound checkpoint."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.needs import TRAIN

pytest.importorskip("torch", reason=TRAIN)
import torch

pytest.importorskip("sb3_contrib", reason=TRAIN)

from safetensors.torch import save as to_bytes

from tests.training.small import selfplay, team, weights
from zombicide_agents import checkpoint, checkpoint_folder
from zombicide_agents.network import NetworkConfig, build
from zombicide_env import cli, make_game
from zombicide_training.learn.ppo import Diverged, MaskedPPO
from zombicide_training.run.loop import Loop
from zombicide_training.run.selfplay import train_selfplay
from zombicide_training.run.trainer import train

pytestmark = pytest.mark.train


def poison(network: Any) -> None:
    with torch.no_grad():
        next(iter(network.parameters())).view(-1)[0] = float("nan")


@pytest.fixture
def third_update_diverges(monkeypatch: pytest.MonkeyPatch) -> None:
    learn, learn_compiled, updates = MaskedPPO._train, Loop._learn, []

    def learned(model: MaskedPPO) -> None:
        learn(model)
        updates.append(1)
        if len(updates) == 3:
            poison(model.policy.network)

    def learned_compiled(loop: Loop, *rest: Any) -> Any:
        found = learn_compiled(loop, *rest)
        updates.append(1)
        if len(updates) == 3:
            poison(loop.updates.network)
        return found

    monkeypatch.setattr(MaskedPPO, "_train", learned)
    monkeypatch.setattr(Loop, "_learn", learned_compiled)


def all_sound(out: Path) -> list[str]:
    found = sorted(path.parent for path in out.rglob(checkpoint_folder.HEADER))
    for folder in found:
        checkpoint.check(folder)
    return [path.name for path in found if path.parent.name == "checkpoints"]


@pytest.mark.slow
@pytest.mark.usefixtures("third_update_diverges")
@pytest.mark.parametrize("kind", ["team", "own loop", "selfplay", "own selfplay"])
def test_a_run_that_diverges_falls_back_to_its_last_sound_checkpoint(kind: str, tmp_path: Path, capsys: Any) -> None:
    runs: dict[str, Callable[[], Any]] = {
        "team": lambda: train(team(tmp_path, trainer="sb3")),
        "own loop": lambda: train(team(tmp_path, trainer="own")),
        "selfplay": lambda: train_selfplay(selfplay(tmp_path, steps=2000, trainer="sb3")),
        "own selfplay": lambda: train_selfplay(selfplay(tmp_path, steps=2000)),
    }
    result = runs[kind]()
    kept = all_sound(tmp_path)
    said = capsys.readouterr().err
    decisions = int(kept[-1].removeprefix("step_"))
    assert "learning has diverged: not all values of network." in said and f"the run falls back to {kept[-1]} and learns no more" in said
    assert "try again with a smaller learning_rate (it is " in said
    assert result.said.endswith(f"; learning diverged after {decisions:,} decisions of reinforcement")
    assert len(kept) == 3 and result.progress.steps == decisions
    assert checkpoint_folder.read_header(tmp_path / "final").training["diverged"]


@pytest.mark.slow
def test_a_learning_rate_without_sense_ends_in_words(tmp_path: Path, capsys: Any) -> None:
    result = train(team(tmp_path, learning_rate=1e30))
    assert "learning has diverged" in capsys.readouterr().err and "diverged after 0 decisions" in result.said
    assert all_sound(tmp_path) == ["step_000000000000"]


@pytest.mark.slow
def test_a_warm_start_that_diverges_before_the_first_checkpoint_is_an_error(tmp_path: Path) -> None:
    config = team(tmp_path, warm_start="random", warm_decisions=256, warm_rate=1e30, save_minutes=60.0)
    with pytest.raises(Diverged, match=r"before the first checkpoint; try again with a smaller warm_rate \(it is 1e\+30\)"):
        train(config)
    assert all_sound(tmp_path) == []


@pytest.mark.slow
@pytest.mark.parametrize("what", ["weights", "optimizer"])
def test_a_run_goes_on_from_before_a_checkpoint_of_no_numbers(what: str, tmp_path: Path, capsys: Any) -> None:
    """Runs of earlier versions have left such checkpoints."""
    train(team(tmp_path / "whole"))
    train(team(tmp_path / "run", steps=128))
    newest = checkpoint_folder.steps(tmp_path / "run" / "checkpoints")[-1]
    name = checkpoint_folder.WEIGHTS if what == "weights" else "trainer.safetensors"
    header = checkpoint_folder.read_header(newest)
    held = {each: checkpoint_folder.read_file(newest, header, each) for each in header.files}
    tensors = {
        key: torch.full_like(value, float("nan")) if value.is_floating_point() else value for key, value in load_bytes(held[name]).items()
    }
    checkpoint_folder.publish(newest, header, held | {name: to_bytes(tensors)})
    capsys.readouterr()
    train(replace(team(tmp_path / "run"), resume=True))
    assert "finite numbers" in (said := capsys.readouterr().err) and "the run goes on from step_000000000064" in said
    ends = [checkpoint_folder.steps(tmp_path / name / "checkpoints")[-1] for name in ("whole", "run")]
    one, two = (weights(end) for end in ends)
    assert all(torch.equal(one[key], two[key]) for key in one)


def load_bytes(data: bytes) -> dict[str, torch.Tensor]:
    from safetensors.torch import load

    return load(data)


@pytest.mark.parametrize("value", [float("inf"), float("nan"), 1e30])
def test_what_load_refuses_is_not_written(tmp_path: Path, value: float) -> None:
    game = make_game("hit_z_road", players=2)
    network = build(game, NetworkConfig(kind="flat", width=4, layers=1))
    with torch.no_grad():
        next(iter(network.parameters())).view(-1)[-1] = value
    with pytest.raises(
        checkpoint_folder.CheckpointError, match=r"policy is not written: this is not a policy: not all values of .* are finite numbers"
    ):
        checkpoint.save(tmp_path / "policy", game, network, {})
    assert not (tmp_path / "policy").exists()


def test_the_command_reports_divergence_in_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    def diverges(_: object) -> None:
        raise Diverged("learning has diverged: the loss is nan")

    monkeypatch.setattr("zombicide_training.run.trainer.train", diverges)
    assert cli.main(["train", "--out", str(tmp_path / "run")]) == 1
    assert capsys.readouterr().err == "zombicide train: learning has diverged: the loss is nan\n"
