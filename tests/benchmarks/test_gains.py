"""The table of training gains: its runs, their opponents, and the text of the page."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from zombicide_benchmarks.gains import OWN_QUEST, RIVAL, ROWS, Table, main, page, tables
from zombicide_env.games.zombicide.black_plague.world.box import check_quest
from zombicide_training.run.config import TrainConfig
from zombicide_training.run.selfplay_config import SelfPlayConfig

pytestmark = pytest.mark.train

RIVALS = {"hit_z_road": 3, "z_game": 3, "zombie_police_master": 1, "zombie_police_team": 1}


def test_the_users_quest_is_sound() -> None:
    assert check_quest(OWN_QUEST) == []


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_a_row_is_a_run_and_the_tables_at_which_everybody_is_judged(row: Any, tmp_path: Path) -> None:
    config = row.config(tmp_path, 1.0)
    assert isinstance(config, SelfPlayConfig if row.name in RIVALS else TrainConfig)
    config.check()
    found = tables(row, config)
    assert len(found) == RIVALS.get(row.name, 1)
    assert len({table.name for table in found}) == len(found)
    assert all(game.id == row.game for table in found for game in table.games)


@pytest.mark.parametrize("name", ["hit_z_road", "zombie_police_team", "zombie_police_master"])
def test_the_strong_win_more_than_the_weak_in_the_candidates_seats(name: str, tmp_path: Path) -> None:
    row = next(row for row in ROWS if row.name == name)
    table = tables(row, row.config(tmp_path, 1.0))[0]
    strong, weak = (table.wins(spec, 30) for spec in (RIVAL, "random"))
    assert strong.shape == (30,)
    assert strong.mean() > weak.mean()


def test_a_team_wins_alone() -> None:
    [row] = (row for row in ROWS if row.name == "danse_macabre")
    won = Table("tutorial", [row.plain()]).wins("greedy", 8)
    assert set(np.unique(won)) <= {0.0, 1.0}


def shown(base: bool = True) -> list[str]:
    agents = {
        "policy": {"won": [0.8, 0.77, 0.83]},
        "base": {"won": [0.75, 0.72, 0.78], "difference": [0.05, 0.02, 0.08]},
        "greedy": {"won": [0.5, 0.47, 0.53], "difference": [0.3, 0.26, 0.34]},
        "greedy:weights=quests": {"won": [0.7, 0.67, 0.73], "difference": [0.1, 0.07, 0.13]},
    }
    if not base:
        del agents["base"]
    row = {
        "row": ROWS[0].name,
        "of": ROWS[0].name,
        "minutes": 20.0,
        "games": 1000,
        "agents": agents,
        "trained": {"seconds": 354.0, "most_steps": 7, "most_generations": 3},
    }
    text = page({"rows": [row], "machine": {"processor": "a processor", "cores": 2, "date": "today"}})
    assert "`--steps 7 --base-generations 3`" in text
    return [cell.strip() for cell in next(line for line in text.splitlines() if f"`{ROWS[0].name}`" in line).split("|")[1:-1]]


def test_a_row_names_the_strongest_rule_based_player_and_the_difference_to_it() -> None:
    assert shown()[1:] == [
        "5.9 of 20",
        "1000",
        "50.0 %",
        "`greedy:weights=quests` 70.0 %",
        "75.0 %",
        "80.0 %",
        "+10.0 (+7.0 to +13.0)",
    ]


def test_a_row_whose_run_is_gone_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["--again", "--only", ROWS[0].name, "--runs", str(tmp_path)])
    assert capsys.readouterr().out.startswith(f"{ROWS[0].name}: not played again, there is no finished run in {tmp_path}")


def test_a_run_without_a_base_is_marked() -> None:
    assert shown(base=False)[5] == "none"
