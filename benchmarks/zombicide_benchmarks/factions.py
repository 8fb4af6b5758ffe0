"""Strength of the factions of Z-Game: one agent in every seat, every assignment of factions to seats equally often.

    python -m zombicide_benchmarks.factions --games 2400
    python -m zombicide_benchmarks.factions --agents checkpoint:city --output policy.json
    python -m zombicide_benchmarks.factions --house mine.yaml --output mine.json

Everything is measured with the shipped house tables and, on the same seeds, with each file of ``--house``.
"""

from __future__ import annotations

import argparse
import itertools
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

import zombicide_agents as agents
from zombicide_benchmarks.results import write
from zombicide_env import make_game
from zombicide_env.core.agent_inputs import inputs
from zombicide_env.core.batch import Batch
from zombicide_env.games.z_game.numbers.layout import FACTIONS
from zombicide_training.collect.provenance import record
from zombicide_training.evaluation.statistics import paired_difference, wilson

from .commands import count, run_command

GAME: Final = "z_game"
PLAYERS: Final = (2, 3, 4)
RIVAL: Final = "greedy"
PLACE: Final = Path(__file__).parents[1] / "results" / f"factions_{GAME}.json"


def factions(players: int, games: int, house: str | None = None, agent: str = "greedy", seed: int = 0) -> list[dict[str, Any]]:
    """Return the win rate of every faction, and of every place in the first turn's order: a row for each.

    Args:
        players: number of players.
        games: minimum number of games; rounded up so that every assignment of factions to seats is played equally often.
        house: a file with house tables, None: the shipped ones.
        agent: spec of the agent in every seat.
        seed: seed of the first game.
    """
    batch, dealt = _deal(make_game(GAME, players=players, house=house), games, seed)
    order = (np.arange(players) - batch.states["first"][:, None]) % players
    _play(batch, agent, np.ones(dealt.shape, bool))
    share, points = _shares(batch), batch.states["vp"][:, :players]
    found = [_row(players, "faction", name, share[dealt == k], points[dealt == k]) for k, name in enumerate(FACTIONS)]
    return found + [_row(players, "order", str(k + 1), share[order == k], points[order == k]) for k in range(players)]


def against(players: int, games: int, agent: str, seed: int = 0) -> list[dict[str, Any]]:
    """Return win rates of an agent in one seat against ``greedy``, by faction, and those of ``greedy`` in its place on the same seeds.

    Every assignment of factions is played with the agent in every seat; the arguments are those of ``factions``.
    """
    game: Any = make_game(GAME, players=players)
    won = []
    for spec in (agent, RIVAL):
        batch, dealt = _deal(game, games, seed, players)
        seat = np.arange(batch.n) // (batch.n // players)
        _play(batch, spec, np.arange(players) == seat[:, None])
        own = np.arange(batch.n), seat
        won.append((dealt[own], _shares(batch)[own], batch.states["vp"][own]))
    (faction, ours, points), (_, theirs, _) = won
    rows = []
    for k, name in enumerate(FACTIONS):
        row = _row(players, "faction", name, ours[faction == k], points[faction == k])
        rows.append(row | {"difference": paired_difference(ours[faction == k], theirs[faction == k])._asdict()})
    return rows


def _deal(game: Any, games: int, seed: int, parts: int = 1) -> tuple[Batch, NDArray[np.int64]]:
    """Return games with chosen factions, and the factions of their seats; all assignments equally often in each of ``parts`` parts."""
    players = len(game.agents)
    deals = np.array(list(itertools.permutations(range(len(FACTIONS)), players)))
    games = -(-games // (parts * len(deals))) * parts * len(deals)
    dealt, rows = deals[np.arange(games) % len(deals)], np.arange(games)
    batch = Batch(game, games, seed=seed, autoreset="disabled", observation_dtype="uint8")
    for _ in range(min(players, len(FACTIONS) - 1)):  # the last of four has no choice
        batch.step(game.action_codec.start["option"] + dealt[rows, batch.deciders])
    return batch, dealt


def _play(batch: Batch, spec: str, seats: NDArray[np.bool_]) -> None:
    """Play to the end: the agent in the marked seats, the rival in the others."""
    game = batch.games[0]
    agent = agents.make(spec, game)
    players, mine = [agent.player(game), agents.make(RIVAL, game).player(game)], 0
    if players[0] is None:
        players, mine = players[1:], -1
    cast = np.where(seats, mine, len(players) - 1)
    batch.play(players, cast)
    while (going := np.flatnonzero(batch.deciders >= 0)).size:
        actions = np.zeros(batch.n, np.int64)
        given = inputs(agent, batch, going)
        actions[going] = agent.act_batch(given.observations, given.masks, given.game, given.states)
        batch.step(actions)
        batch.play(players, cast)


def _shares(batch: Batch) -> NDArray[np.float64]:
    """Return each player's share of the win, [n, players]; a shared win is divided."""
    won = batch.games[0].winners(batch.states).astype(np.float64)
    found: NDArray[np.float64] = won / won.sum(axis=1, keepdims=True)
    return found


def _row(players: int, by: str, name: str, share: NDArray[Any], points: NDArray[Any]) -> dict[str, Any]:
    won = wilson(float(share.sum()), len(share))
    return {"players": players, "by": by, "name": name, "games": len(share), "won": won._asdict(), "points": round(float(points.mean()), 2)}


def spread(rows: Sequence[dict[str, Any]]) -> float:
    """Return the imbalance of the factions: the standard deviation of their win rates, in fair shares, over all numbers of players."""
    return float(np.std([row["players"] * row["won"]["value"] for row in rows if row["by"] == "faction"]))


def main(argv: list[str] | None = None) -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=count, default=2400, help="games of every number of players")
    parser.add_argument("--agents", nargs="*", default=[RIVAL], help="specs of the agents; each plays all seats in separate games")
    parser.add_argument("--house", nargs="*", default=[], help="files with house tables to be tried with the first of them")
    parser.add_argument("--against", nargs="*", default=[], help="agents that hold one seat against greedy in the others")
    parser.add_argument("--output", type=Path, default=PLACE)
    options = parser.parse_args(argv)
    tables, alone = [], []
    for agent, house in [(agent, None) for agent in options.agents] + [(options.agents[0], house) for house in options.house]:
        rows = [row for players in PLAYERS for row in factions(players, options.games, house, agent)]
        text = "" if house is None else Path(house).read_text(encoding="utf-8")
        tables.append({"agent": agent, "house": text, "spread": round(spread(rows), 3), "rows": rows})
        sys.stdout.write(f"{agent}, {house or 'shipped tables'}: spread {spread(rows):.3f}\n")
        _say(rows)
    for agent in options.against:
        rows = [row for players in PLAYERS for row in against(players, options.games, agent)]
        alone.append({"agent": agent, "rows": rows})
        sys.stdout.write(f"{agent} against {RIVAL}\n")
        _say(rows)
    made_by = record([make_game(GAME, players=players) for players in PLAYERS], 0)
    write(options.output, {"tables": tables, "against": alone, "record": made_by})


def _say(rows: Sequence[dict[str, Any]]) -> None:
    for players in PLAYERS:
        rates = [(row["name"], 100 * row["won"]["value"]) for row in rows if (row["players"], row["by"]) == (players, "faction")]
        sys.stdout.write(f"  {players} players: {', '.join(f'{name} {rate:.1f} %' for name, rate in rates)}\n")


if __name__ == "__main__":
    run_command(main)
