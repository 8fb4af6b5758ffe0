"""A search that ends simulations by a value network, follows whole turns, and lets a policy play on."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import zombicide_agents as agents
from tests.needs import TRAIN

pytest.importorskip("safetensors", reason=TRAIN)

from zombicide_agents import AgentError
from zombicide_agents.network_config import NetworkConfig
from zombicide_agents.search.plans import LENGTH, NONE, draw_plans
from zombicide_agents.search.rollouts import ValueGuide
from zombicide_agents.value import Value
from zombicide_env import make_game
from zombicide_env.core.batch import Batch
from zombicide_env.core.players import player_of_heuristic
from zombicide_training.run.value import train_value
from zombicide_training.run.value_config import ValueConfig

pytestmark = pytest.mark.train

QUEST = "in_caligine_abditus"


@pytest.fixture(scope="module")
def value(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Path of a value network trained on a few games."""
    out = tmp_path_factory.mktemp("value") / "run"
    network = NetworkConfig(kind="entities", width=16, layers=1, token=8, heads=2, left_out=())
    train_value(
        ValueConfig(out=out, rounds=2, games=32, tables=4, quest=(QUEST,), judge_games=0, batch=64, network=network, progress=False)
    )
    return str(out)


@pytest.fixture(scope="module")
def contested() -> tuple[Any, Any, Any]:
    """Return a game, a state with several good actions, and its mask."""
    game: Any = make_game("black_plague", quest=QUEST, survivors=6)
    batch = Batch(game, 1, seed=4, autoreset="disabled", observation_dtype="uint8")
    greedy = agents.make("greedy", game)
    batch.play(player_of_heuristic(game.heuristic()), limit=60)
    while True:
        _, scores = greedy.scores(None, batch.masks[0], game, batch.states)
        if (np.sort(scores) > scores.max() - 0.5).sum() > 2:
            return game, batch.states.copy(), batch.masks[0].copy()
        batch.play(player_of_heuristic(game.heuristic()), limit=1)


def test_games_that_are_broken_off_are_worth_what_the_value_says_and_others_their_result(
    value: str, contested: tuple[Any, Any, Any]
) -> None:
    game, state, _ = contested
    player, chances = player_of_heuristic(game.heuristic()), Value(game, value)
    lines, alike = (Batch(game, 40, seed=0, autoreset="disabled", observation_dtype="uint8") for _ in range(2))
    for batch in (lines, alike):
        batch.put(np.repeat(state, 40))
        batch.seed_actions(3)
        batch.resample()
    found = ValueGuide(game, player, chances).values(lines, 0, 200, np.full(40, 99.0))
    alike.play(player, limit=200)
    over = alike.states["outcome"] != 0
    assert 0 < over.sum() < 40
    assert np.array_equal(found[over], alike.states["outcome"][over] == 1)
    assert np.array_equal(found[~over], chances.of(alike.observations)[~over])


def test_what_it_thinks_is_a_chance_with_its_interval(value: str, contested: tuple[Any, Any, Any]) -> None:
    game, state, mask = contested
    spec = f"search:simulations=240,value={value},trust=0,seed=2"
    few, many = (agents.make(spec.replace("240", number), game).thoughts(None, mask, game, state) for number in ("60", "2400"))
    assert all(0 < t.won < 1 and t.value == pytest.approx(t.won) and t.interval[0] < t.won < t.interval[1] for t in few)
    assert 0 < many[0].error < 0.5 * few[0].error
    assert (
        agents.make(spec, game).act(None, mask, game, state)
        == agents.make(f"{spec},threads=1", game).thoughts(None, mask, game, state)[0].action
    )


def test_intervals_hold_what_many_games_say(contested: tuple[Any, Any, Any]) -> None:
    """Without a value network, chances are shares of games played to their ends."""
    game, state, mask = contested
    true = agents.make("search:simulations=3000,seed=77", game).thoughts(None, mask, game, state)
    held = 0
    for seed in range(8):
        for thought in agents.make(f"search:simulations=300,seed={seed}", game).thoughts(None, mask, game, state):
            low, high = thought.interval
            held += any(t.action == thought.action and low <= t.won <= high for t in true)
    assert held >= 0.75 * 8 * len(true)


def test_plans_are_turns_of_the_deciding_player(contested: tuple[Any, Any, Any]) -> None:
    game, state, mask = contested
    worlds = Batch(game, 24, seed=0, autoreset="disabled", observation_dtype="uint8")
    worlds.put(state)
    worlds.resample()
    plans = draw_plans(worlds, player_of_heuristic(game.heuristic()), np.random.default_rng(1))
    assert 1 < len(plans) <= 24 and len(np.unique(plans, axis=0)) == len(plans) and plans.shape[1] == LENGTH
    assert mask[plans[:, 0]].all() and len(set(plans[:, 0])) > 1
    assert all((row[np.argmax(row == NONE) :] == NONE).all() for row in plans if (row == NONE).any()), "what is over goes not on"
    assert (plans[:, 1] != NONE).any() and (plans[:, -1] == NONE).any()


def test_turns_are_followed_shown_and_change_the_candidates(value: str, contested: tuple[Any, Any, Any]) -> None:
    game, state, mask = contested
    plain, planned = (
        agents.make(f"search:simulations=300,value={value},plans={number},margin=9,seed=2", game).thoughts(None, mask, game, state)
        for number in (0, 12)
    )
    assert {t.action for t in planned} == {t.action for t in plain} and len({t.action for t in planned}) == len(planned)
    assert sum(t.visits for t in planned) < sum(t.visits for t in plain), "turns take their share of the games"
    assert all(t.line[0] == t.action and len(t.line) == len(t.texts) for t in planned)
    search = agents.make("search:simulations=30,plans=12,depth=40,seed=2", game)
    assert mask[search.act(None, mask, game, state)] == 1
    assert agents.make("search:simulations=30,plans=12,depth=40,seed=2", game).act(None, mask, game, state) == agents.make(
        "search:simulations=30,plans=12,depth=40,seed=2,threads=2", game
    ).act(None, mask, game, state)


def test_a_checkpoint_may_play_imagined_games(value: str, contested: tuple[Any, Any, Any]) -> None:
    game, state, mask = contested
    found = [
        agents.make(f"search:simulations=60,value={value},depth=20,seed=2{option}", game).thoughts(None, mask, game, state)
        for option in ("", ",player=checkpoint:survivors")
    ]
    assert [t.action for t in found[0]] != [] and {t.action for t in found[0]} == {t.action for t in found[1]}
    assert [t.won for t in found[0]] != [t.won for t in found[1]]


def test_what_cannot_play_or_value_is_refused(value: str, contested: tuple[Any, Any, Any]) -> None:
    game = contested[0]
    for option, reason in (
        ("value=nowhere", "nowhere"),
        ("value=survivors", "is a policy, not a value"),
        ("player=human", "compiled player"),
        ("plans=-1", "plans=-1"),
        (f"player=checkpoint:{value}", "is a value, not a policy"),
    ):
        with pytest.raises(AgentError, match=reason):
            agents.make(f"search:{option}", game)


def test_rivals_are_valued_by_their_own_seats(tmp_path: Path) -> None:
    network = NetworkConfig(kind="entities", width=8, layers=0, token=8, heads=1, left_out=())
    train_value(
        ValueConfig(game="hit_z_road", out=tmp_path / "run", rounds=1, games=32, tables=4, judge_games=0, network=network, progress=False)
    )
    game: Any = make_game("hit_z_road", players=3)
    batch = Batch(game, 1, seed=4, autoreset="disabled", observation_dtype="uint8")
    search = agents.make(f"search:simulations=30,value={tmp_path / 'run'},depth=6,seed=1", game)
    for _ in range(4):
        action = search.act(None, batch.masks[0], game, batch.states)
        assert batch.masks[0][action]
        batch.step(np.array([action]))
