"""The difficulty of the games, and the report that is generated from the results."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from zombicide_benchmarks import difficulty, paper, printing
from zombicide_benchmarks.strength.page import LEADERBOARD
from zombicide_benchmarks.strength.protocol import GAMES
from zombicide_benchmarks.strength.result import results
from zombicide_env import make_game
from zombicide_env.docs.home import CITATION
from zombicide_env.games import GAMES as ENTRIES


@pytest.mark.parametrize(
    ("game", "options", "private"), [("black_plague", {"quest": "danse_macabre", "max_rounds": 9}, False), ("z_game", {"players": 2}, True)]
)
def test_hidden_cards_of_others_are_what_is_private(game: str, options: dict[str, object], private: bool) -> None:
    """In a team all see the same; in a competitive game each player has private cards."""
    row = difficulty.measured(make_game(game, **options), 3)
    assert (row["private"] > 0.5) if private else (row["private"] == 0)
    assert 0 < row["uncertain"] < 1
    assert 1 < row["legal"] <= row["most_legal"] <= row["actions"]
    assert row["lines"] > 1 and row["decisions"] > row["rounds"] > 0
    assert row == difficulty.measured(make_game(game, **options), 3)


def test_a_command_writes_a_row_for_each_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(difficulty, "GAMES", (("hit_z_road", {"players": 2}),))
    difficulty.main(["--games", "2", "--output", str(tmp_path / "found.json")])
    found = json.loads((tmp_path / "found.json").read_text(encoding="utf-8"))
    assert [row["game"] for row in found["rows"]] == ["hit_z_road"]
    assert found["machine"]["python"].startswith("CPython")


@pytest.mark.slow
def test_the_report_has_every_game_and_every_agent_of_the_leaderboard() -> None:
    text = paper.report()
    for game in GAMES:
        assert f"| {ENTRIES[game].title}" in text
    for result in results(LEADERBOARD):
        assert f"| {result.label} |" in text
    assert "nan" not in text and "None" not in text
    assert "zombicide_env/docs/report.md" in CITATION.read_text(encoding="utf-8")


def test_the_printed_report_is_a_document_with_its_tables() -> None:
    pytest.importorskip("markdown", reason="needs markdown: pip install markdown")
    page = printing.html("# Title\n\n| a | b |\n| --- | ---: |\n| 1 | 2 |\n", "A & B")
    assert page.startswith("<!doctype html>") and "<table>" in page and "<h1>Title</h1>" in page
    assert "<title>A &amp; B</title>" in page
