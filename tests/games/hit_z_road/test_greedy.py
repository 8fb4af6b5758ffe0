"""The heuristic of Hit Z Road: always legal, independent of hidden information, and strong enough to be a useful opponent."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import zombicide_agents as agents
from zombicide_agents import AgentError
from zombicide_env import make_game
from zombicide_env.core.batch import Batch
from zombicide_env.core.jit import entry, records
from zombicide_env.games.hit_z_road.numbers.layout import NO_ADRENALINE
from zombicide_env.games.hit_z_road.players import battle, melee, odds
from zombicide_env.games.hit_z_road.players.records import VIEW


def table(players: int, seed: int) -> tuple[Any, Any, Batch]:
    game = make_game("hit_z_road", players=players)
    return game, agents.make("greedy", game), Batch(game, 1, seed=seed, autoreset="disabled", observation_dtype="uint8")


def test_greedy_without_a_state_is_refused() -> None:
    game, agent, batch = table(2, 0)
    with pytest.raises(AgentError, match="plays from the state"):
        agent.act(None, batch.masks[0], game)


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_greedy_plays_whole_games_with_legal_best_answers(players: int) -> None:
    """Every answer is legal (an illegal one raises) and one of the best."""
    game, agent, batch = table(players, 21)
    while not batch.dones[0]:
        actions, scores = agent.scores(None, batch.masks[0], game, batch.states)
        assert actions.tolist() == np.flatnonzero(batch.masks[0]).tolist()
        assert np.isfinite(scores).any()
        batch.step([agent.act(None, batch.masks[0], game, batch.states)])


def test_it_beats_random_players() -> None:
    game, agent, batch = table(4, 0)
    rng, won = np.random.default_rng(0), 0.0
    for seed in range(12):
        batch.reset(seed)
        while not batch.dones[0]:
            seat = int(batch.deciders[0])
            legal = np.flatnonzero(batch.masks[0])
            action = agent.act(None, batch.masks[0], game, batch.states) if seat == seed % 4 else int(rng.choice(legal))
            batch.step([action])
        won += float(batch.rewards[0, seed % 4])
    assert won >= 9


@pytest.mark.parametrize("players", [1, 4])
def test_it_knows_nothing_that_is_hidden(players: int) -> None:
    """Another deck, other removed and face-down cards change no answer (HZ-2.R2)."""
    game, agent, batch = table(players, 5)
    others = Batch(game, 2, seed=0, autoreset="disabled", observation_dtype="uint8")
    for _ in range(400):
        if batch.dones[0]:
            break
        action = agent.act(None, batch.masks[0], game, batch.states)
        others.put(batch.states)
        others.resample()
        assert not np.array_equal(others.states[0]["rng"], others.states[1]["rng"])
        for i in range(2):
            assert agent.act(None, batch.masks[0], game, others.states[i : i + 1]) == action
        batch.step([action])


@entry
def make_odds(views: Any, dice: int, red: int) -> None:
    odds.roll(views[0], dice, red)
    odds.shoot_odds(views[0])


@entry
def melee_value(views: Any, group: int, adrenaline: int, zombies: int, horde: int, rule: int) -> float:
    return melee.melee_value(views[0], group, adrenaline, zombies, horde, rule)


@entry
def shot_value(views: Any, ammo: int, zombies: int) -> float:
    battle.consider(views[0], zombies, 2, 0, 1.0)
    return battle.shot(views[0], ammo, zombies, 0)


@entry
def card_value(worlds: Any, views: Any, card: int) -> float:
    return battle.card_battle(worlds[0], views[0], card)


def view(**purse: Any) -> NDArray[Any]:
    """A view of a player's resources, early in the game, shape (1,)."""
    views = np.zeros(1, VIEW)
    for name, value in {"time": 2, **purse}.items():
        views[name] = value
    return views


def test_odds_of_dice_are_those_of_their_faces() -> None:
    """17a: per black die 1/2 free kill, 1/6 wound, 1/3 lightning; one ammo kills one zombie on average."""
    views = view()
    v = views[0]
    for dice, red in ((5, 0), (5, 2), (3, 3)):
        make_odds(records(views), dice, red)
        n = v["n_results"][dice, red]
        chance, results = v["chance"][dice, red, :n], v["result"][dice, red, :n]
        assert chance.sum() == pytest.approx(1)
        assert chance @ results == pytest.approx([dice / 2, dice / 3, dice / 6, red / 6])
    for ammo in (0, 1, 3):
        assert v["shot"][ammo].sum() == pytest.approx(1)
        assert v["shot"][ammo].sum(axis=1) @ np.arange(len(v["shot"][ammo])) == pytest.approx(ammo)


def test_greedy_values_more_kills_and_fewer_losses() -> None:
    v = records(view())
    assert melee_value(v, 5, 4, 3, 0, 0) > melee_value(v, 5, 4, 6, 0, 0) > melee_value(v, 5, 4, 6, 3, 0)
    assert melee_value(v, 5, 4, 6, 0, 0) > melee_value(v, 5, 4, 6, 0, NO_ADRENALINE) > melee_value(v, 2, 4, 6, 0, NO_ADRENALINE)
    v = records(view(group=3, own=(6, 0, 0)))
    values = [shot_value(v, ammo, 6) for ammo in range(7)]
    assert max(values) > values[0]  # three survivors without adrenaline should shoot at a horde


def test_a_melee_is_worth_what_it_comes_to() -> None:
    """A survivor against one zombie without adrenaline: it hits with 1/2, is bitten with 1/6, else the round repeats."""
    assert melee_value(records(view()), 1, 0, 1, 0, 0) == pytest.approx(0.25 * -20.0)  # a single survivor is worth nothing, losing it -20


def test_battles_are_remembered_for_whom_they_hold() -> None:
    """Values cached in a thread for one player's resources are not used for another's."""
    game, _, _ = table(3, 0)
    world = records(game.world)
    cards = np.flatnonzero(game.world["zombies"][0]).tolist()
    kept = view()
    for group, own in ((5, (4, 4, 4)), (2, (1, 0, 0)), (5, (4, 4, 3)), (5, (4, 4, 4))):
        kept["group"], kept["own"] = group, own
        fresh = view(group=group, own=own)
        assert [card_value(world, records(kept), card) for card in cards] == [card_value(world, records(fresh), card) for card in cards]
