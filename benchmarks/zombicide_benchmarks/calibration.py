"""Calibration of the win probability that the web page shows.

    python -m zombicide_benchmarks.calibration --games 300
    python -m zombicide_benchmarks.calibration --game black_plague white_death --output mine.json

One position of every game is sampled uniformly, and a hundred rollouts are played from there as on the page
(``play.win_probability.ends``): hidden information and future dice resampled, the compiled player in every seat.  The share of rollouts won
is the estimate; the outcome is that of the game itself, continued by the same player with the real cards and dice.  Positions of different
games are independent, so the intervals are those of proportions.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from zombicide_benchmarks.machine import machine
from zombicide_benchmarks.results import write
from zombicide_env import make_game
from zombicide_env.core.batch import Batch
from zombicide_env.core.players import player_of_heuristic
from zombicide_env.games import GAMES
from zombicide_env.play import win_probability
from zombicide_training.collect.provenance import record
from zombicide_training.evaluation.statistics import wilson

from .commands import count, run_command

__all__ = ["main", "predicted", "reliability"]

PLACE: Final = Path(__file__).parents[1] / "results" / "calibration.json"
DECILES: Final = 10
#: Games played in addition to the default ones: quests with win probabilities between those of the default ones.
TABLES: Final[tuple[tuple[str, dict[str, Any]], ...]] = (
    *((name, {}) for name in GAMES),
    ("black_plague", {"quest": "big_game_hunting"}),
    ("white_death", {"quest": "empress_of_thorns"}),
)

Array = NDArray[Any]


def predicted(game: Any, games: int, seed: int = 0) -> tuple[Array, Array]:
    """Return for one position per game the estimated win probability of its first side, and whether it has won, float64 [games] each."""
    heuristic = game.heuristic()
    player = player_of_heuristic(heuristic)
    whole = _batch(game, games, seed)
    decisions = whole.play(player, observe=False)
    came = game.winners(whole.states)[:, 0].astype(np.float64)
    at = np.random.default_rng(seed).integers(0, decisions)
    again, played = _batch(game, games, seed), 0
    told = np.zeros(games)
    for number in np.unique(at):
        if number > played:
            again.play(player, limit=int(number - played), observe=False)
            played = int(number)
        for k in np.flatnonzero(at == number):
            found = win_probability.ends(game, again.states[k : k + 1].copy(), win_probability.GAMES, seed + int(k))
            told[k] = found["won"][0] / found["games"]
    return told, came


def _batch(game: Any, games: int, seed: int) -> Batch:
    return Batch(game, games, seed=seed, autoreset="disabled", observation_dtype="uint8")


def reliability(told: Array, came: Array) -> dict[str, Any]:
    """Return the calibration of estimates: ``told`` are estimated probabilities, ``came`` is 1 where the game was won.

    Returns:
        ``positions``; ``brier`` (mean squared error) and ``brier_of_mean`` (the same if every estimate were the share of won games);
        ``error`` (expected calibration error over the deciles); ``deciles``: for each decile with estimates its bounds, ``positions``,
        the mean estimate ``told`` and the won share ``came`` with its interval.
    """
    decile = np.minimum((told * DECILES + 1e-9).astype(int), DECILES - 1)
    rows = []
    for number in np.unique(decile).tolist():
        here = decile == number
        share = wilson(float(came[here].sum()), int(here.sum()))
        bounds = {"low": number / DECILES, "high": (number + 1) / DECILES}
        rows.append({**bounds, "positions": int(here.sum()), "told": round(float(told[here].mean()), 4), "came": share._asdict()})
    return {
        "positions": len(told),
        "brier": round(float(np.mean((told - came) ** 2)), 4),
        "brier_of_mean": round(float(np.mean((came.mean() - came) ** 2)), 4),
        "error": round(sum(row["positions"] * abs(row["told"] - row["came"]["value"]) for row in rows) / len(told), 4),
        "deciles": rows,
    }


def main(argv: list[str] | None = None) -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=count, default=300, help="games of each kind, with a position of each")
    parser.add_argument("--game", nargs="*", default=list(GAMES), choices=list(GAMES), help="which games")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--output", type=Path, default=PLACE)
    options = parser.parse_args(argv)
    tables, told, came = [], [], []
    for name, choice in TABLES:
        if name in options.game:
            game: Any = make_game(name, **choice)
            found = predicted(game, options.games, options.seed)
            told.append(found[0])
            came.append(found[1])
            tables.append({"game": name, "options": choice, **reliability(*found), "record": record([game], options.seed)})
            _say(tables[-1])
    whole = {"game": "all", "options": {}, **reliability(np.concatenate(told), np.concatenate(came))}
    _say(whole)
    write(options.output, {"games": win_probability.GAMES, "tables": [whole, *tables], "machine": machine()})


def _say(found: dict[str, Any]) -> None:
    title = " ".join([found["game"], *map(str, found["options"].values())])
    scores = f"Brier {found['brier']} (mean {found['brier_of_mean']}), error {found['error']}"
    sys.stdout.write(f"{title}: {found['positions']} positions, {scores}\n")
    for row in found["deciles"]:
        share = row["came"]
        sys.stdout.write(
            f"  {row['low']:.1f}-{row['high']:.1f}: {row['positions']} told {row['told']:.3f}, came {share['value']:.3f} "
            f"({share['low']:.3f} to {share['high']:.3f})\n"
        )


if __name__ == "__main__":
    run_command(main)
