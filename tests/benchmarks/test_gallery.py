"""The pictures of the README: a game of every kind, including a won one."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.needs import PLOT, RENDER
from zombicide_benchmarks import gallery
from zombicide_env.docs.games import FOLDER
from zombicide_env.docs.parts import NO_BOARD, mapped
from zombicide_env.games import OWN
from zombicide_env.replay import read

pytest.importorskip("PIL.Image", reason=RENDER)
pytest.importorskip("matplotlib", reason=PLOT)


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


def test_every_analysis_of_the_docs_has_its_pictures() -> None:
    named = re.findall(r"\(pictures/((?:maps|curves)/[a-z0-9_/]+\.png)\)", (FOLDER / "analysis.md").read_text(encoding="utf-8"))
    assert len(named) == 2 * len(list(mapped())) - len(NO_BOARD)
    drawn = [path for kind in ("maps", "curves") for path in (gallery.PICTURES / kind).rglob("*.png")]
    assert {path.relative_to(gallery.PICTURES).as_posix() for path in drawn} == set(named)


@pytest.mark.slow
@pytest.mark.train
def test_analyses_draw_maps_and_curves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("matplotlib", reason=PLOT)
    monkeypatch.setattr(gallery, "mapped", lambda: [("black_plague", "danse_macabre"), ("hit_z_road", "")])
    gallery.analyses(tmp_path, games=2)
    drawn = {path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*.png")}
    assert drawn == {"maps/black_plague/danse_macabre.png", "curves/black_plague/danse_macabre.png", "curves/hit_z_road/hit_z_road.png"}
