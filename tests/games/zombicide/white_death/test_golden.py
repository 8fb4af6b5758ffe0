"""The golden games: every quest with the ends that are kept, played again line by line."""

from __future__ import annotations

import pytest

from tests.games.zombicide.goldens import Golden
from tests.games.zombicide.white_death.golden.make import ENDS, GOLDENS, IMPOSSIBLE, QUESTS
from tests.games.zombicide.white_death.golden.rules import SHOWN
from zombicide_env.games.zombicide.white_death.rules.ends import CAUSES
from zombicide_env.games.zombicide.white_death.world.box import quest
from zombicide_env.replay import SUFFIX, read

GAMES = list(GOLDENS.games())
FILES = sorted(GOLDENS.folder.glob(f"*{SUFFIX}"))
#: Played in plain Python too: short, and between them a won game and two causes of defeat.
SHORT = [golden for golden in GAMES if golden.quest == 0 and golden.end in ("won", "survivor_killed", "beacon_defiled")]


def play_again(golden: Golden) -> None:
    replay = read(golden.path)
    SHOWN.holds(replay)
    assert replay.end is not None
    assert (replay.end.outcome, replay.end.detail) == golden.outcome
    assert replay.header.options["quest"] == QUESTS[golden.quest]


@pytest.mark.parametrize("golden", GAMES, ids=lambda golden: golden.path.stem)
def test_golden_game(golden: Golden) -> None:
    play_again(golden)


@pytest.mark.python_mode
@pytest.mark.parametrize("golden", SHORT, ids=lambda golden: golden.path.stem)
def test_golden_game_in_both_modes(golden: Golden) -> None:
    play_again(golden)


def test_every_quest_and_every_end_is_there_or_has_a_reason() -> None:
    assert [quest(number).id for number in range(11)] == list(QUESTS)
    assert {"won", *CAUSES, "max_rounds"} == set(ENDS)
    covered = {(golden.quest, golden.end) for golden in GAMES}
    assert covered | set(IMPOSSIBLE) == {(number, end) for number in range(11) for end in ENDS}
    assert not covered & set(IMPOSSIBLE)
    assert all(len(reason) > 40 for reason in IMPOSSIBLE.values())


def test_the_folder_holds_these_files_and_no_others() -> None:
    assert {path.name for path in FILES} == {golden.path.name for golden in GAMES}
    assert max(path.stat().st_size for path in FILES) < 80_000


def test_golden_games_show_every_kind_of_chance() -> None:
    said = " ".join(entry.chance for golden in GAMES for entry in read(golden.path).entries)
    for event in ("dice", "equipment", "zombies", "objective blue", "objective green", "artefact", "shuffle"):
        assert event in said


def test_every_line_has_rules_that_there_are() -> None:
    SHOWN.fits("white_death", FILES)
