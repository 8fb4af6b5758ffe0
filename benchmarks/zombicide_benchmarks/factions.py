"""Which faction of Z-Game is stronger: rules-based players in every seat, every deal of factions to seats in turn.

    python -m zombicide_benchmarks.factions --games 2400
    python -m zombicide_benchmarks.factions --house mine.yaml --output mine.json

Everything is measured with the shipped house tables and, on the same seeds, with each file of ``--house``.
"""

from __future__ import annotations

import argparse
import itertools
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

import zombicide_agents as agents
from zombicide_env import make_game
from zombicide_env.core import files
from zombicide_env.core.batch import Batch
from zombicide_env.games.z_game.layout import FACTIONS
from zombicide_training.statistics import mean

GAME: Final = "z_game"
PLAYERS: Final = (2, 3, 4)
PLACE: Final = Path(__file__).parents[1] / "results" / f"factions_{GAME}.json"


def factions(players: int, games: int, house: str | None = None, agent: str = "greedy", seed: int = 0) -> list[dict[str, Any]]:
    """What every faction wins, and what the places in the first turn's order win: a row for each.

    Args:
        players: at the table.
        games: at least; rounded up so that every deal of factions to seats is played equally often.
        house: a file with house tables, None: the shipped ones.
        agent: spec of a compiled player, who holds every seat.
        seed: of the first game.
    """
    game: Any = make_game(GAME, players=players, house=house)
    deals = np.array(list(itertools.permutations(range(len(FACTIONS)), players)))
    games = -(-games // len(deals)) * len(deals)
    dealt, rows = deals[np.arange(games) % len(deals)], np.arange(games)
    batch = Batch(game, games, seed=seed, autoreset="disabled", observation_dtype="uint8")
    for _ in range(min(players, len(FACTIONS) - 1)):  # the last of four is not asked
        batch.step(game.action_codec.start["option"] + dealt[rows, batch.deciders])
    order = (np.arange(players) - batch.states["first"][:, None]) % players
    batch.play(agents.make(agent, game).player(game), observe=False)
    won = game.winners(batch.states).astype(float)
    share, points = won / won.sum(axis=1, keepdims=True), batch.states["vp"][:, :players]
    found = [_row(players, "faction", name, share[dealt == k], points[dealt == k]) for k, name in enumerate(FACTIONS)]
    return found + [_row(players, "order", str(k + 1), share[order == k], points[order == k]) for k in range(players)]


def _row(players: int, by: str, name: str, share: NDArray[Any], points: NDArray[Any]) -> dict[str, Any]:
    won = mean(share)
    return {"players": players, "by": by, "name": name, "games": len(share), "won": won._asdict(), "points": round(float(points.mean()), 2)}


def spread(rows: Sequence[dict[str, Any]]) -> float:
    """How uneven the factions are: the standard deviation of what they win, in fair shares, over all numbers of players."""
    return float(np.std([row["players"] * row["won"]["value"] for row in rows if row["by"] == "faction"]))


def main(argv: list[str] | None = None) -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=2400, help="games of every number of players")
    parser.add_argument("--agent", default="greedy", help="spec of the compiled player in every seat")
    parser.add_argument("--house", nargs="*", default=[], help="files with house tables to be tried")
    parser.add_argument("--output", type=Path, default=PLACE)
    options = parser.parse_args(argv)
    found = []
    for house in (None, *options.house):
        rows = [row for players in PLAYERS for row in factions(players, options.games, house, options.agent)]
        tables = "" if house is None else Path(house).read_text(encoding="utf-8")
        found.append({"house": Path(house).stem if house else "", "tables": tables, "spread": round(spread(rows), 3), "rows": rows})
        sys.stdout.write(f"{house or 'shipped'}: spread {spread(rows):.3f}\n")
        for players in PLAYERS:
            shares = [
                f"{row['name']} {100 * row['won']['value']:.1f} %" for row in rows if (row["players"], row["by"]) == (players, "faction")
            ]
            sys.stdout.write(f"  {players} players: {', '.join(shares)}\n")
    files.write(options.output, json.dumps({"agent": options.agent, "tables": found}, indent=1) + "\n")


if __name__ == "__main__":
    main()
