"""The amount of search: simulated games are counted, and only searches are measured."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from zombicide_benchmarks import searching


def test_imagined_games_are_counted(tmp_path: Path) -> None:
    path = tmp_path / "speed.json"
    searching.main(
        ["--agent", "search:simulations=12,depth=4,threads=1", "--quest", "danse_macabre", "--decisions", "2", "--output", str(path)]
    )
    found = json.loads(path.read_text())
    (row,) = found["quests"]
    assert row["decisions"] == 2 and row["candidates"] >= 2
    assert 12 <= row["simulations"] <= 24  # every candidate is simulated in as many worlds as the others
    assert found["a_decision"] == row["simulations"] and found["a_second"] > 0


def test_nothing_but_a_search_is_measured() -> None:
    with pytest.raises(ValueError, match="greedy simulates no games"):
        searching.measure("danse_macabre", "greedy", 1)
