"""The checkpoint that comes with the package: it fits this version, plays to the end in mixed company, and wins."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.needs import TRAIN

pytest.importorskip("torch", reason=TRAIN)
import torch

import zombicide_agents as agents
from zombicide_agents import folders
from zombicide_env import make_game
from zombicide_env.core.game import WON
from zombicide_training.evaluate import evaluate

pytestmark = pytest.mark.train

SHIPPED = "danse_macabre"
MEGABYTES = 6


@pytest.fixture(autouse=True)
def one_thread() -> Iterator[None]:
    """Small networks on a busy machine: more threads would wait for each other."""
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(threads)


def test_it_was_made_for_the_layouts_of_this_version(tutorial: Any) -> None:
    header = folders.read_header(folders.find(SHIPPED))
    assert header.game == tutorial.id
    assert header.game_version == tutorial.version
    assert header.options["quest"] == "danse_macabre"
    assert header.action_layout == tutorial.action_codec.layout_hash, "the action layout has changed: train the checkpoint again"
    assert header.observation_layout == tutorial.observation_codec.layout_hash, "the observation has changed: train the checkpoint again"
    assert sum(path.stat().st_size for path in folders.find(SHIPPED).iterdir()) < MEGABYTES * 1_000_000


def test_it_finishes_a_game_beside_greedy_and_random(tutorial: Any) -> None:
    seats = [f"checkpoint:{SHIPPED}", "greedy", "greedy", "random", f"checkpoint:{SHIPPED}", "greedy"]
    game = make_game("black_plague", quest="danse_macabre", survivors=6)
    found = evaluate(game, seats, 2, seed=3)
    assert (found.outcomes != 0).all()
    assert (found.measures["decisions"] > 50).all()


def test_it_wins_where_random_never_does() -> None:
    """Of 24 games it wins far more than half as a rule; fewer than 10 would be a mistake in the policy, the game or the codecs."""
    game = make_game("black_plague", quest="danse_macabre", survivors=6, max_rounds=60)
    found = evaluate(game, f"checkpoint:{SHIPPED}", 24, seed=900)
    assert int((found.outcomes == WON).sum()) >= 10


def test_a_smaller_team_may_use_it() -> None:
    game = make_game("black_plague", quest="danse_macabre", survivors=4)
    agent = agents.make(f"checkpoint:{SHIPPED}", game)
    assert (evaluate(game, agent, 2, seed=5).outcomes != 0).all()
