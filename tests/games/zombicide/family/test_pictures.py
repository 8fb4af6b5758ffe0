"""Positions of every quest can be drawn and described: victory conditions, tokens, decisions."""

from __future__ import annotations

import pytest

from zombicide_env.core.batch import Batch
from zombicide_env.games import GAMES
from zombicide_env.games.figures import HEADS
from zombicide_env.games.zombicide import EDITIONS, edition_module
from zombicide_env.render.svg import svg

QUESTS = [
    pytest.param(name, quest.id, id=f"{name}-{quest.id}") for name in EDITIONS for quest in edition_module(name, "world.box").quests()
]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "quest"), QUESTS)
def test_every_quest_is_drawn_and_said(name: str, quest: str) -> None:
    game = GAMES[name](quest=quest)
    batch = Batch(game, 1, seed=3)
    for _ in range(2):
        state = batch.states
        scene = game.scene(state)
        assert all(goal.text for goal in scene.goals)
        assert scene.goals or scene.banner
        assert svg(scene).endswith("</svg>\n")
        prompt = game.prompt(state, game.decider(state))
        assert all(text in prompt for text in game.legal_texts(state)[:3])
        assert game.summary(state, game.decider(state))
        assert game.describe(state)
        batch.step_random(60)


@pytest.mark.parametrize(
    ("name", "quest", "aim"),
    [
        ("black_plague", "danse_macabre", "take the blue objective in 9C: it opens 9A-9b"),
        ("white_death", "preparing_for_battle", "take an objective: 1A, 2B"),
        ("apocalypse", "y_zone", "go to the Exit: s8x8"),
    ],
)
def test_the_header_says_where_the_next_aim_is(name: str, quest: str, aim: str) -> None:
    game = GAMES[name](quest=quest)
    state = Batch(game, 1, seed=3).states[:1].copy()

    def told() -> list[str]:
        return [fact.text for fact in game.scene(state).facts if fact.label == "Next"]

    assert told() == [aim]
    state["objective"][:] = 0
    assert told() != [aim] or "Exit" in aim, "what has been taken is no aim any more"


def test_survivors_of_different_editions_look_different() -> None:
    first = {name: edition_module(name, "picture.edition_parts").FIRST_HEAD for name in EDITIONS}
    heads = [HEADS[number + i] for number in first.values() for i in range(6)]
    assert len(set(heads)) == 6 * len(EDITIONS)
