"""Soak test: long random play of all games and options with every state checked, ``make soak``.

Run it with NUMBA_BOUNDSCHECK=1, so that an index out of bounds is an error rather than a crash.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from pathlib import Path
from typing import Any, Final

import numpy as np

from zombicide_benchmarks.results import write
from zombicide_env import make_game
from zombicide_env.core import files
from zombicide_env.core.batch import Batch
from zombicide_env.games.z_game.world.build import MODES

from .commands import run_command
from .machine import machine

GAMES: Final[tuple[tuple[str, dict[str, Any]], ...]] = (
    *(("black_plague", {"quest": quest}) for quest in range(11)),
    ("black_plague", {"decisions": "actions"}),
    ("black_plague", {"reward": "shaped", "players": 3}),
    ("black_plague", {"cabal": True, "quest": 9}),
    ("black_plague", {"survivors": 12}),
    *(("white_death", {"quest": quest}) for quest in range(11)),
    *(("apocalypse", {"quest": mission}) for mission in range(11)),
    ("apocalypse", {"zombie_master": False}),
    *(("hit_z_road", {"players": players}) for players in range(1, 5)),
    ("hit_z_road", {"decisions": "actions"}),
    ("hit_z_road", {"reward": "score"}),
    *(("z_game", {"players": players}) for players in range(2, 5)),
    *(("z_game", {mode: True}) for mode in MODES),
    ("z_game", {"decisions": "actions", **dict.fromkeys(MODES, True), "fog_of_war": False}),
)
PLACE: Final = Path(__file__).parents[1] / "results" / "soak.json"


class SoakError(RuntimeError):
    """A state breaks an invariant; the message says how to reproduce it."""


def soak(name: str, options: dict[str, Any], checks: int, seed: int, n: int = 256, every: int = 1) -> dict[str, Any]:
    """Play ``n`` games in parallel with random legal actions and check each state after ``every`` actions, at least ``checks`` times."""
    game = make_game(name, **options)
    batch = Batch(game, n, seed=seed, observation_dtype="uint8")
    batch.seed_actions(seed)
    done, began = 0, time.perf_counter()
    checking = 0.0
    while done < checks:
        batch.step_random(every)
        before = time.perf_counter()
        broken = np.flatnonzero(batch.status())
        checking += time.perf_counter() - before
        if len(broken):
            i = int(broken[0])
            fault = game.fault(batch.states[i : i + 1])
            raise SoakError(f"{name} {options}: game {i} of seed {seed} is broken after {(done // n + 1) * every} steps: {fault}")
        done += n
    seconds = time.perf_counter() - began
    return {
        "game": name,
        "rules_revision": game.rules_revision,
        "options": options,
        "checks": done,
        "steps": done * every,
        "games": int(batch.episodes.sum()) - n,
        "seconds": round(seconds, 1),
        "us_per_check": round(1e6 * checking / done, 2),
    }


def main(argv: list[str] | None = None) -> None:
    """Command line: ``python -m zombicide_benchmarks.soak --checks 10000000``."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--checks", type=int, default=10**7, help="states to be checked, all games together")
    parser.add_argument("--every", type=int, default=1, help="actions between two checks of a state")
    parser.add_argument("--games", nargs="+", default=[], metavar="ID", help="only these games (default: all)")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--output", type=Path, default=PLACE)
    options = parser.parse_args(argv)
    with files.claimed(options.output):
        _soak_all(options)


def _soak_all(options: argparse.Namespace) -> None:
    games = [game for game in GAMES if game[0] in options.games or not options.games]
    if not games or options.every < 1:
        raise SystemExit(f"--games {' '.join(options.games)}, --every {options.every}: games that there are, and 1 action at least")
    each = -(-options.checks // len(games))
    kept = {"machine": machine(), "bounds_checks": os.environ.get("NUMBA_BOUNDSCHECK") == "1", "seed": options.seed}
    results: list[dict[str, Any]] = []
    for name, chosen in games:
        results.append(soak(name, chosen, each, options.seed, every=options.every))
        found = kept | {"checks": sum(result["checks"] for result in results), "results": results}
        write(options.output, found)  # keeps the results of an interrupted run
        sys.stdout.write(f"{name} {chosen}: {results[-1]['checks']:,} states are sound, {found['checks']:,} in all\n")


if __name__ == "__main__":
    run_command(main)
