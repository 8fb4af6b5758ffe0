"""Survivors who join are listed in the order in which they came, not in that of the box (AP-26.R16)."""

from __future__ import annotations

import pytest

from zombicide_env.conformance.zombicide import position

RECRUITS = ["wanda", "phil"]  # their seats
JOINED = ["phil", "wanda"]

TAKEN_TWICE = {
    "game": "apocalypse",
    "quest": 9,
    "board": {
        "cells": "a B C D",
        "links": {"a-B": "open door", "B-C": "passage", "C-D": "passage"},
        "objectives": {"B": "red", "C": "red", "D": "red", "a": "blue"},
    },
    "players": {"player_0": ["alf"]},
    "survivors": {"alf": {"zone": "B"}},
    "recruits": RECRUITS,
    "automatic": True,
}


@pytest.mark.python_mode
def test_who_joined_first_is_listed_first() -> None:
    """Here the second survivor of the box joins first, at random, and precedes the other in the order of turns and of victims."""
    at = position(TAKEN_TWICE)
    seats = [at.names.survivors.index(name) for name in JOINED]
    at.world["recruit_order"][0, :2] = seats
    for text in ("take", "move C", "take"):
        at.play(text)
    assert at.state["roster"][0, :3].tolist() == [0, *seats]
    at.play("end")
    assert at.decider() == JOINED[0]
