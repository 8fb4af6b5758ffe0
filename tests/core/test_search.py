"""Copies, resampling and rollouts: the operations that search needs of a batch."""

from __future__ import annotations

import numpy as np
import pytest

from zombicide_env import GAMES, make_game
from zombicide_env.core.batch import Batch
from zombicide_env.core.game import LOST, WON
from zombicide_env.games.zombicide.table.codes import BLUE, GREEN


@pytest.fixture(scope="module")
def game():
    return make_game("black_plague", quest="the_black_book", max_rounds=12)


@pytest.fixture
def position(game):
    """A game after a few actions."""
    batch = Batch(game, 1, seed=3, autoreset="disabled", observation_dtype="uint8")
    batch.seed_actions(3)
    batch.step_random(25)
    return batch.states.copy()


def places(game, n=8):
    batch = Batch(game, n, seed=0, autoreset="disabled", observation_dtype="uint8")
    batch.seed_actions(1)
    return batch


def test_put_copies_one_state_into_all_places(game, position):
    batch = places(game)
    batch.put(position)
    assert all(batch.states[i].tobytes() == position[0].tobytes() for i in range(batch.n))
    with pytest.raises(ValueError, match="shape"):
        batch.put(np.zeros(3, position.dtype))


@pytest.mark.parametrize("name", sorted(GAMES))
def test_bytes_that_are_no_position_are_refused_before_a_rule_sees_them(name: str) -> None:
    batch, random = Batch(make_game(name), 3, seed=1), np.random.default_rng(0)
    before = batch.states.tobytes()
    for number in (1, 3):
        for _ in range(20):
            with pytest.raises(ValueError, match=r"state \d is not one that the game can be in: "):
                batch.put(random.integers(0, 256, (number, batch.states.dtype.itemsize), np.uint8).view(batch.states.dtype)[:, 0])
    assert batch.states.tobytes() == before
    batch.states.view(np.uint8)[:] = 255
    with pytest.raises(ValueError, match="state 0 is not one that the game can be in: "):
        batch.refresh()


def test_resampling_keeps_what_the_team_knows(game, position):
    batch = places(game, 32)
    batch.put(position)
    seen = batch.observe(0).copy()
    masks = batch.masks.copy()
    batch.resample()
    assert np.array_equal(batch.observe(0), seen)
    assert np.array_equal(batch.masks, masks)
    assert all(game.status(batch.states[i : i + 1]).value == 0 for i in range(batch.n))
    old = position[0]
    n = int(old["deck_n"])
    for state in batch.states:
        assert sorted(state["deck"][:n]) == sorted(old["deck"][:n])
        assert (state["objective"] > 0).tolist() == (old["objective"] > 0).tolist()


def test_resampling_changes_what_is_hidden(game, position):
    batch = places(game, 32)
    batch.put(position)
    batch.resample()
    assert len({state["deck"].tobytes() for state in batch.states}) > 20
    assert len({state["zdeck"].tobytes() for state in batch.states}) > 20
    assert len({state["objective"].tobytes() for state in batch.states}) > 1
    assert len({state["vault_cards"].tobytes() for state in batch.states}) > 1
    for state in batch.states:
        colours = state["objective"].tolist()
        assert (colours.count(BLUE), colours.count(GREEN)) == (1, 1)


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("black_plague", {"quest": "the_black_book"}),
        ("hit_z_road", {"players": 1}),
        ("hit_z_road", {"players": 3}),
        ("z_game", {"players": 4}),
    ],
)
def test_resampling_does_not_depend_on_what_is_hidden(name, options):
    """Two games with equal observations resample to the same games, whatever their decks and dice were."""
    game = make_game(name, **options)
    one = places(game, 1)
    one.step_random(25)
    seat = int(one.seats[0])
    twins = places(game, 8)
    twins.put(one.states)
    twins.resample()
    assert len({state.tobytes() for state in twins.states}) == 8
    assert np.array_equal(twins.observe(seat), np.repeat(one.observe(seat), 8, axis=0))
    results = set()
    for twin in [one.states, *(twins.states[i : i + 1] for i in range(8))]:
        batch = places(game, 1)
        batch.put(twin)
        batch.resample()
        results.add(batch.states.tobytes())
    assert len(results) == 1


def test_resampling_leaves_the_original_game_alone(game, position):
    """The same action leads to the same state in the original, whether or not a copy has been played ahead."""
    one = Batch(game, 1, seed=0, autoreset="disabled", observation_dtype="uint8")
    one.put(position)
    ahead = one.copy()
    ahead.resample()
    ahead.rollout()
    other = Batch(game, 1, seed=0, autoreset="disabled", observation_dtype="uint8")
    other.put(position)
    action = np.flatnonzero(one.masks[0])[:1]
    one.step(action)
    other.step(action)
    assert one.states.tobytes() == other.states.tobytes()


def test_rollouts_end_every_game(game, position):
    batch = places(game, 16)
    batch.put(position)
    batch.resample()
    results = batch.rollout()
    assert (batch.deciders == -1).all()
    assert (batch.dones > 0).all()
    assert results.shape == (16, 6)
    expected = np.select([batch.dones == WON, batch.dones == LOST], [1.0, -1.0], 0.0)  # sparse rewards; 0: truncated
    assert np.array_equal(results, np.repeat(expected[:, None], 6, axis=1))
    again = batch.states.tobytes()
    batch.rollout()
    assert batch.states.tobytes() == again


def test_games_that_are_put_bring_their_end(game, position):
    """A child that ended the game counted as 0 in a search, and ``dones`` were those of the games played there before."""
    ended = places(game, 4)
    results = ended.rollout()
    assert results.any()
    ahead = places(game, 4)
    ahead.rollout()
    ahead.put(position)
    assert not ahead.dones.any()
    assert not ahead.rewards.any()
    ahead.put(ended.states)
    assert np.array_equal(ahead.dones, ended.dones)
    assert np.array_equal(ahead.rollout(), results)
    assert np.array_equal(ahead.dones, ended.dones)


def test_rollouts_need_a_batch_that_keeps_ends(game):
    with pytest.raises(ValueError, match="disabled"):
        Batch(game, 2, seed=0).rollout()
