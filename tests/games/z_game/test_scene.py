"""The picture of the city, as each seat may see it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.games.z_game.at import at
from tests.games.z_game.play import TABLES, played
from zombicide_env.core.scene import Circle, Polygon, Text
from zombicide_env.games.z_game.game import ZGame
from zombicide_env.games.z_game.numbers.layout import CARDS, CHARACTERS
from zombicide_env.games.z_game.picture.scene import scene
from zombicide_env.render.ansi import ansi
from zombicide_env.render.svg import svg

FIGHT: dict[str, Any] = {
    "players": ["bees", "bikers", "party"],
    "locations": {8: {"owner": "bees", "intact": 1, "ruined": 1}, 10: {"pending": 1, "pending_owner": "party", "pending_kind": "new"}},
    "characters": {
        "bees": {"mari": 8, "hazel": {"at": 8, "exhausted": True}},
        "bikers": {"paul": {"at": 8, "origin": 9}, "otto": {"at": 8, "origin": 9}},
        "party": {"kif": 10},
    },
    "squads": {8: ["bees", "bikers"]},
    "hands": {"bees": ["knife", "pistol"], "bikers": ["car", "axe"], "party": ["horse", "horse"]},
}


def facts(about: Any) -> dict[str, str]:
    return {fact.label: fact.text for fact in about.facts}


def rows(about: Any, title: str) -> dict[str, str]:
    return {row.label: row.text for panel in about.panels if panel.title == title for row in panel.rows}


def test_the_terminal_writes_names_as_the_picture_does() -> None:
    position = at(
        "d3_people_fights",
        **FIGHT | {"characters": {**FIGHT["characters"], "bees": {"mari": 8, "wei_milkis": {"at": 8, "exhausted": True}}}},
    )
    text = ansi(scene(position.world, position.state, None))
    assert "(Wei Milkis)" in text
    assert "_" not in text


def test_the_picture_names_markers_and_squads_of_each_location() -> None:
    position = at("d3_people_fights", **FIGHT)
    drawn = scene(position.world, position.state, None)
    titles = {item.tag: item.title for item in drawn.items if hasattr(item, "title") and item.tag.startswith("location:")}
    assert len(titles) == 19
    assert titles["location:8"] == "8 (shop): barricade of Bees; 1 ruined; Bees: Mari, Hazel (exhausted); Bikers: Paul, Otto"
    assert titles["location:10"] == "10 (pharmacy): 1 pending of Party; Party: Kif"
    assert titles["location:1"] == "1 (police): neutral barricade"
    (paul,) = drawn.find(f"character:{CHARACTERS.index('paul')}")
    assert any(isinstance(item, Circle) and item.stroke == "#ffffff" for item in paul.items)  # a leader
    assert sum(isinstance(item, Polygon) and len(item.points) == 6 for item in drawn.shapes()) == 19  # the hexes
    assert facts(drawn)["Order"] == "bees, bikers, party" and facts(drawn)["Phase"] == "People fights"


def test_what_lies_face_down_is_shown_to_nobody_else() -> None:
    """ZG-19.1: strength and hand do not reveal cards played face down, except to their player."""
    position = at("d3_people_fights", "fight", "use pistol", **FIGHT)
    shown = {seat: scene(position.world, position.state, frozenset({seat})) for seat in (0, 1)}
    assert "bees 5" in facts(shown[0])["Fight"] and "bees 4" in facts(shown[1])["Fight"]
    assert rows(shown[0], "bees")["Hand"] == "Knife" and rows(shown[1], "bees")["Hand"] == "2 cards"
    assert rows(shown[1], "bikers")["Hand"] == "Axe, Car"
    assert [slot.tag for panel in shown[1].panels for slot in panel.slots] == [f"card:{CARDS.index(card)}" for card in ("axe", "car")]
    spectator = scene(position.world, position.state, frozenset())
    assert rows(spectator, "party")["Hand"] == "2 cards" and not any(panel.slots for panel in spectator.panels)


def test_a_hidden_tile_is_a_question_mark_but_for_its_scout() -> None:
    """ZG-17.5, ZG-17.6."""
    position = at(
        "e2_sabotage", "from 8", "effect scout", "target 1", "target 9",
        players=["bees", "party"], config={"fog_of_war": True}, face_down=[1, 9, 4], characters={"bees": {"baduma": 8}}, dice=[4],
    )  # fmt: skip
    labels = [
        {item.text for item in scene(position.world, position.state, seats).shapes() if isinstance(item, Text)}
        for seats in (frozenset({0}), frozenset({1}), frozenset())
    ]
    assert "1 house" in labels[0] and "4 ?" in labels[0]
    assert "1 ?" in labels[1] and "1 ?" in labels[2]


def test_the_picture_shows_an_offer_and_its_answers() -> None:
    """ZG-11.16: all of it is public."""
    hands = {"bees": ["knife", "pistol"], "bikers": ["car", "chopper", "axe"], "party": ["horse"]}
    position = at("m3b_business", "offer knife", "ask any transport", "ask axe", players=["bees", "bikers", "party"], hands=hands)
    drawn = scene(position.world, position.state, frozenset({2}))
    assert facts(drawn)["Offer"] == "Knife for any transport, Axe"
    position.play("accept")
    position.play("pay chopper")
    assert facts(scene(position.world, position.state, frozenset()))["bikers"] == "Chopper, Axe"


@pytest.mark.parametrize("options", TABLES[:4], ids=str)
def test_every_moment_can_be_painted_and_what_can_be_clicked_is_there(options: dict[str, Any]) -> None:
    game = ZGame(**options)
    for number, batch in enumerate(played(game, 2, 400)):
        if number % 40 == 0 and not batch.dones[0]:
            state = batch.states[:1]
            agent = game.decider(state)
            drawn = game.scene_for(state, frozenset({agent}))
            assert svg(drawn).startswith("<svg") and ansi(drawn, color=False)
            tags = {item.tag for item in drawn.items} | {slot.tag for panel in drawn.panels for slot in panel.slots}
            for action in np.flatnonzero(batch.masks[0]).tolist():
                block, _ = game.action_codec.decode(action)
                if block.name == "loc":
                    assert game.targets(state, action)[0] in tags


#: Linear RGB as seen without one of the three kinds of cones (Machado, Oliveira and Fernandes 2009), and without any.
BLINDNESS = {
    "protanopia": ((0.152, 1.053, -0.205), (0.115, 0.786, 0.099), (-0.004, -0.048, 1.052)),
    "deuteranopia": ((0.367, 0.861, -0.228), (0.280, 0.673, 0.047), (-0.012, 0.043, 0.969)),
    "tritanopia": ((1.256, -0.077, -0.179), (-0.078, 0.931, 0.148), (0.005, 0.691, 0.304)),
    "achromatopsia": ((0.213, 0.715, 0.072),) * 3,
}


def seen_by(colour: str, kind: str) -> Any:
    """A color as seen with a color vision deficiency: linear red, green and blue, 0 to 1."""
    plain = np.array([int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)])
    linear = np.where(plain <= 0.04045, plain / 12.92, ((plain + 0.055) / 1.055) ** 2.4)
    return np.clip(np.array(BLINDNESS[kind]) @ linear, 0, 1)


HEADS = {"bees": "mari", "bikers": "paul", "party": "kif", "raiders": "gunnar"}


@pytest.mark.parametrize("kind", BLINDNESS)
def test_factions_are_told_apart_without_colours(kind: str) -> None:
    """Figures, places and panels of a faction have its letters; some of the colors look alike to many people."""
    position = at("d3_people_fights", players=list(HEADS), characters={name: {who: 8 + n} for n, (name, who) in enumerate(HEADS.items())})
    drawn = scene(position.world, position.state, None)
    marks = {panel.title: (panel.mark, panel.colour) for panel in drawn.panels}
    assert len({mark for mark, _ in marks.values()}) == 4
    for name, who in HEADS.items():
        (figure,) = drawn.find(f"character:{CHARACTERS.index(who)}")
        assert [item.text for item in figure.items if isinstance(item, Text)] == [marks[name][0]]
    colours = [seen_by(colour, kind) for _, colour in marks.values()]
    nearest = min(np.abs(one - other).max() for n, one in enumerate(colours) for other in colours[:n])
    assert nearest < 0.3  # letters are needed


def test_the_goal_is_the_most_points_and_nobody_who_has_lost_sees_it_reached() -> None:
    """ZG-5.10, ZG-5.13: not only the winner may have as many points as are needed."""
    position = at("d3_people_fights", **FIGHT, tracks={"party": {"vp": 15}})
    drawn = scene(position.world, position.state, None)
    turn, last = facts(drawn)["Turn"].split(" of ")
    assert int(turn) < int(last)
    text = f"have the most victory points when somebody has {int(position.world[0]['target'])}, at the latest after turn {last}"
    assert [(goal.text, goal.done) for goal in drawn.goals] == [(text, False)]
