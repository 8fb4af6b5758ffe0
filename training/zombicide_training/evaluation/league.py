"""Leagues of agents in a competitive game: all combinations of agents, in all seats, and the resulting ratings.

For games with roles, see ``payoffs``.
"""

from __future__ import annotations

import itertools
import json
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import zombicide_agents as agents
from zombicide_env import GAMES, make_game
from zombicide_env.core import files
from zombicide_env.core.batch import MAX_SEED
from zombicide_env.core.numbers import whole
from zombicide_env.core.seating import groups
from zombicide_training.collect.game_results import competitive
from zombicide_training.collect.workers import Place
from zombicide_training.evaluation import result_cache
from zombicide_training.evaluation.agent_counts import marked, marks_together, shown, tallied
from zombicide_training.evaluation.payoffs import Payoffs, play_payoffs
from zombicide_training.evaluation.ratings import Result, ratings
from zombicide_training.evaluation.series import Evaluation, Series, play_all
from zombicide_training.evaluation.statistics import Interval, wilson

__all__ = ["League", "LeagueConfig", "play_league", "tables"]


@dataclass
class LeagueConfig(Place):
    """Play all combinations of agents against each other, and rate them."""

    agents: tuple[str, ...] = ("greedy", "random")
    """specs of the agents; in games with roles `vs` separates the agents of the two roles: greedy random vs greedy search"""
    game: str = "hit_z_road"
    """id of the game"""
    players: tuple[int, ...] = ()
    """numbers of players, if the game has this option; default: all possible ones"""
    option: tuple[str, ...] = ()
    """additional options of the game, name=value"""
    games: int = 100
    """games per table, rounded up to whole rotations of the seats; each seed is played in all rotations, so that all agents have the same
    luck"""
    seed: int = 0
    """seed of the first game of every table"""
    batch: int = 64
    """games in parallel"""
    move_seconds: float | None = None
    """time limit of a move in seconds; an agent that takes longer forfeits the game. Each agent then runs in its own process. Default: no
    limit"""
    resamples: int = 200
    """bootstrap samples, and random orders of the games, for ratings and their intervals"""
    people: Path | None = None
    """folder of games that people played (`zombicide serve --games`): rate agents from these, of all games, without playing any"""
    output: Path | None = None
    """JSON file for the results; games played so far are in OUTPUT.part, from which the same command continues"""


@dataclass
class League:
    """The result of a league.

    Attributes:
        agents: specs.
        tables: results of every table, see Evaluation.
        ratings: agent -> openskill rating (Plackett-Luce, initially 25) with its 95 % bootstrap interval.
        ahead: (a, b) -> how often a seat of ``a`` places ahead of a seat of ``b`` at the same table; ties count half.
        alone: (a, b, players) -> wins of a single seat of ``a`` against ``b`` in all other seats.
    """

    game: str
    agents: tuple[str, ...]
    tables: list[Evaluation]
    ratings: dict[str, Interval] = field(default_factory=dict)
    ahead: dict[tuple[str, str], Interval] = field(default_factory=dict)
    alone: dict[tuple[str, str, int], Interval] = field(default_factory=dict)

    def results(self) -> Iterator[Result]:
        """Yield all games, table by table."""
        number = {name: i for i, name in enumerate(self.agents)}
        for table in self.tables:
            assert table.standing is not None
            entrants = tuple(number[name] for name in table.seats)
            for places in table.standing.place.tolist():
                yield entrants, tuple(places)

    def _games(self, a: str, b: str, players: int) -> int:
        seats = sorted([a, *[b] * (players - 1)])
        return next(len(table.outcomes) for table in self.tables if sorted(table.seats) == seats)

    def summary(self) -> dict[str, Any]:
        """Return the results as plain values for JSON."""
        return {
            "game": self.game,
            "agents": list(self.agents),
            "games": sum(len(table.outcomes) for table in self.tables),
            "ratings": {name: rating._asdict() for name, rating in self.ratings.items()},
            "ahead": [{"agent": a, "of": b, **interval._asdict()} for (a, b), interval in self.ahead.items()],
            "alone": [
                {"agent": a, "against": b, "players": n, "games": self._games(a, b, n), "fair_share": 1 / n, **won._asdict()}
                for (a, b, n), won in self.alone.items()
            ],
            "counts": tallied(self.tables),
            "marks": marks_together(self.tables),
            "tables": [table.summary() for table in self.tables],
        }

    def shown(self) -> list[Any]:
        """Return rich tables: ratings, pairwise results, and one agent against the rest."""
        from rich.table import Table

        order = sorted(self.agents, key=lambda name: -self.ratings[name].value)
        rated = Table("agent", title=f"{self.game}: ratings")
        rated.add_column("openskill (95 %)", justify="right")
        marks = marks_together(self.tables)
        for name in order:
            r = self.ratings[name]
            rated.add_row(marked(name, marks), f"{r.value:.1f} ({r.low:.1f} to {r.high:.1f})")
        pairs = Table("agent", title="ends before (95 %)")
        for name in order:
            pairs.add_column(name, justify="right")
        for a in order:
            pairs.add_row(marked(a, marks), *("" if a == b else self.ahead[a, b].percent() for b in order))
        alone = Table("one seat of", "against", "players", title="wins alone against the rest")
        for head in ("fair", "won (95 %)"):
            alone.add_column(head, justify="right")
        for (a, b, n), won in sorted(self.alone.items(), key=lambda item: (order.index(item[0][0]), order.index(item[0][1]), item[0][2])):
            alone.add_row(marked(a, marks), marked(b, marks), str(n), f"{100 / n:.1f} %", won.percent())
        return [rated, pairs, alone, *shown(self.tables)]


def tables(agents: Sequence[str], players: int) -> list[tuple[str, ...]]:
    """Return all tables of that size with at least two different agents, regardless of order."""
    return [table for table in itertools.combinations_with_replacement(agents, players) if len(set(table)) > 1]


def play_league(
    config: LeagueConfig, progress: Callable[[str, int, int], None] | None = None, more: Mapping[str, Any] | None = None
) -> League | Payoffs:
    """Play all tables and rate the agents; in games with roles, every line-up of one agent per role (``Payoffs``).

    Args:
        config: configuration of the league.
        progress: called regularly with (table, games finished, games of the table).
        more: additional plain values at the beginning of the results file.

    Raises:
        ValueError: the game is not competitive, or fewer than two different agents take part; another process writes the output.
        AgentError: a spec is unknown, or its agent does not fit the game.
    """
    for name, least in (("games", 1), ("batch", 1), ("resamples", 2), ("seed", 0)):
        whole(name, getattr(config, name), least, MAX_SEED)
    if config.output is None:
        return _play(config, progress)
    files.replaceable(config.output, "results of `zombicide league`", files.json_of("ratings", "tables"))
    with files.claimed(config.output):
        league = _play(config, progress)
        files.write(config.output, json.dumps({**(more or {}), **league.summary()}, indent=2) + "\n")
        result_cache.done(config.output)
    return league


def _play(config: LeagueConfig, progress: Callable[[str, int, int], None] | None) -> League | Payoffs:
    games = _games(config)
    for game in games:
        if not competitive(game):
            raise ValueError(f"{config.game} with {len(game.agents)} agents is not a competition: use `zombicide evaluate`")
    if games[0].type.kind == "asymmetric":
        return play_payoffs(games[0], groups(config.agents), config, progress)
    names = tuple(dict.fromkeys(config.agents))
    if len(names) < 2:
        raise ValueError(f"a league needs at least two different agents, not {', '.join(names) or 'none'}")
    league = League(config.game, names, [])
    series: list[Series] = []
    for game in games:
        team = {name: agents.make(name, game) for name in names}
        players = len(game.agents)
        episodes = math.ceil(config.games / players) * players
        for seats in tables(names, players):
            table = [team[name] for name in seats]
            how: dict[str, Any] = {"label": " + ".join(seats), "batch": config.batch, "move_seconds": config.move_seconds}
            one = Series.of(game, table, episodes, config.seed, games_per_seed=players, **how)
            series.append(replace(one, names=list(seats)))
    length = {one.label: len(one.seeds) for one in series}
    report = None if progress is None else (lambda label, done, _: progress(label, done, length[label]))
    with config.open() as workers:
        league.tables = play_all(series, workers, report, result_cache.cache_beside(config.output, config, games, names))
    for found in league.tables:
        _alone(league, found)
    league.ahead = _ahead(league)
    league.ratings = ratings(names, list(league.results()), config.resamples, config.seed)
    return league


def _games(config: LeagueConfig) -> list[Any]:
    """Return a game for each number of players, or the single game if that is not an option."""
    entry = GAMES.get(config.game)
    flags = {"players": config.players} if config.players else {}
    options = {} if entry is None else entry.form().read(config.option, flags)
    first = make_game(config.game, **options)
    if entry is None or "players" not in entry.options() or first.type.kind in ("asymmetric", "cooperative"):
        if config.players:
            raise ValueError(f"{config.game} is not played by a number of players: leave players out")
        return [first]
    if "players" in options:
        return [first]
    least, most = first.type.players
    return [make_game(config.game, **{**options, "players": n}) for n in config.players or range(max(2, least), most + 1)]


def _alone(league: League, table: Evaluation) -> None:
    """Add the results of tables with one seat of an agent against another agent in all other seats."""
    assert table.standing is not None
    found = table.standing.by_agent(table.seats)
    if len(found) == 2:
        for a, b in itertools.permutations(found):
            if table.seats.count(a) == 1:
                league.alone[a, b, len(table.seats)] = found[a]["win_share"]


def _ahead(league: League) -> dict[tuple[str, str], Interval]:
    """Return the pairwise results; the mean over the pairs of seats of a game counts as one trial."""
    trials: dict[tuple[str, str], list[NDArray[np.float64]]] = {}
    for table in league.tables:
        assert table.standing is not None
        place, seats = table.standing.place, np.array(table.seats)
        for a, b in itertools.permutations(dict.fromkeys(table.seats), 2):
            mine, theirs = place[:, seats == a][:, :, None], place[:, seats == b][:, None, :]
            won = (mine < theirs) + 0.5 * (mine == theirs)
            trials.setdefault((a, b), []).append(won.mean(axis=(1, 2)))
    found = {}
    for a, b in itertools.permutations(league.agents, 2):
        values = np.concatenate(trials[a, b])
        found[a, b] = wilson(min(float(values.sum()), len(values)), len(values))
    return found
