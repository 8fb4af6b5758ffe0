"""The slider of a replay, as a notebook shows it, in a browser: every position of the slider draws its frame."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from zombicide_env import make_game
from zombicide_env.render.notebook import slides
from zombicide_env.render.svg import svg
from zombicide_env.replay import Recorder

#: Positions of all shapes of a picture, relative to its corner.
MEASURE = """(picture) => {
  const corner = picture.getBoundingClientRect();
  return [...picture.querySelectorAll('rect, line, polygon, circle, text')].map((shape) => {
    const { x, y, width, height } = shape.getBoundingClientRect();
    return [shape.tagName, x - corner.x, y - corner.y, width, height];
  });
}"""


@pytest.mark.slow
@pytest.mark.browser
def test_every_position_of_the_slider_draws_its_frame(window: Callable[..., Any], tmp_path: Path) -> None:
    game = make_game("hit_z_road", players=2)
    recorder, scenes = Recorder(game, 1), []
    for _ in range(12):
        scenes.append(game.scene(recorder.state))
        recorder.record(int(recorder.mask.nonzero()[0][-1]))
    captions = [f"decision {number}" for number in range(len(scenes))]
    wanted = "".join(svg(scene).replace("<svg ", '<svg class="wanted" style="max-width: 60em; height: auto" ', 1) for scene in scenes)
    page = tmp_path / "notebook.html"
    page.write_text(f"<!doctype html><meta charset='utf-8'>{slides(scenes, captions)}<hr>{wanted}", encoding="utf-8")
    shown = window(page.as_uri())
    references = shown.query_selector_all("svg.wanted")
    slider = shown.locator("input[type=range]")
    assert shown.locator("figcaption").inner_text() == captions[-1]
    for number in range(len(scenes)):
        slider.fill(str(number))
        shown.wait_for_function("text => document.querySelector('figcaption').textContent == text", arg=captions[number])
        drawn, whole = shown.query_selector("figure svg").evaluate(MEASURE), references[number].evaluate(MEASURE)
        assert [one[0] for one in drawn] == [one[0] for one in whole]
        assert all(abs(a - b) < 0.1 for one, other in zip(drawn, whole, strict=True) for a, b in zip(one[1:], other[1:], strict=True))
        assert slider.get_attribute("aria-valuetext") == captions[number]
    slider.press("ArrowLeft")
    shown.wait_for_function("text => document.querySelector('figcaption').textContent == text", arg=captions[-2])
