"""The server under load: the load is limited, and the measurements are reported."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import zombicide_agents as agents
from tests.needs import SERVE
from zombicide_benchmarks import load, run
from zombicide_env import make_game
from zombicide_env.play import Session


@pytest.mark.parametrize(
    "asked",
    [{"rooms": 51}, {"rooms": 0, "thinking": 0}, {"spectators": 6}, {"seconds": 601.0}, {"seconds": 0.0}, {"every": 0.01}],
)
def test_a_load_is_bounded(asked: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="at most"):
        load.measure(load.Load(**asked))


def test_percentiles_are_what_so_many_were_below() -> None:
    values = [number / 1000 for number in range(1, 1001)]
    assert load.percentiles(values[::-1]) == {"count": 1000, "median": 501.0, "p95": 951.0, "p99": 991.0, "most": 1000.0}
    assert load.percentiles([]) == {"count": 0}


@pytest.mark.slow
def test_a_server_bears_a_small_load(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("fastapi", reason=SERVE)
    spec, game = "search:simulations=64", make_game("black_plague", quest="danse_macabre")
    Session(game, [agents.make(spec, game)], seed=1).play(2)  # compile the rules before the server thinks, and keep this out of its log
    monkeypatch.setattr(load, "AIM", 1000.0)
    make = load.Load
    for settle in (1.0, 8.0, 60.0):  # on a busy machine the first thoughts take longer
        small = make(rooms=2, spectators=2, thinking=1, every=0.2, seconds=3.0, settle=settle, quest="danse_macabre", spec=spec)
        monkeypatch.setattr(load, "Load", lambda small=small, **_: small)
        with ThreadPoolExecutor(1) as apart:  # tests that drive a browser have an event loop in this thread
            missed = apart.submit(run.main, ["--load", "--output", str(tmp_path)]).result()
        if not missed and json.loads((tmp_path / "load.json").read_text())["moves_thought"]:
            break
    assert not missed
    result = json.loads((tmp_path / "load.json").read_text())
    assert result["connections_lost"] == 0 and result["lines_logged"] == 0
    found = result["milliseconds"]
    assert found["player"]["count"] > 0 and found["spectator"]["count"] > 0 and found["request"]["count"] > 0
    assert 0 < found["player"]["median"] <= found["player"]["p99"] <= found["player"]["most"]
    assert result["moves_thought"] > 0 and result["megabytes_received"] > 0
    assert result["machine"]["packages"]["uvicorn"]
    page = (tmp_path / "load.md").read_text()
    assert page in capsys.readouterr().out and f"| {found['player']['p99']} |" in page
