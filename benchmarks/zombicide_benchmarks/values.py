"""Accuracy of values as predictors of the winner: the area under the ROC curve, and that of 200 rollouts from the same positions.

    python -m zombicide_benchmarks.values --value runs/value
    python -m zombicide_benchmarks.values --value runs/value runs/pooled --games 150 --rollouts 200 --positions 60

On every quest of Black Plague, games of ``greedy:weights=quests`` are played from seeds that no training uses; positions are 40 to 79
decisions apart.  The area measures how often a value ranks won positions above lost ones: 0.5 is chance, 1 is perfect.
Rollouts (``--rollouts``, with hidden information and future dice resampled) show what is achievable; they are expensive and computed only
for some positions of each quest (``--positions``), for which the values are given again.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

import zombicide_agents as agents
from zombicide_agents.value import Value
from zombicide_benchmarks.machine import machine
from zombicide_benchmarks.results import write
from zombicide_benchmarks.strength.protocol import QUESTS, SURVIVORS
from zombicide_env import make_game
from zombicide_env.core.batch import Batch
from zombicide_env.core.game import WON
from zombicide_env.play.win_probability import Rollouts
from zombicide_training.collect.provenance import record
from zombicide_training.evaluation.statistics import auc
from zombicide_training.learn.value.metrics import SHARES, moments

from .commands import count, run_command, say

__all__ = ["main", "measure", "tellers"]

PLACE: Final = Path(__file__).parents[1] / "results" / "values.json"
PLAYER: Final = "greedy:weights=quests"
SEED: Final = 31_000_000
ROLLOUTS: Final = "rollouts"

Array = NDArray[np.float64]
#: The games of a batch -> estimate for each of them.
Teller = Callable[[Batch], Array]


def tellers(game: Any, values: Mapping[str, str]) -> dict[str, Teller]:
    """Return estimators: ``promise`` of the player, the value of the shipped policy, and the values of these paths by name."""
    player, policy = (agents.make(spec, game).player(game) for spec in (PLAYER, "checkpoint:survivors"))
    assert player is not None
    assert policy is not None
    found: dict[str, Teller] = {
        "promise": lambda batch: batch.promise(player),
        "checkpoint:survivors": lambda batch: batch.expect(policy) + game.potential(batch.states),
    }
    return found | {name: Value(game, path).chances for name, path in values.items()}


def measure(game: Any, values: Mapping[str, str], games: int, rollouts: int, positions: int, seed: int) -> dict[str, Any]:
    """Return areas of all estimators over all positions (``auc``), and, with rollouts, over some of them (``some``)."""
    player = agents.make(PLAYER, game).player(game)
    assert player is not None
    batch = Batch(game, games, seed=seed, autoreset="disabled", observation_dtype="uint8")
    known = tellers(game, values)
    told: dict[str, list[Array]] = {name: [] for name in known}
    rows, states = [], []
    for live in moments(batch, player, seed):
        rows.append(live)
        states.append(batch.states[live].copy())
        for name, tell in known.items():
            told[name].append(tell(batch)[live])
    won = (batch.states["outcome"] == WON)[np.concatenate(rows)].astype(np.float64)
    whole = {name: np.concatenate(parts) for name, parts in told.items()}
    result: dict[str, Any] = {"positions": len(won), "won": float(won.mean()), "auc": {name: auc(one, won) for name, one in whole.items()}}
    if rollouts and positions:
        some = np.random.default_rng(seed).choice(len(won), min(positions, len(won)), replace=False)
        everything = np.concatenate(states)
        played = Rollouts(game, rollouts, player)
        shares = np.array([(played.play(everything[k : k + 1], seed + int(k))["outcome"] == WON).mean() for k in some])
        result["some"] = {name: auc(one[some], won[some]) for name, one in whole.items()} | {ROLLOUTS: auc(shares, won[some])}
    batch.close()
    return result


def _means(rows: list[dict[str, Any]], part: str) -> dict[str, float]:
    """Return means over the quests of which 3 to 97 % of positions were won."""
    between = [row[part] for row in rows if part in row and SHARES[0] < row["won"] < SHARES[1]]
    return {name: round(float(np.nanmean([one[name] for one in between])), 4) for name in (between[0] if between else ())}


def main(argv: list[str] | None = None) -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--value", nargs="*", default=[], help="where values lie: runs, or names of the package")
    parser.add_argument("--quest", nargs="*", default=list(QUESTS), help="default: all")
    parser.add_argument("--games", type=count, default=200, help="of each quest (%(default)s)")
    parser.add_argument("--rollouts", type=int, default=200, help="games played on from a position (%(default)s); 0: none")
    parser.add_argument("--positions", type=int, default=40, help="of each quest that are played on (%(default)s)")
    parser.add_argument("--output", type=Path, default=PLACE)
    options = parser.parse_args(argv)
    values = {Path(path).name: path for path in options.value}
    rows, games = [], []
    for number, quest in enumerate(options.quest):
        game: Any = make_game("black_plague", quest=quest, survivors=SURVIVORS, max_rounds=60)
        games.append(game)
        found = measure(game, values, options.games, options.rollouts, options.positions, SEED + 1000 * number)
        rows.append({"quest": quest, **found})
        say(f"{quest:22s} {_line(found)}")
    mean = {"auc": _means(rows, "auc"), "some": _means(rows, "some")}
    sys.stdout.write(f"{'mean':22s} {_line({'positions': 0, 'won': 0.0, **mean})}\n")
    document = {"player": PLAYER, "rollouts": options.rollouts, "mean": mean, "quests": rows}
    about = {"machine": machine(), "record": record(games, SEED)}
    write(options.output, document | about)


def _line(found: Mapping[str, Any]) -> str:
    parts = [" ".join(f"{name} {value:.3f}" for name, value in found[part].items()) for part in ("auc", "some") if part in found]
    return f"{found['positions']:6d} positions {100 * found['won']:5.1f} % won | {' | '.join(parts)}"


if __name__ == "__main__":
    run_command(main)
