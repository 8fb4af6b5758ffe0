"""Training runs: configuration, a whole small run, and resuming after a kill without a trace."""

from __future__ import annotations

import json
import math
import threading
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.needs import TRAIN

pytest.importorskip("torch", reason=TRAIN)
import torch

pytest.importorskip("sb3_contrib", reason=TRAIN)

import zombicide_agents as agents
from tests.training.small import team, weights
from zombicide_agents import checkpoint_folder
from zombicide_agents.network import NetworkConfig
from zombicide_env.core.form import Field, Form
from zombicide_env.games import GAMES, OWN, GameEntry
from zombicide_training import evaluate
from zombicide_training.collect.checks import ConfigError
from zombicide_training.learn import imitate as imitation
from zombicide_training.run.config import TrainConfig
from zombicide_training.run.distill_config import DistillConfig
from zombicide_training.run.folder import Run
from zombicide_training.run.iterate_config import IterateConfig
from zombicide_training.run.selfplay_config import SelfPlayConfig
from zombicide_training.run.trainer import Trainer, train

pytestmark = pytest.mark.train


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"steps": -1}, "steps=-1"),
        ({"steps": 2.5}, "steps=2.5: a whole number or None is needed, this is float"),
        ({"seed": "3"}, "seed=.3.: a whole number is needed"),
        ({"batch": 65}, "batch=65 is larger than the 64 decisions"),
        ({"minutes": -1.0}, "minutes=-1.0: give a number above 0, or leave it out"),
        ({"learning_rate": float("nan")}, "learning_rate=nan: give a number above 0"),
        ({"discount": 1.5}, "discount=1.5: give a number from 0 to 1"),
        ({"keep": -1}, "keep=-1: at least 0"),
        ({"torch_threads": 0}, "torch_threads=0"),
        ({"device": "abacus"}, "device 'abacus' cannot be used here"),
        ({"network": NetworkConfig(kind="flat", width=0)}, "network.width=0"),
        ({"warm_share": 1.5}, "warm_share"),
        ({"warm_teacher": -0.5}, "warm_teacher"),
        ({"network": NetworkConfig(kind="entities", heads=0)}, "network.heads=0"),
        ({"survivors": ()}, "survivors is empty"),
        ({"quest": ("generated:seed=0..8,tiles=2",)}, "envs=8 is too few for 9 quests"),
    ],
)
def test_impossible_options_are_refused(tmp_path: Path, changes: dict[str, Any], message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        train(team(tmp_path, **changes))


@pytest.mark.parametrize("game", [game for game in OWN if GAMES[game].quests()])
def test_a_run_without_a_named_quest_learns_the_first_one_of_its_game(tmp_path: Path, game: str) -> None:
    config = TrainConfig(game=game, out=tmp_path)
    config.check()
    first = GAMES[game].quests()[0]
    assert config.quest == (first,)
    assert {options["quest"] for one in config.game_options() for options in one} == {first}


def test_a_quest_has_to_be_named_where_the_game_does_not_list_its_quests(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    class Numbered:
        @staticmethod
        def form() -> Form:
            return Form((Field("quest", "int", default=1, low=1, high=9),))

    monkeypatch.setitem(GAMES, "numbered", GameEntry("numbered", Numbered))  # type: ignore[arg-type]  # a game only as far as its form
    assert GAMES["numbered"].quests() == []
    with pytest.raises(ConfigError, match="quest is empty, and numbered does not say which quests it has"):
        TrainConfig(game="numbered", out=tmp_path).check()


@pytest.mark.parametrize("cut", [False, True])
def test_time_that_has_run_out_is_a_defeat_and_a_truncated_game_is_worth_what_would_follow(
    tmp_path: Path, cut: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    options = ("at_max_rounds=truncation",) if cut else ()
    trainer = Trainer(team(tmp_path, max_rounds=1, horizon=192, batch=256, reward="sparse", option=options, trainer="sb3"))
    model: Any = trainer.make_model()
    monkeypatch.setattr(model.policy, "predict_values", lambda obs: torch.full((len(obs), 1), 0.5))
    _, callback = model._setup_learn(1536)
    assert model.collect_rollouts(model.env, callback, model.rollout_buffer, 192)
    paid = model.rollout_buffer.rewards
    ends = paid[paid != 0]
    assert len(ends) >= 4
    assert all(found == pytest.approx(0.99 * 0.5 if cut and found > 0 else -1.0) for found in ends.tolist())
    assert (ends > 0).any() == cut
    trainer.close()


def test_a_file_is_no_folder_of_a_run(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(ConfigError, match="is a file; name a folder"):
        train(team(tmp_path / "file"))


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"out": "x", "network": {}, "colour": 1}'])
def test_a_damaged_run_is_named(tmp_path: Path, text: str) -> None:
    (tmp_path / "config.json").write_text(text)
    with pytest.raises(ConfigError, match=r"config\.json"):
        train(team(tmp_path, resume=True))


def test_the_configuration_survives_json(tmp_path: Path) -> None:
    c = team(tmp_path, baselines=("random",), warm_start="greedy")
    assert TrainConfig.load(c.dump()) == c
    with pytest.raises(ConfigError, match="unknown entries: colour"):
        TrainConfig.load(json.dumps({**json.loads(c.dump()), "colour": 1}))


def test_several_quests_are_learned_and_others_judge(tmp_path: Path) -> None:
    network = NetworkConfig(kind="entities", width=16, layers=1, heads=2)
    learned, others = ("generated:seed=0..2,tiles=2", "danse_macabre"), ("generated:seed=0..1,tiles=3,split=test",)
    c = team(tmp_path, quest=learned, test_quest=others, warm_start="greedy", warm_decisions=64, steps=64, final_games=2, network=network)
    result = train(c)
    assert result.evaluations[0].options["quest"] == ["generated:seed=0,tiles=3,split=test", "generated:seed=1,tiles=3,split=test"]
    trainer = Trainer(replace(c, out=tmp_path / "again"))
    played = [game.quest.id for game in trainer.model.get_env().batch.games]
    assert played == [*(f"generated_train_{seed}_2_1" for seed in range(3)), "danse_macabre"]
    assert trainer.network.config.left_out == ()  # boards differ: check their shapes
    header = checkpoint_folder.read_header(result.policy)
    assert header.rows == dict(trainer.game.observation_codec.entities)  # and any other quest may be played
    for told in (header.training["evaluation"], header.training["baselines"]["random"]):  # a row for each quest
        assert [(row["quest"], row["games"]) for row in told["by_game"]] == [(quest, 1) for quest in result.evaluations[0].options["quest"]]
    train(replace(c, resume=True, steps=128))


def test_a_run_leaves_a_policy_that_plays(tmp_path: Path) -> None:
    c = team(tmp_path / "run", warm_start="greedy", warm_decisions=64, final_games=2, baselines=("random",))
    result = train(c)
    assert result.progress.imitated >= 64
    assert result.progress.steps == 256
    assert [e.label for e in result.evaluations] == ["policy", "random"]
    assert set(result.comparisons) == {"random"}
    trainer = Trainer(team(tmp_path / "other"))
    again = evaluate(trainer.plain_games, f"checkpoint:{result.policy}", 2, int(result.evaluations[0].seeds[0]))
    assert np.array_equal(again.outcomes, result.evaluations[0].outcomes)
    header = json.loads((result.policy / "checkpoint.json").read_text())
    assert header["training"]["warm_start"] == "greedy"
    assert header["training"]["baselines"]["random"]["value"] == 0
    assert list((tmp_path / "run" / "tensorboard").iterdir())
    with pytest.raises(ConfigError, match="holds a run already"):
        train(c)


def test_curves_have_what_a_run_is_judged_by(tmp_path: Path) -> None:
    from tensorboard.backend.event_processing.event_accumulator import EventAccumulator

    train(team(tmp_path, steps=2048, max_rounds=2))
    events = EventAccumulator(str(tmp_path / "tensorboard"))
    events.Reload()
    names = set(events.Tags()["scalars"])
    rollout = {f"rollout/{name}" for name in ("win_rate", "rounds", "objectives", "survivors")}
    assert rollout | {"time/decisions_per_second", "evaluation/win_rate"} <= names


def test_a_resumed_run_ends_with_the_same_weights(tmp_path: Path) -> None:
    """Compares a run of 6 updates with one that is killed during the fifth and resumes from its last checkpoint."""
    whole = team(tmp_path / "whole", steps=6 * 64, trainer="sb3")
    train(whole)
    broken = team(tmp_path / "broken", steps=6 * 64, trainer="sb3")
    trainer = Trainer(broken)
    trainer.begin()
    steps = 0
    env_step = trainer.model.get_env().step

    def step(actions: Any) -> Any:
        nonlocal steps
        steps += 1
        if steps == 4 * 8 + 3:
            raise KeyboardInterrupt
        return env_step(actions)

    trainer.model.get_env().step = step
    with pytest.raises(KeyboardInterrupt):
        trainer.reinforce()
    trainer.close()
    assert Run(broken, trainer.game).newest().name == f"step_{4 * 64:012d}"
    torch.manual_seed(99)  # anything that happens in between must not matter
    train(replace(broken, resume=True))
    first, second = (weights(Run(c, trainer.game).newest()) for c in (whole, broken))
    assert Run(whole, trainer.game).newest().name == Run(broken, trainer.game).newest().name
    assert all(torch.equal(first[name], second[name]) for name in first)


def test_a_kill_while_saving_leaves_the_checkpoint_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    c = team(tmp_path, steps=128)
    train(c)
    newest = Run(c, None).newest()
    trainer = Trainer(replace(c, resume=True))
    trainer.resume()
    trainer.progress.steps += 64
    monkeypatch.setattr(np, "savez_compressed", lambda *_, **__: (_ for _ in ()).throw(KeyboardInterrupt))
    with pytest.raises(KeyboardInterrupt):
        trainer.save(trainer.trainer_state())
    assert Run(c, None).newest() == newest


def test_the_warm_start_of_a_run_plays_while_it_learns(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The command passed timers, with which rounds are played and learned in turn."""
    players: list[threading.Thread] = []

    def noted(*arguments: Any) -> Any:
        players.append(threading.current_thread())
        return play(*arguments)

    play = imitation._play
    monkeypatch.setattr(imitation, "_play", noted)
    train(team(tmp_path, steps=64, warm_start="greedy", warm_decisions=256, lesson=4))
    assert len(players) == 8 and threading.main_thread() not in players


def test_time_is_limited_over_all_sessions(tmp_path: Path) -> None:
    c = team(tmp_path, steps=1_000_000, minutes=1e-6)
    result = train(c)
    assert result.progress.steps == 0
    again = train(replace(c, resume=True, minutes=1e-6))
    assert again.progress.steps == 0
    more = train(replace(c, resume=True, minutes=None, steps=64))
    assert more.progress.steps == 64


def test_nothing_to_resume_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="holds no run to resume"):
        train(team(tmp_path / "empty", resume=True))


def test_a_wrong_teacher_is_found_before_anything_runs(tmp_path: Path) -> None:
    with pytest.raises(agents.AgentError, match="did you mean 'greedy'"):
        train(team(tmp_path / "run", warm_start="gredy"))
    assert not (tmp_path / "run" / "config.json").exists()


def test_a_run_with_minutes_has_no_other_limit(tmp_path: Path) -> None:
    assert TrainConfig().most_steps == SelfPlayConfig().most_steps == 20_000_000
    assert TrainConfig(minutes=5).most_steps == SelfPlayConfig(minutes=5).most_steps == math.inf
    assert TrainConfig(minutes=5, steps=3).most_steps == 3
    assert IterateConfig().most_steps == DistillConfig(teacher=("danse_macabre@greedy",)).most_steps == math.inf
    for trainer in ("own", "sb3"):
        run = train(team(tmp_path / trainer, steps=None, minutes=0.02, trainer=trainer))
        assert run.progress.steps > 0 and "inf" not in (tmp_path / trainer / "config.json").read_text().lower()
