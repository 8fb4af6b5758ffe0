"""Cost of mistakes: win rates of a rule-based player that takes a share of its decisions at random.

    python -m zombicide_benchmarks.mistakes
    python -m zombicide_benchmarks.mistakes --quest famine --games 1000

A policy that imitates a player disagrees with it in a share of the decisions.  This measures the cost of such a share by itself: the
decisions are replaced by any legal action, or by one that the player scores nearly as high.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

import zombicide_agents as agents
from zombicide_benchmarks.machine import described, machine
from zombicide_benchmarks.results import percent, write
from zombicide_env import make_game
from zombicide_env.core.batch import Batch
from zombicide_env.core.game import ONGOING, WON
from zombicide_env.core.players import Player
from zombicide_training.evaluation.statistics import wilson

from .commands import count, run_command

PLACE: Final = Path(__file__).parents[1] / "results" / "mistakes.json"
NEAR: Final = 0.1  # units of the player's scores
#: Replacements of the player's choice, and the shares of its decisions.
ROWS: Final = (("nothing", 0.0), ("legal", 0.02), ("legal", 0.05), ("legal", 0.1), ("legal", 0.3), ("near", 0.3), ("near", 1.0))


def choices(batch: Batch, player: Player, instead: str, share: float, random: np.random.Generator) -> NDArray[np.int64]:
    """Return an action for every game, int64 [n]: the player's, or another one in a share of the games."""
    games, actions, scores = batch.opinions(player)
    first = np.flatnonzero(np.diff(games, prepend=-1))
    counts = np.diff(first, append=len(games))
    best = np.repeat(np.maximum.reduceat(scores, first), counts)
    keys = np.where(scores == best, -np.arange(len(scores), dtype=float), -np.inf)  # the first among equals
    offered = np.ones(len(scores), bool) if instead == "legal" else scores > best - NEAR
    other = np.repeat(random.random(len(first)) < share, counts)
    keys = np.where(other, np.where(offered, random.random(len(scores)), -np.inf), keys)
    order = np.lexsort((keys, games))  # the highest key of each game is last
    taken = np.zeros(batch.n, np.int64)
    taken[games[first]] = actions[order[first + counts - 1]]
    return taken


def played(game: Any, spec: str, instead: str, share: float, games: int) -> dict[str, Any]:
    """Return games won, and decisions per game."""
    player: Any = agents.make(spec, game).player(game)
    batch, random = Batch(game, games, seed=1, autoreset="disabled", observation_dtype="uint8"), np.random.default_rng(0)
    while (batch.states["outcome"] == ONGOING).any():
        batch.step(choices(batch, player, instead, share, random))
    won = int((batch.states["outcome"] == WON).sum())
    return {"instead": instead, "share": share, "won": list(wilson(won, games)), "decisions": round(float(batch.states["steps"].mean()), 1)}


def page(document: dict[str, Any]) -> str:
    """Return the results as Markdown."""
    words = {"nothing": "none", "legal": "any legal action", "near": f"one that it scores at most {NEAR} lower"}
    lines = [
        f"# What mistakes cost `{document['spec']}` in `{document['quest']}`",
        "",
        "| decisions taken otherwise | by | games won (95 %) | decisions of a game |",
        "| ---: | --- | ---: | ---: |",
    ]
    for row in document["rows"]:
        won = percent(row["won"])
        lines.append(f"| {100 * row['share']:.0f} % | {words[row['instead']]} | {won} | {row['decisions']:.0f} |")
    made = f"{document['games']} games each, on the same seeds: `python -m zombicide_benchmarks.mistakes`."
    return "\n".join([*lines, "", made, "", *described(document["machine"]), ""])


def main(argv: Sequence[str] | None = None) -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quest", default="big_game_hunting", help="(%(default)s)")
    parser.add_argument("--spec", default="greedy", help="the player (%(default)s)")
    parser.add_argument("--games", type=count, default=400, help="of each row (%(default)s)")
    parser.add_argument("--max-rounds", type=int, default=40, help="(%(default)s)")
    parser.add_argument("--output", type=Path, default=PLACE, help="a page is written next to it (%(default)s)")
    options = parser.parse_args(argv)
    game: Any = make_game("black_plague", quest=options.quest, max_rounds=options.max_rounds)
    rows = [played(game, options.spec, instead, share, options.games) for instead, share in ROWS]
    document = {"quest": options.quest, "spec": options.spec, "games": options.games, "rows": rows, "machine": machine()}
    write(options.output, document, page(document))
    sys.stdout.write(page(document))


if __name__ == "__main__":
    run_command(main)
