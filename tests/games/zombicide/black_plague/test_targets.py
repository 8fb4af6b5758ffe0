"""Every legal action names items that the scene shows."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import zombicide_agents as agents
from zombicide_env.play import Session

pytestmark = pytest.mark.python_mode


@pytest.mark.slow
def test_targets_are_tags_of_the_scene(tutorial: Any) -> None:
    session = Session(tutorial, [agents.make("greedy", tutorial)], seed=4)
    met = set()
    for _ in range(150):
        if session.over:
            break
        scene = tutorial.scene(session.state)
        slots = {slot.tag for panel in scene.panels for slot in panel.slots}
        for action in map(int, np.flatnonzero(session.mask)):
            block, _ = tutorial.action_codec.decode(action)
            met.add(block.name)
            for tag in tutorial.targets(session.state, action):
                assert tag in slots or scene.find(tag), (tutorial.notation(session.state, action), tag)
        session.step()
    assert {"move", "melee", "trade", "drop", "keep", "activate", "search"} <= met


def test_doors_and_cards_that_change_places(tutorial: Any) -> None:
    session = Session(tutorial, [agents.make("random")], seed=3)
    for text, tags in (
        ("activate ann", ("survivor:0",)),
        ("move 9b", ("zone:6",)),
        ("end", ()),
        ("activate silas", ("survivor:5",)),
        ("trade baldric", ("survivor:1",)),
        ("give left right", ("slot:5:0", "slot:1:1")),
    ):
        action = tutorial.parse(session.state, text)
        assert tutorial.targets(session.state, action) == tags
        session.apply(action)
    action = tutorial.parse(session.state, "receive left right")
    assert tutorial.targets(session.state, action) == ("slot:1:0", "slot:5:1")
