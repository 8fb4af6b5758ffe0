"""The soak run checks the games it plays, names faults, and keeps its figures."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from zombicide_benchmarks import soak
from zombicide_env.core.batch import Batch
from zombicide_env.games import GAMES


def test_the_soak_plays_and_stores_its_figures(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(soak, "GAMES", (("hit_z_road", {"players": 2}), ("hit_z_road", {"players": 1})))
    soak.main(["--checks", "2000", "--output", str(tmp_path / "soak.json")])
    found = json.loads((tmp_path / "soak.json").read_text())
    assert found["checks"] >= 2000
    assert [result["options"]["players"] for result in found["results"]] == [2, 1]


def test_the_soak_says_how_to_reproduce_an_invalid_state(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Batch, "status", lambda batch: (np.arange(batch.n) == 5).astype(np.int64))
    with pytest.raises(soak.SoakError, match=r"hit_z_road \{\}: game 5 of seed 7 is broken after 1 steps"):
        soak.soak("hit_z_road", {}, 100, seed=7)


def test_every_game_of_the_package_is_played() -> None:
    assert set(GAMES) <= {name for name, _ in soak.GAMES}
