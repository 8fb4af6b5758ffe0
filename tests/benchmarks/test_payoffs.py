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
    assert [row["quest"] for row in found["payoffs"]] == ["y_zone"] * 4 + ["mean"] * 4
    single = [row for row in found["payoffs"] if row["quest"] == "y_zone"]
    won = {(row["team"], row["master"]): row["won"]["value"] for row in single}
    assert len(won) == 4 and won["random", "random"] == 0 < 0.5 < won["greedy", "random"]
    assert all(row["record"]["options"]["quest"] == "y_zone" and row["record"]["seed"] == 0 for row in single)
    gains = {(one["master"], one["over"]): one["value"] for one in found["gains"] if one["quest"] == "y_zone"}
    assert gains["greedy", "random"] == pytest.approx(won["greedy", "random"] - won["greedy", "greedy"])
    assert gains["random", "greedy"] == -gains["greedy", "random"]


def row(quest: str, master: str, value: float) -> dict[str, object]:
    return {"quest": quest, "team": "greedy", "master": master, "games": 9, "won": won_by(value)}


def test_a_mean_is_that_of_all_missions_and_follows_what_is_measured_again() -> None:
    first = payoffs.merged({}, {"payoffs": [row("y_zone", "greedy", 0.2), row("y_zone", "random", 0.3)], "gains": []})
    both = payoffs.merged(first, {"payoffs": [row("big_w", "greedy", 0.4)], "gains": []})
    means = {one["master"]: one["won"] for one in both["payoffs"] if one["quest"] == "mean"}
    assert list(means) == ["greedy"]  # the other master did not play The Big W
    assert means["greedy"]["value"] == pytest.approx(0.3)
    assert means["greedy"]["high"] == pytest.approx(0.3 + 0.05 / 2**0.5)
    again = payoffs.merged(both, {"payoffs": [row("y_zone", "greedy", 0.6)], "gains": []})
    assert [one["won"]["value"] for one in again["payoffs"] if one["quest"] == "mean"] == [pytest.approx(0.5)]
    assert len(again["payoffs"]) == 4


def test_the_page_shows_the_mean_first_and_who_answers_whom() -> None:
    found = payoffs.merged({}, {"payoffs": [row("y_zone", "greedy", 0.2), row("big_w", "greedy", 0.4)], "gains": []})
    answer = {"quest": "big_w", "role": "zombie_master", "agent": "greedy", "minutes": 1.0, "reinforced": 2000, "won": won_by(0.25)}
    found["payoffs"][1]["record"] = {"rules_revision": 0}
    page = "\n".join(zombicide._payoffs({**found, "game": "apocalypse", "responses": [answer]}))
    assert page.index("| mean | `greedy` | 30.0 %") < page.index("| y_zone | `greedy` | 20.0 %")
    assert "| big_w | `greedy` | 40.0 % (35.0 to 45.0) † |" in page and "† Played under an earlier revision of the rules." in page
    assert "| `greedy` | zombie_master | big_w | 1 | 2,000 | 25.0 % (20.0 to 30.0) |" in page
    assert list(zombicide._payoffs({})) == []


def won_by(value: float) -> dict[str, float]:
    return {"value": value, "low": value - 0.05, "high": value + 0.05}


def test_a_best_response_to_a_frozen_master_is_trained_and_stored_with_the_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    small = {
        "minutes": None,
        "steps": 64,
        "base_generations": 1,
        "horizon": 8,
        "envs": 8,
        "batch": 32,
        "evaluate_games": 4,
        "runoff_games": 4,
    }
    train = payoffs.train_selfplay
    monkeypatch.setattr(payoffs, "train_selfplay", lambda config: train(replace(config, **small)))
    path = tmp_path / "payoffs.json"
    words = ["--minutes", "0.02", "--games", "10", "--runs", str(tmp_path / "runs"), "--output", str(path)]
    payoffs.main(["responses", "zombie_master=random", *words])
    (answer,) = json.loads(path.read_text())["responses"]
    assert (answer["role"], answer["agent"]) == ("zombie_master", "random")
    assert answer["record"]["options"]["quest"] == answer["quest"] == payoffs.ANSWERED
    assert answer["reinforced"] > 0 and 0 <= answer["won"]["low"] <= answer["won"]["value"] <= 1
