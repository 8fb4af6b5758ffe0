"""Notebook displays of environments, games, positions and replays."""

from __future__ import annotations

import base64
import json
import re
import zlib
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import numpy as np
import pytest

from zombicide_env import black_plague_v0, make_game
from zombicide_env.core.game import Game
from zombicide_env.core.scene import Scene
from zombicide_env.envs.gym import TeamEnv
from zombicide_env.render.svg import svg
from zombicide_env.replay import Recorder, read

CORPUS = Path(__file__).parents[2] / "benchmarks" / "corpus"


def _drawings(html: str) -> list[str]:
    """The SVG documents in a page, each of them well-formed."""
    found = re.findall(r"<svg .*?</svg>", html, re.DOTALL)
    for drawing in found:
        ET.fromstring(drawing)
    return found


def test_environments_show_their_board(tutorial: object) -> None:
    env = TeamEnv(tutorial)
    env.reset(seed=1)
    [before] = _drawings(env._repr_html_())
    env.step(int(np.flatnonzero(env.action_masks())[0]))
    raw = black_plague_v0.raw_env(quest="danse_macabre")
    raw.reset(seed=1)
    assert _drawings(raw._repr_html_()) == [before]


def test_a_game_is_named_as_it_is_made() -> None:
    assert repr(make_game("hit_z_road", players=2)) == "HitZRoad(players=2)"
    assert repr(make_game("apocalypse")) == "Apocalypse()"
    assert repr(make_game("black_plague", quest="famine", survivors=["ann", "clovis"], allow_small_team=True)).startswith(
        "BlackPlague(quest='famine', survivors="
    )


def test_a_game_shows_its_options() -> None:
    html = make_game("hit_z_road", players=2)._repr_html_()
    ET.fromstring(html)
    assert "<td>players</td><td>2</td>" in html


def _film(html: str) -> dict[str, Any]:
    """The frames of a slider, decompressed."""
    [packed] = re.findall(r'data-film="([^"]*)"', html)
    film: dict[str, Any] = json.loads(zlib.decompress(base64.b64decode(packed)))
    return film


_NUMBER = re.compile(r"-?[0-9]+(?:\.[0-9]+)?")
_PLACES = ("x", "y", "x1", "y1", "x2", "y2", "cx", "cy", "points")


def _at(element: ET.Element, x: float, y: float) -> tuple[str, str | None, dict[str, str], list[float]]:
    """An element, and the numbers of its translated position."""
    numbers: list[float] = []
    for name in _PLACES:
        for i, number in enumerate(_NUMBER.findall(element.get(name, ""))):
            numbers.append(float(number) + (y if "y" in name or i % 2 else x))
    rest = {name: value for name, value in element.attrib.items() if name not in _PLACES}
    return element.tag.rpartition("}")[2], element.text, rest, numbers


def _drawn(film: dict[str, Any], number: int) -> list[Any]:
    """The elements of a frame."""
    items = film["frames"][number]["items"]
    found: list[Any] = []
    for i in range(0, len(items), 3):
        text = film["shapes"][items[i]]
        if text.startswith("<g"):
            text += "</g>"
        if text != "</g>":
            found += [_at(element, items[i + 1], items[i + 2]) for element in ET.fromstring(text).iter()]
    return found


def _same(film: dict[str, Any], number: int, scene: Scene) -> bool:
    """Whether a frame equals the picture of the scene, to a hundredth of a pixel."""
    picture = ET.fromstring(svg(scene))
    whole, drawn = [_at(element, 0, 0) for element in picture.iter()][1:], _drawn(film, number)
    return (
        film["frames"][number]["box"] == picture.get("viewBox")
        and [one[:3] for one in drawn] == [one[:3] for one in whole]
        and all(np.allclose(one[3], other[3], rtol=0, atol=0.0101) for one, other in zip(drawn, whole, strict=True))
    )


def _played(game: Game, seed: int) -> tuple[Recorder, list[Scene]]:
    """A game, and its scenes at the start of each round and at the end."""
    recorder, scenes = Recorder(game, seed), []
    while not recorder.over:
        before = game.scene(recorder.state)
        recorder.record(int(np.flatnonzero(recorder.mask)[0]))
        if [entry.round for entry in recorder.entries[-2:-1]] != [recorder.entries[-1].round]:
            scenes.append(before)
    return recorder, [*scenes, game.scene(recorder.state)]


@pytest.mark.slow
def test_a_replay_has_a_slider_over_its_rounds() -> None:
    recorder, scenes = _played(make_game("hit_z_road", players=2), 1)
    [now] = _drawings(recorder._repr_html_())
    assert re.fullmatch(r"<Replay of hit_z_road, seed 1: \w+ \(\w+\), \d+ decisions, round \d+>", repr(recorder.replay))
    html = recorder.replay._repr_html_()
    assert _drawings(html) == [now]  # also without scripts
    assert f'max="{len(scenes) - 1}" value="{len(scenes) - 1}"' in html
    film = _film(html)
    assert len(film["frames"]) == len(scenes)
    assert all(_same(film, number, scene) for number, scene in enumerate(scenes))
    assert not _same(film, 0, scenes[1])
    assert film["frames"][0]["caption"] == "round 1, before decision 1"


@pytest.mark.slow
@pytest.mark.parametrize("path", sorted(CORPUS.glob("*/*greedy*.replay")), ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_a_replay_of_a_usual_game_is_small(path: Path) -> None:
    replay = read(path)
    html = replay._repr_html_()
    assert len(_film(html)["frames"]) == len({entry.round for entry in replay.entries}) + 1
    assert len(html) < 300_000
