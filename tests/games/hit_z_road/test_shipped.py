"""The checkpoint of Hit Z Road that comes with the package: it fits this version, sits at every table, and beats the rules-based player."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.needs import TRAIN

pytest.importorskip("torch", reason=TRAIN)
import torch

from zombicide_agents import folders
from zombicide_env import make_game
from zombicide_training.evaluate import evaluate

pytestmark = pytest.mark.train

SHIPPED = "highway"
MEGABYTES = 3


@pytest.fixture(autouse=True)
def one_thread() -> Iterator[None]:
    """Small networks on a busy machine: more threads would wait for each other."""
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(threads)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_it_was_made_for_the_layouts_of_this_version(players: int) -> None:
    game = make_game("hit_z_road", players=players)
    header = folders.read_header(folders.find(SHIPPED))
    assert header.game == game.id
    assert header.game_version == game.version
    assert header.action_layout == game.action_codec.layout_hash, "the action layout has changed: train the checkpoint again"
    assert header.observation_layout == game.observation_codec.layout_hash, "the observation has changed: train the checkpoint again"
    assert sum(path.stat().st_size for path in folders.find(SHIPPED).iterdir()) < MEGABYTES * 1_000_000


@pytest.mark.slow
@pytest.mark.parametrize(("players", "fewest"), [(2, 0.55), (3, 0.37), (4, 0.27)])
def test_it_wins_more_than_its_share_from_greedy(players: int, fewest: float) -> None:
    """A seat of it against greedy in the others, in all seats; far less than what it wins as a rule would be a mistake somewhere."""
    game = make_game("hit_z_road", players=players)
    specs = [f"checkpoint:{SHIPPED}", *["greedy"] * (players - 1)]
    found = evaluate(game, specs, 48, seed=4000)
    assert found.standing is not None
    assert (found.outcomes != 0).all()
    assert found.standing.by_agent(found.seats)[specs[0]]["win_share"].value > fewest
