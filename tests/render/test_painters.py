"""The painters: SVG, pixels and text."""

from __future__ import annotations

import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import zombicide_agents as agents
from zombicide_env import make_game
from zombicide_env.core.batch import Batch
from zombicide_env.core.scene import Circle, Group, Line, Panel, Polygon, Rect, Scene, Text
from zombicide_env.play import Session
from zombicide_env.render import ansi, png, raster, rgb_array, svg
from zombicide_env.render.page import compose

ESCAPE = re.compile(r"\x1b\[[0-9;]*m")


# ---- pixels ----------------------------------------------------------------------------------------------------------


def test_pixels_have_the_size_of_the_page_and_are_the_same_every_time(positions: Any) -> None:
    scene = positions["busy"](1).scene()
    page = compose(scene)
    one, two = rgb_array(scene), rgb_array(positions["busy"](1).scene())
    assert one.dtype == np.uint8
    assert one.shape == (round(page.height), round(page.width), 3)
    assert np.array_equal(one, two)
    assert one.flags.writeable
    assert one.flags.c_contiguous


def test_a_picture_has_the_size_of_its_scene_times_the_scale(positions: Any) -> None:
    scene = positions["fresh"](0).scene()
    board = rgb_array(scene, panels=False)
    assert board.shape == (round(scene.height), round(scene.width), 3)
    assert rgb_array(scene, panels=False, scale=0.5).shape == (round(scene.height / 2), round(scene.width / 2), 3)
    with pytest.raises(ValueError, match="positive scale"):
        rgb_array(scene, scale=0)


def test_a_change_of_the_game_changes_the_picture_where_it_happened(positions: Any) -> None:
    p = positions["fresh"](0)
    before = rgb_array(p.scene(), panels=False)
    zone = p.zone("4c")
    p.s["zombies"][zone][0] = 3
    after = rgb_array(p.scene(), panels=False)
    (row, col) = p.board.cells[zone][0]
    changed = np.argwhere((before != after).any(axis=2))
    assert len(changed) > 300
    assert changed.min(axis=0)[0] >= row * 132
    assert changed.max(axis=0)[0] <= (row + 1) * 132 + 16
    assert changed.min(axis=0)[1] >= col * 132
    assert changed.max(axis=0)[1] <= (col + 1) * 132 + 16


def test_shapes_land_where_they_should() -> None:
    items = (
        Rect(10, 10, 20, 20, "#ff0000"),
        Line(50, 0, 50, 100, "#00ff00", 4),
        Circle(80, 50, 10, "#0000ff"),
        Polygon(((60, 80), (100, 80), (100, 100), (60, 100)), "#ffff00"),
        Rect(10, 60, 20, 20, "#ffffff80"),
    )
    pixels = rgb_array(Scene(110, 110, items), panels=False)
    assert tuple(pixels[20, 20]) == (255, 0, 0)
    assert tuple(pixels[40, 20]) == (23, 26, 32)
    assert tuple(pixels[50, 50]) == (0, 255, 0)
    assert tuple(pixels[50, 80]) == (0, 0, 255)
    assert tuple(pixels[90, 80]) == (255, 255, 0)
    assert 120 < pixels[70, 20, 0] < 150  # half transparent


@pytest.mark.slow
@pytest.mark.parametrize(("name", "options"), [("black_plague", {"quest": "danse_macabre"}), ("hit_z_road", {"players": 3})])
def test_a_picture_does_not_depend_on_the_one_before(name: str, options: dict[str, Any]) -> None:
    game = make_game(name, **options)
    batch = Batch(game, 1, seed=5)
    for number in range(9):
        batch.step_random(13)
        scene = game.scene(batch.states)
        scale = (1.0, 1.5, 0.7)[number % 3]
        after = rgb_array(scene, scale=scale)
        raster._kept.pictures = {}
        assert np.array_equal(after, rgb_array(scene, scale=scale))


def test_a_returned_picture_is_a_copy() -> None:
    first = rgb_array(Scene(40, 40, (Rect(0, 0, 40, 40, "#ff0000"),)), panels=False)
    again = first.copy()
    rgb_array(Scene(40, 40, (Rect(0, 0, 40, 40, "#00ff00"),)), panels=False)
    assert np.array_equal(first, again)


def test_a_painting_that_was_interrupted_is_not_taken_for_done(monkeypatch: pytest.MonkeyPatch) -> None:
    red, green = (Scene(40, 40, (Rect(0, 0, 40, 40, colour),)) for colour in ("#ff0000", "#00ff00"))
    rgb_array(red, panels=False)
    with monkeypatch.context() as broken:
        broken.setattr(raster._Brush, "draw", lambda *_: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            rgb_array(green, panels=False)
    assert tuple(rgb_array(green, panels=False)[20, 20]) == (0, 255, 0)


def test_png_is_a_picture(positions: Any) -> None:
    import io

    from PIL import Image

    scene = positions["fresh"](0).scene()
    with Image.open(io.BytesIO(png(scene))) as image:
        assert np.array_equal(np.asarray(image), rgb_array(scene))


# ---- SVG -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("quest", [0, 1, 2, 10])
def test_svg_is_well_formed_and_tags_everything(positions: Any, quest: int) -> None:
    p = positions["busy"](quest)
    root = ET.fromstring(svg(p.scene()))
    tags = [element.get("data-tag") for element in root.iter()]
    for zone in range(p.w["n_zones"]):
        assert f"zone:{zone}" in tags
    for i in range(6):
        assert f"panel:survivor:{i}" in tags
        assert (f"survivor:{i}" in tags) == bool(p.s["alive"][i])
    words = {element.text for element in root.iter("{http://www.w3.org/2000/svg}text")}
    assert p.quest.title in words
    assert set(p.board.zones[: len(set(sum(p.board.grid, ())))]) <= words
    assert {"Ann", "Baldric", "Silas"} <= words


def test_svg_escapes_what_comes_from_outside() -> None:
    hostile = '<script>"&'
    scene = Scene(10, 10, (Group((Text(0, 0, hostile, 9, "#000000"),), hostile, hostile, hostile),), title=hostile)
    assert "<script>" not in svg(scene)
    root = ET.fromstring(svg(scene))
    assert any(element.get("data-tag") == hostile for element in root.iter())


def test_svg_of_the_board_alone_has_no_panels(positions: Any) -> None:
    scene = positions["busy"](1).scene()
    assert "panel:" in svg(scene)
    assert "panel:" not in svg(scene, panels=False)
    assert f'viewBox="0 0 {scene.width:g} {scene.height:g}"' in svg(scene, panels=False)


# ---- text ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("quest", range(11))
def test_text_names_every_zone_with_its_contents_within_the_width(positions: Any, quest: int) -> None:
    p = positions["busy"](quest)
    text = ansi(p.scene())
    assert "\x1b" not in text
    assert max(map(len, text.splitlines())) <= 102
    words = set(re.split(r"[\s┃┊]+", text))
    assert set(p.board.zones) <= words
    for z in range(p.w["n_zones"]):
        for k, n in enumerate(p.s["zombies"][z]):
            assert not n or {f"{int(n)}{'WFRAN'[k]}", f"{int(n)}{'WFRAN'[k]}!", f"{int(n)}{'WFRAN'[k]};"} & words
    assert "> B  Baldric" in text
    assert "[B]" in text
    assert text.count("obj:?") == int((p.s["hidden"] * p.s["objective"] > 0).sum())


def test_a_crowded_zone_leaves_nothing_out(positions: Any) -> None:
    p = positions["busy"](10, 12)
    words = set(re.split(r"[\s┃┊]+", ansi(p.scene())))
    marks = [panel.mark for panel in p.scene().panels if not panel.gone]
    assert len(marks) == 11
    assert all(mark in words or f"[{mark}]" in words for mark in marks)
    assert {"12W", "6F", "5R", "1A", "1N"} <= words


def test_board_lines_are_equally_long(positions: Any) -> None:
    lines = [line for line in ansi(positions["busy"](10, 12).scene()).splitlines() if line[:1] in "┏┃┣┗"]
    assert len(lines) > 30
    assert len({len(line) for line in lines if line}) == 1


def test_colours_add_escapes_only(positions: Any) -> None:
    scene = positions["busy"](1).scene()
    coloured = ansi(scene, color=True)
    assert "\x1b[" in coloured
    assert [ESCAPE.sub("", line).rstrip() for line in coloured.splitlines() if "Goals" not in line] == [
        line for line in ansi(scene).splitlines() if "Goals" not in line
    ]


def test_doors_and_openings_differ_in_the_text(positions: Any) -> None:
    text = ansi(positions["fresh"](0).scene())
    assert "XXX" in text
    assert "####" in text
    assert "/" in text
    assert "┈" in text


# ---- the page --------------------------------------------------------------------------------------------------------


def test_panels_do_not_overlap_and_the_page_holds_everything(positions: Any) -> None:
    for quest, survivors in ((0, 4), (0, 12), (1, 6), (10, 12)):
        page = compose(positions["busy"](quest, survivors).scene())
        cards = [group.items[0] for group in page.items if isinstance(group, Group) and group.tag.startswith("panel:")]
        assert len(cards) == survivors
        for n, a in enumerate(cards):
            assert isinstance(a, Rect)
            assert a.x + a.w <= page.width
            assert a.y + a.h <= page.height
            for b in cards[:n]:
                assert isinstance(b, Rect)
                assert a.x >= b.x + b.w or b.x >= a.x + a.w or a.y >= b.y + b.h or b.y >= a.y + a.h


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "options"),
    [("black_plague", {"quest": "big_game_hunting"}), ("black_plague", {"survivors": 12}), ("hit_z_road", {"players": 4})],
)
def test_all_pictures_of_a_game_have_one_size(game: str, options: dict[str, Any]) -> None:
    made = make_game(game, **options)
    session = Session(made, [agents.make("random")], seed=1)
    sizes = set()
    while not session.over and len(session.moves) < 400:
        if len(session.moves) % 5 == 0:
            page = compose(made.scene(session.state))
            sizes.add((page.width, page.height))
        session.step()
    page = compose(made.scene(session.state))
    assert sizes == {(page.width, page.height)}


def test_a_scene_of_another_game_can_be_painted() -> None:
    scene = Scene(200, 100, (Rect(0, 0, 200, 100, "#334455"),), "Other", panels=(Panel("Somebody", "S", "#ff0000", tag="seat:0"),))
    assert rgb_array(scene).shape[2] == 3
    assert "Somebody" in svg(scene)
    assert "Somebody" in ansi(scene)
    assert rgb_array(replace(scene, panels=())).size < rgb_array(scene).size


def test_importing_the_painters_does_not_import_pillow() -> None:
    code = "import sys, zombicide_env.render; assert 'PIL' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True)
