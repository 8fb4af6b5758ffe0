"""The golden games: every mission with every end that it can have, played again line by line."""

from __future__ import annotations

import pytest

from tests.games.zombicide.apocalypse.golden.make import ENDS, GOLDENS, IMPOSSIBLE, QUESTS
from tests.games.zombicide.apocalypse.golden.rules import SHOWN
from tests.games.zombicide.goldens import Golden
from zombicide_env.games.zombicide.apocalypse.rules.ends import CAUSES
from zombicide_env.games.zombicide.apocalypse.world.box import quest
from zombicide_env.replay import SUFFIX, read

GAMES = list(GOLDENS.games())
FILES = sorted(GOLDENS.folder.glob(f"*{SUFFIX}"))
#: Played in plain Python too: short, and between them a won game and two causes of defeat.
SHORT = [golden for golden in GAMES if (golden.quest, golden.end) in ((0, "won"), (2, "no_survivors"), (9, "quest"))]
UNUSUAL = ("supply", "max_rounds", "strict_all_survivors")


def play_again(golden: Golden) -> None:
    replay = read(golden.path)
    SHOWN.holds(replay)
    assert replay.end is not None
    assert (replay.end.outcome, replay.end.detail) == golden.outcome
    assert replay.header.options["quest"] == QUESTS[golden.quest]
    assert {key: value for key, value in replay.header.options.items() if key in UNUSUAL and value} == golden.options


@pytest.mark.parametrize("golden", GAMES, ids=lambda golden: golden.path.stem)
def test_golden_game(golden: Golden) -> None:
    play_again(golden)


@pytest.mark.python_mode
@pytest.mark.parametrize("golden", SHORT, ids=lambda golden: golden.path.stem)
def test_golden_game_in_both_modes(golden: Golden) -> None:
    play_again(golden)


def test_every_mission_and_every_end_is_there_or_has_a_reason() -> None:
    assert [quest(number).id for number in range(11)] == list(QUESTS)
    assert {"won", *CAUSES, "drawn", "max_rounds"} == set(ENDS)
    covered = {(golden.quest, golden.end) for golden in GAMES}
    assert covered | set(IMPOSSIBLE) == {(number, end) for number in range(11) for end in ENDS}
    assert not covered & set(IMPOSSIBLE)
    assert all(len(reason) > 40 for reason in IMPOSSIBLE.values())
    assert all((number, end) in covered for number in range(11) for end in ("won", "no_survivors"))


def test_the_folder_holds_these_files_and_no_others() -> None:
    assert {path.name for path in FILES} == {golden.path.name for golden in GAMES}
    assert max(path.stat().st_size for path in FILES) < 80_000


def test_every_line_has_rules_that_there_are() -> None:
    SHOWN.fits("apocalypse", FILES)
