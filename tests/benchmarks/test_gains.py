"""The table of what training gains says what was measured."""

from __future__ import annotations

from zombicide_benchmarks.gains import ROWS, page


def test_a_row_names_the_best_rule_based_player_and_the_difference_to_it() -> None:
    agents = {
        "policy": {"won": [0.8, 0.77, 0.83]},
        "base": {"won": [0.75, 0.72, 0.78], "difference": [0.05, 0.02, 0.08]},
        "greedy": {"won": [0.5, 0.47, 0.53], "difference": [0.3, 0.26, 0.34]},
        "greedy:weights=quests": {"won": [0.7, 0.67, 0.73], "difference": [0.1, 0.07, 0.13]},
    }
    row = {
        "row": ROWS[0].name,
        "minutes": 20.0,
        "games": 1000,
        "agents": agents,
        "trained": {"seconds": 354.0, "most_steps": 7, "most_generations": 3},
    }
    text = page({"rows": [row], "machine": {"processor": "a processor", "cores": 2, "date": "today"}})
    shown = next(line for line in text.splitlines() if ROWS[0].name in line)
    assert "| 5.9 of 20 |" in shown
    assert "`--steps 7 --base-generations 3`" in text
    assert "| 80.0 % | 75.0 % |" in shown
    assert shown.endswith("| +10.0 (+7.0 to +13.0) |")
