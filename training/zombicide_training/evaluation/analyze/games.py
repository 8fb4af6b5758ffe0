"""The games of an analysis as rows: newly played, or read from replays or a dataset."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, Literal

from zombicide_env import make_game
from zombicide_env.replay import SUFFIX
from zombicide_training.collect.dataset.columns import TABLES
from zombicide_training.collect.dataset.plan import GamesConfig, planned, rows
from zombicide_training.collect.dataset.read import Dataset

__all__ = ["AnalyzeConfig", "Games", "Recorded", "read"]

#: Columns of each table that an analysis reads.
_READ: Final = {
    "games": ("game", "team", "options", "players", "won", "outcome", "rounds"),
    "decisions": ("game", "decision", "round"),
    "events": ("game", "decision", "kind", "values"),
}


@dataclass
class AnalyzeConfig(GamesConfig):
    """Options of all analyses: the games, and the output."""

    dataset: Path | None = None
    """folder of a dataset (`zombicide dataset`) to read instead of playing"""
    out: Path = Path("runs/analysis")
    """folder for the charts, and their numbers as CSV"""
    formats: tuple[Literal["png", "svg"], ...] = ("png", "svg")
    """formats of the charts"""

    def check(self) -> None:
        """Raise ValueError if more than one source of games is given, or an option is invalid."""
        super().check()
        if self.dataset and (self.replays or self.teams):
            raise ValueError("a dataset is read, replays are read, or teams play: name one of them")
        if not self.formats:
            raise ValueError("formats is empty: name png, svg or both")


@dataclass(frozen=True)
class Recorded:
    """A played or recorded game.

    Attributes:
        game: game object with these options; games with the same options share one.
        team: the team that played it, or the file of its replay.
        players: spec of the agent in each seat.
        won: whether each seat has won.
        outcome: "won", "lost", "drawn", "truncated" or "ongoing".
        rounds: rounds played.
        events: round, kind and named values of all events, in order.
    """

    game: Any
    team: str
    players: tuple[str, ...]
    won: tuple[bool, ...]
    outcome: str
    rounds: int
    events: list[tuple[int, str, Mapping[str, str]]] = field(default_factory=list)

    @property
    def label(self) -> str:
        """The team, or for a replay its players."""
        return "+".join(dict.fromkeys(self.players)) if self.team.endswith(SUFFIX) else self.team

    def shares(self) -> Iterator[tuple[str, float]]:
        """Yield the label and share of the win of each contestant: the team, each agent of a competitive game, or each role."""
        kind = self.game.type.kind
        if kind == "cooperative":
            yield self.label, float(any(self.won))
        elif kind == "asymmetric":
            for role, seats in self.game.type.parts.items():
                own = "+".join(dict.fromkeys(self.players[seat] for seat in seats))
                yield f"{role}: {own}", float(any(self.won[seat] for seat in seats))
        else:
            for spec in dict.fromkeys(self.players):
                won = [own for player, own in zip(self.players, self.won, strict=True) if player == spec]
                yield spec, sum(won) / len(won)


#: The games of an analysis, in their order.
Games = Sequence[Recorded]


def read(config: AnalyzeConfig) -> Games:
    """Read or play the games of a configuration.

    Raises:
        ValueError: an option is invalid, there are no games, or a dataset does not fit.
        AgentError: a spec is unknown, or an agent cannot play the game.
        ReplayError: a replay does not fit its game.
    """
    config.check()
    tables, game_id = _stored(config.dataset) if config.dataset is not None else _played(config)
    made: dict[str, Any] = {}
    games: dict[int, Recorded] = {}
    for number, team, options, players, won, outcome, rounds in tables["games"]:
        if options not in made:
            made[options] = make_game(game_id, **json.loads(options))
        games[number] = Recorded(made[options], team, tuple(players), tuple(won), outcome, rounds)
    if not games:
        raise ValueError("there are no games to analyze")
    when = {(game, decision): number for game, decision, number in tables["decisions"]}
    for game, decision, kind, values in tables["events"]:
        games[game].events.append((when[game, decision], kind, json.loads(values)))
    return list(games.values())


def _stored(folder: Path) -> tuple[dict[str, list[tuple[Any, ...]]], str]:
    data, found = Dataset(folder), {}
    for table, names in _READ.items():
        columns = data.table(table).select(list(names)).to_pydict()
        found[table] = list(zip(*(columns[name] for name in names), strict=True))
    return found, str(data.about["game"])


def _played(config: AnalyzeConfig) -> tuple[dict[str, list[tuple[Any, ...]]], str]:
    order, shards = planned(config)
    config.out.mkdir(parents=True, exist_ok=True)  # an error is said before the first game
    found: dict[str, list[tuple[Any, ...]]] = {table: [] for table in _READ}
    with config.open() as workers:
        for part in workers.all(_read_columns, order, shards):
            for table, own in part.items():
                found[table] += own
    return found, str(order.games[0].id)


def _read_columns(order: Any, shard: Any) -> dict[str, list[tuple[Any, ...]]]:
    """Return the columns of a shard that an analysis reads; called in a worker."""
    made = rows(order, shard)
    places = {table: [[c.name for c in TABLES[table]].index(name) for name in names] for table, names in _READ.items()}
    return {table: [tuple(row[at] for at in places[table]) for row in made[table]] for table in _READ}
