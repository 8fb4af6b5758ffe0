"""Self-play of a team against a master: a policy and a pool for each role, credit by side, and resuming after a stop."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.needs import TRAIN

pytest.importorskip("torch", reason=TRAIN)
import torch

pytest.importorskip("sb3_contrib", reason=TRAIN)

import zombicide_agents as agents
from tests.toys.hunt import Hunt
from tests.toys.known import known
from tests.training.small import selfplay, weights
from tests.training.test_imitate import Last
from zombicide_agents import checkpoint_folder
from zombicide_agents.checkpoint import PolicyAgent
from zombicide_agents.network import NetworkConfig, build
from zombicide_env import cli, make_game
from zombicide_env.core.batch import Batch
from zombicide_training import evaluate
from zombicide_training.collect.checks import ConfigError
from zombicide_training.collect.mixed_games import SharedGames
from zombicide_training.collect.opponents import POLICY
from zombicide_training.collect.player_advantages import Sides, credit
from zombicide_training.collect.timers import Timers
from zombicide_training.learn.imitate import _play, imitate
from zombicide_training.learn.imitators import ImitationConfig, TorchPupil
from zombicide_training.run.selfplay import SelfPlay, train_selfplay
from zombicide_training.run.selfplay_config import SelfPlayConfig

pytestmark = pytest.mark.train


@pytest.fixture(autouse=True)
def hunt() -> Iterator[None]:
    with known("hunt", "tests.toys.hunt:Hunt"):
        yield


def config(out: Path, **changes: Any) -> SelfPlayConfig:
    hunt: dict[str, Any] = {"game": "hunt", "players": (2, 3, 4), "steps": 300, "batch": 32}
    tests: dict[str, Any] = {"baselines": ("random",), "evaluate_games": 4, "final_games": 6, "save_minutes": 2.0}
    return selfplay(out, **(hunt | tests | changes))


def test_a_team_is_credited_as_one(tmp_path: Path) -> None:
    """Rewards after a runner's decision count for the next decision of any runner; rewards are means over the side."""
    sides = Sides(Batch(Hunt(runners=3), 1, seed=0))
    assert sides.n == 2
    assert [int(sides.of(np.array([seat]))[0]) for seat in (0, 2, 3, -1)] == [0, 0, 1, -1]
    np.testing.assert_allclose(sides.paid(np.array([[0.0, 0.3, 0.6, -1.0]], np.float32)), [[0.3, -1.0]])
    deciders = np.array([[0], [0], [1]], np.int16)  # two runners, then the hunter, who ends the game
    rewards = np.zeros((3, 1, 2), np.float32)
    rewards[2, 0] = (-1, 1)
    ends = np.array([[False], [False], [True]])
    found = credit(rewards, deciders, np.zeros((3, 1), np.float32), ends, 0.5, 1.0)
    np.testing.assert_allclose(found.advantages[:, 0], [-0.5, -1.0, 1.0])


def test_every_seat_of_a_role_is_its_policys_and_the_other_side_is_one_rival(tmp_path: Path) -> None:
    (tmp_path / "runners").mkdir()
    session = SelfPlay(config(tmp_path / "hunter", role="hunter", past=0.3, scripted=0.3))
    session.rivals.past = [agents.make("random")] * 2  # type: ignore[list-item]  # agents stand in for policies
    drawn = [session.rivals.seat(session.game, np.random.default_rng(i)).tolist() for i in range(200)]
    assert all(seats[3] == POLICY and len(set(seats[:3])) == 1 and seats[0] > POLICY for seats in drawn)
    assert {seats[0] for seats in drawn} == {1, 2, 3}
    assert 60 < sum(seats[0] == 3 for seats in drawn) < 140
    assert session.rivals.kinds == ["past_runners", "past_runners", "random"]
    with pytest.raises(ConfigError, match=r"nobody to play against in .*runners.pool: train the roles together"):
        session.rivals.change(0)
    session.close()


def test_a_role_that_is_trained_alone_plays_against_the_scripted_agents(tmp_path: Path) -> None:
    result = train_selfplay(config(tmp_path / "alone", role="hunter", scripted_agents=("random",)))
    assert result.policy.parent == tmp_path / "alone"
    kept = json.loads((tmp_path / "alone" / "config.json").read_text())
    assert (kept["past"], kept["scripted"]) == (0.0, 1.0)
    train_selfplay(config(tmp_path / "both"))
    assert config(tmp_path / "both" / "again", role="hunter").opponents().past > 0, "here the runners have a pool"


def test_both_roles_are_trained_against_each_others_pools(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    result = train_selfplay(config(tmp_path / "run"))
    assert result.policy == tmp_path / "run" and result.command.endswith(
        f"--seats human vs checkpoint:{tmp_path / 'run' / 'hunter' / 'final'}"
    )
    assert [e.label for e in result.evaluations] == ["runners against random", "hunter against random"]
    for role in ("runners", "hunter"):
        assert len(checkpoint_folder.steps(tmp_path / "run" / role / "pool")) >= 2
    assert sorted(path.name for path in (tmp_path / "run").iterdir() if path.is_dir()) == ["hunter", "runners"]
    team, master = (f"checkpoint:{tmp_path / 'run' / role}" for role in ("runners", "hunter"))
    found = evaluate(make_game("hunt"), [[team], [master]], 5)
    assert (found.outcomes != 0).all() and found.players("hunter") == [master]
    assert cli.main(["play", "--game", "hunt", "--seats", team, "vs", master, "--seed", "1"]) == 0
    assert "hunter: checkpoint" in capsys.readouterr().out


def test_each_role_begins_with_its_own_checkpoint(tmp_path: Path) -> None:
    first = config(tmp_path / "first", final_games=0)
    train_selfplay(first)
    again = SelfPlay(config(tmp_path / "again" / "hunter", role="hunter", start=str(tmp_path / "first" / "hunter")))
    hunters = again.network.state_dict()
    again.close()
    train_selfplay(config(tmp_path / "second", final_games=0, steps=1, start=str(tmp_path / "first"), learning_rate=1e-12))
    found = weights(tmp_path / "second" / "hunter" / "final")
    assert all(torch.allclose(found[name], hunters[name], atol=1e-6) for name in found)


def test_the_reward_is_one_that_the_game_pays() -> None:
    """Every game declares its rewards; a run without the option uses the one that trains best."""
    usual = {game: SelfPlayConfig(game=game).game_options(2)["reward"] for game in ("hit_z_road", "z_game", "apocalypse")}
    assert usual == {"hit_z_road": "zero_sum", "z_game": "zero_sum", "apocalypse": "shaped"}
    assert SelfPlayConfig(game="apocalypse", reward="sparse").game_options(2)["reward"] == "sparse"


def test_a_run_of_roles_goes_on(tmp_path: Path) -> None:
    train_selfplay(config(tmp_path / "run", final_games=0))
    again = train_selfplay(config(tmp_path / "run", steps=600, final_games=2, resume=True))
    for role in ("runners", "hunter"):
        header = checkpoint_folder.read_header(tmp_path / "run" / role / "final")
        assert header.training["config"]["role"] == role
        newest = checkpoint_folder.steps(tmp_path / "run" / role / "checkpoints")[-1]
        assert int(newest.name.removeprefix("step_")) >= 600
    assert len(again.evaluations) == 2
    with pytest.raises(ConfigError, match="holds a run already"):
        train_selfplay(config(tmp_path / "run"))


def test_only_decisions_of_the_role_are_imitated() -> None:
    game = make_game("hunt")
    torch.manual_seed(0)
    network = build(game, NetworkConfig(kind="flat", width=16, layers=1))
    reports: list[Any] = []

    def report(step: Any) -> bool:
        reports.append(step)
        return True

    teacher = agents.make("random")
    teacher.reset(1)
    size = ImitationConfig(decisions=60, games=8, horizon=12, batch=16, window=200)
    imitate(game, network, teacher, size, seats=game.type.parts["hunter"], report=report)
    assert reports[0].decisions == 8 * 12  # the runners' decisions are played without being recorded


def test_decisions_of_a_teacher_that_is_not_compiled_are_played_but_not_learned() -> None:
    game = make_game("hunt")
    reports: list[Any] = []
    size = ImitationConfig(decisions=60, games=8, horizon=12, batch=16, window=200)
    network = build(game, NetworkConfig(kind="flat", width=16, layers=1))
    imitate(game, network, Last(), size, seats=game.type.parts["hunter"], report=lambda step: reports.append(step) or True)
    assert 0 < reports[0].decisions < 8 * 12 / 2  # about one decision in four is the hunter's
    assert reports[-1].decisions >= 60


def test_what_is_earned_while_others_play_on_follows_the_decision_before() -> None:
    """Returns of an imitated hunter are its final results, even where the runners end the game."""
    game = make_game("hunt")
    network = build(game, NetworkConfig(kind="flat", width=16, layers=1))
    games = Batch(game, 64, seed=3, autoreset="same_step", observation_dtype="uint8")
    pupil = TorchPupil(network, PolicyAgent(game, network), ImitationConfig(decisions=1, games=64, horizon=40, discount=1.0), Timers())
    rows, *_ = _play(games, agents.make("random"), pupil, np.zeros(64, bool), game.type.parts["hunter"])
    known = np.isin(np.round(rows.returns, 4), (-1.0, 0.0, 1.0))
    assert known.mean() > 0.8  # the others belong to unfinished games
    assert (rows.returns[known] == 1).any() and (rows.returns[known] == -1).any()


@pytest.mark.parametrize("other", ["random", "called"])
def test_a_game_that_never_asks_the_policy_is_named(other: str) -> None:
    """A role may have nothing to decide in a quest that is over within a round; the run then waited for its first decision for ever."""
    batch = Batch(Hunt(runners=3), 2, seed=0, autoreset="same_step")
    games = SharedGames(batch, lambda _place: np.zeros(4, np.int64), [Last() if other == "called" else agents.make(other, batch.games[0])])
    games.seat_all()
    with pytest.raises(ConfigError, match=r"Hunt\(.* before the policy was to decide: leave it out"):
        games.play_on()


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"role": "fox"}, "role='fox': hunt has the roles runners, hunter"),
        ({"role": "player", "game": "hit_z_road"}, "hit_z_road has no roles"),
    ],
)
def test_roles_that_there_are_not_are_named(tmp_path: Path, changes: dict[str, Any], said: str) -> None:
    with pytest.raises(ConfigError, match=said):
        train_selfplay(config(tmp_path / "run", **changes))


def test_a_best_response_meets_only_the_frozen_agent(tmp_path: Path) -> None:
    """Exploitability of an agent: the win rate of a policy trained against it alone, with a fixed budget."""
    result = train_selfplay(config(tmp_path / "answer", role="hunter", response_to="random"))
    assert [e.label for e in result.evaluations] == ["hunter against random"]
    stored = checkpoint_folder.read_header(tmp_path / "answer" / "final").training["config"]
    assert (stored["response_to"], stored["past"], stored["scripted"]) == ("random", 0.0, 1.0)
    session = SelfPlay(config(tmp_path / "other", role="hunter", response_to="random").opponents())
    assert session.rivals.pools == {}
    session.rivals.change(0)
    seats = [session.rivals.seat(session.game, np.random.default_rng(i)).tolist() for i in range(20)]
    assert all(row == [1, 1, 1, POLICY] for row in seats)
    session.close()
    with pytest.raises(ConfigError, match="say which role answers it"):
        train_selfplay(config(tmp_path / "third", response_to="random"))
