"""What notebooks show of environments, games, positions and replays."""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET

import numpy as np
import pytest

from zombicide_env import black_plague_v0, make_game
from zombicide_env.envs.gym import TeamEnv
from zombicide_env.replay import Recorder


def _drawings(html: str) -> list[str]:
    """The SVG documents in a page; each is well formed."""
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


def test_a_game_shows_its_options() -> None:
    html = make_game("hit_z_road", players=2)._repr_html_()
    ET.fromstring(html)
    assert "<td>players</td><td>2</td>" in html


@pytest.mark.slow
def test_a_replay_has_a_slider_over_its_rounds() -> None:
    game = make_game("hit_z_road", players=2)
    recorder = Recorder(game, 1)
    while not recorder.over:
        recorder.record(int(np.flatnonzero(recorder.mask)[0]))
    [now] = _drawings(recorder._repr_html_())
    html = recorder.replay._repr_html_()
    rounds = {entry.round for entry in recorder.entries}
    pictures = _drawings(html)
    assert len(pictures) == len(rounds) + 1
    assert pictures[-1] == now
    assert f'max="{len(rounds)}" value="{len(rounds)}"' in html
    assert html.count("<figure ") - html.count(" hidden>") == 1
