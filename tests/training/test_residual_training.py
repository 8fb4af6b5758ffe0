"""Training of residual policies: they learn from masks that contain the scores of their base."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.needs import TRAIN

pytest.importorskip("torch", reason=TRAIN)
import torch

from tests.training.small import SMALL, selfplay, team
from zombicide_agents import Agent, checkpoint_folder, make
from zombicide_agents.network import NetworkConfig, build
from zombicide_agents.residual import CHOICE, Residual
from zombicide_training.collect.checks import ConfigError
from zombicide_training.evaluation.statistics import Interval
from zombicide_training.learn.imitate import ImitationStep, imitate
from zombicide_training.learn.imitators import ImitationConfig
from zombicide_training.run.selfplay import SelfPlay
from zombicide_training.run.trainer import Trainer, train

pytestmark = pytest.mark.train


class LastConsidered(Agent):
    """Agent that takes the last action that greedy scores less than a unit below its choice."""

    name = "last_considered"
    reads_state = True

    def __init__(self, game: Any) -> None:
        self.base = Residual("greedy", game)

    def act(self, observation: Any, mask: Any, game: Any = None, state: Any = None) -> int:
        return int(np.flatnonzero(self.base.masks_of(mask[None], game, state)[0] > 1)[-1])


PLAIN = NetworkConfig(kind="flat", width=16, layers=1)
LEANING = replace(PLAIN, lean="greedy")


def test_a_pupil_that_leans_on_its_teacher_agrees_at_once_and_may_learn_from_another(tutorial: Any) -> None:
    def learned(teacher: Any, rate: float) -> list[float]:
        steps: list[ImitationStep] = []
        torch.manual_seed(0)
        config = ImitationConfig(decisions=1280, games=16, horizon=16, batch=64, passes=4, learning_rate=rate, teacher_share=0)
        imitate(tutorial, build(tutorial, LEANING), teacher, config, seed=1, report=lambda step: steps.append(step) or True)
        return [step.agreement for step in steps]

    assert min(learned(make("greedy", tutorial), 1e-9)) > 0.999
    assert max(learned(LastConsidered(tutorial), 1e-9)) < 0.7, "its base alone does otherwise"
    assert learned(LastConsidered(tutorial), 1e-2)[-1] > 0.8


def test_reinforcement_reads_and_keeps_judged_masks(tmp_path: Path) -> None:
    trainer = Trainer(team(tmp_path, network=LEANING, steps=64, trainer="sb3"))
    trainer.begin()
    batch, lean = trainer.env.batch, Residual("greedy", trainer.game)
    assert np.array_equal(trainer.env.action_masks(), lean.masks(batch))
    trainer.reinforce()
    kept: Any = trainer.model.rollout_buffer
    assert (kept.action_masks.reshape(64, -1).max(axis=1) == CHOICE).all()
    assert trainer.network.trust.item() != 10.0, "how much the judgement counts is learned"
    trainer.close()


def test_self_play_reads_judged_masks(tmp_path: Path) -> None:
    trainer = SelfPlay(selfplay(tmp_path, network=LEANING, trainer="sb3"))
    trainer.begin()
    trainer.versions.add(0, trainer.network, {})
    trainer.update()
    assert (trainer.collector.masks[-1].max(axis=1) == CHOICE)[trainer.collector.deciders[-1] >= 0].all()
    trainer.close()


def test_what_a_policy_knows_may_be_the_beginning_of_one_that_leans(tmp_path: Path) -> None:
    """The base replaces the action scores of the starting policy; a residual policy stays residual."""
    plain = Trainer(team(tmp_path / "plain"))
    start = str(plain.run.save_policy("best", plain.network, {}))
    leaning = Trainer(team(tmp_path / "leaning", network=LEANING, start=start))
    before, after = plain.network.state_dict(), leaning.network.state_dict()
    assert set(after) - set(before) == {"trust"}
    assert not after["head.weight"].any() and not after["head.bias"].any()
    assert all(torch.equal(before[name], after[name]) for name in before if not name.startswith("head."))
    start = str(leaning.run.save_policy("best", leaning.network, {}))
    with pytest.raises(ConfigError, match="another shape, lean='greedy' \\(here ''\\)"):
        Trainer(team(tmp_path / "third", start=start))


def test_a_policy_may_go_on_over_another_base(tmp_path: Path) -> None:
    """The learned weights stay."""
    first = Trainer(team(tmp_path / "first", network=LEANING))
    start = str(first.run.save_policy("best", first.network, {}))
    second = Trainer(team(tmp_path / "second", network=replace(LEANING, lean="greedy:fear=2"), start=start))
    before, after = first.network.state_dict(), second.network.state_dict()
    assert before.keys() == after.keys() and all(torch.equal(before[name], after[name]) for name in before)
    assert second.network.config.lean == "greedy:fear=2"


def test_a_run_from_a_checkpoint_has_its_shape_unless_another_is_asked_for(tmp_path: Path) -> None:
    first = Trainer(team(tmp_path / "first", network=LEANING))
    start = str(first.run.save_policy("best", first.network, {}))
    assert Trainer(team(tmp_path / "second", network=NetworkConfig(), base="auto", start=start)).network.config == LEANING
    with pytest.raises(ConfigError, match="another shape, width=16 \\(here 24\\)"):
        Trainer(team(tmp_path / "third", network=replace(LEANING, width=24), start=start))


@pytest.mark.parametrize("trainer", ["own", "sb3"])
def test_a_run_from_a_checkpoint_does_not_end_with_less(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, trainer: str) -> None:
    first = Trainer(team(tmp_path / "first"))
    start, before = str(first.run.save_policy("best", first.network, {})), first.network.state_dict()

    def strength(self: Trainer, games: int, seed: int) -> Interval:
        same = all(torch.equal(before[name], tensor) for name, tensor in self.network.state_dict().items())
        return Interval(0.9 if same else 0.1, 0.0, 1.0)

    monkeypatch.setattr(Trainer, "strength", strength)
    result = train(team(tmp_path / "second", start=start, trainer=trainer, runoff_games=2, value_updates=0))
    assert result.progress.steps == 256
    assert result.said.startswith("final is the policy before any learning")


def test_a_policy_of_the_beginning_that_is_damaged_is_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first = Trainer(team(tmp_path / "first"))
    start = str(first.run.save_policy("best", first.network, {}))
    run = team(tmp_path / "second", start=start, steps=64, runoff_games=2)
    train(run)
    assert "is lost" not in capsys.readouterr().err
    [kept] = (tmp_path / "second" / "base").glob("weights-*")
    kept.write_bytes(kept.read_bytes()[:-9] + b"forged!!!")
    assert train(replace(run, resume=True, steps=128)).progress.steps == 128
    assert "the policy before any learning is lost" in capsys.readouterr().err


def test_without_a_runoff_the_last_policy_takes_the_place_of_a_best_one_that_is_lost(tmp_path: Path) -> None:
    first = Trainer(team(tmp_path / "first"))
    trainer = Trainer(team(tmp_path / "second", start=str(first.run.save_policy("best", first.network, {})), steps=64))
    trainer.begin()
    trainer.reinforce()
    checkpoint_folder.remove(trainer.run.folder / "best")
    assert trainer.restore_best() == "final is the policy that training has ended with: the best one was lost"
    trainer.close()


def test_a_run_cannot_lean_on_everybody(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="only a rule-based player can be the base"):
        Trainer(team(tmp_path, network=replace(PLAIN, lean="search")))
    assert SMALL["network"] == PLAIN


def test_a_run_from_a_checkpoint_trains_its_value_first(tmp_path: Path) -> None:
    plain = Trainer(team(tmp_path / "plain"))
    start = str(plain.run.save_policy("best", plain.network, {}))
    left = []
    for name, begin in (("new", None), ("started", start)):
        trainer = Trainer(team(tmp_path / name, start=begin, steps=64, value_updates=3, trainer="sb3"))
        trainer.begin()
        trainer.reinforce()
        left.append(trainer.model.value_updates)
        trainer.close()
    assert left == [0, 2]


def test_a_run_from_a_checkpoint_remembers_what_was_met_before(tmp_path: Path) -> None:
    plain = Trainer(team(tmp_path / "plain"))
    start = str(plain.run.save_policy("best", plain.network, plain.summary()))
    first = Trainer(team(tmp_path / "next", start=start, decisions=("actions",)))
    first.save()
    first.close()
    again = Trainer(team(tmp_path / "next", start=start, decisions=("actions",), resume=True))
    again.resume()
    said = again.summary()["before"]
    again.close()
    assert said["decisions"] == ["full"] and said["survivors"] == [6]
