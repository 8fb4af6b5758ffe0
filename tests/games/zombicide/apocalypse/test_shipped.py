"""The shipped checkpoints of Apocalypse: they fit this version and play their sides to the end."""

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

TEAM, MASTER = "apocalypse_team", "apocalypse_master"


@pytest.fixture(scope="module")
def police() -> Any:
    return make_game("apocalypse", quest="zombie_police")


def test_they_were_made_for_the_layouts_of_this_version(police: Any) -> None:
    for name in (TEAM, MASTER):
        fits(name, police, megabytes=4)
    assert checkpoint_folder.read_header(checkpoint_folder.find(MASTER)).options["quest"] == "zombie_police"


@pytest.mark.parametrize(
    "options",
    [
        {"quest": "small_town"},
        {"quest": "city_blocks", "decisions": "actions"},
        {"quest": "generated:seed=4,tiles=2,split=test", "survivors": 2},
    ],
    ids=["small town", "main decisions", "random board"],
)
def test_the_team_fits_every_mission_and_size(options: dict[str, Any]) -> None:
    game = make_game("apocalypse", allow_small_team=True, **options)
    fits(TEAM, game, megabytes=4)
    assert (evaluate(game, [[f"checkpoint:{TEAM}"], ["greedy"]], 1, seed=3).outcomes != 0).all()


@pytest.mark.parametrize(("quest", "least"), [("y_zone", 18), ("race_of_zombicity", 3)])
def test_the_team_wins_its_missions(quest: str, least: int) -> None:
    """Fewer than so many of 24 games would mean a bug in the policy, the game or the codecs; it wins 23 and 8 on average."""
    found = evaluate(make_game("apocalypse", quest=quest), [[f"checkpoint:{TEAM}"], ["greedy"]], 24, seed=900)
    assert int((found.outcomes == WON).sum()) >= least


def test_they_play_each_other_to_the_end(police: Any) -> None:
    found = evaluate(police, [[f"checkpoint:{TEAM}"], [f"checkpoint:{MASTER}"]], 2, seed=5)
    assert (found.outcomes != 0).all() and found.players("zombie_master") == [f"checkpoint:{MASTER}"]


@pytest.mark.slow
def test_the_master_holds_up_greedy_teams(police: Any) -> None:
    """Of 200 games the master wins about 120; fewer than 95 would mean a bug in the policy, the game or the codecs."""
    found = evaluate(police, [["greedy"], [f"checkpoint:{MASTER}"]], 200, seed=7000, batch=200)
    assert int(found.won_by("zombie_master").sum()) >= 95
