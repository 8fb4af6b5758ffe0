"""What a policy says of games unlike those of its training."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from zombicide_agents import folders
from zombicide_agents.trained import BEFORE, known, unlike
from zombicide_env import make_game

SURVIVORS = folders.read_header(folders.find("survivors"))


def header(before: Any) -> folders.Header:
    return replace(SURVIVORS, training=SURVIVORS.training | {BEFORE: before})


def test_what_was_met_before_the_last_run_counts() -> None:
    game = make_game("black_plague", quest="generated:seed=3,tiles=3", survivors=3, decisions="actions")
    assert {name for name, *_ in unlike(header({}), game)} == {"survivors", "decisions"}
    assert unlike(header({"survivors": [3], "decisions": ["actions"]}), game) == []
    assert unlike(SURVIVORS, make_game("black_plague", cabal=True)) == [("cabal", True, [False])]


@pytest.mark.parametrize("before", [None, [], "all", {"survivors": 3}, {"survivors": {"3": 3}}])
def test_a_header_that_says_it_otherwise_says_nothing(before: Any) -> None:
    assert known(header(before))["survivors"] == [6]
