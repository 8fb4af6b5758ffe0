"""Speed of the search: rollouts per decision and per second, on positions of every quest of Black Plague.

    python -m zombicide_benchmarks.searching
    python -m zombicide_benchmarks.searching --agent search:ms=200,threads=1 --decisions 8

The positions are from games of ``greedy``, some forty decisions apart, at decisions with a choice.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from typing import Any, Final

import numpy as np

import zombicide_agents as agents
from zombicide_agents.search import Search
from zombicide_benchmarks.machine import machine
from zombicide_benchmarks.results import write
from zombicide_benchmarks.strength.protocol import QUESTS, SURVIVORS
from zombicide_env import make_game
from zombicide_env.core.batch import Batch
from zombicide_env.core.players import player_of_heuristic

from .commands import run_command

APART: Final = 40  # decisions of greedy between two positions
PLACE: Final = Path(__file__).parents[1] / "results" / "searching.json"


def measure(quest: str, spec: str, decisions: int, seed: int = 0) -> dict[str, Any]:
    """Return means over the decisions: ``candidates``, ``simulations`` (simulated games), ``seconds`` (including principal lines).

    Raises:
        ValueError: the spec names no search.
    """
    game: Any = make_game("black_plague", quest=quest, survivors=SURVIVORS)
    search = agents.make(spec, game)
    if not isinstance(search, Search):
        raise ValueError(f"{spec} simulates no games: name a search, such as search:ms=200")
    search.reset(seed)
    batch = Batch(game, 1, seed=seed, observation_dtype="uint8")
    player = player_of_heuristic(game.heuristic())
    batch.play(player, limit=APART, observe=False)
    rows: list[tuple[int, int, float]] = []
    while len(rows) < decisions:
        chosen = 0
        if batch.deciders[0] >= 0:
            start = time.perf_counter()
            thoughts = search.thoughts(None, batch.masks[0], game, batch.states)
            chosen = len(thoughts)
            if chosen > 1:
                rows.append((chosen, sum(thought.visits for thought in thoughts), time.perf_counter() - start))
        batch.play(player, limit=APART if chosen > 1 else 1, observe=False)
    candidates, simulations, seconds = np.mean(rows, axis=0).tolist()
    return {
        "quest": quest,
        "rules_revision": game.rules_revision,
        "decisions": decisions,
        "candidates": candidates,
        "simulations": simulations,
        "seconds": seconds,
    }


def main(argv: list[str] | None = None) -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--agent", default="search:ms=200", help="spec of the search (%(default)s)")
    parser.add_argument("--quest", nargs="*", default=list(QUESTS), help="default: all")
    parser.add_argument("--decisions", type=int, default=6, help="of each quest (%(default)s)")
    parser.add_argument("--output", type=Path, default=PLACE)
    options = parser.parse_args(argv)
    rows = []
    for quest in options.quest:
        rows.append(measure(quest, options.agent, options.decisions))
        sys.stdout.write("{quest:22s} {candidates:5.1f} candidates {simulations:8.0f} games in {seconds:.3f} s\n".format(**rows[-1]))
    games, seconds = (float(np.mean([row[name] for row in rows])) for name in ("simulations", "seconds"))
    sys.stdout.write(f"{options.agent}: {games:.0f} imagined games a decision, {games / seconds:.0f} a second\n")
    document = {"agent": options.agent, "a_decision": games, "a_second": games / seconds, "quests": rows, "machine": machine()}
    write(options.output, document)


if __name__ == "__main__":
    run_command(main)
