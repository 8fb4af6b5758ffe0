"""The golden games: every number of players, every mode and every end, replayed line by line."""

from __future__ import annotations

import pytest

from tests.games.z_game.golden.make import FOLDER, GAMES
from tests.games.z_game.golden.rules import SHOWN
from zombicide_env.games.z_game.numbers.layout import ENDS
from zombicide_env.games.z_game.world.build import MODES
from zombicide_env.replay import SUFFIX, read

FILES = sorted(FOLDER.glob(f"*{SUFFIX}"))


@pytest.mark.python_mode
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_stored_game_is_replayed_to_the_same_end(path):
    replay = read(path)
    last = SHOWN.holds(replay)
    wanted = GAMES[path.stem]
    assert wanted.options.items() <= replay.header.options.items()
    assert wanted.end(last)
    assert {entry.text.split()[0] for entry in replay.entries} >= set(wanted.moves)


def test_every_number_of_players_mode_and_end_is_there():
    assert {path.stem for path in FILES} == set(GAMES)
    assert {wanted.options["players"] for wanted in GAMES.values()} == {2, 3, 4}
    assert all(any(wanted.options.get(mode) for wanted in GAMES.values()) for mode in MODES)
    ends = {read(path).end.detail.split()[0] for path in FILES}
    assert ends == set(filter(None, ENDS))


def test_every_line_has_rules_that_there_are():
    SHOWN.fits("z_game", FILES)
