"""The GPU benchmark, with the CPU in place of a GPU: all its measurements are on its page."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.needs import TRAIN

pytest.importorskip("torch", reason=TRAIN)
pytest.importorskip("sb3_contrib", reason=TRAIN)

from zombicide_agents.network import NetworkConfig
from zombicide_benchmarks import gpu

pytestmark = [pytest.mark.train, pytest.mark.slow]


def test_what_is_measured_is_on_the_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gpu, "NETWORK", NetworkConfig(kind="entities", width=16, layers=1, token=16, heads=2))
    monkeypatch.setattr(gpu, "PLAYED", 64)
    words = ["--device", "cpu", "--quest", "danse_macabre", "--minutes", "0.02", "--sizes", "8", "32", "--envs", "32", "--games", "2"]
    gpu.main([*words, "--runs", str(tmp_path / "runs"), "--output", str(tmp_path / "gpu.json")])
    found = json.loads((tmp_path / "gpu.json").read_text())
    assert [row["batch"] for row in found["speed"]] == [8, 32]
    assert all(row["forward"] > 0 and row["step"] > 0 for row in found["speed"])
    assert [(run["trainer"], run["device"]) for run in found["runs"]] == [("own", "cpu"), ("own", "cpu"), ("sb3", "cpu")]
    assert all(run["curve"] for run in found["runs"])
    page = (tmp_path / "gpu.md").read_text()
    assert "| `sb3` | cpu | 8 | 32 |" in page and "# Training on the processor" in page
