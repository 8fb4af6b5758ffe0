"""Checking quest files of users: every message names the line and the remedy."""

from __future__ import annotations

from importlib import resources

import pytest

from zombicide_env.games.source import ContentError
from zombicide_env.games.zombicide.black_plague.world.box import box, check_quest
from zombicide_env.games.zombicide.black_plague.world.generate import generate
from zombicide_env.games.zombicide.table.generate import parse_spec

FOLDER = resources.files("zombicide_env.games.zombicide.black_plague").joinpath("content", "quests")
QUESTS = sorted(entry.name for entry in FOLDER.iterdir() if entry.name.endswith(".yaml"))

BASE = """\
id: mine
title: Mine
difficulty: easy
survivors: {min: 1, max: null}
cells: |
  a b C
  d e F
doors:
  - {id: 1, zones: [b, C], at: [[0, 1], [0, 2]]}
  - {id: 2, zones: [e, F], at: [[1, 1], [1, 2]]}
start: [a]
exit: []
spawn_zones:
  - {zone: d}
objectives:
  - {zone: C}
win: {steps: [[all_objectives_taken]]}
"""


def findings(tmp_path, text):
    path = tmp_path / "mine.yaml"
    path.write_text(text, encoding="utf-8")
    return [(found.line, found.severity, found.text) for found in check_quest(path)]


def test_a_sound_quest_has_no_findings(tmp_path):
    assert findings(tmp_path, BASE) == []


@pytest.mark.parametrize("name", QUESTS)
def test_quests_of_the_game_can_be_won(name, tmp_path):
    text = FOLDER.joinpath(name).read_text(encoding="utf-8")
    assert [found for found in findings(tmp_path, text) if found[1] == "error"] == []


@pytest.mark.parametrize("seed", range(5))
def test_generated_quests_can_be_won(seed, tmp_path):
    text = generate(parse_spec(f"generated:seed={seed},tiles=4,difficulty=3"), box().tiles)
    assert [found for found in findings(tmp_path, text) if found[1] == "error"] == []


def changed(old, new):
    assert old in BASE
    return BASE.replace(old, new)


@pytest.mark.parametrize(
    ("text", "line", "severity", "words"),
    [
        (changed("  - {id: 1, zones: [b, C], at: [[0, 1], [0, 2]]}\n", ""), 15, "error", "objective in C"),
        (changed("at: [[1, 1], [1, 2]]}", "at: [[1, 1], [1, 2]], locked_until: taken(blue)}"), 10, "error", "no blue objective"),
        (changed("exit: []", "exit: [C]").replace("  - {id: 1, zones: [b, C], at: [[0, 1], [0, 2]]}\n", ""), 11, "error", "Exit in C"),
        (changed("  - {id: 2, zones: [e, F], at: [[1, 1], [1, 2]]}\n", ""), 5, "warning", "nobody can reach F"),
        (changed("{zone: d}", "{zone: a}"), 14, "warning", "starting zone"),
        (changed("  - {zone: d}", "  - {zone: d, tokens: 6}"), 14, "warning", "first escape"),
    ],
)
def test_findings_name_the_line(text, line, severity, words, tmp_path):
    found = findings(tmp_path, text)
    assert any(one[1] == severity and words in one[2] and one[0] == line for one in found), found


def test_a_key_behind_its_own_door(tmp_path):
    text = changed("at: [[0, 1], [0, 2]]}", "at: [[0, 1], [0, 2]], colour: blue, locked_until: taken(blue)}")
    text = text.replace("  - {zone: C}", "  - {zone: C, colour: blue}")
    assert any(line == 16 and severity == "error" and "no placement" in words for line, severity, words in findings(tmp_path, text))


def test_placements_that_cannot_be_solved_are_counted(tmp_path):
    text = changed("at: [[0, 1], [0, 2]]}", "at: [[0, 1], [0, 2]], colour: blue, locked_until: taken(blue)}")
    text = text.replace("  - {zone: C}", "  - {zone: C, shuffled: true}\n  - {zone: F, shuffled: true}")
    text += "setup:\n  objectives: {shuffled_tokens: {blue: 1, red: 1}}\n"
    assert any(severity == "warning" and "1 of 2 placements" in words for _, severity, words in findings(tmp_path, text))


def test_a_file_that_breaks_the_format(tmp_path):
    with pytest.raises(ContentError, match=r"mine\.yaml:14: .*there is no zone 'x'"):
        findings(tmp_path, changed("{zone: d}", "{zone: x}"))
