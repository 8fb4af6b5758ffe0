"""Win rates of factions: every deal is played equally often, shares add up, the agent is compared with greedy in its place."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from zombicide_benchmarks.factions import against, factions, main, spread


def test_every_deal_is_played_and_the_shares_add_up() -> None:
    rows = factions(3, 20)  # rounded up to the 24 deals
    mine = [row for row in rows if row["by"] == "faction"]
    assert [row["games"] for row in mine] == [18] * 4 and [row["name"] for row in mine] == ["bees", "raiders", "bikers", "party"]
    assert sum(row["won"]["value"] * row["games"] for row in mine) == pytest.approx(24)
    assert sum(row["won"]["value"] for row in rows if row["by"] == "order") == pytest.approx(1)
    assert spread(mine) > 0 and spread([row | {"won": {"value": 1 / 3}} for row in mine]) == 0


def test_in_its_own_place_greedy_wins_what_it_wins_and_random_less() -> None:
    assert all(row["difference"]["value"] == 0 for row in against(2, 24, "greedy"))
    lost = against(2, 24, "random")
    assert sum(row["games"] for row in lost) == 24 and sum(row["difference"]["value"] for row in lost) < 0


def test_results_with_custom_house_tables_are_kept_apart(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    house, output = tmp_path / "weak.yaml", tmp_path / "found.json"
    house.write_text("provenance: house\ncards:\n  shotgun: {fight: 1}\n", encoding="utf-8")
    main(["--games", "4", "--house", str(house), "--output", str(output)])
    assert "shipped tables: spread" in capsys.readouterr().out and "shotgun" in output.read_text(encoding="utf-8")
    made_by = json.loads(output.read_text(encoding="utf-8"))["record"]
    assert made_by["seed"] == 0 and [game["options"]["players"] for game in made_by["games"]] == [2, 3, 4]
