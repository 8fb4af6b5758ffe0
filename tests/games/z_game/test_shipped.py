"""The shipped checkpoint of Z-Game: it fits this version, plays at every table size, and beats the heuristic."""

from __future__ import annotations

import pytest

from tests.needs import TRAIN

pytest.importorskip("torch", reason=TRAIN)
from tests.games.shipped import fits
from zombicide_env import make_game
from zombicide_training import evaluate

pytestmark = pytest.mark.train

SHIPPED = "city"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_it_was_made_for_the_layouts_of_this_version(players: int) -> None:
    fits(SHIPPED, make_game("z_game", players=players), megabytes=1)


@pytest.mark.slow
@pytest.mark.parametrize(("players", "fewest"), [(2, 0.75), (3, 0.37), (4, 0.26)])
def test_it_wins_more_than_its_share_from_greedy(players: int, fewest: float) -> None:
    """One seat of it against greedy in the others, in all seats; far less than its usual win rate would mean a bug."""
    game = make_game("z_game", players=players)
    specs = [f"checkpoint:{SHIPPED}", *["greedy"] * (players - 1)]
    found = evaluate(game, specs, 48, seed=4000)
    assert found.standing is not None
    assert (found.outcomes != 0).all()
    assert found.standing.by_agent(found.seats)[specs[0]]["win_share"].value > fewest
