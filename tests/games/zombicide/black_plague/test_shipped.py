"""The shipped checkpoint: it fits this version, plays to the end with any partners, and wins."""

from __future__ import annotations

from typing import Any

import pytest

from tests.needs import TRAIN

pytest.importorskip("torch", reason=TRAIN)
import zombicide_agents as agents
from tests.games.shipped import fits
from zombicide_agents import checkpoint_folder
from zombicide_agents.registry import parse_spec
from zombicide_env import make_game
from zombicide_env.core.game import WON
from zombicide_training import evaluate

pytestmark = pytest.mark.train

SHIPPED = "danse_macabre"


def test_it_was_made_for_the_layouts_of_this_version(tutorial: Any) -> None:
    fits(SHIPPED, tutorial, megabytes=6)
    assert checkpoint_folder.read_header(checkpoint_folder.find(SHIPPED)).options["quest"] == "danse_macabre"


def test_it_finishes_a_game_beside_greedy_and_random(tutorial: Any) -> None:
    seats = [f"checkpoint:{SHIPPED}", "greedy", "greedy", "random", f"checkpoint:{SHIPPED}", "greedy"]
    game = make_game("black_plague", quest="danse_macabre", survivors=6)
    found = evaluate(game, seats, 2, seed=3)
    assert (found.outcomes != 0).all()
    assert (found.measures["decisions"] > 50).all()


def test_it_wins_where_random_never_does() -> None:
    """Of 24 games it usually wins far more than half; fewer than 10 would mean a bug in the policy, the game or the codecs."""
    game = make_game("black_plague", quest="danse_macabre", survivors=6, max_rounds=60)
    found = evaluate(game, f"checkpoint:{SHIPPED}", 24, seed=900)
    assert int((found.outcomes == WON).sum()) >= 10


def test_a_smaller_team_may_use_it() -> None:
    game = make_game("black_plague", quest="danse_macabre", survivors=4)
    agent = agents.make(f"checkpoint:{SHIPPED}", game)
    assert (evaluate(game, agent, 2, seed=5).outcomes != 0).all()


@pytest.mark.parametrize(("quest", "survivors"), [("trial_by_fire", 12), ("danse_macabre", 1), ("generated:seed=4,tiles=2,split=test", 2)])
def test_the_policy_for_all_boards_fits_every_quest_and_team(quest: str, survivors: int) -> None:
    game = make_game("black_plague", quest=quest, survivors=survivors, allow_small_team=True, decisions="actions")
    fits("survivors", game, megabytes=10)
    seats = ["checkpoint:survivors", *["random"] * (survivors - 1)]
    assert (evaluate(game, seats, 1, seed=3).outcomes != 0).all()


def test_the_policy_for_all_boards_wins_the_tutorial() -> None:
    """Of 12 games it usually wins nearly all; fewer than 6 would mean a bug in the policy, the game or the codecs."""
    game = make_game("black_plague", quest="danse_macabre", survivors=6, max_rounds=60)
    assert int((evaluate(game, "checkpoint:survivors", 12, seed=900).outcomes == WON).sum()) >= 6


def test_the_policy_for_all_boards_holds_the_weights_of_its_base() -> None:
    """Written out for each quest: the package's weights may change without changing how it plays."""
    base = checkpoint_folder.read_header(checkpoint_folder.find("survivors")).network["lean"]
    assert parse_spec(base).name == "greedy" and "weights=" not in base
    assert "the_evil_temple.search=" in base and "generated" not in base
    assert "famine.final=1" in base and "the_evil_temple.final=" not in base  # played as the base, because that taught it
