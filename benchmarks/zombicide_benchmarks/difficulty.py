"""Difficulty of the games: choices, length, chance, hidden information.

    python -m zombicide_benchmarks.difficulty --games 64

The rule-based player has all seats.  In every seventh decision the information hidden from its seat is resampled twice
(``Batch.resample``), and the same action is taken in both samples: if the seat's next observation differs, it depends on chance or hidden
information.  Information is private if the first sample changes what another seat observes.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

import zombicide_agents as agents
from zombicide_benchmarks.machine import machine
from zombicide_benchmarks.results import write
from zombicide_env import make_game
from zombicide_env.core.batch import Batch
from zombicide_training.collect.provenance import record

from .commands import count, run_command, say

__all__ = ["GAMES", "main", "measured"]

PLACE: Final = Path(__file__).parents[1] / "results" / "difficulty.json"
GAMES: Final[tuple[tuple[str, dict[str, Any]], ...]] = (
    ("black_plague", {"quest": "big_game_hunting", "survivors": 6, "max_rounds": 60}),
    ("black_plague", {"quest": "the_hellhole", "survivors": 6, "max_rounds": 60}),
    ("white_death", {"quest": "empress_of_thorns", "survivors": 6, "max_rounds": 60}),
    ("apocalypse", {"quest": "zombie_police", "max_rounds": 60}),
    ("hit_z_road", {"players": 3}),
    ("z_game", {"players": 3}),
)
#: Number of decisions between two tests with resampled information.
STRIDE: Final = 7
SEED: Final = 60_000_000

Array = NDArray[Any]


def measured(game: Any, games: int, seed: int = SEED) -> dict[str, Any]:
    """Return means over ``games`` games of the rule-based player."""
    player = agents.make("greedy", game).player(game)
    assert player is not None  # the rule-based player is compiled
    batch = Batch(game, games, seed=seed, autoreset="disabled", observation_dtype="uint8")
    batch.seed_actions(seed)
    choices: list[Array] = []
    uncertain: list[Array] = []
    private: list[Array] = []
    exponent, lengths = np.zeros(games), np.zeros(games, np.int64)
    while (going := batch.deciders >= 0).any():
        legal = batch.masks.sum(axis=1)
        choices.append(legal[going])
        exponent[going] += np.log10(legal[going])
        lengths += going
        actions = batch.think(player)
        if lengths.max() % STRIDE == 0:
            uncertain.append(_uncertain(batch, actions)[going])
            private.append(_private(batch)[going])
        batch.step(actions)
    seats = game.type.seats
    return {
        "game": game.id,
        "seats": len(game.agents),
        "sides": len(seats),
        "actions": game.action_codec.size,
        "legal": round(float(np.concatenate(choices).mean()), 1),
        "most_legal": int(np.concatenate(choices).max()),
        "decisions": round(float(lengths.mean()), 1),
        "rounds": round(float(game.measures(batch.states)["rounds"].mean()), 1),
        "lines": round(float(exponent.mean()), 1),
        "uncertain": round(float(np.concatenate(uncertain).mean()), 4),
        "private": round(float(np.concatenate(private).mean()), 4),
        "games": games,
        "record": record([game], seed),
    }


def _uncertain(batch: Batch, actions: Array) -> Array:
    """Return whether the deciding seat's next observation depends on information hidden from it."""
    seen = []
    for number in (1, 2):
        possible = batch.copy()
        possible.seed_actions(SEED + number)
        possible.resample()
        possible.step(actions)
        seen.append(possible.observe(np.maximum(batch.seats, 0)))
    differs: Array = (seen[0] != seen[1]).any(axis=1)
    return differs


def _private(batch: Batch) -> Array:
    """Return whether another seat knows something that the deciding one does not."""
    possible = batch.copy()
    possible.seed_actions(SEED)
    possible.resample()
    found = np.zeros(batch.n, bool)
    for seat in range(batch.n_agents):
        found |= (possible.observe(seat) != batch.observe(seat)).any(axis=1)
    return found


def main(argv: list[str] | None = None) -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=count, default=64, help="games of every line (default: %(default)s)")
    parser.add_argument("--output", type=Path, default=PLACE, help="results as JSON (default: %(default)s)")
    options = parser.parse_args(argv)
    rows = []
    for name, choices in GAMES:
        rows.append(measured(make_game(name, **choices), options.games))
        say(f"{name}: {rows[-1]}")
    write(options.output, {"machine": machine(), "rows": rows}, row="game")


if __name__ == "__main__":
    run_command(main)
