"""Stalling earns less than trying, whatever else the policy does."""

from __future__ import annotations

import pytest

from zombicide_benchmarks import stalling
from zombicide_env import make_game


@pytest.mark.parametrize("policy", ["only waits", "only runs"])
def test_standing_still_earns_what_a_defeat_does(policy: str) -> None:
    row = stalling.play(make_game("black_plague", quest="big_game_hunting", max_rounds=3), policy, 8)
    assert row["return"] == -1.0
    assert row["return_truncated"] == pytest.approx(-1.0 + row["out_of_time"], abs=1e-3)
    assert row["out_of_time"] > 0.5 and row["rounds"] <= 3


def test_rearranging_cards_spends_decisions_and_no_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stalling, "MOST_DECISIONS", 600)
    game = make_game("black_plague", quest="big_game_hunting", max_rounds=3)
    still, waits = (stalling.play(game, policy, 4) for policy in ("only rearranges", "only waits"))
    assert still["decisions"] > 3 * waits["decisions"]
    assert "| only waits |" in stalling.text([still, waits])
