"""The shipped checkpoints of Apocalypse: they fit this version and play their sides to the end."""

from __future__ import annotations

from typing import Any

import pytest

from tests.needs import TRAIN

pytest.importorskip("torch", reason=TRAIN)
from tests.games.shipped import fits
from zombicide_agents import checkpoint_folder
from zombicide_env import make_game
from zombicide_training import evaluate

pytestmark = [pytest.mark.train, pytest.mark.usefixtures("one_thread")]

TEAM, MASTER = "apocalypse_team", "apocalypse_master"


@pytest.fixture(scope="module")
def police() -> Any:
    return make_game("apocalypse", quest="zombie_police")


@pytest.mark.parametrize("name", [TEAM, MASTER])
def test_it_was_made_for_the_layouts_of_this_version(name: str, police: Any) -> None:
    fits(name, police, megabytes=4)
    assert checkpoint_folder.read_header(checkpoint_folder.find(name)).options["quest"] == "zombie_police"


def test_they_play_each_other_to_the_end(police: Any) -> None:
    found = evaluate(police, [[f"checkpoint:{TEAM}"], [f"checkpoint:{MASTER}"]], 2, seed=5)
    assert (found.outcomes != 0).all() and found.players("zombie_master") == [f"checkpoint:{MASTER}"]


@pytest.mark.slow
def test_the_master_holds_up_greedy_teams(police: Any) -> None:
    """Of 200 games the master wins about 120; fewer than 95 would mean a bug in the policy, the game or the codecs."""
    found = evaluate(police, [["greedy"], [f"checkpoint:{MASTER}"]], 200, seed=7000, batch=200)
    assert int(found.won_by("zombie_master").sum()) >= 95
