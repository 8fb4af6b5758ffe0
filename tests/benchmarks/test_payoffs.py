"""Payoffs of unequal sides: the counts, and the text of the page."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from tests.needs import TRAIN

pytest.importorskip("sb3_contrib", reason=TRAIN)

from zombicide_benchmarks import payoffs
from zombicide_env.docs import zombicide

pytestmark = pytest.mark.train


def test_every_team_meets_every_master_and_masters_are_compared_game_by_game(tmp_path: Path) -> None:
    path = tmp_path / "payoffs.json"
    words = ["--quest", "y_zone", "--teams", "greedy", "random", "--masters", "greedy", "random", "--games", "12", "--output", str(path)]
    payoffs.main(["table", *words])
    found = json.loads(path.read_text())
    won = {(row["team"], row["master"]): row["won"]["value"] for row in found["payoffs"]}
    assert len(won) == 4 and won["random", "random"] == 0 < 0.5 < won["greedy", "random"]
    assert all(row["record"]["options"]["quest"] == "y_zone" and row["record"]["seed"] == 0 for row in found["payoffs"])
    gains = {(one["master"], one["over"]): one["value"] for one in found["gains"]}
    assert gains["greedy", "random"] == pytest.approx(won["greedy", "random"] - won["greedy", "greedy"])
    assert gains["random", "greedy"] == -gains["greedy", "random"]
    again = payoffs.merged(found, {"quest": "y_zone", "payoffs": [{"team": "greedy", "master": "other"}], "gains": []})
    assert len(again["payoffs"]) == 5 and again["gains"] == found["gains"]
    assert payoffs.merged(found, {"quest": "tutorial", "payoffs": [], "gains": []})["payoffs"] == []
    found["responses"] = [{"role": "zombie_master", "agent": "greedy", "minutes": 1.0, "imitated": 1, "reinforced": 2, "won": won_by(0.25)}]
    page = "\n".join(zombicide._payoffs(found))
    assert "Teams against masters: `y_zone`" in page
    assert "| `greedy` | zombie_master | 1 | 1 | 2 | 25.0 % (20.0 to 30.0) |" in page
    assert list(zombicide._payoffs({})) == []


def won_by(value: float) -> dict[str, float]:
    return {"value": value, "low": value - 0.05, "high": value + 0.05}


def test_a_best_response_to_a_frozen_master_is_trained_and_stored_with_the_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    small = {"minutes": None, "steps": 64, "warm_decisions": 256, "lesson": 8, "horizon": 8, "envs": 8, "batch": 32}
    small |= {"evaluate_games": 4, "runoff_games": 4}
    train = payoffs.train_selfplay
    monkeypatch.setattr(payoffs, "train_selfplay", lambda config: train(replace(config, **small)))
    path = tmp_path / "payoffs.json"
    path.write_text('{"quest": "tutorial"}')
    words = ["--quest", "tutorial", "--minutes", "0.02", "--games", "10", "--runs", str(tmp_path / "runs"), "--output", str(path)]
    payoffs.main(["responses", "zombie_master=random", *words])
    found = json.loads(path.read_text())
    (answer,) = found["responses"]
    assert found["quest"] == "tutorial" and (answer["role"], answer["agent"]) == ("zombie_master", "random")
    assert answer["record"]["options"]["quest"] == "tutorial"
    assert answer["imitated"] > 0 and 0 <= answer["won"]["low"] <= answer["won"]["value"] <= 1
