"""Ctrl+C during training: the update is finished and saved, and no data is learned from twice."""

from __future__ import annotations

import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch

from tests.needs import TRAIN

pytest.importorskip("torch", reason=TRAIN)

from tests.toys.known import known
from tests.training.small import selfplay, team, weights
from zombicide_agents import checkpoint_folder
from zombicide_agents.network import NetworkConfig
from zombicide_training.run.loop import Loop
from zombicide_training.run.selfplay import SelfPlay, train_selfplay
from zombicide_training.run.stopping import Stop, Stopped
from zombicide_training.run.trainer import train

pytestmark = pytest.mark.train

LEAN = NetworkConfig(kind="flat", width=16, layers=1, lean="greedy")
RARELY = 1e9  # minutes between two checkpoints: none is due


def own(out: Path, **changes: Any) -> Any:
    """A run of our own loop, four updates long, that saves only when stopped or done."""
    return team(out, trainer="own", network=LEAN, base="auto", base_share=0, exploration=0.3, save_minutes=RARELY, **changes)


def newest(out: Path) -> Path:
    """Return the latest checkpoint of a run."""
    return checkpoint_folder.steps(out / "checkpoints")[-1]


def interrupted(method: Callable[..., Any], call: int, times: int = 1) -> Callable[..., Any]:
    """Wrap a method so that Ctrl+C is pressed during its ``call``-th call."""
    calls = 0

    def wrapped(*arguments: Any, **named: Any) -> Any:
        nonlocal calls
        calls += 1
        if calls == call:
            for _ in range(times):
                signal.raise_signal(signal.SIGINT)
        return method(*arguments, **named)

    return wrapped


def test_a_run_that_is_stopped_keeps_the_update_under_way(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    train(own(tmp_path / "whole"))
    with monkeypatch.context() as patch:
        patch.setattr(Loop, "update", interrupted(Loop.update, call=2))
        with pytest.raises(Stopped):
            train(own(tmp_path / "parts"))
    assert newest(tmp_path / "parts").name == f"step_{2 * 64:012d}"
    train(own(tmp_path / "parts", resume=True))
    whole, parts = (weights(newest(tmp_path / name)) for name in ("whole", "parts"))
    assert all(torch.equal(whole[name], parts[name]) for name in whole)


def test_the_second_ctrl_c_stops_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Loop, "update", interrupted(Loop.update, call=2, times=2))
    with pytest.raises(KeyboardInterrupt) as error:
        train(own(tmp_path))
    assert not isinstance(error.value, Stopped)
    assert not (tmp_path / "checkpoints").exists()


def test_sb3_and_imitation_stop_between_two_updates(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from zombicide_training.learn.sb3_policy import ByteRolloutBuffer
    from zombicide_training.run import warm_up

    with monkeypatch.context() as patch:
        patch.setattr(
            ByteRolloutBuffer, "compute_returns_and_advantage", interrupted(ByteRolloutBuffer.compute_returns_and_advantage, call=2)
        )
        with pytest.raises(Stopped):
            train(team(tmp_path / "sb3", trainer="sb3", save_minutes=RARELY))
    assert newest(tmp_path / "sb3").name == f"step_{2 * 64:012d}"
    with monkeypatch.context() as patch:
        patch.setattr(warm_up, "imitate", interrupted(warm_up.imitate, call=1))
        with pytest.raises(Stopped):
            train(team(tmp_path / "warm", warm_start="random", warm_decisions=512, lesson=8, save_minutes=RARELY))
    assert checkpoint_folder.read_header(newest(tmp_path / "warm")).training["phase"] == "imitate"


def test_all_roles_of_a_run_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    c = selfplay(tmp_path, game="hunt", players=(2,), steps=1000, baselines=("random",), save_minutes=RARELY)
    monkeypatch.setattr(SelfPlay, "update", interrupted(SelfPlay.update, call=4))  # of the second role
    with known("hunt", "tests.toys.hunt:Hunt"), pytest.raises(Stopped):
        train_selfplay(c)
    kept = [int(newest(tmp_path / role).name.removeprefix("step_")) for role in ("runners", "hunter")]
    assert all(steps > 0 for steps in kept)


def test_roles_that_are_stopped_in_their_last_update_are_not_evaluated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    c = selfplay(tmp_path, game="hunt", players=(2,), steps=256, baselines=("random",), save_minutes=RARELY)
    monkeypatch.setattr(SelfPlay, "update", interrupted(SelfPlay.update, call=4))  # two of each role
    with known("hunt", "tests.toys.hunt:Hunt"), pytest.raises(Stopped):
        train_selfplay(c)
    assert not list(tmp_path.rglob("final"))


def test_a_role_that_has_diverged_does_not_keep_the_others_from_stopping(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    c = selfplay(tmp_path, game="hunt", players=(2,), steps=1000, baselines=("random",))
    update = interrupted(SelfPlay.update, call=7)  # of the second role
    sessions: list[SelfPlay] = []

    def diverges(self: SelfPlay) -> None:
        sessions.append(self)
        if len(sessions) == 5:  # the third update of the first role
            with torch.no_grad():
                next(self.network.parameters()).fill_(float("nan"))
        update(self)

    monkeypatch.setattr(SelfPlay, "update", diverges)
    with known("hunt", "tests.toys.hunt:Hunt"), pytest.raises(Stopped):
        train_selfplay(c)
    assert [session.config.role for session in sessions] == ["runners"] * 2 + ["hunter"] * 2 + ["runners"] + ["hunter"] * 2
    assert sessions[0].diverged and newest(tmp_path / "hunter").name > newest(tmp_path / "runners").name


def test_signals_have_their_usual_effect_again_afterwards() -> None:
    before = [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)]
    with Stop() as stop:
        signal.raise_signal(signal.SIGINT)
        assert stop.asked == signal.SIGINT
    assert [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)] == before
    with Stop() as idle:
        idle.obey()
