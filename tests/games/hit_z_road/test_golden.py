"""The golden games: every possible end of a game, replayed line by line."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.games.hit_z_road.golden.make import ENDS, FOLDER
from tests.games.hit_z_road.golden.rules import SHOWN
from zombicide_env.replay import SUFFIX, read

FILES = sorted(FOLDER.glob(f"*{SUFFIX}"))


@pytest.mark.python_mode
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_stored_game_is_replayed_to_the_same_end(path: Path) -> None:
    replay = read(path)
    last = SHOWN.holds(replay)
    assert replay.header.options["players"] == ENDS[path.stem][0]
    assert ENDS[path.stem][1](last)


def test_every_end_is_there() -> None:
    assert {path.stem for path in FILES} == set(ENDS)


def test_every_line_has_rules_that_there_are() -> None:
    SHOWN.fits("hit_z_road", FILES)
