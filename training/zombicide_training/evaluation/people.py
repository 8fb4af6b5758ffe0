"""Rate agents from games played with people: ``zombicide league --people FOLDER``.

A game folder of ``zombicide serve`` contains a replay of each game, and a file next to it with the ratings that people gave their
teammates. Unfinished games, games without people or without agents, and replays of another version or other rules are skipped.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import numpy as np

from zombicide_env.core import files
from zombicide_env.play.catalogue import HUMAN
from zombicide_env.replay.format import SUFFIX, ReplayError
from zombicide_env.replay.player import game_of, resume
from zombicide_env.replay.reading import read
from zombicide_training.collect.game_results import competitive, final_results
from zombicide_training.evaluation.ratings import Result, ratings
from zombicide_training.evaluation.statistics import Interval, wilson

__all__ = ["STARS", "People", "PlayedGame", "Row", "played", "rate_people", "read_games"]

STARS: Final = 5
"""The best rating of a teammate; 1 is the worst."""
_MOST: Final = 2**20  # maximum size of the file next to a replay, in bytes


@dataclass(frozen=True)
class PlayedGame:
    """A finished game of people and agents.

    Attributes:
        game: id of the game.
        players: player of each seat: an agent's spec, ``human`` for people.
        sides: the side of each seat.
        won: whether each seat has won.
        places: the place of each seat, from 1; None if the game has no places.
        rated: (spec, stars from 1 to ``STARS``) of each rating of a teammate.
    """

    game: str
    players: tuple[str, ...]
    sides: tuple[int, ...]
    won: tuple[bool, ...]
    places: tuple[int, ...] | None
    rated: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True)
class Row:
    """Results of an agent in games with people; fields are None if there are no such games.

    Attributes:
        agent: its spec.
        games: number of games with people.
        stars: mean rating as a teammate, from 1 to ``STARS``.
        said: number of ratings.
        team: win rate in games with people on its side.
        ahead: share of games in which it placed ahead of opposing people; ties count half.
        rating: openskill rating among the agents and people of competitive games.
    """

    agent: str
    games: int
    stars: Interval | None
    said: int
    team: Interval | None
    ahead: Interval | None
    rating: Interval | None = None


@dataclass
class People:
    """Result: rows by game, and skipped files (reason -> number)."""

    rows: dict[str, list[Row]] = field(default_factory=dict)
    left_out: dict[str, int] = field(default_factory=dict)

    def summary(self) -> dict[str, Any]:
        """Return the results as plain values for JSON."""

        def plain(row: Row) -> dict[str, Any]:
            return {name: value._asdict() if isinstance(value, Interval) else value for name, value in vars(row).items()}

        return {"people": {game: [plain(row) for row in rows] for game, rows in self.rows.items()}, "left_out": self.left_out}

    def shown(self) -> list[Any]:
        """Return a Rich table for each game, and one of the skipped files."""
        from rich.table import Table

        made = []
        for game, rows in self.rows.items():
            table = Table("agent", title=f"{game}: games with people")
            for head in ("games", "stars of 5 (95 %)", "won as teammate (95 %)", "ahead of people (95 %)", "openskill (95 %)"):
                table.add_column(head, justify="right")
            for row in rows:
                said = f"{row.stars.value:.1f} ({row.stars.low:.1f}-{row.stars.high:.1f}), {row.said} said" if row.stars else ""
                rated = f"{row.rating.value:.1f} ({row.rating.low:.1f} to {row.rating.high:.1f})" if row.rating else ""
                shares = (part.percent() if part else "" for part in (row.team, row.ahead))
                table.add_row(row.agent, str(row.games), said, *shares, rated)
            made.append(table)
        if self.left_out:
            table = Table("left out", "files")
            for reason, count in self.left_out.items():
                table.add_row(reason, str(count))
            made.append(table)
        return made


def rate_people(folder: Path, resamples: int = 200, seed: int = 0) -> People:
    """Rate the agents of all games in a folder and its subfolders.

    Args:
        folder: game folder of ``zombicide serve``.
        resamples: bootstrap samples for openskill ratings.
        seed: seed of the samples.

    Raises:
        ValueError: the folder is missing, or contains no finished game of people and agents.
    """
    if not folder.is_dir():
        raise ValueError(f"people={folder}: there is no such folder; name the one of `zombicide serve --games` (runs/games)")
    games, left_out = read_games(folder)
    if not games:
        reasons = "".join(f"; {count} left out: {reason}" for reason, count in left_out.items())
        raise ValueError(f"people={folder}: no finished game of people with agents is there{reasons}")
    found = People(left_out=left_out)
    for name in sorted({one.game for one in games}):
        found.rows[name] = _rows([one for one in games if one.game == name], resamples, seed)
    return found


def read_games(folder: Path) -> tuple[list[PlayedGame], dict[str, int]]:
    """Return the finished games of people and agents in a folder, and the skipped files (reason -> number)."""
    games: list[PlayedGame] = []
    left_out: Counter[str] = Counter()
    for path in sorted(folder.rglob(f"*{SUFFIX}")):
        try:
            found = played(path)
        except ReplayError as error:
            left_out["cannot be played by this version" if error.line else "no replay"] += 1
        except (OSError, ValueError, RecursionError):
            left_out["cannot be read"] += 1
        else:
            if isinstance(found, str):
                left_out[found] += 1
            else:
                games.append(found)
    return games, dict(left_out)


def played(path: Path) -> PlayedGame | str:
    """Return the game of a replay with its ratings, or the reason for skipping it.

    Raises:
        ReplayError: this version cannot play the replay.
        OSError, ValueError: a file cannot be read.
    """
    replay = read(path, partial=True)
    players = tuple(player for _, player in replay.header.agents.values())
    if replay.end is None:
        return "not finished"
    if HUMAN not in players or set(players) == {HUMAN}:
        return "no game of people with agents"
    game, state = resume(replay, game=game_of(replay))
    winners = tuple(bool(one) for one in game.winners(state)[0])
    places = None
    if competitive(game):
        _, _, found = final_results(game, state)
        places = tuple(int(place) for place in found[0])
    return PlayedGame(game.id, players, tuple(game.type.sides), winners, places, tuple(_said(path.with_suffix(".json"))))


def _said(path: Path) -> Iterator[tuple[str, int]]:
    """Yield the ratings of teammates from the file next to a replay, if there is one."""
    if not path.is_file():
        return
    facts = json.loads(files.read(path, _MOST))
    rated = facts.get("rated", {}) if isinstance(facts, dict) else None
    if not isinstance(rated, dict) or not all(isinstance(said, dict) for said in rated.values()):
        raise ValueError(f"{path.name}: expected an object with what each person has said of each teammate")
    for said in rated.values():
        for spec, stars in said.items():
            if type(stars) is not int or not 1 <= stars <= STARS:  # not isinstance: bool is a subclass of int
                raise ValueError(f"{path.name}: {spec!r} is rated {stars!r}; expected 1 to {STARS}")
            yield spec, stars


def _rows(games: Sequence[PlayedGame], resamples: int, seed: int) -> list[Row]:
    """Return the rows of the agents of one game, the best rated first."""
    names = sorted({player for one in games for player in one.players} - {HUMAN})
    rated = _ratings(games, names, resamples, seed)
    rows = [_row(games, name, rated.get(name)) for name in names]
    return sorted(rows, key=lambda row: (-(row.stars.value if row.stars else 0.0), -row.games))


def _row(games: Sequence[PlayedGame], name: str, rating: Interval | None) -> Row:
    mine = [one for one in games if name in one.players]
    stars = [said for one in mine for spec, said in one.rated if spec == name]
    team = [found for one in mine if (found := _with_people(one, name)) is not None]
    ahead = [value for one in mine if (value := _ahead(one, name)) is not None]
    # Stars are bounded, so a scaled interval of a share is valid for them, even with a single rating.
    share = wilson((sum(stars) - len(stars)) / (STARS - 1), len(stars)) if stars else None
    scaled = Interval(*(1 + (STARS - 1) * bound for bound in share)) if share else None
    return Row(name, len(mine), scaled, len(stars), wilson(sum(team), len(team)) if team else None, _share(ahead), rating)


def _share(values: Sequence[float]) -> Interval | None:
    return wilson(sum(values), len(values)) if values else None


def _with_people(game: PlayedGame, name: str) -> bool | None:
    """Return whether an agent has won with people on its side; None if there were none."""
    people = {side for player, side in zip(game.players, game.sides, strict=True) if player == HUMAN}
    won = [won for player, side, won in zip(game.players, game.sides, game.won, strict=True) if player == name and side in people]
    return won[0] if won else None


def _ahead(game: PlayedGame, name: str) -> float | None:
    """Return how often a seat of an agent placed ahead of opposing people; None if there were none."""
    seats = list(zip(game.players, game.sides, _ranks(game), strict=True))
    pairs = [
        (mine < theirs) + 0.5 * (mine == theirs)
        for player, side, mine in seats
        if player == name
        for other, against, theirs in seats
        if other == HUMAN and against != side
    ]
    return float(np.mean(pairs)) if pairs else None


def _ranks(game: PlayedGame) -> Sequence[int]:
    return game.places or [1 if won else 2 for won in game.won]


def _ratings(games: Sequence[PlayedGame], names: Sequence[str], resamples: int, seed: int) -> dict[str, Interval]:
    """Return openskill ratings from games in which every seat is a side, with all people as one entrant."""
    contests = [one for one in games if one.places is not None and len(set(one.sides)) == len(one.sides)]
    taken = [*names, HUMAN]
    results: list[Result] = [(tuple(map(taken.index, one.players)), tuple(one.places or ())) for one in contests]
    return ratings(taken, results, resamples, seed) if results else {}
