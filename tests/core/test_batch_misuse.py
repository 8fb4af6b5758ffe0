"""What is given to a batch by mistake is refused by name: masks for rows, ids for games, specs for players, players of other games."""

from __future__ import annotations

import numpy as np
import pytest

import zombicide_agents as agents
from zombicide_env import make_game
from zombicide_env.core.batch import Batch
from zombicide_env.core.nets.gradients import Gradients
from zombicide_env.core.players import player_of_action_weights


def test_indices_and_flags_of_games_are_checked() -> None:
    """A mask in place of rows, floats in place of actions and a single flag were taken for something else without a word."""
    batch = Batch(make_game("hit_z_road", players=2), 3, seed=1)
    before, actions = batch.states.tobytes(), batch.random_actions()
    for rows, own in (([True, False, True], actions), ([0, 2], actions[[0, 2]] + 0.5)):
        with pytest.raises(TypeError, match=r"have dtype (bool|float64): .* integers"):
            batch.step_some(rows, own)
    with pytest.raises(TypeError, match=r"rows have dtype bool: .* np\.flatnonzero"):
        batch.redrawn([True, False, True])
    for call in (batch.truncate, batch.reset, lambda which: batch.seed_actions(1, which)):
        with pytest.raises((TypeError, ValueError), match=r"which has shape \(1,\), not \(3,\)|seed"):
            call([True])
    with pytest.raises(ValueError, match=r"which has shape \(\), not"):
        batch.truncate(True)
    for call in (batch.truncate, lambda which: batch.reset(which=which), lambda which: batch.seed_actions(1, which)):
        with pytest.raises(TypeError, match="which has dtype int64: one bool for each game"):
            call([0, 2, 1])
    other = Batch(make_game("z_game", players=2), 1, seed=1)
    for states, found in (
        ([1], "not list"),
        (before, "not bytes"),
        (np.zeros(1), r"not an array of float64 values, of shape \(1,\)"),
        (other.states, r"not an array of records of another game or version, of shape \(1,\)"),
        (batch.states[:2], r"not an array of such records, of shape \(2,\)"),
    ):
        with pytest.raises(ValueError, match=rf"an array of hit_z_road's records \(`Batch.states`\) of shape \(1,\) or \(3,\), {found}"):
            batch.put(states)  # type: ignore[arg-type]  # the mistake
    assert batch.states.tobytes() == before


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([-1], r"rows\[0\]=-1: at least 0"),
        ([0, 3], r"rows\[1\]=3: at most 2"),
        ([2, 0], "not ascending: name each game once"),
        ([1, 1], "not ascending: name each game once"),
        ([[0], [1]], r"rows has the shape \(2, 1\)"),
    ],
)
def test_rows_that_are_no_games_in_order_are_refused(rows: list[int], message: str) -> None:
    """Compiled code does not check indices: a negative row read memory before the games, one named twice played an unchecked action."""
    batch = Batch(make_game("hit_z_road", players=2), 3, seed=1)
    before, actions = batch.states.tobytes(), batch.random_actions()
    with pytest.raises(ValueError, match=message):
        batch.step_some(rows, actions[rows if np.max(rows) < 3 else [0, 1]])
    with pytest.raises(ValueError, match="one action index for each of the rows"):
        batch.step_some([0, 1], actions)
    batch.step_some([], [])
    assert batch.states.tobytes() == before


def test_a_game_of_no_board_is_refused_by_every_call() -> None:
    """The result of ``observe`` was memory that nobody had written, and ``redrawn`` returned the true state, secrets included."""
    batch = Batch(make_game("hit_z_road", players=2), 3, seed=1)
    batch.world_of[1] = 4
    for call in (lambda: batch.observe(0), batch.redrawn, lambda: batch.redrawn([1]), lambda: batch.truncate([True] * 3)):
        with pytest.raises(ValueError, match=r"world_of\[1\]=4: at most 0"):
            call()


def test_nothing_is_drawn_again_in_a_game_that_is_over() -> None:
    """The rules were asked what seat -1 may know."""
    batch = Batch(make_game("hit_z_road", players=2), 2, seed=1, autoreset="disabled")
    batch.truncate(np.array([False, True]))
    for call in (batch.redrawn, lambda: batch.redrawn([1])):
        with pytest.raises(ValueError, match="game 1 is over: nobody decides"):
            call()
    assert len(batch.redrawn([0])) == 1


def test_ids_and_specs_are_named_where_games_and_players_are_needed() -> None:
    with pytest.raises(TypeError, match=r"'hit_z_road' is not a game: pass make_game"):
        Batch("hit_z_road", 2)  # type: ignore[arg-type]  # the mistake
    batch = Batch(make_game("hit_z_road", players=2), 2, seed=1, autoreset="disabled")
    for player in ("greedy", object()):
        with pytest.raises(TypeError, match=r"players\[0\] is .*: a compiled player is needed, such as agent\.player\(game\)"):
            batch.play(player)  # type: ignore[arg-type]  # the mistake


def test_players_of_another_game_are_refused() -> None:
    """Compiled code does not check indices: such a network read memory that was not its own."""
    batch = Batch(make_game("hit_z_road", players=2), 2, seed=1, autoreset="disabled")
    other = make_game("z_game", players=2)
    network = agents.make("checkpoint:city", other).player(other)
    for call in (batch.play, batch.expect, batch.think, batch.judge):
        with pytest.raises(ValueError, match=r"the network reads \d+ columns and scores \d+ actions, but the game has 352 columns and 131"):
            call(network)
    weighed = player_of_action_weights(other.action_codec, {other.action_codec.blocks[0].name: 3.0})
    with pytest.raises(ValueError, match=r"weighs \d+ actions, but the game has 131: make it for this game"):
        batch.play(weighed)


def test_networks_read_raw_observations() -> None:
    """Scaled ones were read byte by byte, as other observations."""
    game = make_game("hit_z_road", players=2)
    network = agents.make("checkpoint:highway", game).player(game).network
    batch = Batch(game, 2, seed=1)
    raw, nothing = batch.raw_observations, np.zeros(batch.masks.shape)
    scores, values = network.evaluate(raw, batch.masks)
    assert np.isfinite(scores[batch.masks == 1]).all()
    assert np.isfinite(values).all()
    for call in (lambda seen: network.evaluate(seen, batch.masks), lambda seen: Gradients(network).of(seen, batch.masks, nothing, values)):
        with pytest.raises(TypeError, match="observations have dtype float32: networks read raw ones, uint8"):
            call(batch.observations)
        with pytest.raises(ValueError, match="but the game has 351 columns"):
            call(raw[:, 1:])
    with pytest.raises(ValueError, match=r"slopes \(2, 131\) and slope \(1,\): \(2, 131\) and \(2,\) are needed"):
        Gradients(network).of(raw, batch.masks, nothing, values[:1])
