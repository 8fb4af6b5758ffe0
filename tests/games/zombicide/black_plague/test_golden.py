"""The golden games: every quest with every end that it can have, played again line by line."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.games.zombicide.black_plague.golden.make import ENDS, GOLDENS, IMPOSSIBLE, QUESTS
from tests.games.zombicide.black_plague.golden.rules import SHOWN
from tests.games.zombicide.goldens import Golden
from zombicide_env.games.zombicide.black_plague.world.box import quest
from zombicide_env.games.zombicide.table.codes import DEFEATS, OUTCOMES
from zombicide_env.replay import SUFFIX, read

GAMES = list(GOLDENS.games())
FILES = sorted(GOLDENS.folder.glob(f"*{SUFFIX}"))
#: Played in plain Python too: short, and between them a won game and three causes of defeat.
SHORT = [
    golden
    for golden in GAMES
    if (golden.quest, golden.end) in ((0, "won"), (0, "max_rounds"), (2, "no_survivors"), (4, "quest"), (4, "necromancer"))
]
UNUSUAL = ("supply", "allow_small_team", "max_rounds", "strict_all_survivors")


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


def test_every_quest_and_every_end_is_there() -> None:
    assert [quest(number).id for number in range(11)] == list(QUESTS)
    causes = DEFEATS[1:4]  # those that follow belong to other editions
    assert {"won", *causes, "max_rounds"} == set(ENDS)
    assert OUTCOMES[:4] == ("ongoing", "won", "lost", "truncated")
    covered = {(golden.quest, golden.end) for golden in GAMES}
    assert covered | set(IMPOSSIBLE) == {(number, end) for number in range(11) for end in ENDS}
    assert not covered & set(IMPOSSIBLE)
    assert all(len(reason) > 40 for reason in IMPOSSIBLE.values())
    assert all((number, "won") in covered for number in range(11))


def test_the_folder_holds_these_files_and_no_others() -> None:
    assert {path.name for path in FILES} == {golden.path.name for golden in GAMES}
    assert max(path.stat().st_size for path in FILES) < 80_000


def test_golden_games_show_every_kind_of_chance() -> None:
    """Dice, cards, objectives, artefacts and shuffles stand beside the actions that brought them."""
    said = " ".join(entry.chance for golden in GAMES for entry in read(golden.path).entries)
    events = ("dice", "equipment", "zombies", "objective blue", "objective green", "artefact")
    for event in (*events, "shuffle equipment_deck", "shuffle zombie_deck"):
        assert event in said


def test_every_line_has_rules_that_there_are() -> None:
    SHOWN.fits("black_plague", FILES)


def test_a_line_that_fails_names_its_rules() -> None:
    replay = read(GOLDENS.folder / "00_danse_macabre-max_rounds.replay")
    number = next(i for i, entry in enumerate(replay.entries) if entry.text.startswith("open ") and "zombies" in entry.chance)
    wrong = replace(replay.entries[number], chance="dice 1")
    broken = replace(replay, entries=(*replay.entries[:number], wrong, *replay.entries[number + 1 :]))
    with pytest.raises(pytest.fail.Exception, match=r"decision \d+: chance gives .* \(rules: BP-11\.5 BP-11\.R4 BP-12\.1 BP-12\.R1"):
        SHOWN.holds(broken)
    assert SHOWN.at(replay, replay.entries[-1].line + 1) == SHOWN.end
    assert SHOWN.at(replay, 1) == SHOWN.setup
