"""The golden games: every quest with every end that it can have, played again line by line."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.golden.make import ENDS, FOLDER, IMPOSSIBLE, QUESTS, Golden, golden_games
from zombicide_env.games.zombicide.black_plague.world.box import quest
from zombicide_env.games.zombicide.table.codes import DEFEATS, OUTCOMES
from zombicide_env.replay import SUFFIX, read, verify

GAMES = list(golden_games())
#: Played in plain Python too: short, and between them a won game and three causes of defeat.
SHORT = [
    golden
    for golden in GAMES
    if (golden.quest, golden.end) in ((0, "won"), (0, "max_rounds"), (2, "no_survivors"), (4, "quest"), (4, "necromancer"))
]
UNUSUAL = ("supply", "allow_small_team", "max_rounds", "strict_all_survivors")


def play_again(golden: Golden) -> None:
    replay = read(golden.path)
    verify(replay)
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


def test_every_quest_and_every_end_is_there() -> None:
    assert [quest(number).id for number in range(11)] == list(QUESTS)
    ends = {"won", *(cause for cause in DEFEATS if cause != "none"), "max_rounds"}
    assert ends == set(ENDS)
    assert set(OUTCOMES) == {"ongoing", "won", "lost", "truncated"}
    covered = {(golden.quest, golden.end) for golden in GAMES}
    assert covered | set(IMPOSSIBLE) == {(number, end) for number in range(11) for end in ENDS}
    assert not covered & set(IMPOSSIBLE)
    assert all(len(reason) > 40 for reason in IMPOSSIBLE.values())
    assert all((number, "won") in covered for number in range(11))


def test_the_folder_holds_these_files_and_no_others() -> None:
    assert {path.name for path in FOLDER.iterdir()} == {golden.path.name for golden in GAMES}
    assert all(path.suffix == SUFFIX for path in FOLDER.iterdir())
    assert max(path.stat().st_size for path in Path(FOLDER).iterdir()) < 80_000


def test_golden_games_show_every_kind_of_chance() -> None:
    """Dice, cards, objectives, artefacts and shuffles stand beside the actions that brought them."""
    said = " ".join(entry.chance for golden in GAMES for entry in read(golden.path).entries)
    events = ("dice", "equipment", "zombies", "objective blue", "objective green", "artefact")
    for event in (*events, "shuffle equipment_deck", "shuffle zombie_deck"):
        assert event in said
