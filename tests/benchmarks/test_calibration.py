"""Calibration of predicted win probabilities: frequencies by tenths, scores, a results file."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from zombicide_benchmarks.calibration import main, predicted, reliability
from zombicide_env import make_game
from zombicide_env.docs.results import calibration


def test_estimates_are_compared_with_results_by_tenths() -> None:
    found = reliability(np.array([0.0, 0.05, 0.3, 0.3, 1.0]), np.array([0.0, 0.0, 1.0, 0.0, 1.0]))
    assert [(row["low"], row["positions"], row["told"], row["came"]["value"]) for row in found["deciles"]] == [
        (0.0, 2, 0.025, 0.0),
        (0.3, 2, 0.3, 0.5),  # 0.3 * 10 is less than 3
        (0.9, 1, 1.0, 1.0),
    ]
    assert found["brier"] == pytest.approx((0.05**2 + 0.7**2 + 0.3**2) / 5, abs=1e-4)
    assert found["brier_of_mean"] == pytest.approx(0.24)
    assert found["error"] == pytest.approx((2 * 0.025 + 2 * 0.2) / 5)


def test_one_position_of_each_game_is_looked_at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("zombicide_env.play.win_probability.GAMES", 10)
    told, came = predicted(make_game("hit_z_road", players=2), 12, seed=3)
    assert told.shape == came.shape == (12,) and set(came) <= {0.0, 1.0} and 0 < told.mean() < 1
    main(["--game", "hit_z_road", "--games", "8", "--output", str(tmp_path / "found.json")])
    tables = json.loads((tmp_path / "found.json").read_text())["tables"]
    assert [row["game"] for row in tables] == ["all", "hit_z_road"] and tables[0]["positions"] == 8
    assert tables[1]["record"]["game"] == "hit_z_road" and tables[1]["record"]["seed"] == 0


def test_the_chance_that_the_page_shows_is_calibrated() -> None:
    """In the stored results the outcomes match the predictions, which are better than the mean win rate."""
    whole, *games = calibration()["tables"]
    assert whole["positions"] == sum(table["positions"] for table in games) >= 1000
    assert whole["error"] < 0.05 and whole["brier"] < whole["brier_of_mean"] / 2
