"""Self-play: who takes which seat, whose decisions are learned from, a run that learns, and resuming after a kill."""

from __future__ import annotations

import itertools
import json
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
from tests.training import small
from zombicide_agents.network import NetworkConfig, build
from zombicide_env import make_game
from zombicide_env.core.batch import Batch
from zombicide_training import evaluate
from zombicide_training.collect import selfplay_rollout
from zombicide_training.collect.checks import ConfigError
from zombicide_training.collect.opponents import NOBODY, POLICY, Rivals
from zombicide_training.collect.selfplay_rollout import Collector
from zombicide_training.collect.snapshots import Versions
from zombicide_training.learn.imitate import lambda_returns
from zombicide_training.learn.sb3_policy import Sampled
from zombicide_training.run.folder import Run
from zombicide_training.run.selfplay import SelfPlay, train_selfplay
from zombicide_training.run.selfplay_config import SelfPlayConfig

pytestmark = pytest.mark.train


def selfplay(out: Path, **changes: Any) -> SelfPlayConfig:
    """A run with MaskablePPO."""
    return small.selfplay(out, **{"trainer": "sb3", **changes})


# ---- whose decisions -------------------------------------------------------------------------------------------


class Scripted:
    """Mock policy that plays by the heuristic in every seat and values every position at 0."""

    device = torch.device("cpu")

    def __init__(self, batch: Batch) -> None:
        self.batch, self.agent = batch, agents.make("greedy", batch.games[0])

    def set_training_mode(self, mode: bool) -> None: ...

    def __call__(self, seen: Any, action_masks: Any) -> Sampled:
        batch = self.batch
        assert len(seen) == batch.n  # the policy has every seat
        chosen = self.agent.act_batch(None, batch.masks, batch.games[0], batch.states)
        return Sampled(torch.from_numpy(chosen), torch.zeros(batch.n, 1), torch.zeros(batch.n))


def test_the_winner_of_scripted_games_is_credited_and_the_losers_are_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without discount and values, the return of a decision is its player's return from there."""
    c = selfplay(tmp_path, past=0.0, scripted=0.0, horizon=110, discount=1.0, gae=1.0)
    game = make_game("hit_z_road", players=2, reward="zero_sum")
    batch = Batch(game, 5, seed=5, autoreset="same_step", observation_dtype="uint8")
    found: list[Any] = []
    real = selfplay_rollout.credit
    monkeypatch.setattr(selfplay_rollout, "credit", lambda *given: found.append((given, real(*given))) or found[-1][1])
    Collector(batch, Scripted(batch), Rivals(Versions(tmp_path, game, c.pool), game, c), c).collect(0)
    (rewards, deciders, values, ends, *_), credit = found[0]
    completed_by_others = wrong = 0
    for i in range(batch.n):
        start = batch.n_agents
        for end in np.flatnonzero(ends[:, i]).tolist():
            got = rewards[start : end + 1, i].sum(axis=0)
            who, returns = deciders[start : end + 1, i], credit.advantages[start : end + 1, i]
            assert credit.known[start : end + 1, i].all()
            assert np.allclose(returns, got[who])
            winner = int(got.argmax())
            if got[winner] > 0 and who[-1] != winner:
                completed_by_others += 1
                paid = np.take_along_axis(rewards[start : end + 1, i], who[:, None].astype(np.int64), axis=1)
                naive = lambda_returns(paid, np.zeros((len(paid) + 1, 1), np.float32), ends[start : end + 1, i : i + 1], 1.0, 1.0)
                wrong += int((naive[who == winner, 0] <= 0).any())
            start = end + 1
    assert completed_by_others > 0
    assert wrong == completed_by_others  # paying whoever acts, as a single-player buffer would, credits the wrong player
    assert not values.any()


def test_only_decisions_of_the_policy_are_learned_from(tmp_path: Path) -> None:
    session = SelfPlay(selfplay(tmp_path, past=0.4, scripted=0.4))
    session.versions.add(0, session.network, {})
    for update in range(4):
        session.rivals.change(update)
        learned = session.collector.collect(update)
        collector = session.collector
        assert 0 < learned.size < 8 * 16
        assert (np.take_along_axis(learned.masks, learned.actions[:, None], axis=1) == 1).all()
        assert np.isfinite(learned.log_probs).all()
        log, values = session.network.policy(torch.from_numpy(learned.observations), torch.from_numpy(learned.masks))
        place = session.network.place[torch.from_numpy(learned.actions)]
        assert np.allclose(log.gather(1, place[:, None]).squeeze(1).detach(), learned.log_probs, atol=1e-5)
        assert np.allclose(values.detach(), learned.values, atol=1e-5)
        waiting = collector.deciders[: session.batch.n_agents]
        for player, row in enumerate(waiting):
            assert set(row.tolist()) <= {player, NOBODY}
            games = np.flatnonzero(row == player)
            assert (collector.player_at[games, player] == POLICY).all()


def test_compiled_rivals_decide_between_two_decisions_of_the_policy(tmp_path: Path) -> None:
    """Every row holds a decision of the policy, and rewards caused by rivals go to the decision before."""
    session = SelfPlay(selfplay(tmp_path, past=0.0, scripted=0.8, scripted_agents=("random",), horizon=120))
    session.versions.add(0, session.network, {})
    collector, finished = session.collector, 0
    first = collector.waiting
    for update in range(2):
        session.rivals.change(update)
        collector.collect(update)
        assert (collector.deciders[first:] >= 0).all()
        for i in range(session.batch.n):
            ends = np.flatnonzero(collector.ends[first:, i]) + first
            for start, end in itertools.pairwise([first - 1, *ends.tolist()] if update == 0 else ends.tolist()):
                paid = collector.rewards[start + 1 : end + 1, i].sum(axis=0)
                paid = paid[: len(session.batch.games[session.batch.world_of[i]].agents)]
                winners = paid[paid > -1]
                assert winners == pytest.approx(2 / max(1, len(winners)) - 1)  # zero_sum; a game may have no winner (HZ-11.R3)
                finished += 1
    assert finished > 10


def test_every_game_has_a_seat_of_the_policy_and_the_shares_that_were_asked_for(tmp_path: Path) -> None:
    c = selfplay(tmp_path, past=0.2, scripted=0.5, scripted_agents=("random", "greedy"))
    game = make_game("hit_z_road", players=4)
    rivals = Rivals(Versions(tmp_path, game, c.pool), game, c)
    random = np.random.default_rng(0)
    seats = np.array([rivals.seat(game, random) for _ in range(4000)])
    assert (seats == POLICY).any(axis=1).all()
    assert not (seats == POLICY).all(axis=0).any()  # the guaranteed seat varies
    drawn = 0.75  # of the seats; the rest is the policy's anyway
    assert np.mean((seats >= 1) & (seats <= 2)) == pytest.approx(drawn * 0.2, abs=0.02)
    for number in (3, 4):
        assert np.mean(seats == number) == pytest.approx(drawn * 0.25, abs=0.02)
    assert rivals.kinds == ["past", "past", "random", "greedy"]


def test_curves_compare_the_seats_of_the_policy_with_those_of_each_kind_of_rival() -> None:
    curves = selfplay_rollout.Results(["past", "past", "greedy"])
    curves.add(np.array([0, 1, 2], np.int8), np.array([0.0, 1.0, 0.0]), 10)  # one of two earlier versions has won
    curves.add(np.array([0, 3, -1], np.int8), np.array([1.0, 0.0, 0.0]), 20)
    curves.add(np.array([3, 0, 2], np.int8), np.array([0.5, 0.5, 0.0]), 30)
    assert curves.values() == pytest.approx(
        {"wins_against_past": 0.5 / (0.5 + 0.5), "wins_against_greedy": 1.5 / (1.5 + 0.5), "decisions_of_a_game": 20}
    )


# ---- the pool --------------------------------------------------------------------------------------------------


def test_the_pool_keeps_the_latest_versions(tmp_path: Path) -> None:
    c = selfplay(tmp_path, pool=3)
    game = make_game("hit_z_road", players=2)
    versions = Versions(tmp_path / "pool", game, c.pool)
    rivals = Rivals(versions, game, c)
    network = build(game, c.network)
    for decisions in range(10):
        versions.add(decisions, network, {})
    assert versions.kept == [7, 8, 9]
    assert len(list((tmp_path / "pool").iterdir())) == 6
    seen = set()
    for update in range(30):
        rivals.change(update)
        seen |= set(rivals.chosen.tolist())
    assert seen == {7, 8, 9}
    versions.forget_after(8)
    rivals.take_back({"rivals": np.array([4, 8])})
    assert versions.kept == [6, 7, 8]
    assert len(rivals.agents) == 3


# ---- runs ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"players": (1, 2)}, "at least 2 players"),
        ({"past": 0.7, "scripted": 0.5}, "together at most 1"),
        ({"scripted_agents": ()}, "set scripted=0"),
        ({"baselines": ()}, "baselines is empty"),
        ({"pool": 0}, "pool=0"),
        ({"rivals": 200}, "rivals=200: 1 to 50"),
    ],
)
def test_impossible_options_are_refused(tmp_path: Path, changes: dict[str, Any], message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        train_selfplay(selfplay(tmp_path, **changes))


def test_a_team_game_is_refused(tmp_path: Path) -> None:
    class Team(SelfPlayConfig):
        def game_options(self, players: int, quest: str | None = None) -> dict[str, Any]:
            return {}

        plain_options = game_options

    c = Team(game="black_plague", out=tmp_path, baselines=("random",), scripted_agents=("random",))
    with pytest.raises(ValueError, match="not a competitive game"):
        train_selfplay(c)


def test_a_number_of_players_among_the_options_is_the_only_one(tmp_path: Path) -> None:
    assert SelfPlayConfig(out=tmp_path).numbers == (2, 3, 4)
    assert len(SelfPlayConfig(out=tmp_path, option=("players=2",)).numbers) == 1


def test_the_configuration_survives_json(tmp_path: Path) -> None:
    c = selfplay(tmp_path, baselines=("random",), warm_start="greedy")
    assert SelfPlayConfig.load(c.dump()) == c


def test_a_run_leaves_a_policy_that_plays_at_every_table(tmp_path: Path) -> None:
    c = selfplay(tmp_path / "run", steps=1200, warm_start="greedy", warm_decisions=128, lesson=16, final_games=3, baselines=("random",))
    result = train_selfplay(c)
    assert result.progress.imitated >= 128
    assert result.progress.steps >= 1200
    assert [len(e.seats) for e in result.evaluations] == [2, 3]
    header = json.loads((result.policy / "checkpoint.json").read_text())
    assert header["game"] == "hit_z_road"
    assert set(header["training"]["evaluation"]) == {"policy against random, 2 players", "policy against random, 3 players"}
    for players in (2, 3, 4):
        game = make_game("hit_z_road", players=players)
        assert (evaluate(game, [f"checkpoint:{result.policy}", *["random"] * (players - 1)], 2).outcomes != 0).all()
    from tensorboard.backend.event_processing.event_accumulator import EventAccumulator

    events = EventAccumulator(str(tmp_path / "run" / "tensorboard"))
    events.Reload()
    curves = {"pool/size", "train/entropy", "time/steps_per_second", "rollout/decisions_of_a_game"}
    judged = {"evaluation/random_2_players", "evaluation/random_3_players", "evaluation/random_in_fair_shares"}
    assert curves | judged <= set(events.Tags()["scalars"])


def test_a_resumed_run_ends_with_the_same_weights(tmp_path: Path) -> None:
    """Compares a run of 7 updates with one that is killed while it plays for the sixth and resumes from its last checkpoint."""
    whole = SelfPlay(selfplay(tmp_path / "whole"))
    whole.begin()
    whole.versions.add(0, whole.network, {})
    for _ in range(7):
        whole.update()
    broken = SelfPlay(selfplay(tmp_path / "broken"))
    broken.begin()
    broken.versions.add(0, broken.network, {})
    for _ in range(5):
        broken.update()
    broken.save(broken.trainer_state())
    broken.rivals.change(broken.progress.updates)
    broken.collector.collect(broken.progress.updates)
    broken.versions.add(broken.progress.total + 1, broken.network, {})  # a version that the checkpoint does not know
    broken.close()
    torch.manual_seed(99)  # anything that happens in between must not matter
    again = SelfPlay(replace(selfplay(tmp_path / "broken"), resume=True))
    again.resume()
    assert again.progress.updates == 5
    for _ in range(2):
        again.update()
    assert again.progress.steps == whole.progress.steps
    first, second = whole.network.state_dict(), again.network.state_dict()
    assert all(torch.equal(first[name], second[name]) for name in first)
    assert whole.versions.kept == again.versions.kept


def test_a_run_that_is_resumed_from_its_warm_start_forgets_later_versions(tmp_path: Path) -> None:
    """The run was killed after its first versions and before its first checkpoint of reinforcement learning."""
    killed = SelfPlay(selfplay(tmp_path))
    killed.begin()
    killed.save()  # as the warm start does, without the state of a trainer
    for decisions in (0, 64):
        killed.versions.add(decisions, killed.network, {})
    killed.close()
    again = SelfPlay(replace(selfplay(tmp_path), resume=True))
    again.resume()
    assert again.versions.kept == [0]
    again.close()


def test_a_run_can_be_resumed_from_its_folder(tmp_path: Path) -> None:
    c = selfplay(tmp_path, steps=300, baselines=("random",))
    first = train_selfplay(c)
    more = train_selfplay(replace(c, resume=True, steps=600))
    assert more.progress.steps >= 600 > first.progress.steps
    assert more.progress.updates > first.progress.updates
    assert Run(c, None).newest().name == f"step_{more.progress.total:012d}"


def test_a_run_may_begin_with_the_weights_of_a_checkpoint(tmp_path: Path) -> None:
    first = SelfPlay(selfplay(tmp_path / "first"))
    folder = first.run.save_policy("best", first.network, {})
    second = SelfPlay(selfplay(tmp_path / "second", start=str(folder), seed=5))
    kept, taken = first.network.state_dict(), second.network.state_dict()
    assert all(torch.equal(kept[name], taken[name]) for name in kept)
    with pytest.raises(ConfigError, match=r"its network has another shape, width=16 \(here 8\)"):
        SelfPlay(selfplay(tmp_path / "third", start=str(folder), network=NetworkConfig(kind="flat", width=8, layers=1)))


@pytest.mark.slow
def test_self_play_learns_to_beat_random_players(tmp_path: Path) -> None:
    """A few seconds of training from scratch by self-play are enough to win far more than the fair share against random players."""
    c = selfplay(
        tmp_path,
        steps=60_000,
        players=(2,),
        reward="score",
        scripted=0.0,
        envs=64,
        horizon=64,
        batch=512,
        epochs=3,
        learning_rate=2e-3,
        baselines=("random",),
        evaluate_games=20,
        evaluate_minutes=60.0,
        save_minutes=60.0,
        network=NetworkConfig(kind="flat", width=64, layers=1),
    )
    result = train_selfplay(c)
    game = make_game("hit_z_road", players=2)
    found = evaluate(game, [f"checkpoint:{result.policy}", "random"], 300, seed=77)
    assert found.standing is not None
    results = found.standing.by_agent(found.seats)
    assert results[found.seats[0]]["win_share"].low > results["random"]["win_share"].high
