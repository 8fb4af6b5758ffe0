"""A recorded game as an animation."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import zombicide_agents as agents
from tests.needs import FILM, RENDER
from zombicide_env.play import Session
from zombicide_env.play.film import Film, _captioned, _pictures, main
from zombicide_env.replay import read
from zombicide_env.replay.player import steps

pytest.importorskip("PIL.Image", reason=RENDER)
from PIL import Image


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


def test_moves_are_captioned(record: Path, tutorial: Any) -> None:
    """The banner next to the title describes the move's effects, unless the game itself uses the banner."""
    step = next(step for step in steps(read(record), tutorial) if tutorial.brief(step.events))
    first = tutorial.sentence(tutorial.brief(step.events)[0])
    assert _captioned(tutorial, step).banner.startswith(first[:20])
    assert tutorial.scene(step.state).banner == ""


def test_a_film_of_a_part_of_a_game_has_its_length(record: Path, tmp_path: Path) -> None:
    main(Film(record, tmp_path / "film.gif", scale=0.2, start=2, end=4, panels=False))
    with Image.open(tmp_path / "film.gif") as film:
        times = []
        for number in range(film.n_frames):  # identical consecutive frames may have been merged
            film.seek(number)
            times.append(film.info["duration"])
        assert sum(times) == 2 * 500 + 2000


def test_a_webp_shows_what_the_gif_does_in_fewer_bytes(record: Path, tmp_path: Path) -> None:
    for name in ("film.gif", "film.webp"):
        main(Film(record, tmp_path / name, scale=0.3))
    with Image.open(tmp_path / "film.gif") as gif, Image.open(tmp_path / "film.webp") as film:
        assert film.n_frames == gif.n_frames == 7
        film.seek(6)
        gif.seek(6)
        difference = np.abs(np.asarray(film.convert("RGB"), int) - np.asarray(gif.convert("RGB"), int))
    assert difference.mean() < 8
    assert (tmp_path / "film.webp").stat().st_size < (tmp_path / "film.gif").stat().st_size


def test_a_bound_on_the_pictures_leaves_moves_out_evenly(record: Path, tmp_path: Path) -> None:
    """Of six moves every third one, and the start."""
    assert "3 pictures" in main(Film(record, tmp_path / "film.webp", scale=0.2, pictures=3))
    with pytest.raises(ValueError, match="pictures=0: expected at least 1"):
        main(Film(record, tmp_path / "other.webp", pictures=0))


@pytest.mark.parametrize(("start", "end"), [(0, 6), (0, 5), (1, 6), (2, 3), (0, 0), (6, 6)])
@pytest.mark.parametrize("most", range(1, 9))
def test_a_film_never_has_more_pictures_than_the_bound_and_shows_its_end(record: Path, most: int, start: int, end: int) -> None:
    film = Film(record, scale=0.05, start=start, end=end)
    every = list(_pictures(read(record), film, end))
    shown = list(_pictures(read(record), replace(film, pictures=most), end))
    assert len(every) == end - start + 1
    assert min(most, 2, len(every)) - (start > 0) <= len(shown) <= most
    np.testing.assert_array_equal(shown[-1], every[-1])
    if most >= len(every):
        assert len(shown) == len(every)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"seconds": float("nan")}, "seconds=nan: expected a number from 0.02 to 600.0"),
        ({"seconds": float("inf")}, "seconds=inf: expected a number from 0.02 to 600.0"),
        ({"seconds": -1.0}, "seconds=-1.0: expected a number"),
        ({"scale": 1e9}, "scale=1000000000.0: expected a number from 0.05 to 4.0"),
        ({"scale": 0.0}, "scale=0.0: expected a number"),
        ({"scale": float("nan")}, "scale=nan: expected a number"),
        ({"pictures": -3}, "pictures=-3: expected at least 1"),
        ({"start": -1}, "start -1, end 6: the game has 6 moves"),
        ({"end": -2}, "start 0, end -2: the game has 6 moves"),
    ],
)
@pytest.mark.parametrize("name", ["film.gif", "film.webp", "film.mp4"])
def test_numbers_out_of_range_are_named(record: Path, tmp_path: Path, name: str, changes: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=re.escape(message)):
        main(Film(record, tmp_path / name, **changes))
    assert not (tmp_path / name).exists()


def test_a_film_may_be_an_mp4(record: Path, tmp_path: Path) -> None:
    av = pytest.importorskip("av", reason=FILM)
    assert "7 pictures" in main(Film(record, tmp_path / "film.MP4", seconds=0.5, scale=0.2))
    with av.open(str(tmp_path / "film.MP4")) as film:
        frames = [frame.to_ndarray(format="rgb24") for frame in film.decode(video=0)]
    assert len(frames) == 6 + 4  # the last frame stays for two seconds
    assert frames[0].shape[0] % 2 == frames[0].shape[1] % 2 == 0
    assert frames[0].std() > 20


def test_other_kinds_of_films_are_refused(record: Path, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"expected a file name that ends in \.gif, \.webp, \.mp4"):
        main(Film(record, tmp_path / "film.avi"))


@pytest.mark.parametrize(("start", "end"), [(0, 7), (5, 4), (-1, None), (7, None)])
def test_a_part_beyond_the_end_of_the_game_is_refused(record: Path, tmp_path: Path, start: int, end: int | None) -> None:
    with pytest.raises(ValueError, match="the game has 6 moves"):
        main(Film(record, tmp_path / "film.gif", start=start, end=end))
    assert not (tmp_path / "film.gif").exists()
