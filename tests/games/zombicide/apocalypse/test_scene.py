"""Pictures and texts of cars, fuel and bombs."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.zombicide.apocalypse.play import start
from zombicide_env.core.scene import Group
from zombicide_env.games.reading import FormatError
from zombicide_env.games.zombicide.apocalypse.game import Apocalypse
from zombicide_env.games.zombicide.apocalypse.positions.place import position
from zombicide_env.render.ansi import ansi
from zombicide_env.render.page import compose


@pytest.fixture(scope="module")
def moment() -> tuple[Apocalypse, Any]:
    """Mission 8 with two survivors in the running pimpmobile, fire and gasoline next to the police car."""
    of = Apocalypse(8)
    states = start(of, 0).states.copy()
    s = states[0]
    car, other = (of._board.index(label) for label in ("s2x2", "s2x5"))
    s["car_started"][0] = 1
    s["seat"][:2], s["zone"][:2] = (0, 2), car
    s["fire"][other], s["gasoline"][other] = 2, 1
    s["n_bombs"], s["bomb_zone"][0] = 1, car
    s["zombies"][other][1], s["zombies"][other][4] = 2, 1
    return of, states


def titles(items: Any) -> list[str]:
    return [item.title for item in items if isinstance(item, Group)]


def test_cars_are_drawn_with_those_who_sit_in_them(moment: Any) -> None:
    of, states = moment
    scene = of.scene(states)
    found = titles(scene.items)
    assert "pimpmobile 1 (started, driver Amy, p2 Doug)" in found
    assert {"police car 1 (empty)", "gasoline", "fire 2", "bomb", "2 toxic walkers", "1 toxic fatty"} <= set(found)
    zone = next(title for title in found if title.startswith("s2x2 "))
    assert "pimpmobile 1 (started, driver Amy, p2 Doug)" in zone and "bomb" in zone
    shown = ansi(scene)
    assert all(sign in shown for sign in ("P1 B", "C1 G F2"))


def test_no_word_of_the_picture_has_an_underscore(moment: Any) -> None:
    of, states = moment
    scene = of.scene(states)
    assert not [fact for fact in scene.legend if "_" in fact.text]
    assert not [title for title in titles(scene.items) if "_" in title]


def test_the_legend_stays_within_the_picture(moment: Any) -> None:
    of, states = moment
    page = compose(of.scene(states))
    right = [item.x for item in page.items if hasattr(item, "text") and item.text == "building not yet opened"]
    assert right and max(right) < page.width - 100


def test_every_switch_of_the_rules_is_read() -> None:
    """AP-25: two switches are shown next to the number of rounds, the others are listed with their values."""
    base = {"board": {"cells": "a b\n", "spawn": ["a"]}, "survivors": {"amy": {"zone": "b"}}}
    placed = position(
        {**base, "switches": {"zm_free_when_quiet": True, "max_rounds": 12, "stay_on_noisiest_zone": False, "fatty_escort": 2}}
    )
    assert placed.world[0]["quiet_is_free"] == 1 and placed.world[0]["round_limit"] == -12
    with pytest.raises(FormatError, match=r"this edition has 2 \(AP-25\)"):
        position({**base, "switches": {"wounds_to_kill": 3}})
    with pytest.raises(FormatError, match="zombie_split"):
        position({**base, "switches": {"zombie_splt": True}})
