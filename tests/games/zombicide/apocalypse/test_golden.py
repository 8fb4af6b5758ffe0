"""The golden games: every mission with every possible end, replayed line by line."""

from __future__ import annotations

import pytest

from tests.games.zombicide.apocalypse.golden.make import ENDS, GOLDENS, IMPOSSIBLE, QUESTS
from tests.games.zombicide.apocalypse.golden.rules import SHOWN
from tests.games.zombicide.goldens import Golden
from zombicide_env.games.zombicide.apocalypse.rules.ends import CAUSES
from zombicide_env.games.zombicide.apocalypse.world.box import quest
from zombicide_env.replay import SUFFIX

GAMES = list(GOLDENS.games())
FILES = sorted(GOLDENS.folder.glob(f"*{SUFFIX}"))
#: Replayed in plain Python too: short, and including a won game and two causes of defeat.
SHORT = [golden for golden in GAMES if (golden.quest, golden.end) in ((0, "won"), (2, "no_survivors"), (9, "quest"))]


@pytest.mark.parametrize("golden", GAMES, ids=lambda golden: golden.path.stem)
def test_a_stored_game_is_replayed_to_the_same_end(golden: Golden) -> None:
    golden.holds(SHOWN)


@pytest.mark.python_mode
@pytest.mark.parametrize("golden", SHORT, ids=lambda golden: golden.path.stem)
def test_golden_game_in_both_modes(golden: Golden) -> None:
    golden.holds(SHOWN)


def test_every_mission_and_every_end_is_there_or_has_a_reason() -> None:
    assert [quest(number).id for number in range(11)] == list(QUESTS)
    assert {"won", *CAUSES, "drawn", "max_rounds"} == set(ENDS)
    GOLDENS.covers_all()
    assert all((number, end) not in IMPOSSIBLE for number in range(11) for end in ("won", "no_survivors"))


def test_every_line_has_rules_that_there_are() -> None:
    SHOWN.fits("apocalypse", FILES)
