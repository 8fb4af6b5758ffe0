"""``zombicide benchmark``: measure, print, save the results with the machine and the versions.

Each run measures one game (``--game``); the tables show all games with results in the folder.  ``--only`` measures some
sections and keeps the others of an earlier run on the same machine, so that a benchmark can be completed in several runs.

Separate benchmarks: ``--gate BASE`` tests whether this version is slower than another (see ``gate``), ``--load`` measures the capacity of
the server (see ``load``), and ``--training`` the speed of trainers (see ``training``).
"""

from __future__ import annotations

import argparse
import json
import math
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from zombicide_env import make_game
from zombicide_env.core import files
from zombicide_env.core.cores import usable_cores
from zombicide_env.core.game import Game
from zombicide_env.extras import install
from zombicide_env.parser import Parser

from . import breakdown, peers, report, scaling, startup, states, steps
from .machine import machine
from .timing import TOLERANCE

ROOT: Final = Path(__file__).parents[2]
SECTIONS: Final = tuple(report.PARTS)
GAMES: Final[dict[str, dict[str, Any]]] = {"black_plague": {}, "hit_z_road": {"players": 4}}  # default of ``--options``
QUICK: Final = ("steps", "breakdown", "scaling", "states", "startup")  # peers only on request


def default_folder(quick: bool) -> Path:
    """Return the default folder: in a checkout that of the stored results; quick runs and installed packages write into ``runs``."""
    checkout = (ROOT / "pyproject.toml").exists()
    return ROOT / "benchmarks" / "results" if checkout and not quick else Path("runs") / "benchmarks"


def warn_if_busy(about: dict[str, Any]) -> None:
    """Print a warning if other processes will share the cores with the measurement."""
    load = about["load_before"]
    if load is not None and load > 0.3:
        print(f"warning: the load of the machine is {load} already; stop other work, or the numbers will be too low")


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command's options."""
    made = Parser(
        prog="zombicide benchmark",
        description="Measure the speed of this machine with random legal actions. For agents see: zombicide benchmark strength --help, "
        "zombicide benchmark gaps --help",
    )
    made.add_argument("--quick", action="store_true", help="short repetitions: takes one minute, with rough numbers")
    made.add_argument("--game", default="black_plague", help="id of the game (default: %(default)s)")
    made.add_argument("--quest", default="big_game_hunting", help="quest of Black Plague (default: %(default)s)")
    made.add_argument("--survivors", type=int, default=6, help="number of survivors in Black Plague (default: %(default)s)")
    made.add_argument("--options", type=json.loads, metavar="JSON", help='options of another game, as JSON (Hit Z Road: {"players": 4})')
    made.add_argument(
        "--output", type=Path, help="folder of the results (default: benchmarks/results in a checkout; --quick: runs/benchmarks)"
    )
    made.add_argument(
        "--only",
        nargs="+",
        choices=SECTIONS,
        metavar="SECTION",
        help=f"measure only these sections, of {', '.join(SECTIONS)}; other results are kept",
    )
    made.add_argument("--no-startup", action="store_true", help="skip the start-up times, which compile everything again")
    made.add_argument("--no-peers", action="store_true", help=f"skip other libraries (install them with: {install('peers')})")
    made.add_argument("--peers-python", default=sys.executable, metavar="PYTHON", help="Python in which the other libraries are installed")
    made.add_argument("--load", action="store_true", help="test the web server with 60 rooms (--quick: 12, for ten seconds)")
    made.add_argument(
        "--training", action="store_true", help="measure the trainers: decisions per second by phase, compared with sb3-contrib"
    )
    made.add_argument("--gate", metavar="BASE", help="compare with a checkout or a git revision; exit status 1 if this version is slower")
    made.add_argument("--new", type=Path, default=ROOT, metavar="CHECKOUT", help="checkout that --gate tests (default: this one)")
    made.add_argument("--tolerance", type=float, default=TOLERANCE, help="slowdown that --gate accepts (default: %(default)s)")
    return made


def sections(options: argparse.Namespace) -> set[str]:
    """Return the sections to measure."""
    chosen = set(options.only or (QUICK if options.quick else SECTIONS))
    if options.no_startup:
        chosen.discard("startup")
    if options.no_peers:
        chosen.discard("peers")
    if options.game not in GAMES:
        chosen.discard("scaling")
    return chosen


def run_gate(options: argparse.Namespace, made_from: dict[str, Any]) -> int:
    """Run ``--gate``; returns 1 if this version is slower than the base."""
    import zombicide_benchmarks.gate as gate

    with tempfile.TemporaryDirectory(prefix="zombicide-base-") as folder:
        base = gate.checkout(options.gate, Path(folder))

        def tell(text: str) -> None:
            print(text, flush=True)

        found = gate.run(base, options.new.resolve(), options.game, made_from, tell, tolerance=options.tolerance)
    for line in gate.lines(found, options.tolerance):
        print(line)
    return gate.exit_code(found)


def run_load(options: argparse.Namespace) -> int:
    """Run ``--load``; returns 1 if the aim was missed, or nothing was measured."""
    import zombicide_benchmarks.load as load

    about = load.Load(rooms=10, thinking=2, seconds=10.0, settle=3.0) if options.quick else load.Load()
    result = load.measure(about)
    warn_if_busy(result["machine"])
    print(load.text(result))
    for path in load.write(result, options.output or default_folder(options.quick)):
        print(f"written: {path}")
    slowest = [result["milliseconds"][who].get("p99", math.inf) for who in ("player", "spectator")]
    return int(max(slowest) > 1000 * load.AIM)


def run_training(options: argparse.Namespace) -> int:
    """Run ``--training``."""
    import zombicide_benchmarks.training as training

    pace = training.Pace(2048, 32, 16, 256, imitated=128) if options.quick else training.Pace()
    result = training.measure({"quest": options.quest, "survivors": options.survivors}, pace, print)
    warn_if_busy(result["machine"])
    for path in training.write(result, options.output or default_folder(options.quick)):
        print(f"written: {path}")
    return 0


def measure_steps(game: Game, result: dict[str, Any], pace: dict[str, Any], quick: bool) -> None:
    """Measure step rates by interface, batch size and threads."""
    threads = tuple(n for n in steps.THREADS if n <= max(1, usable_cores()))
    for row in steps.measure(game, **pace, batches=steps.QUICK_BATCHES if quick else steps.BATCHES, threads=threads):
        result["steps"].append(row.as_dict())
        print(f"{row.interface:<20} {row.games:>5} games {row.threads} threads {row.rate.median:>12,.0f} steps/s  {row.note}", flush=True)


def measure_breakdown(game: Game, result: dict[str, Any], pace: dict[str, Any]) -> None:
    """Measure parts of a step, and the bound."""
    result["breakdown"] = breakdown.measure(game, **pace)
    result["bounds"] = breakdown.bounds(game, steps.MANY, **pace)
    for kind in ("parts", "shell"):
        print(f"{kind}: " + ", ".join(f"{name} {value:,.0f} ns" for name, value in result["breakdown"][kind].items()), flush=True)


def measure_rows(result: list[dict[str, Any]], found: Any, text: Callable[[Any], str]) -> None:
    """Collect and print rows as they are measured."""
    for row in found:
        result.append(row if isinstance(row, dict) else row.as_dict())
        print(text(row), flush=True)


def state_text(row: dict[str, Any]) -> str:
    """Return a row of ``states`` for the terminal."""
    return f"{row['what']}: {row['per_second']:,.0f} per second" if "per_second" in row else f"{row['what']}: {row['value']}"


def measure_startup(result: dict[str, Any], options: argparse.Namespace, made_from: dict[str, Any]) -> None:
    """Measure start-up, with a compilation unless the run is quick."""
    result["startup"] = startup.measure(options.game, made_from, repeats=2 if options.quick else 5, cold=not options.quick)
    for name, parts in result["startup"].items():
        print(f"{name} start: {parts['process']:.2f} s (import {parts['import']:.2f}, first step {parts['first_step']:.2f})", flush=True)


def measure_peers(game: Game, result: dict[str, Any], options: argparse.Namespace, pace: dict[str, Any]) -> None:
    """Measure other libraries."""
    for row in peers.measure(game, **pace, python=options.peers_python):
        if isinstance(row, str):
            result["peers"]["skipped"].append(row)
            print(row, flush=True)
            continue
        result["peers"]["rows"].append(row.as_dict())
        ratios = ", ".join(f"{name} {ratio.ratio:,.2f}" for name, ratio in row.ours.items())
        print(f"{row.library} {row.version}, {row.what}: {row.per_second:,.0f} steps/s; ours by theirs: {ratios}", flush=True)


def measure_scaling(result: dict[str, Any], options: argparse.Namespace, pace: dict[str, Any]) -> None:
    """Measure how the cost grows."""
    rows = (
        scaling.measure(options.quest, **pace, quick=options.quick) if options.game == "black_plague" else scaling.measure_players(**pace)
    )
    measure_rows(result["scaling"], rows, lambda row: f"{row.varied} {row.label}: {row.nanoseconds:,.0f} ns/step")


def options_of(options: argparse.Namespace) -> dict[str, Any]:
    """Return the options of the game."""
    if options.game == "black_plague":
        return {"quest": options.quest, "survivors": options.survivors}
    return options.options if options.options is not None else dict(GAMES.get(options.game, {}))


def main(arguments: list[str] | None = None) -> int:
    """Run the measurements; returns 0 when the results are written."""
    options = parser().parse_args(arguments)
    if options.load:
        return run_load(options)
    if options.training:
        return run_training(options)
    made_from = options_of(options)
    if options.gate:
        return run_gate(options, made_from)
    folder = options.output or default_folder(options.quick)
    with files.claimed(report.kept(folder, options.game)):  # sections of earlier runs are kept in it
        return run_speed(options, made_from, folder)


def run_speed(options: argparse.Namespace, made_from: dict[str, Any], folder: Path) -> int:
    """Measure the requested sections, and save them in ``folder``."""
    game = make_game(options.game, **made_from)
    chosen = sections(options)
    pace: dict[str, Any] = {"seconds": 0.05, "repeats": 3} if options.quick else {"seconds": 0.3, "repeats": 5}
    about = machine()
    result: dict[str, Any] = {
        "machine": about,
        "game": game.id,
        "rules_revision": game.rules_revision,
        "options": made_from,
        "measured": {section: {"date": about["date"], "load": about["load_before"]} for section in SECTIONS if section in chosen},
        "steps": [],
        "scaling": [],
        "states": [],
        "startup": {},
        "memory": states.memory(game),
        "peers": {"rows": [], "skipped": []},
    }
    warn_if_busy(about)
    if "startup" in chosen:  # first, while the machine is quiet
        measure_startup(result, options, made_from)
    if "steps" in chosen:
        measure_steps(game, result, pace, options.quick)
    if "breakdown" in chosen:
        measure_breakdown(game, result, pace)
    if "scaling" in chosen:
        measure_scaling(result, options, pace)
    if "states" in chosen:
        measure_rows(result["states"], states.measure(game, **pace), state_text)
    if "peers" in chosen:
        measure_peers(game, result, options, pace | {"repeats": 3})
    for name, size in result["memory"].items():
        print(f"{name}: {size:,} bytes")
    for doubt in report.doubts(result):
        print(f"warning: {doubt}")
    for path in report.write(result, folder):
        print(f"written: {path}")
    return 0
