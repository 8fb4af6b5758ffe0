"""Win rates of teams against masters, and the record in every row of what was measured and with which program."""

from __future__ import annotations

from zombicide_benchmarks.balance import NOBODY, balance


def test_a_row_says_what_it_was_made_from() -> None:
    row = balance(0, "random", NOBODY, 4, seed=7)
    assert row["games"] == 4 and 0 <= row["win_rate"]["low"] <= row["win_rate"]["high"] <= 1
    made_by = row["record"]
    assert (made_by["game"], made_by["seed"], made_by["options"]["zombie_master"]) == ("apocalypse", 7, False)
    assert made_by["versions"].keys() >= {"zombicide-env", "numba"} and made_by["games"][0]["world"]
