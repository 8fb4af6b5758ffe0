"""The golden games: every quest with its stored ends, replayed line by line."""

from __future__ import annotations

import pytest

from tests.games.zombicide.goldens import Golden
from tests.games.zombicide.white_death.golden.make import ENDS, GOLDENS, QUESTS
from tests.games.zombicide.white_death.golden.rules import SHOWN
from zombicide_env.games.zombicide.white_death.rules.ends import CAUSES
from zombicide_env.games.zombicide.white_death.world.box import quest
from zombicide_env.replay import SUFFIX, read

GAMES = list(GOLDENS.games())
FILES = sorted(GOLDENS.folder.glob(f"*{SUFFIX}"))
#: Replayed in plain Python too: short, and including a won game and two causes of defeat.
SHORT = [golden for golden in GAMES if golden.quest == 0 and golden.end in ("won", "survivor_killed", "beacon_defiled")]


@pytest.mark.parametrize("golden", GAMES, ids=lambda golden: golden.path.stem)
def test_a_stored_game_is_replayed_to_the_same_end(golden: Golden) -> None:
    golden.holds(SHOWN)


@pytest.mark.python_mode
@pytest.mark.parametrize("golden", SHORT, ids=lambda golden: golden.path.stem)
def test_golden_game_in_both_modes(golden: Golden) -> None:
    golden.holds(SHOWN)


def test_every_quest_and_every_end_is_there_or_has_a_reason() -> None:
    assert [quest(number).id for number in range(11)] == list(QUESTS)
    assert {"won", *CAUSES, "max_rounds"} == set(ENDS)
    GOLDENS.covers_all()


def test_golden_games_show_every_kind_of_chance() -> None:
    said = " ".join(entry.chance for golden in GAMES for entry in read(golden.path).entries)
    for event in ("dice", "equipment", "zombies", "objective blue", "objective green", "artefact", "shuffle"):
        assert event in said


def test_every_line_has_rules_that_there_are() -> None:
    SHOWN.fits("white_death", FILES)
