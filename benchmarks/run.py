"""``zombicide benchmark``: measure, print, keep the results with the machine and the versions."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any, Final

from zombicide_env import make_game

from . import report, startup, steps
from .machine import machine

ROOT: Final = Path(__file__).parents[1]


def default_folder(quick: bool) -> Path:
    """In a checkout the folder of the kept results; a quick run and an installed package write into ``runs``."""
    checkout = (ROOT / "pyproject.toml").exists()
    return ROOT / "benchmarks" / "results" if checkout and not quick else Path("runs") / "benchmarks"


def memory(game: Any) -> dict[str, int]:
    """Bytes of the parts of one game."""
    return {
        "state": game.state_dtype.itemsize,
        "world (shared by all games of a batch)": game.world.nbytes,
        "observation, uint8": game.observation_codec.size,
        "observation, float32": 4 * game.observation_codec.size,
        "mask": game.action_codec.size,
    }


def warn_if_busy(about: dict[str, Any]) -> None:
    """Say so if other processes will share the cores with the measurement."""
    load = about["load_before"]
    if load is not None and load > 0.3:
        print(f"warning: the load of the machine is {load} already; stop other work, or the numbers will be too low")


def main(arguments: list[str] | None = None) -> int:
    """Run all measurements; 0 when the results are written."""
    parser = argparse.ArgumentParser(prog="zombicide benchmark", description="Measure speed on this machine, with random legal actions.")
    parser.add_argument("--quick", action="store_true", help="short repetitions: a minute instead of several, numbers only roughly right")
    parser.add_argument("--game", default="black_plague", help="id of the game (default: %(default)s)")
    parser.add_argument("--quest", default="big_game_hunting", help="quest (default: %(default)s)")
    parser.add_argument("--survivors", type=int, default=6, help="number of survivors (default: %(default)s)")
    parser.add_argument(
        "--output", type=Path, help="folder of the results (default: benchmarks/results in a checkout; --quick: runs/benchmarks)"
    )
    parser.add_argument("--no-startup", action="store_true", help="leave out the start-up times, which compile everything anew")
    options = parser.parse_args(arguments)
    made_from = {"quest": options.quest, "survivors": options.survivors}
    game = make_game(options.game, **made_from)
    seconds, repeats = (0.3, 3) if options.quick else (2.0, 5)
    result: dict[str, Any] = {
        "machine": machine(),
        "game": game.id,
        "options": made_from,
        "steps": [],
        "startup": {},
        "memory": memory(game),
    }
    warn_if_busy(result["machine"])
    for row in steps.measure(game, seconds=seconds, repeats=repeats):
        result["steps"].append(row.as_dict())
        print(f"{row.interface:<20} {row.games:>5} games {row.threads} threads {row.rate.median:>12,.0f} steps/s  {row.note}", flush=True)
    if not options.no_startup:
        result["startup"] = startup.measure(options.game, made_from, repeats=2 if options.quick else 5)
        for name, parts in result["startup"].items():
            print(f"{name} start: {parts['process']:.2f} s (import {parts['import']:.2f}, first step {parts['first_step']:.2f})")
    for name, size in result["memory"].items():
        print(f"{name}: {size:,} bytes")
    if options.no_startup and options.output is None and not options.quick:
        print("not kept: a result without start-up times is incomplete (give --output to keep it)")
        return 0
    for path in report.write(result, options.output or default_folder(options.quick)):
        print(f"written: {path}")
    return 0
