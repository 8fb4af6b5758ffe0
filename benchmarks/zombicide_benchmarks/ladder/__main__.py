"""Win rates of random play on each rung of the ladder, and learning curves from scratch.

    python -m zombicide_benchmarks.ladder                                       # three seeds of four minutes, five on three rungs
    python -m zombicide_benchmarks.ladder --rungs exit kill --minutes 1 --seeds 1
    python -m zombicide_benchmarks.ladder --learners --curricula                # only the table of the rungs

Runs that are already in the results, with at least as many minutes, are not repeated.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final

import zombicide_env
from zombicide_benchmarks.machine import machine
from zombicide_benchmarks.results import stored, write
from zombicide_env.core import files
from zombicide_env.ladder import RUNGS

from ..commands import count, duration, run_command, say
from .curve import Curve
from .learners import LEARNERS, ORDERS, PLACES, TOGETHER, curriculum
from .page import FULL_MINUTES, PICTURE, page, picture
from .play import random_play, rule_based_play

PLACE: Final = Path(__file__).parents[2] / "results" / "ladder.json"
PICTURES: Final = Path(zombicide_env.__file__).parent / "docs" / "pictures"
#: Rungs with five seeds instead of three, and those on which a third library learns.
FIVE: Final = ("exit", "search", "all")
THIRD: Final = ("exit", "open")


#: Rungs on small boards, all learned together in the comparison of curricula.
SMALL: Final = [one for one in RUNGS.values() if "tiles=0" in str(one.options.get("quest"))]


def wanted(
    rungs: Sequence[str], learners: Sequence[str], seeds: int | None, orders: Sequence[str] = ORDERS
) -> Iterator[tuple[str, str, int]]:
    """Return rung, learner and seed of each run; all first seeds come before the second ones."""
    for seed in range(seeds or 5):
        for rung in rungs:
            if seed >= (seeds or (5 if rung in FIVE else 3)):
                continue
            for learner in learners:
                if learner != "torchrl" or rung in THIRD:
                    yield rung, learner, seed
        if seed < (seeds or 3):
            yield from ((TOGETHER, order, seed) for order in orders)


def main(argv: Sequence[str] | None = None) -> None:
    """Command line."""
    parser = argparse.ArgumentParser(
        prog="python -m zombicide_benchmarks.ladder", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rungs", nargs="*", choices=list(RUNGS), default=list(RUNGS), help="default: all")
    parser.add_argument("--learners", nargs="*", choices=list(LEARNERS), default=list(LEARNERS), help="default: all")
    parser.add_argument("--curricula", nargs="*", choices=ORDERS, default=ORDERS, help="over all small rungs; default: all")
    parser.add_argument("--seeds", type=count, help="of every run; default: 3, of three rungs 5")
    parser.add_argument("--minutes", type=duration, default=FULL_MINUTES, help="of the processor for each run (default: %(default)s)")
    parser.add_argument("--looks", type=count, default=8, help="at each policy while it learns (default: %(default)s)")
    parser.add_argument("--games", type=count, default=200, help="of each look (default: %(default)s)")
    parser.add_argument("--rate-games", type=count, default=2000, help="of random and of rule-based play (default: %(default)s)")
    parser.add_argument("--output", type=Path, default=PLACE, help="results as JSON, and a page next to them (default: %(default)s)")
    options = parser.parse_args(argv)
    results = stored(options.output, {"rates": {}, "runs": []})
    for name in options.rungs:
        if results["rates"].get(name, {}).get("games", 0) < options.rate_games:
            players = {"random": random_play, "greedy": rule_based_play}
            found = {who: [round(end, 4) for end in play(RUNGS[name], options.rate_games)] for who, play in players.items()}
            results["rates"][name] = {"games": options.rate_games, **found}
            say(f"{name}: random {100 * found['random'][0]:.1f} %, greedy {100 * found['greedy'][0]:.1f} %")
            _write(options.output, results)
    for rung, learner, seed in wanted(options.rungs, options.learners, options.seeds, options.curricula):
        known = [run for run in results["runs"] if (run["rung"], run["learner"], run["seed"]) == (rung, learner, seed)]
        if any(run["minutes"] >= options.minutes for run in known):
            continue
        said = partial(_say_of, f"{rung}, {learner}, seed {seed}")
        rungs = SMALL if rung == TOGETHER else [RUNGS[rung]]
        curve = Curve(rungs, options.minutes, options.looks, options.games, said)
        if rung == TOGETHER:
            curriculum(learner, seed, curve)
        else:
            LEARNERS[learner](RUNGS[rung], seed, curve)
        results["runs"] = [run for run in results["runs"] if run not in known] + [curve.of(rung, learner, seed)]
        results["machine"] = machine("torch", "stable-baselines3", "sb3-contrib", "torchrl")
        _write(options.output, results)


def _write(output: Path, results: dict[str, Any]) -> None:
    """Write results, page and picture, which is next to the documentation's pages if the results are those of the repository."""
    results["runs"].sort(key=lambda run: (PLACES[run["rung"]], run["learner"], run["seed"]))
    write(output, results, page(results), "rung")
    files.write((PICTURES if output == PLACE else output.parent) / PICTURE, picture(results))


def _say_of(run: str, text: str) -> None:
    say(f"{run}: {text}")


if __name__ == "__main__":
    run_command(main)
