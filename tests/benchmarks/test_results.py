"""Files of results: rows are lines, a page lies next to them, and what is there is read again."""

from __future__ import annotations

from pathlib import Path

from zombicide_benchmarks.results import folder_of, percent, points, stored, write


def test_results_are_read_again_and_each_row_is_a_line(tmp_path: Path) -> None:
    path = tmp_path / "new" / "found.json"
    assert stored(path, {"rows": []}) == {"rows": []}
    results = {"machine": {"cores": 2}, "rows": [{"quest": "famine", "won": [0.5]}, {"quest": "all", "won": []}]}
    write(path, results, "# Found\n", "quest")
    assert stored(path, {}) == results
    assert [line.startswith('{"quest"') for line in path.read_text().splitlines()] == [False, True, True]
    assert path.with_suffix(".md").read_text() == "# Found\n"


def test_results_without_rows_or_a_page_are_indented_json_alone(tmp_path: Path) -> None:
    write(tmp_path / "found.json", [1, 2])
    assert (tmp_path / "found.json").read_text() == "[\n 1,\n 2\n]\n"
    assert [path.name for path in tmp_path.iterdir()] == ["found.json"]


def test_a_run_has_an_empty_folder_of_its_own(tmp_path: Path) -> None:
    folder = folder_of(tmp_path, "generated:seed=7,tiles=2", "sparse reward", 1)
    assert folder == tmp_path / "generated_seed_7_tiles_2_sparse_reward_1"
    folder.mkdir()
    assert folder_of(tmp_path, "generated:seed=7,tiles=2", "sparse reward", 1) == folder
    assert not folder.exists()


def test_intervals_are_written_in_percent_and_in_points() -> None:
    assert percent([0.865, 0.811, 0.906]) == "86.5 % (81.1 to 90.6)"
    assert points([0.031, -0.004, 0.058]) == "+3.1 (-0.4 to +5.8)"
