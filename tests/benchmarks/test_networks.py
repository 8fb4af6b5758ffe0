"""The benchmark of compiled networks measures what it claims, and writes it down."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.needs import TRAIN

pytest.importorskip("torch", reason=TRAIN)

from zombicide_benchmarks import networks

pytestmark = pytest.mark.train


def test_what_is_measured_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(networks, "positions", lambda game, _number, real=networks.positions: real(game, 64))
    networks.main(["--quest", "danse_macabre", "--repeats", "1", "--output", str(tmp_path / "networks.json")])
    micros = json.loads((tmp_path / "networks.json").read_text())["microseconds"]
    assert micros["forward"] < micros["forward and backward"]
    assert micros["decision of its rule-based player"] < micros["decision"]
    page = (tmp_path / "networks.md").read_text()
    assert all(f"| {name} |" in page for name in micros)
