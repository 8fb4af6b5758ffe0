"""Tables and plots contain the measured values and are well-formed."""

from __future__ import annotations

import itertools
import json
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest

from tests.envs.toy import Toy
from zombicide_benchmarks import machine, report, states

SVG = "{http://www.w3.org/2000/svg}"


def rate(per_second: float, **more: Any) -> dict[str, Any]:
    found = {"per_second": per_second, "best_per_second": per_second * 1.1, "nanoseconds": 1e9 / per_second}
    return more | found | {"repeats": 5, "seconds": 0.3, "processor": 1.0}


def step(per_second: float, interface: str, games: int = 1, threads: int = 1, note: str = "uint8") -> dict[str, Any]:
    return rate(per_second, interface=interface, games=games, threads=threads, note=note)


@pytest.fixture
def result() -> dict[str, Any]:
    parts = {"import": 0.1, "make": 0.2, "first_step": 30.0, "process": 30.5}
    ours = {"ours_per_second": 1e6, "ratio": 12.5, "low": 11.0, "high": 14.0}
    return {
        "machine": machine.machine(),
        "game": "toy",
        "options": {},
        "measured": {section: {"date": "2026-01-02 03:04 UTC", "load": 0.1} for section in report.PARTS},
        "steps": [
            step(123456.0, "Batch.step", 64),
            step(654321.0, "Batch.step", 1024),
            step(99999.0, "Batch.step", 16),
            step(1_000_000.0, "Batch.step_random", 1024),
            step(50_000.0, "PettingZoo raw_env", note="float32"),
        ],
        "breakdown": {
            "games": 256,
            "endings_per_step": 0.01,
            "measured": {"step": 1000.0},
            "parts": {"rules": 600.0, "legal": 400.0},
            "shell": {"compiled step": 1000.0},
        },
        "bounds": [{"observation": "uint8", "games": 1024, "bytes": 4000, "bytes_per_second": 2e10, "steps_per_second": 5_000_000}],
        "scaling": [
            {"varied": "quest", "label": "small", "zones": 17, "agents": 6, "zombies": 3.0, "per_second": 2e6, "nanoseconds": 500.0},
            {"varied": "quest", "label": "a | b", "zones": 50, "agents": 6, "zombies": 9.0, "per_second": 1e6, "nanoseconds": 1000.0},
        ],
        "states": [rate(2e6, what="copy a state"), {"what": "decisions in a random game, mean", "value": 196.0}],
        "startup": {"cold": parts, "warm": parts | {"process": 0.9}},
        "memory": states.memory(Toy()),
        "peers": {
            "rows": [{"library": "Peer & Co", "version": "1.0", "what": "go, fast", "per_second": 8e4, "ours": {"batch": ours}}],
            "skipped": ["skipped: Other is not installed"],
        },
    }


@pytest.mark.slow
def test_results_are_written_for_machines_and_people(tmp_path: Path, result: dict[str, Any]) -> None:
    paths = report.write(result, tmp_path / "results")
    assert [path.name for path in paths] == ["speed_toy.json", "speed.md", "speed.short.md", "speed.svg"]
    assert json.loads(paths[0].read_text(encoding="utf-8")) == json.loads(json.dumps(result))
    page = paths[1].read_text(encoding="utf-8")
    assert "| toy | Batch.step | uint8 | 64 | 1 | 123,456 | 135,802 | 8.10 | 2.5% |" in page
    assert "| toy | rules | 600 | 60% |" in page
    assert "| toy | uint8 | 4,000 | 20.0 | 5,000,000 | 1,000,000 | 20.0% |" in page
    assert "| toy | copy a state | 2,000,000 | 0.50 |" in page and "toy: decisions in a random game, mean: 196.0." in page
    assert "| Peer & Co 1.0 | go, fast | toy | batch | 80,000 | 1,000,000 | 12.50 (11.00 to 14.00) |" in page
    best = "| toy | Batch.step_random | 1024 games, 1 threads, uint8 | rules 60%, legal 40% | 1,000,000 | 5,000,000 | 20.0% |"
    assert best in page
    assert "- skipped: Other is not installed" in page
    short = paths[2].read_text(encoding="utf-8")
    assert "| toy | 50,000 | 123,456 | 654,321 |  |  |" in short and short.count("toy") == 2
    assert "99,999" not in short
    assert "First start 30 s" in short and "later starts 0.9 s" in short


@pytest.mark.slow
def test_games_stand_in_the_same_tables(tmp_path: Path, result: dict[str, Any]) -> None:
    players = {"varied": "players", "label": "4", "zones": None, "agents": 4, "zombies": None, "per_second": 1e6, "nanoseconds": 1000.0}
    report.write(result, tmp_path)
    report.write(result | {"game": "other", "scaling": [players]}, tmp_path)
    page = (tmp_path / "speed.md").read_text(encoding="utf-8")
    assert page.count("## Steps") == 1
    assert all(f"| {game} | Batch.step | uint8 | 64 | 1 |" in page for game in ("toy", "other"))
    assert "| other | players | 4 |  | 4 |  | 1,000,000 | 1,000 |" in page
    assert "| other | 50,000 | 123,456 |" in (tmp_path / "speed.short.md").read_text(encoding="utf-8")
    assert "other: cost of a step by players" in (tmp_path / "speed.svg").read_text(encoding="utf-8")


def test_the_kept_results_are_what_the_pages_tell_of() -> None:
    folder = Path(report.__file__).parents[1] / "results"
    results = report.read(folder)
    assert {result["game"] for result in results} >= {"black_plague", "hit_z_road"}
    assert (folder / "speed.md").read_text(encoding="utf-8") == report.page(results)
    assert (folder / "speed.short.md").read_text(encoding="utf-8") == report.short(results)


@pytest.mark.slow
def test_sections_that_are_not_measured_are_kept(tmp_path: Path, result: dict[str, Any]) -> None:
    report.write(result, tmp_path)
    again = result | {"measured": {"steps": {"date": "later", "load": 0.0}}, "states": [], "startup": {}, "steps": result["steps"][:1]}
    (kept,) = report.read(tmp_path)
    report.write(again, tmp_path)
    (now,) = report.read(tmp_path)
    assert (len(now["steps"]), now["states"], now["startup"]) == (1, kept["states"], kept["startup"])
    assert now["measured"]["steps"]["date"] == "later" and now["measured"]["states"]["date"] == "2026-01-02 03:04 UTC"
    for changed in ({"machine": result["machine"] | {"cores": 99}}, {"options": {"players": 2}}):
        report.write(again | changed, tmp_path)
        (other,) = report.read(tmp_path)
        assert other["states"] == [] and set(other["measured"]) == {"steps"}
        report.write(result, tmp_path)


def test_tables_have_as_many_cells_in_every_row(result: dict[str, Any]) -> None:
    rows = [line.replace("\\|", "") for line in report.page([result]).splitlines()]
    for before, line in itertools.pairwise(rows):
        if before.startswith("|") and line.startswith("|"):
            assert before.count("|") == line.count("|"), (before, line)


def test_what_was_not_measured_is_left_out(result: dict[str, Any]) -> None:
    bare = result | {"steps": [], "breakdown": None, "bounds": None, "scaling": [], "states": [], "startup": {}}
    bare["peers"] = {"rows": [], "skipped": []}
    page = report.page([bare])
    for title in ("Reached", "Steps", "Where the time", "The bound", "How the cost", "States", "Start-up", "Peers"):
        assert title not in page
    assert "First start" not in report.short([bare])
    ET.fromstring(report.picture([bare]))


def test_the_report_mentions_a_busy_machine(result: dict[str, Any]) -> None:
    assert report.doubts(result) == []
    result["steps"][0]["processor"] = 0.4
    (doubt,) = report.doubts(result)
    assert "1 of 5" in doubt and "40%" in doubt
    assert doubt in report.page([result])


@pytest.mark.slow
def test_plots_are_well_formed(result: dict[str, Any]) -> None:
    root = ET.fromstring(report.picture([result]))
    assert root.tag == f"{SVG}svg"
    texts = [element.text for element in root.iter(f"{SVG}text")]
    assert "toy: Batch.step by size" in texts and "12.5x" in texts
    assert any("Peer & Co" in text for text in texts if text)
