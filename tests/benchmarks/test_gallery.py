"""The pictures of the README: a game of every kind, and a game that is won."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.needs import RENDER
from zombicide_benchmarks import gallery
from zombicide_env.games import OWN
from zombicide_env.replay import read

pytest.importorskip("PIL.Image", reason=RENDER)


def test_every_game_has_a_picture() -> None:
    assert set(gallery.STILLS) == set(OWN)
    assert all((gallery.PICTURES / f"{name}.png").stat().st_size < 50_000 for name in OWN)


def test_a_still_shows_a_board() -> None:
    picture = gallery.still("hit_z_road")
    assert picture.ndim == 3 and picture.std() > 20


@pytest.mark.slow
def test_the_film_is_of_a_game_that_is_won(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gallery, "record", lambda film: film.out.write_bytes(b"film"))
    gallery.film(tmp_path / "won.webp", tmp_path / "won.replay")
    end = read(tmp_path / "won.replay").end
    assert end is not None and "won" in end.said
    assert (tmp_path / "won.webp").exists()
