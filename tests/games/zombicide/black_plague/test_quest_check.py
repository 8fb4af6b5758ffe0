"""Checking quest files of users: every message names the line and the remedy."""

from __future__ import annotations

import ast
import re
from importlib import resources

import pytest

from zombicide_env import cli
from zombicide_env.games.source import ContentError
from zombicide_env.games.zombicide import EDITIONS, edition_module
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


def wins(predicate):
    return changed("[[all_objectives_taken]]", f"[[all_objectives_taken], ['{predicate}']]")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (wins("taken(blue)"), "the goal taken(blue) cannot be met: the board has 0 blue objectives"),
        (wins("taken(red) >= 2"), "the goal taken(red) >= 2 cannot be met: the board has 1 red objective"),
        (wins("taken_at(F)"), "no objective lies in F"),
        (wins("artefacts_taken >= 1"), "there are 0 artefacts"),
        (wins("team_holds(torch 99)"), "survivors can get 4 cards of this name"),
        (wins("vault_card_taken(torch)"), "survivors can get 0 cards of this name"),
        (wins("exit_complete"), "the quest has no Exit; name its zones under exit"),
        (wins("level_reached(red) >= 2"), "it counts nothing; leave out the number"),
        (wins("team_holds(torch 1)") + "setup:\n  remove_equipment_cards: {torch: all}\n", "survivors can get 0 cards of this name"),
        (
            wins("exit_complete").replace("exit: []", "exit: [C]") + "rules:\n  - {kind: exit, zone: C, after_step: 2}\n",
            "the Exit opens only after step 2; write it in a later step",
        ),
        (
            wins("all_initial_survivors_in(F)").replace("at: [[1, 1], [1, 2]]}", "at: [[1, 1], [1, 2]], locked_until: never}"),
            "nobody can reach F",
        ),
    ],
)
def test_goals_that_cannot_be_met_are_errors(text, reason, tmp_path):
    found = findings(tmp_path, text)
    assert [one for one in found if one[1] == "error"] == [(17, "error", found[-1][2])], found
    assert reason in found[-1][2]


@pytest.mark.parametrize(
    "predicate", ["taken(red)", "taken_at(C)", "team_holds(torch 4)", "level_reached(red)", "killed(abomination) >= 3", "no_zombie_in(F)"]
)
def test_goals_that_can_be_met_are_sound(predicate, tmp_path):
    assert findings(tmp_path, wins(predicate)) == []


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("{zone: C}", "{zone: C, at: [1, 2]}"),
        ("{zone: C}", "{zone: C, at: [0, 9]}"),
        ("{zone: d}", "{zone: d, at: [[1, 0], [1, 1]]}"),
        ("win:", "setup: {zombies: [{zone: C, kind: walker, at: [0, 0]}]}\nwin:"),
    ],
)
def test_pieces_lie_in_the_zone_that_is_named(old, new, tmp_path):
    with pytest.raises(ContentError, match=r"cell \[\d, \d\] is \w, not [Cd]|9' is not a whole number from 0 to 2"):
        findings(tmp_path, changed(old, new))


def test_a_place_of_several_cells_may_be_given(tmp_path):
    assert findings(tmp_path, changed("{zone: d}", "{zone: d, at: [[1, 0]]}").replace("{zone: C}", "{zone: C, at: [0, 2]}")) == []


def test_all_mistakes_of_a_file_are_listed(tmp_path, capsys):
    """At least one for each part; what follows from another mistake, such as tokens that do not add up, is not listed."""
    text = BASE.replace("title: Mine", "titel: Mine").replace("easy", "harmless").replace("[[0, 1], [0, 2]]", "[[0, 1], [1, 1]]")
    text = text.replace("[[1, 1], [1, 2]]", "[[1, 1], [9, 2]]").replace("start: [a]", "start: [z]").replace("{zone: d}", "{zone: D}")
    text = text.replace("{zone: C}", "{zone: C, shuffled: maybe}\n  - {zone: X}").replace("[[all_objectives_taken]]", "[[taken(pink)]]")
    text += "rules:\n  - {kind: key, objective: blue, unlocks_doors: [1]}\nsetup: {zombie: []}\nnotes:\n  - {about: doors}\n"
    path = tmp_path / "mine.yaml"
    path.write_text(text)
    assert cli.main(["quests", "check", str(path)]) == 1
    *said, counts = capsys.readouterr().out.splitlines()
    assert all(line.startswith(f"{path}:") and ": error: " in line for line in said)
    assert [int(line.split(":")[1]) for line in said] == [1, 2, 3, 9, 10, 11, 14, 16, 17, 18, 21, 23]
    assert counts == f"{path}: 12 errors, 0 warnings"


def test_rules_that_lack_a_key_are_named(tmp_path):
    with pytest.raises(ContentError, match=r"mine\.yaml:19: rules\[0\]: key 'kind' is missing"):
        findings(tmp_path, BASE + "rules:\n  - {xp: 5}\n")


def _accepted(path, tables):
    """Keys and words in the calls of ``mapping`` and in the named tables of a reader."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        named = isinstance(node, ast.AnnAssign) and getattr(node.target, "id", "") in tables
        called = isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "mapping"
        for part in [node.value] if named else node.args if called else ():
            yield from (word.value for word in ast.walk(part) if isinstance(word, ast.Constant) and isinstance(word.value, str))


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_guide_to_quest_files_has_every_key_that_the_reader_accepts(edition, root):
    folder = root / "zombicide_env" / "games" / "zombicide"
    tables = {"_REQUIRED", "_OPTIONAL", "_SPECIAL_ZONES", "_RULES", "_PLAIN_RULES", "_COLOURED_RULES", "_LOSE", "_PLAIN_GOALS", "_GOALS"}
    tables |= {"RULE_KEYS", "KEYS"}
    files = ["quest_reader.py", *(["quests.py", "predicates.py"] if edition != "white_death" else [])]
    paths = [*(folder / "table" / name for name in files), folder / edition / "world" / "quest_file.py"]
    if edition == "apocalypse":
        paths.append(folder / edition / "world" / "mission.py")
    known = {word for path in paths for text in _accepted(path, tables) for word in re.findall(r"\w+", text)}
    known |= set(edition_module(edition, "edition").GOALS)
    # What a guide does not say is as in Black Plague's.
    guides = [(folder / one / "content" / "quests" / "README.md").read_text(encoding="utf-8") for one in {edition, "black_plague"}]
    said = {word for guide in guides for code in re.findall(r"`([^`\n]*)`", guide) for word in re.findall(r"\w+", code)}
    assert sorted(known - said) == []
