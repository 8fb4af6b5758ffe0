"""The list of rules and where they are referenced: no unexplained gap."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from zombicide_env.conformance.coverage import Coverage, Rule, coverage, main, rules_of


@pytest.mark.parametrize("game", ["apocalypse", "black_plague", "hit_z_road", "white_death", "z_game"])
def test_no_unexplained_gap(game: str) -> None:
    found = coverage(game)
    assert not found.gaps, f"name them in a vector or a test: {', '.join(rule.id for rule in found.gaps)}"
    assert not found.stale, f"they are tested, take the reason away: {', '.join(rule.id for rule in found.stale)}"
    assert not found.unknown, f"no such rules: {found.unknown}"
    assert found.complete


def test_the_list_of_hit_z_road_is_whole() -> None:
    rules = rules_of("hit_z_road")
    sections = {rule.id.split("-")[1].split(".")[0] for rule in rules}
    assert len(rules) == len({rule.id for rule in rules}) == 182
    assert sections == {*map(str, range(15)), "17", "19", "D"}
    assert not [rule for rule in rules if rule.reason]


def test_the_list_of_black_plague_is_whole() -> None:
    rules = rules_of("black_plague")
    ids = {rule.id for rule in rules}
    assert len(rules) == len(ids) == 623
    assert {f"BP-22.{n}" for n in range(1, 84)} | {f"BP-D-{n}" for n in range(1, 46)} | {f"BP-INV-{n}" for n in range(1, 11)} <= ids
    assert all(rule.label for rule in rules)
    assert sum(1 for rule in rules if rule.reason) < 10


def test_the_list_of_apocalypse_is_whole() -> None:
    rules = rules_of("apocalypse")
    ids = {rule.id for rule in rules}
    assert len(rules) == len(ids) == 320
    assert {f"AP-D-{n}" for n in range(1, 27)} | {f"AP-INV-{n}" for n in range(1, 10)} <= ids
    assert sum(1 for rule in rules if rule.reason) < 6


def test_what_is_wrong_is_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bp = "BP"  # no id is written out here: it would count as a reference
    (tmp_path / "conformance" / "black_plague").mkdir(parents=True)
    vector = f"- {{id: V-1, rules: [{bp}-4.2, {bp}-4.99, {bp}-1.4], title: t, game: black_plague, board: {{cells: a}}, survivors: {{}}}}\n"
    (tmp_path / "conformance" / "black_plague" / "v.yaml").write_text(vector)
    (tmp_path / "test_x.py").write_text(f'"""{bp}-4.3"""\n\ndef test_y():\n    # {bp}-4.4, WD-4.4\n    pass\n')
    found = coverage("black_plague", tmp_path)
    assert found.named(f"{bp}-4.2") == ("V-1",)
    assert found.named(f"{bp}-4.3") == ("test_x.py",)
    assert found.named(f"{bp}-4.4") == ("test_x.py::test_y",)
    assert found.unknown == {f"{bp}-4.99": ("V-1",)}
    assert [rule.id for rule in found.stale] == [f"{bp}-1.4"]
    assert len(found.gaps) == 623 - 3 - len(found.excused)
    assert main("black_plague", tests=tmp_path) == 1
    text = capsys.readouterr().out
    assert f"UNKNOWN ID     {bp}-4.99: V-1" in text
    assert f"WRONG REASON   {bp}-1.4" in text
    assert "GAP" in text


@pytest.mark.slow
def test_the_report_as_json_lists_every_rule(capsys: pytest.CaptureFixture[str]) -> None:
    assert main("black_plague", json=True) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["complete"]
    assert len(document["rules"]) == 623


def test_nothing_there_names_nothing(tmp_path: Path) -> None:
    found = coverage("black_plague", tmp_path / "no_such_folder")
    assert not found.vectors
    assert not found.tests


def test_an_unknown_game_is_refused_with_the_games_that_have_rules() -> None:
    with pytest.raises(
        ValueError, match="no list of rules for 'chess'; use one of apocalypse, black_plague, hit_z_road, white_death, z_game"
    ):
        rules_of("chess")


def test_a_report_with_everything_is_complete() -> None:
    rule = Rule("R-1", "tiles")
    assert Coverage("black_plague", (rule,), {"R-1": ("V-1",)}, {}).complete
    assert not Coverage("black_plague", (rule,), {}, {}).complete
