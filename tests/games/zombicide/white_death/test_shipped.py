"""The shipped checkpoints of White Death: they fit this version and win their quests."""

from __future__ import annotations

from typing import Any

import pytest

from tests.needs import TRAIN

pytest.importorskip("torch", reason=TRAIN)
from tests.games.shipped import fits
from zombicide_agents import checkpoint_folder
from zombicide_env import make_game
from zombicide_env.core.game import WON
from zombicide_training import evaluate

pytestmark = pytest.mark.train

SHIPPED = "preparing_for_battle"


@pytest.fixture(scope="module")
def tutorial() -> Any:
    return make_game("white_death", quest=SHIPPED, survivors=6, max_rounds=60)


def test_it_was_made_for_the_layouts_of_this_version(tutorial: Any) -> None:
    fits(SHIPPED, tutorial, megabytes=3)
    assert checkpoint_folder.read_header(checkpoint_folder.find(SHIPPED)).options["quest"] == SHIPPED


def test_the_shipped_policy_wins_most_games_of_the_tutorial(tutorial: Any) -> None:
    """Of 24 games it wins 22 on average; fewer than 16 would mean a bug in the policy, the game or the codecs."""
    found = evaluate(tutorial, f"checkpoint:{SHIPPED}", 24, seed=900)
    assert int((found.outcomes == WON).sum()) >= 16


def test_the_policy_for_all_quests_wins_most_games_of_empress_of_thorns() -> None:
    """It wins 86 % of them; fewer than 8 of 16 would mean a bug in the policy, the game or the codecs."""
    game = make_game("white_death", quest="empress_of_thorns", survivors=6, max_rounds=60)
    assert int((evaluate(game, "checkpoint:white_death", 16, seed=900).outcomes == WON).sum()) >= 8


@pytest.mark.parametrize(
    ("quest", "survivors"), [("the_last_stand", 12), ("scorched_earth", 6), ("generated:seed=4,tiles=2,split=test", 2)]
)
def test_the_policy_for_all_quests_fits_every_quest_and_team(quest: str, survivors: int) -> None:
    game = make_game("white_death", quest=quest, survivors=survivors, allow_small_team=True, decisions="actions")
    fits("white_death", game, megabytes=3)
    assert (evaluate(game, ["checkpoint:white_death", *["random"] * (survivors - 1)], 1, seed=3).outcomes != 0).all()


def test_the_policy_for_all_quests_wins_the_tutorial() -> None:
    """Of 12 games it usually wins nearly all; fewer than 8 would mean a bug in the policy, the game or the codecs."""
    game = make_game("white_death", quest="preparing_for_battle", survivors=6, max_rounds=60)
    assert int((evaluate(game, "checkpoint:white_death", 12, seed=900).outcomes == WON).sum()) >= 8


def test_where_its_network_does_not_help_it_plays_as_its_base() -> None:
    game = make_game("white_death", quest="a_rampart_too_far", survivors=6, max_rounds=40)
    policy, base = (evaluate(game, spec, 24, seed=900) for spec in ("checkpoint:white_death", "greedy:weights=each_quest"))
    assert policy.outcomes.tolist() == base.outcomes.tolist()
    assert policy.measures["decisions"].tolist() == base.measures["decisions"].tolist()
