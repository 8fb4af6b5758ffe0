"""A recorded game as a GIF."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import agents
from zombicide_env.play import Session
from zombicide_env.play.film import Film, main

Image = pytest.importorskip("PIL.Image")


@pytest.fixture
def record(tmp_path: Path, tutorial: Any) -> Path:
    session = Session(tutorial, [agents.make("greedy", tutorial)], seed=4)
    session.play(6)
    session.replay.write(tmp_path / "game.replay")
    return tmp_path / "game.replay"


def test_a_film_has_a_picture_for_every_move(record: Path, tmp_path: Path) -> None:
    said = main(Film(record, tmp_path / "a" / "film.gif", seconds=0.1, scale=0.2))
    with Image.open(tmp_path / "a" / "film.gif") as film:
        assert film.n_frames == 7
        assert film.info["duration"] == 100
    assert "7 pictures" in said


def test_a_part_of_a_game(record: Path, tmp_path: Path) -> None:
    main(Film(record, tmp_path / "film.gif", scale=0.2, start=2, end=4, panels=False))
    with Image.open(tmp_path / "film.gif") as film:
        assert film.n_frames == 3


@pytest.mark.parametrize(("start", "end"), [(0, 7), (5, 4), (-1, None), (7, None)])
def test_parts_that_are_not_there(record: Path, tmp_path: Path, start: int, end: int | None) -> None:
    with pytest.raises(ValueError, match="the game has 6 moves"):
        main(Film(record, tmp_path / "film.gif", start=start, end=end))
    assert not (tmp_path / "film.gif").exists()
