"""The format: violations are reported as invalid, false claims as failures, both with a location."""

from __future__ import annotations

import json
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest

from tests.games.vectors import report_on
from zombicide_env.conformance import Report, VectorError, check, load, main
from zombicide_env.conformance.compare import differences

GOOD = """
- id: T-1
  rules: [BP-6.2]
  title: a move
  game: black_plague
  board:
    cells: |
      a b C
      a c D
    links: {b-C: closed door, C-D: passage}
    vaults: {V: {doors: [c], colour: violet, cards: [torch]}}
  survivors:
    alf: {zone: a, left: hammer}
    bea: {zone: b}
  zombies: {c: {walker: 1}}
  play:
    - legal: ["alf: move b"]
    - alf: move b
  expect: {alf: {zone: b}, zombies: {c: {walker: 1}}}
"""


def write(folder: Path, text: str) -> Path:
    file = folder / "vectors.yaml"
    file.write_text(dedent(text), encoding="utf-8")
    return file


def report_of(folder: Path, old: str = "", new: str = "") -> Report:
    return report_on(folder, GOOD, old, new)


def test_good_vector_passes(tmp_path: Path) -> None:
    assert report_of(tmp_path).passed


@pytest.mark.parametrize(
    ("old", "new", "reason", "line"),
    [
        ("game: black_plague", "game: white_plague", "unknown game 'white_plague'", 5),
        ("  title: a move\n", "", "the key 'title' is missing", 2),
        ("rules: [BP-6.2]", "rules: BP-6.2", "'rules' must be a list", 3),
        ("  survivors:", "  monsters: {}\n  survivors:", "unknown key 'monsters'", 12),
        ("zombies: {c:", "zombies: {x:", "unknown zone 'x'", 15),
        ("{walker: 1}}\n  play", "{wolf: 1}}\n  play", "unknown key 'wolf'", 15),
        ("left: hammer", "left: hamer", "unknown card 'hamer' (did you mean 'hammer'?)", 13),
        ("left: hammer", "left: chainmail", "chainmail may not lie in the slot left", 13),
        ("left: hammer", "body: hammer", "hammer may not lie in the slot body", 13),
        ("left: hammer", "skills: [sprinting]", "unknown skill 'sprinting'", 13),
        ("left: hammer", "skills: [ironclad]", "unknown skill 'ironclad'", 13),
        ("left: hammer", "actions: '2'", "must be a whole number", 13),
        ("bea: {zone: b}", "bea: {zone: b, actions: 2}", "only the survivor of 'turn'", 14),
        ("bea: {zone: b}", "bea: {}", "the key 'zone' is missing", 14),
        ("bea: {zone: b}", "x: {zone: b}", "'x' is not the name of a survivor", 14),
        ("bea: {zone: b}", "danger: {zone: b}", "is a label or a key", 14),
        ("b-C: closed door", "b-C: closed dor", "unknown link 'closed dor' (did you mean 'closed door'?)", 10),
        ("b-C: closed door", "a-C: closed door", "do not touch", 6),
        ("b-C: closed door", "a-b: passage", "wall", 6),
        ("a c D", "a c D D", "cells", 6),
        ("a b C\n      a c D", "a b C\n      D c a", "do not hang together", 6),
        ("colour: violet", "colour: blue", "unknown colour 'blue'", 11),
        ("- alf: move b\n", "- alf: 3\n", "must be a text", 18),
        ("- alf: move b\n", "- zoe: move b\n", "'zoe' is neither an agent nor a kind of step", 18),
        ("- alf: move b\n", "- run: lunch\n", "unknown step 'lunch'", 18),
        ('["alf: move b"]', '["move b"]', "must be a text '<agent>: <text>'", 17),
        ('["alf: move b"]', '["zoe: move b"]', "unknown agent 'zoe'", 17),
        ("expect: {alf: {zone: b}", "expect: {alf: {zone: q}", "unknown zone 'q'", 19),
        ("expect: {alf: {zone: b}", "expect: {alf: {place: b}", "unknown key 'place'", 19),
        ("expect: {alf: {zone: b}", "expect: {weather: fine", "unknown key 'weather'", 19),
        ("expect: {alf: {zone: b}", "expect: {doors: {a-b: open}", "unknown door 'a-b'", 19),
        ("  zombies: {c", "  dice: [7]\n  zombies: {c", "must be a whole number from 1 to 6", 15),
        ("  zombies: {c", "  turn: zoe\n  zombies: {c", "unknown survivor 'zoe'", 15),
        ("  zombies: {c", "  quest: 11\n  zombies: {c", "must be a whole number from 0 to 10", 15),
        ("  zombies: {c", "  zombie_cards: [walker_10]\n  zombies: {c", "unknown zombie card 'walker_10'", 15),
        ("  zombies: {c", "  zombie_cards: [card_37]\n  zombies: {c", "unknown zombie card 'card_37'", 15),
        ("  zombies: {c", "  players: {player_0: [alf]}\n  zombies: {c", "bea belongs to no player", 15),
        ("  zombies: {c", "  automatic: 1\n  zombies: {c", "must be true or false", 15),
    ],
)
def test_broken_format_is_invalid(tmp_path: Path, old: str, new: str, reason: str, line: int) -> None:
    report = report_of(tmp_path, old, new)
    assert report.invalid
    assert not report.passed
    assert report.problem is not None
    assert reason in report.problem
    assert f"vectors.yaml:{line}:" in report.problem


@pytest.mark.parametrize(
    ("old", "new", "step", "found"),
    [
        ("- alf: move b\n", "- alf: move D\n", "play[2]", "it is not legal; legal: move"),
        ("- alf: move b\n", "- bea: move a\n", "play[2]", "alf decides now"),
        ('["alf: move b"]', '["alf: move D"]', "play[1]", "alf decides"),
        ("- legal: ", "- illegal: ", "play[1]", "it is legal"),
        ("expect: {alf: {zone: b}", "expect: {alf: {zone: a}", "expect survivors.alf.zone", "b"),
        ("expect: {alf: {zone: b}", "expect: {alf: {zone: a}, survivors: {alf: {xp: 0}}", "expect survivors.alf.zone", "b"),
        ("{walker: 1}}\n  play", "{walker: 2}}\n  play", "expect zombies.c", "{'walker': 2}"),
        ("  zombies: {c", "  dice: [3]\n  zombies: {c", "dice", "dice left over: [3]"),
    ],
)
def test_what_does_not_hold_fails(tmp_path: Path, old: str, new: str, step: str, found: str) -> None:
    report = report_of(tmp_path, old, new)
    assert not report.invalid, report.problem
    assert not report.passed
    assert report.failures[0].step == step
    assert found in report.failures[0].found
    assert report.line().startswith("T-1: FAILED (BP-6.2): ")


def test_needing_an_unscripted_die_fails(tmp_path: Path) -> None:
    report = report_of(tmp_path, "    - alf: move b\n", "    - alf: move c\n    - alf: melee hammer\n")
    assert [failure.step for failure in report.failures] == ["dice"]


def test_ids_of_vectors_are_unique_in_a_file(tmp_path: Path) -> None:
    first, second = load(write(tmp_path, GOOD + GOOD))
    assert check(first).passed
    assert "ids are unique" in str(check(second).problem)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("id: 3", "list of vectors"),
        ("- 3", "must be a mapping"),
        ("- {id: a, id: b}", "stands twice"),
        ("- [", "is not YAML"),
        ("- id: a\n---\n- id: b", "several documents"),
        ("&a [*a]", r"the alias \*a lies inside what it names"),
        ("[" * 40 + "]" * 40, "more than 32 levels"),
        ("[" * 3000 + "]" * 3000, "more than 32 levels|is not YAML"),  # PyYAML has its own limit since 6.0.4
        ("- 1" + "0" * 5000, r"'10{28,} \.\.\. 0{29,}' cannot be read as int"),
        ("- 2024-13-45", "cannot be read as timestamp"),
        ("- !!bool maybe", "'maybe' cannot be read as bool"),
        ("- " * 30 + '"\\e[31m\\n": [1', r"^[^\x1b\n]*$"),
        ("- id: \x07", "is not YAML"),
    ],
)
def test_a_malformed_vector_is_refused_with_file_and_reason(tmp_path: Path, text: str, reason: str) -> None:
    with pytest.raises(VectorError, match=reason) as error:
        load(write(tmp_path, text))
    assert error.value.file == tmp_path / "vectors.yaml"


def test_load_refuses_what_is_no_text(tmp_path: Path) -> None:
    (tmp_path / "vectors.yaml").write_bytes(b"- id: \xff")
    with pytest.raises(VectorError, match="save the file as UTF-8"):
        load(tmp_path / "vectors.yaml")


def test_a_broken_file_of_a_folder_does_not_hide_the_others(tmp_path: Path) -> None:
    write(tmp_path, GOOD)
    (tmp_path / "broken.yaml").write_text("# vectors\n- [", encoding="utf-8")
    broken, good = map(check, load(tmp_path))
    assert good.passed
    assert broken.invalid
    assert broken.line().startswith(f"broken.yaml: INVALID: {tmp_path / 'broken.yaml'}:")


def test_merged_keys_may_be_replaced(tmp_path: Path) -> None:
    text = "- &first\n" + dedent(GOOD).strip().removeprefix("- ").replace("id: T-1", "  id: T-1")
    first, second, third = load(write(tmp_path, text + "\n- &second\n  <<: *first\n  id: T-2\n- <<: *second\n  id: T-3\n"))
    assert [vector.id for vector in (first, second, third)] == ["T-1", "T-2", "T-3"]
    assert all(check(vector).passed for vector in (first, second, third))
    with pytest.raises(VectorError, match="'id' stands twice"):
        load(write(tmp_path, text + "\n- <<: *first\n  id: T-2\n  id: T-3\n"))


def test_loading_an_empty_or_missing_folder_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(VectorError, match=r"no \*\.yaml file"):
        load(tmp_path)
    with pytest.raises(VectorError, match="no such file"):
        load(tmp_path / "missing")


def test_load_folder_is_recursive_and_sorted(tmp_path: Path) -> None:
    for name in ("b", "a"):
        (tmp_path / name).mkdir()
        write(tmp_path / name, GOOD.replace("T-1", f"T-{name}"))
    assert [vector.id for vector in load(tmp_path)] == ["T-a", "T-b"]


def test_the_command_counts_passed_and_failed_vectors(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good = write(tmp_path, GOOD)
    assert main([good]) == 0
    assert capsys.readouterr().out == "1 passed, 0 failed, 0 invalid\n"
    other = tmp_path / "other.yaml"
    other.write_text(GOOD.replace("zone: b}, zombies", "zone: c}, zombies").replace("T-1", "T-2"), encoding="utf-8")
    assert main([tmp_path]) == 1
    out = capsys.readouterr().out.splitlines()
    assert out[0] == f"T-2: FAILED (BP-6.2): expect survivors.alf.zone: expected c, found b [{other}:2]"
    assert out[1] == "1 passed, 1 failed, 0 invalid"
    assert main([tmp_path / "nothing.yaml"]) == 1
    capsys.readouterr()
    assert main([tmp_path], json=True) == 1
    document = json.loads(capsys.readouterr().out)
    assert [vector["status"] for vector in document["vectors"]] == ["failed", "passed"] or {
        vector["id"]: vector["status"] for vector in document["vectors"]
    } == {"T-1": "passed", "T-2": "failed"}


@pytest.mark.parametrize(
    ("expected", "found", "same"),
    [
        ({"a": 1}, {"a": 1, "b": 2}, True),
        ({"a": 1}, {"b": 2}, False),
        ({"a": ">=2"}, {"a": 2}, True),
        ({"a": ">2"}, {"a": 2}, False),
        ({"a": "!=2"}, {"a": 3}, True),
        ({"a": "2"}, {"a": 2}, False),
        ({"a": 1}, {"a": True}, False),
        ({"a": False}, {"a": 0}, False),
        ({"a": None}, {"a": None}, True),
        ({"a": ["x", "y"]}, {"a": ["y", "x"]}, False),
        ({"a": ["x"]}, {"a": ["x", "x"]}, False),
        ({"w": {}}, {"w": {"k": 1}}, False),
        ({"w": {"k": 1, "n": 0}}, {"w": {"k": 1}}, True),
        ({"w": {"k": "<=1"}}, {"w": {"k": 1}}, True),
        ({"w": {"k": 1}}, {"w": {"k": 1, "m": 1}}, False),
    ],
)
def test_only_expected_values_are_compared(expected: dict[str, Any], found: dict[str, Any], same: bool) -> None:
    assert (not differences(expected, found, lambda path: path == ("w",))) == same


@pytest.mark.parametrize("found", [{}, {"k": 1}, {"k": {"n": 2}}])
def test_an_empty_mapping_may_stand_for_an_empty_one(found: dict[str, Any]) -> None:
    assert not differences({"a": {}}, {"a": found}, lambda path: False)
    assert (not differences({"a": {}}, {"a": found}, lambda path: False, empty_is_empty=True)) == (not found)
    assert not differences({"a": {"k": 1}}, {"a": {"k": 1, "m": 2}}, lambda path: False, empty_is_empty=True)
