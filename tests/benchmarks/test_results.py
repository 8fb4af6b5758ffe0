"""Result files: one row per line, a page next to each, and existing ones are read again."""

from __future__ import annotations

import json
from pathlib import Path

from zombicide_benchmarks.results import emptied, folder_of, laid_out, percent, points, stored, write

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"


def test_results_are_read_again_and_each_row_is_a_line(tmp_path: Path) -> None:
    path = tmp_path / "new" / "found.json"
    assert stored(path, {"rows": []}) == {"rows": []}
    results = {"machine": {"cores": 2}, "rows": [{"quest": "famine", "won": [0.5]}, {"quest": "all", "won": []}]}
    write(path, results, "# Found\n", "quest")
    assert stored(path, {}) == results
    assert [line.startswith('{"quest"') for line in path.read_text().splitlines()] == [False, True, True]
    assert path.with_suffix(".md").read_text() == "# Found\n"


def test_results_without_rows_or_a_page_are_json_alone(tmp_path: Path) -> None:
    write(tmp_path / "found.json", [1, 2])
    assert (tmp_path / "found.json").read_text() == "[1, 2]\n"
    assert [path.name for path in tmp_path.iterdir()] == ["found.json"]


def test_values_fill_their_lines_and_rows_have_one_each() -> None:
    results = {
        "a": 1,
        "won": list(range(100)),
        "rows": [{"quest": "famine", "at": 7 * [0.25]}] * 4,
        "one, two": "x" * 200,
        "b": [],
        "c": {},
    }
    text = laid_out(results)
    assert json.loads(text) == results
    assert laid_out({**results, "won": tuple(results["won"])}) == text
    lines = text.splitlines()
    assert max(map(len, lines)) < 220
    assert sum(len(line) > 140 for line in lines) == 1, "a value that is longer than a line"
    assert lines.count('  {"quest": "famine", "at": [0.25, 0.25, 0.25, 0.25, 0.25, 0.25, 0.25]},') == 3
    assert lines[:3] == ["{", ' "a": 1,', ' "won": [']
    assert lines[3].startswith("  0, 1, 2, ")


def test_stored_results_have_the_layout_that_is_written() -> None:
    """Except for files with one row per line, which may be long; the notes of policies are written by ``note_game``."""
    places = [*(BENCHMARKS / "results").rglob("*.json"), *(BENCHMARKS / "leaderboard").rglob("*.json")]
    assert len(places) > 20
    places = [path for path in places if path.parent.name != "policies"]
    found = {path.name for path in places if path.read_text(encoding="utf-8") != laid_out(json.loads(path.read_text(encoding="utf-8")))}
    assert found <= {"difficulty.json", "gains.json", "ladder.json", "objective.json"}


def test_a_run_has_a_folder_of_its_own_that_only_a_new_run_empties(tmp_path: Path) -> None:
    folder = folder_of(tmp_path, "generated:seed=7,tiles=2", "sparse reward", 1)
    assert folder == tmp_path / "generated_seed_7_tiles_2_sparse_reward_1"
    folder.mkdir()
    assert folder_of(tmp_path, "generated:seed=7,tiles=2", "sparse reward", 1).is_dir()
    assert emptied(folder) == folder and not folder.exists()


def test_intervals_are_written_in_percent_and_in_points() -> None:
    assert percent([0.865, 0.811, 0.906]) == "86.5 % (81.1 to 90.6)"
    assert points([0.031, -0.004, 0.058]) == "+3.1 (-0.4 to +5.8)"
