"""Replays of 0.1.0, before a revision of the rules."""

from __future__ import annotations

from pathlib import Path

import pytest

from zombicide_env.replay import ReplayError, read, verify

OLD = Path(__file__).with_name("limit_of_0.1.0.replay")


def test_a_replay_by_the_first_revision_of_the_rules_is_refused_with_a_sentence() -> None:
    """It can still be read, which plays nothing."""
    replay = read(OLD)
    assert replay.end is not None and replay.header.rules == 1
    with pytest.raises(ReplayError, match=r"revision 1 of the rules of black_plague, this is revision \d+: .* use package version 0\.1\.0"):
        verify(replay)
