"""Prompts name the decision, also where games use one word for several decisions."""

from __future__ import annotations

from typing import Any

import pytest

from tests.needs import SERVE

pytest.importorskip("fastapi", reason=SERVE)

import zombicide_agents as agents
from tests.play.wire import Server, sit_down
from zombicide_env import make_game
from zombicide_env.play import Session

pytestmark = [pytest.mark.browser, pytest.mark.slow]


@pytest.mark.parametrize(
    ("quest", "verb", "asked"),
    [
        ("sound_the_alarm", "order", "what do the Guards do?"),  # elsewhere: which room spawns next
        ("legacy_of_the_dawn", "place", "where does the next zombie stand?"),  # in Z-Game: which character to place on the board
    ],
)
def test_guards_and_sieges_ask_their_own_questions(server: Server, window: Any, quest: str, verb: str, asked: str) -> None:
    game = make_game("white_death", quest=quest)
    guide = Session(game, [agents.make("greedy", game)], seed=7)
    while not game.legal_texts(guide.state)[0].startswith(f"{verb} "):
        guide.step()
    page = sit_down(server, window, guide, 7, "asksitsown")
    page.wait_for_selector("#turn.mine .act")
    assert page.inner_text("#turn h2").endswith(f" {asked}")
    from tests.play.axes import everywhere  # the board of the siege is a tall one

    assert everywhere(page, verb) == []
