"""The end of Hit Z Road as a table: its columns add up to the score."""

from __future__ import annotations

import pytest

import zombicide_agents as agents
from zombicide_env import make_game
from zombicide_env.core.scene import Group, Text
from zombicide_env.play import Session


@pytest.mark.parametrize("players", [1, 2, 4])
def test_the_columns_make_up_the_score(players: int) -> None:
    game = make_game("hit_z_road", players=players)
    session = Session(game, [agents.make("greedy", game)], seed=1)
    assert not _rows(game.scene(session.state))
    session.play()
    scores = session.state["score"][0].tolist()
    rows = _rows(game.scene(session.state))
    assert [int(row.tag.split(":")[1]) for row in rows] == list(range(players))
    for seat, row in enumerate(rows):
        cells = [item.text for item in row.items if isinstance(item, Text)][2:]  # after the mark and the name
        if not session.state["alive"][0, seat]:
            assert cells == ["eliminated"]
            continue
        *parts, total = (0 if cell == "-" else int(cell) for cell in cells)
        assert sum(parts) == total == scores[seat]


def _rows(scene: object) -> list[Group]:
    return [item for item in scene.items if isinstance(item, Group) and item.tag.startswith("score:")]
