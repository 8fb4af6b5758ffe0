"""A league of agents in a competitive game: every table they can fill, every seat, and how strong that shows each of them to be."""

from __future__ import annotations

import itertools
import json
import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from zombicide_env.core import files
from zombicide_training.evaluate import Evaluation, check_output, evaluate
from zombicide_training.seats import competitive
from zombicide_training.statistics import Interval, wilson

__all__ = ["League", "LeagueConfig", "Result", "play_league", "ratings", "show", "tables"]


@dataclass
class LeagueConfig:
    """Play agents against each other at all tables that they can fill, and rate them."""

    agents: tuple[str, ...] = ("greedy", "random")
    """specs of the agents"""
    game: str = "hit_z_road"
    """id of the game"""
    players: tuple[int, ...] = (2, 3, 4)
    """numbers of players"""
    games: int = 100
    """games of each table, rounded up to whole rotations of the seats"""
    seed: int = 0
    """seed of the first game of every table"""
    batch: int = 64
    """games played at the same time"""
    resamples: int = 200
    """orders and samples of the games from which ratings and their intervals are found"""
    output: Path | None = None
    """write the results here, as JSON"""


@dataclass(frozen=True)
class Result:
    """One game: who took part (index into the agents, by entrant), and the place of each."""

    entrants: tuple[int, ...]
    places: tuple[int, ...]


@dataclass
class League:
    """What a league has found.

    Attributes:
        agents: specs.
        tables: results of every table, see Evaluation.
        ratings: agent -> openskill rating (Plackett-Luce, begins at 25) with the 95 % interval over samples of the games.
        ahead: (a, b) -> how often a seat of ``a`` ended before a seat of ``b`` at the same table, equal places counted half.
        alone: (a, b, players) -> wins of a single seat of ``a`` against ``b`` in all others.
    """

    game: str
    agents: tuple[str, ...]
    tables: list[Evaluation]
    ratings: dict[str, Interval] = field(default_factory=dict)
    ahead: dict[tuple[str, str], Interval] = field(default_factory=dict)
    alone: dict[tuple[str, str, int], Interval] = field(default_factory=dict)

    def results(self) -> Iterator[Result]:
        """All games, table by table."""
        number = {name: i for i, name in enumerate(self.agents)}
        for table in self.tables:
            assert table.standing is not None
            entrants = tuple(number[name] for name in table.seats)
            for places in table.standing.place.tolist():
                yield Result(entrants, tuple(places))

    def _games(self, a: str, b: str, players: int) -> int:
        seats = sorted([a, *[b] * (players - 1)])
        return next(len(table.outcomes) for table in self.tables if sorted(table.seats) == seats)

    def summary(self) -> dict[str, Any]:
        """Plain values for JSON."""
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
            "tables": [table.summary() for table in self.tables],
        }


def tables(agents: Sequence[str], players: int) -> list[tuple[str, ...]]:
    """All tables of that size at which at least two different agents sit, whatever their order."""
    return [table for table in itertools.combinations_with_replacement(agents, players) if len(set(table)) > 1]


def play_league(config: LeagueConfig, progress: Callable[[str, int, int], None] | None = None) -> League:
    """Play all tables and rate the agents.

    Args:
        config: the league.
        progress: called with (table, games finished, games of the table) now and then.

    Raises:
        ValueError: the game is not competitive, or fewer than two different agents take part.
        AgentError: a spec is unknown, or its agent does not fit the game.
    """
    import zombicide_agents as agents
    from zombicide_env import make_game

    names = tuple(dict.fromkeys(config.agents))
    if len(names) < 2:
        raise ValueError(f"a league needs at least two different agents, not {', '.join(names) or 'none'}")
    if not config.players:
        raise ValueError("players is empty: name at least one number of players")
    for name, least in (("games", 1), ("batch", 1), ("resamples", 2), ("seed", 0)):
        if getattr(config, name) < least:
            raise ValueError(f"{name}={getattr(config, name)}: at least {least} is needed")
    if config.output is not None:
        check_output(config.output)
    games = {players: make_game(config.game, players=players) for players in config.players}
    for players, game in games.items():
        if not competitive(game):
            raise ValueError(f"{config.game} with {players} players is no competition: use `zombicide evaluate`")
    league = League(config.game, names, [])
    for players, game in games.items():
        team = {name: agents.make(name, game) for name in names}
        episodes = math.ceil(config.games / players) * players
        for seats in tables(names, players):
            label = " + ".join(seats)
            report = None if progress is None else (lambda done, _, label=label, episodes=episodes: progress(label, done, episodes))
            found = evaluate(game, [team[name] for name in seats], episodes, config.seed, label=label, batch=config.batch, progress=report)
            found.seats = list(seats)
            league.tables.append(found)
            _alone(league, found)
    league.ahead = _ahead(league)
    league.ratings = ratings(names, list(league.results()), config.resamples, config.seed)
    return league


def _alone(league: League, table: Evaluation) -> None:
    """Tables with one seat of an agent against another in all others."""
    assert table.standing is not None
    found = table.standing.by_agent(table.seats)
    if len(found) == 2:
        for a, b in itertools.permutations(found):
            if table.seats.count(a) == 1:
                league.alone[a, b, len(table.seats)] = found[a]["win_share"]


def _ahead(league: League) -> dict[tuple[str, str], Interval]:
    """Pairwise: the mean over the pairs of seats of a game counts as one trial."""
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


# ---- ratings ---------------------------------------------------------------------------------------------------


def ratings(names: Sequence[str], results: Sequence[Result], resamples: int, seed: int = 0) -> dict[str, Interval]:
    """Openskill ratings: the mean over samples of the games (with replacement, in random order) and the middle 95 % of them.

    A rating depends on the order in which games are counted, and on which games happened to be played; both are in the interval.
    """
    if resamples < 2:
        raise ValueError(f"resamples={resamples}: at least 2 are needed for an interval")
    random = np.random.default_rng(seed)
    samples = np.array(
        [_rate(len(names), [results[i] for i in random.integers(len(results), size=len(results))]) for _ in range(resamples)]
    )
    low, high = np.percentile(samples, [2.5, 97.5], axis=0)
    return {name: Interval(float(samples[:, i].mean()), float(low[i]), float(high[i])) for i, name in enumerate(names)}


def _rate(count: int, results: Sequence[Result]) -> list[float]:
    """The ratings after all games.  An agent that has several seats at a table moves by the mean of what each seat gives."""
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    now = [model.rating() for _ in range(count)]
    for game in results:
        rated = model.rate([[now[i]] for i in game.entrants], ranks=[float(place) for place in game.places])
        moved: dict[int, list[Any]] = {}
        for i, (new,) in zip(game.entrants, rated, strict=True):
            moved.setdefault(i, []).append(new)
        for i, each in moved.items():
            now[i] = model.rating(mu=sum(r.mu for r in each) / len(each), sigma=sum(r.sigma for r in each) / len(each))
    return [rating.mu for rating in now]


# ---- showing ---------------------------------------------------------------------------------------------------


def show(league: League) -> list[Any]:
    """The league as rich tables: ratings, pairs, and one against the rest."""
    from rich.table import Table

    order = sorted(league.agents, key=lambda name: -league.ratings[name].value)
    rated = Table("agent", title=f"{league.game}: ratings")
    rated.add_column("openskill (95 %)", justify="right")
    for name in order:
        r = league.ratings[name]
        rated.add_row(name, f"{r.value:.1f} ({r.low:.1f} to {r.high:.1f})")
    pairs = Table("agent", title="ends before (95 %)")
    for name in order:
        pairs.add_column(name, justify="right")
    for a in order:
        pairs.add_row(a, *("" if a == b else league.ahead[a, b].percent() for b in order))
    alone = Table("one seat of", "against", "players", title="wins alone against the rest")
    for head in ("fair", "won (95 %)"):
        alone.add_column(head, justify="right")
    for (a, b, n), won in sorted(league.alone.items(), key=lambda item: (order.index(item[0][0]), order.index(item[0][1]), item[0][2])):
        alone.add_row(a, b, str(n), f"{100 / n:.1f} %", won.percent())
    return [rated, pairs, alone]


def write(league: League, path: Path, **more: Any) -> None:
    """Write ``summary`` as JSON, after ``more``."""
    path.parent.mkdir(parents=True, exist_ok=True)
    files.write(path, json.dumps({**more, **league.summary()}, indent=2) + "\n")
