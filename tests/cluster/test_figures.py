"""The measurement of cluster scaling runs in every setting, and its page has a row for each."""

from __future__ import annotations

import pytest

pytest.importorskip("ray", reason="needs the extra ray")

from zombicide_benchmarks.cluster import MEASURED, measure, text
from zombicide_benchmarks.machine import machine

pytestmark = [pytest.mark.cluster, pytest.mark.train]


def test_every_place_is_measured() -> None:
    rows = measure(1, [0.001], games=128, updates=1, rounds=1)
    assert [row["place"] for row in rows] == ["this process", "1 process", "Ray, 1 worker", "Ray, 1 worker, 1 ms"]
    assert all(row[what] > 0 for row in rows for what in MEASURED)
    page = text({"machine": machine("torch", "ray"), "games": 128, "updates": 1, "rounds": 1, "rows": rows})
    assert page.count("\n| ") == 2 + len(rows)
