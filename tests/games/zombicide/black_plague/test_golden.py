"""The golden games: every quest with every possible end, replayed line by line."""

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
#: Replayed in plain Python too: short, and including a won game and three causes of defeat.
SHORT = [
    golden
    for golden in GAMES
    if (golden.quest, golden.end) in ((0, "won"), (0, "max_rounds"), (2, "no_survivors"), (4, "quest"), (4, "necromancer"))
]


@pytest.mark.parametrize("golden", GAMES, ids=lambda golden: golden.path.stem)
def test_a_stored_game_is_replayed_to_the_same_end(golden: Golden) -> None:
    golden.holds(SHOWN)


@pytest.mark.python_mode
@pytest.mark.parametrize("golden", SHORT, ids=lambda golden: golden.path.stem)
def test_golden_game_in_both_modes(golden: Golden) -> None:
    golden.holds(SHOWN)


def test_every_quest_and_every_end_is_there() -> None:
    assert [quest(number).id for number in range(11)] == list(QUESTS)
    causes = DEFEATS[1:4]  # those that follow belong to other editions
    assert {"won", *causes, "max_rounds"} == set(ENDS)
    assert OUTCOMES[:4] == ("ongoing", "won", "lost", "truncated")
    GOLDENS.covers_all()
    assert all((number, "won") not in IMPOSSIBLE for number in range(11))


def test_golden_games_show_every_kind_of_chance() -> None:
    """Dice, cards, objectives, artefacts and shuffles are recorded next to the actions that caused them."""
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
