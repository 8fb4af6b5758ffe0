"""The shipped checkpoint of Hit Z Road: it fits this version, plays at every table size, and beats the heuristic."""

from __future__ import annotations

import numpy as np
import pytest

from tests.needs import TRAIN

pytest.importorskip("torch", reason=TRAIN)
import zombicide_agents as agents
from tests.games.shipped import fits
from zombicide_agents.checkpoint import CheckpointAgent
from zombicide_env import hit_z_road_v0, make_game
from zombicide_training import evaluate

pytestmark = pytest.mark.train

SHIPPED = "highway"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_it_was_made_for_the_layouts_of_this_version(players: int) -> None:
    fits(SHIPPED, make_game("hit_z_road", players=players), megabytes=3)


@pytest.mark.slow
@pytest.mark.parametrize(("players", "fewest"), [(2, 0.55), (3, 0.37), (4, 0.27)])
def test_it_wins_more_than_its_share_from_greedy(players: int, fewest: float) -> None:
    """One seat of it against greedy in the others, in all seats; far less than its usual win rate would mean a bug."""
    game = make_game("hit_z_road", players=players)
    specs = [f"checkpoint:{SHIPPED}", *["greedy"] * (players - 1)]
    found = evaluate(game, specs, 48, seed=4000)
    assert found.standing is not None
    assert (found.outcomes != 0).all()
    assert found.standing.by_agent(found.seats)[specs[0]]["win_share"].value > fewest


@pytest.mark.slow
def test_in_torch_and_over_pettingzoo_it_earns_what_evaluate_says() -> None:
    """Its base reads the state and excludes most legal actions, and in evaluations it is compiled: torch and PettingZoo must agree."""
    game, seed, n = make_game("hit_z_road", players=3), 4000, 8
    players = [CheckpointAgent(game, SHIPPED), *[agents.make("greedy", game)] * 2]
    env = hit_z_road_v0.env(players=3)
    earned = np.zeros((n, 3))
    for k in range(n):
        env.reset(seed=seed + k)
        for name in env.agent_iter():
            seat = env.possible_agents.index(name)
            observed, reward, terminated, truncated, _ = env.last()
            earned[k, seat] += reward
            position = observed["observation"], observed["action_mask"], game, env.unwrapped.record
            env.step(None if terminated or truncated else players[seat].act(*position))
    found = evaluate(game, [f"checkpoint:{SHIPPED}", "greedy", "greedy"], n, seed, rotate=False)
    assert found.standing is not None
    assert 0 < earned[:, 0].sum() < n
    assert np.array_equal(earned, found.standing.share)
