"""The worth of wishes: games with and without wishes on the same seeds, and a table that is not measured twice."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from zombicide_benchmarks import wishes
from zombicide_env import make_game

ROWS = (
    wishes.Row("black_plague", "danse_macabre", "mentor", wishes.STRONGER),
    wishes.Row("black_plague", "danse_macabre", "random", most=2),
)


def test_who_asks_for_nothing_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wishes, "helper", lambda game, batch, rows, seats: [None] * len(rows))
    game, row, seeds = make_game("black_plague", quest="danse_macabre"), wishes.Row("black_plague", "danse_macabre", "helper"), np.arange(6)
    tally = wishes.Tally()
    np.testing.assert_array_equal(wishes.spoken(game, row, seeds, tally), wishes.silent(game, row, seeds))
    assert not tally.asked


@pytest.mark.slow
def test_accepted_wishes_are_kept_and_a_row_is_not_measured_twice(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(wishes, "ROWS", ROWS)
    place = tmp_path / "wishes.json"
    wishes.main(["--games", "3", "--output", str(place)])
    found: list[dict[str, Any]] = wishes.stored(place, {})["rows"]
    assert [one["games"] for one in found] == [3, 2]
    for one in found:
        accepted, kept = (sum(one[part].values()) for part in ("accepted", "granted"))
        assert 0 < accepted <= sum(one["asked"].values())
        assert 0.8 * accepted <= kept <= accepted
        assert sum(one["refused"].values()) == sum(one["asked"].values()) - accepted
    assert "| danse_macabre (black_plague) | random | greedy | 2 |" in place.with_suffix(".md").read_text()
    monkeypatch.setattr(wishes, "measured", None)
    wishes.main(["--games", "3", "--output", str(place)])
