"""Our own self-play loop: which decision a reward belongs to, who takes which seat, runs that resume exactly."""

from __future__ import annotations

from collections.abc import Iterator
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
from tests.toys.hunt import Hunt
from tests.toys.known import known
from tests.training.small import selfplay, weights
from zombicide_agents import checkpoint_folder
from zombicide_agents.network import NetworkConfig
from zombicide_env import cli, make_game
from zombicide_training.collect.checks import ConfigError
from zombicide_training.collect.choices import BEYOND, END, UNKNOWN, Rollout, Waiting, candidates
from zombicide_training.collect.mixed_games import POLICY
from zombicide_training.learn.advantages import advantages
from zombicide_training.run import loop as loops
from zombicide_training.run.selfplay import SelfPlay, train_selfplay
from zombicide_training.run.selfplay_config import SelfPlayConfig, ZGameConfig

pytestmark = pytest.mark.train

LEAN = NetworkConfig(kind="flat", width=16, layers=1, lean="greedy")


@pytest.fixture(autouse=True)
def hunt() -> Iterator[None]:
    with known("hunt", "tests.toys.hunt:Hunt"):
        yield


def own(out: Path, **changes: Any) -> SelfPlayConfig:
    """A run of our own loop."""
    return selfplay(out, **{"trainer": "own", **changes})


def session(config: SelfPlayConfig) -> SelfPlay:
    """A session whose pool contains a first version."""
    made = SelfPlay(config)
    made.versions.add(0, made.network, {})
    made.rivals.change(0)
    made.loop.collector.games.join(made.rivals.agents)
    return made


def collected(made: SelfPlay, horizon: int, seed: int = 0) -> Rollout:
    return made.loop.collector.collect(horizon, made.loop.updates.trust, np.random.default_rng(seed), lambda: None)


def test_it_is_the_usual_trainer_of_every_competitive_game() -> None:
    for name in ("hit_z_road", "z_game", "apocalypse"):
        config = SelfPlayConfig(game=name).on_base(make_game(name))
        assert config.own_loop
        assert config.network.lean.startswith("greedy")
    assert not replace(SelfPlayConfig(), trainer="sb3").own_loop
    assert not replace(SelfPlayConfig(), network=NetworkConfig(kind="tables")).own_loop


def test_in_z_game_a_policy_imitates_before_self_play_unless_something_else_is_given() -> None:
    game = make_game("z_game")
    usual = ZGameConfig().on_base(game)
    usual.check()
    assert usual.own_loop and usual.imitates and usual.imitated_agent == "greedy" and not usual.network.lean
    assert replace(usual, base="none").imitated_agent == "greedy"
    assert replace(usual, warm_start="random").imitated_agent == "random"
    for given in ({"warm_start": "none"}, {"from_dataset": "runs/dataset"}, {"start": "city"}):
        assert replace(ZGameConfig(), **given).imitated_agent is None, given
    residual = replace(ZGameConfig(), base="greedy").on_base(game)
    assert residual.imitated_agent is None and residual.network.lean == "greedy"
    shipped = replace(ZGameConfig(), start="city").on_base(game)
    assert not shipped.network.lean and not shipped.imitates


def test_the_command_knows_what_is_usual_in_z_game(tmp_path: Path) -> None:
    out = ["--out", str(tmp_path / "run"), "--players", "2", "--envs", "8", "--horizon", "16", "--batch", "64", "--torch-threads", "1"]
    small = [*out, "--network.width", "16", "--network.token", "8", "--network.heads", "2", "--evaluate-games", "4", "--runoff-games", "4"]
    words = ["train", "--game", "z_game", *small, "--warm-decisions", "64", "--lesson", "8", "--steps", "128", "--final-games", "0"]
    assert cli.main(words) == 0
    header = checkpoint_folder.read_header(tmp_path / "run" / "final")
    assert header.network["kind"] == "entities" and not header.network["lean"]
    assert (header.training["config"]["reward"], header.training["config"]["gae_by"]) == ("shaped", "decision")
    assert header.training["warm_start"] == "greedy" and header.training["imitated_decisions"] == 64
    assert cli.main(["train", "--resume", "--out", str(tmp_path / "run"), "--steps", "256"]) == 0


def test_a_policy_is_drawn_in_training_as_it_plays_elsewhere(tmp_path: Path) -> None:
    """For any factor of the scores: a network scores every action, including those that are never sampled."""
    made = session(own(tmp_path, players=(2, 3), network=LEAN))
    assert made.network.trust is not None
    torch.manual_seed(1)
    with torch.no_grad():
        made.network.trust.fill_(0.5)
        for head in made.network.last():
            torch.nn.init.normal_(head.weight, std=3.0)
    made.loop.updates.refresh()
    agent = agents.make(f"checkpoint:{made.run.save_policy('best', made.network, {})},temperature=1", made.game)
    collector, tested, others = made.loop.collector, 0, 0
    for _ in range(40):
        batch = collector.batch
        found = candidates(batch, collector.base)
        games = np.flatnonzero(found.counts > 1)
        starts, actions, worse = found.of(games)
        drawn = np.full(len(games), 0.5)
        chosen, logs, _ = made.loop.updates.learner.draw(batch.raw_observations[games], starts, actions, worse, drawn, 0.5)
        judged = batch.judge(agent.player(made.game))
        assert np.allclose(logs, judged[games, actions[starts[:-1] + chosen]], atol=1e-3)
        tested, others = tested + len(games), others + int(batch.masks[games].sum()) - len(actions)
        first = np.cumsum(found.counts) - found.counts
        collector.games.advance(found.actions[first])
    assert tested > 20
    assert others > 100, "legal actions that are out of the question"


@pytest.mark.parametrize("scripted", [0.0, 0.6])
def test_rewards_of_a_game_go_to_the_decisions_of_the_side_that_was_paid(tmp_path: Path, scripted: float) -> None:
    """Without discount and values, the advantage of a decision is its side's return from there: the result, 1 or -1 or a share."""
    made = session(own(tmp_path, players=(2,), scripted=scripted, past=0.0, discount=1.0, gae=1.0))
    rollout = collected(made, 400)
    nothing = np.zeros(len(rollout.values))
    found = advantages(replace(rollout, values=nothing, beyond=nothing), gae=1.0)
    chains: dict[int, int] = {}
    for i in range(len(found) - 1, -1, -1):  # how the chain of each decision ends
        chains[i] = int(rollout.following[i]) if rollout.following[i] < 0 else chains[int(rollout.following[i])]
    ended = np.array([chains[i] == END for i in range(len(found))])
    assert ended.sum() > 100
    # HZ-11.R3: a game may have no winner
    assert np.isin(np.round(found[ended], 5), [-1.0, 1.0, 0.0]).all()
    assert (found[ended] > 0).any() and (found[ended] < 0).any()


def test_decisions_wait_for_the_rollout_in_which_their_outcome_is_known(tmp_path: Path) -> None:
    """Two short rollouts give the same decisions and rewards as one long rollout."""
    long, short = (session(own(tmp_path / name, past=0.0, scripted=0.0, players=(3,), gae=1.0)) for name in ("long", "short"))
    random = np.random.default_rng(1)
    whole = long.loop.collector.collect(24, 0.0, random, lambda: None)
    random = np.random.default_rng(1)
    first, second = (short.loop.collector.collect(12, 0.0, random, lambda: None) for _ in range(2))
    assert (first.following == UNKNOWN).sum() > 0
    waiting = int(second.steps[1])
    assert waiting == (first.following == UNKNOWN).sum()
    rows = np.flatnonzero(first.following == UNKNOWN)
    np.testing.assert_array_equal(first.positions.raw[rows], second.positions.raw[:waiting])
    np.testing.assert_array_equal(first.positions.chosen[rows], second.positions.chosen[:waiting])
    # A pending decision has earned the same in both rollouts as in the long one.
    settled = (second.following[:waiting] != UNKNOWN) & (whole.following[rows] != UNKNOWN) & (whole.following[rows] != BEYOND)
    assert settled.any()
    np.testing.assert_allclose(second.rewards[:waiting][settled], whole.rewards[rows][settled])
    assert not np.isin(rows, first.known).any()


def test_waiting_decisions_survive_a_checkpoint_and_forged_ones_are_refused(tmp_path: Path) -> None:
    made = session(own(tmp_path, past=0.0, scripted=0.0, players=(3,)))
    collected(made, 12)
    collector = made.loop.collector
    arrays = collector.waiting.arrays()
    again = Waiting.of(arrays, made.batch, collector.sides.n)
    assert all(np.array_equal(a, b) for a, b in zip(again.arrays().values(), arrays.values(), strict=True))
    for name, bad in (("games", made.batch.n), ("actions", made.batch.action_codec.size), ("chosen", 10_000)):
        forged = {**arrays, f"waiting_{name}": arrays[f"waiting_{name}"] * 0 + bad}
        with pytest.raises(ValueError, match=f"waiting_{name}"):
            Waiting.of(forged, made.batch, collector.sides.n)
    with pytest.raises(ValueError, match="waiting_raw has another shape"):
        Waiting.of({**arrays, "waiting_raw": arrays["waiting_raw"][:, 1:]}, made.batch, collector.sides.n)


def test_only_the_policys_seats_are_learned_and_rivals_of_the_past_are_compiled(tmp_path: Path) -> None:
    made = session(own(tmp_path, past=0.5, scripted=0.4))
    games = made.loop.collector.games
    assert all(player is not None for player in games._players)
    assert (games.cast == POLICY).any(axis=1).all()
    for _ in range(5):
        collected(made, 8)
        deciding = games.cast[np.arange(made.batch.n), made.batch.deciders]
        assert (deciding == POLICY).all()
    assert games.cast.max() > 0


def run(config: SelfPlayConfig, updates: int) -> SelfPlay:
    made = SelfPlay(config)
    made.begin()
    made.versions.add(0, made.network, {})
    for _ in range(updates):
        made.update()
    return made


@pytest.mark.parametrize("network", [NetworkConfig(kind="flat", width=16, layers=1), LEAN], ids=["alone", "residual"])
def test_a_run_that_is_resumed_ends_with_the_same_weights(tmp_path: Path, network: NetworkConfig) -> None:
    whole = run(own(tmp_path / "whole", network=network, base="auto", base_share=0.0), 5)
    broken = run(own(tmp_path / "broken", network=network, base="auto", base_share=0.0), 3)
    broken.save(broken.trainer_state())
    broken.update()
    broken.close()
    torch.manual_seed(99)
    again = SelfPlay(replace(own(tmp_path / "broken", network=network, base="auto", base_share=0.0), resume=True))
    again.resume()
    for _ in range(2):
        again.update()
    first, second = whole.network.state_dict(), again.network.state_dict()
    assert all(torch.equal(first[name], second[name]) for name in first)
    assert whole.progress.steps == again.progress.steps
    assert whole.versions.kept == again.versions.kept


def test_results_do_not_depend_on_the_threads(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = []
    for threads in (1, 2):
        monkeypatch.setattr(loops, "usable_cores", lambda threads=threads: threads)
        monkeypatch.setattr("zombicide_training.run.selfplay.usable_cores", lambda threads=threads: threads)
        made = run(own(tmp_path / str(threads), envs=24, network=LEAN, base="auto", base_share=0.0), 2)
        found.append(made.network.state_dict())
    assert all(torch.equal(found[0][name], found[1][name]) for name in found[0])


def test_roles_learn_against_each_others_pools(tmp_path: Path) -> None:
    config = own(
        tmp_path / "run", game="hunt", players=(2, 3, 4), steps=600, batch=32, baselines=("random",), evaluate_games=4, final_games=4
    )
    result = train_selfplay(config)
    assert [e.label for e in result.evaluations] == ["runners against random", "hunter against random"]
    for role in ("runners", "hunter"):
        assert len(checkpoint_folder.steps(tmp_path / "run" / role / "pool")) >= 2
        assert all(torch.isfinite(value).all() for value in weights(tmp_path / "run" / role / "final").values())


def test_no_role_fits_its_base_in_the_time_of_the_next(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ends: list[float] = []
    monkeypatch.setattr(SelfPlay, "warm_up", lambda self: ends.append(self.base_end))
    train_selfplay(own(tmp_path / "run", game="hunt", players=(2,), steps=1, base_share=0.5, baselines=("random",)))
    assert ends == [0.25, 0.5]


def test_a_team_of_a_role_is_one_side(tmp_path: Path) -> None:
    (tmp_path / "hunter").mkdir()
    made = SelfPlay(own(tmp_path / "runners", game="hunt", role="runners", response_to="random").opponents())
    made.rivals.change(0)
    rollout = collected(made, 40)
    runners = Hunt().type.parts["runners"]
    assert made.loop.collector.sides.n == 2
    assert (made.loop.collector.games.cast[:, list(runners)] == POLICY).all()
    assert len(rollout.values) > 0
    assert (made.loop.collector.waiting.sides == 0).all()


def test_a_quest_is_named_as_for_a_team(tmp_path: Path) -> None:
    config = own(tmp_path, game="apocalypse", quest=("zombie_police",))
    config.check()
    assert config.game_options(2)["quest"] == config.plain_options(2)["quest"] == "zombie_police"
    assert config.play_words()[:2] == ["--quest", "zombie_police"]
    for wrong, said in (({"game": "hit_z_road"}, "hit_z_road has no quests"), ({"option": ("quest=other",)}, "two names for one thing")):
        with pytest.raises(ConfigError, match=said):
            replace(config, **wrong).check()


def test_one_policy_learns_several_missions(tmp_path: Path) -> None:
    missions = ("tutorial", "zombie_police")
    small = {"network": LEAN, "base": "auto", "baselines": ("random",), "scripted_agents": ("greedy",), "evaluate_games": 4}
    out = tmp_path / "run" / "survivors"
    config = own(out, game="apocalypse", role="survivors", quest=missions, players=(2,), steps=256, evaluate_minutes=1e-9, **small)
    result = train_selfplay(replace(config, past=0.0, scripted=1.0, final_games=2))
    assert {game.options["quest"] for game in SelfPlay(replace(config, resume=True)).batch.games} == set(missions)
    assert [e.label for e in result.evaluations] == [f"survivors against random, {mission}" for mission in missions]
    assert [len(e.wins) for e in result.evaluations] == [1, 1]
    curves = (out / "curves.jsonl").read_text()
    assert all(f"_players_{mission}" in curves for mission in missions)
    with pytest.raises(ConfigError, match="envs=1 is too few for 2 quests with 1 numbers of players"):
        replace(config, envs=1, horizon=64).check()
    with pytest.raises(ConfigError, match="survivors has other seats in some of these quests"):
        SelfPlay(replace(config, out=tmp_path / "other", base="none", network=replace(LEAN, lean=""), warm_start="greedy"))
    assert not (tmp_path / "other").exists()
