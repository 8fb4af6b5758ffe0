"""Replays of 0.1.0 whose options meant something else then."""

from __future__ import annotations

from pathlib import Path

from zombicide_env.replay import read, verify
from zombicide_env.replay.player import game_of

OLD = Path(__file__).with_name("limit_of_0.1.0.replay")


def test_a_limit_of_rounds_truncates_in_a_replay_that_is_older_than_the_option() -> None:
    replay = read(OLD)
    assert "at_max_rounds" not in replay.header.options and replay.header.options["max_rounds"] == 3
    assert replay.end is not None and replay.end.outcome == "truncated"
    verify(replay)
    assert game_of(replay).options["at_max_rounds"] == "truncation"
