"""Tables of results: those from an earlier revision of a game's rules are marked."""

from __future__ import annotations

from typing import Any

import pytest

from zombicide_env import make_game
from zombicide_env.docs.results import EARLIER, legend, mark
from zombicide_env.games import GAMES
from zombicide_training.collect.provenance import record


@pytest.mark.parametrize("result", [{}, {"record": {"game_version": 0}}, {"record": {"rules_revision": 1}}, {"rules_revision": 1}])
def test_a_result_by_an_earlier_revision_is_marked(result: dict[str, Any]) -> None:
    """A result that names no revision is from the first."""
    assert mark(result, "black_plague") == f" {EARLIER}"
    assert mark(result, "hit_z_road") == ""


@pytest.mark.parametrize("name", GAMES)
def test_a_result_of_today_is_not(name: str) -> None:
    game = make_game(name)
    made_by = record([game], 7)
    assert made_by["rules_revision"] == game.rules_revision >= 1
    assert mark({"record": made_by}, name) == mark({"rules_revision": game.rules_revision}, name) == ""


def test_marks_are_explained_once() -> None:
    assert legend("| 98 % |", "| 7 % |") == ""
    assert legend("| 98 % † |", "| 7 % † |") == "† Played under an earlier revision of the rules.\n"
