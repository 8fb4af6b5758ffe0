"""Value networks are measured at positions from seeds unused in training, and compared with simulated games."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.needs import TRAIN

pytest.importorskip("torch", reason=TRAIN)

from zombicide_agents.network_config import NetworkConfig
from zombicide_benchmarks.values import ROLLOUTS, main
from zombicide_training.run.value import train_value
from zombicide_training.run.value_config import ValueConfig

pytestmark = pytest.mark.train


def test_the_command_writes_areas_of_all_who_tell(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    network = NetworkConfig(kind="entities", width=16, layers=1, token=8, heads=2, left_out=())
    quest = ("in_caligine_abditus",)
    train_value(
        ValueConfig(out=tmp_path / "mine", rounds=1, games=8, tables=1, quest=quest, judge_games=0, network=network, progress=False)
    )
    output = tmp_path / "values.json"
    main(
        [
            "--value",
            str(tmp_path / "mine"),
            "--quest",
            *quest,
            "--games",
            "12",
            "--rollouts",
            "30",
            "--positions",
            "25",
            "--output",
            str(output),
        ]
    )
    found = json.loads(output.read_text())
    row = found["quests"][0]
    assert row["quest"] == quest[0] and row["positions"] > 40 and 0 < row["won"] < 1
    assert set(row["auc"]) == {"promise", "checkpoint:survivors", "mine"} and set(row["some"]) == {*row["auc"], ROLLOUTS}
    assert all(0 <= area <= 1 for area in (*row["auc"].values(), *row["some"].values()))
    assert row["some"][ROLLOUTS] > 0.5, "who plays on knows something"
    assert found["mean"]["auc"] == pytest.approx(row["auc"], abs=1e-4)
    assert "rollouts" in capsys.readouterr().out
