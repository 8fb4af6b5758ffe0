"""``zombicide analyze ratings``: ratings over time, from league files."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple

from zombicide_env.core.words import one_line
from zombicide_training.evaluation.charts import Climbs
from zombicide_training.evaluation.statistics import Interval

__all__ = ["Rating", "RatingsConfig", "panel", "ratings"]

_REMEDY: Final = "name a file that `zombicide league --output` has written"
_MOST: Final = 1e300  # NaN and integers that are too large for a float are not below it


@dataclass
class RatingsConfig:
    """Plot the ratings of agents over time, from files written by `zombicide league --output`."""

    files: tuple[Path, ...]
    """league files of one game, in chronological order"""
    out: Path = Path("runs/analysis")
    """folder for the charts, and their numbers as CSV"""
    formats: tuple[Literal["png", "svg"], ...] = ("png", "svg")
    """formats of the charts"""


class Rating(NamedTuple):
    """The rating of an agent in a league: index of the league from 1, its date ("" if it has none), the agent, the rating."""

    league: int
    date: str
    agent: str
    rating: Interval


def ratings(files: Sequence[Path]) -> list[Rating]:
    """Return the ratings of all leagues, sorted by date; leagues without a date keep the order of the files.

    Ratings are relative within a league: agents that take part in all leagues make them comparable.

    Raises:
        ValueError: a file is not a league file, or the leagues are of different games.
        OSError: a file cannot be read.
    """
    if not files:
        raise ValueError("files is empty: name files that `zombicide league --output` has written")
    leagues = [_league(path) for path in files]
    games = {league.game for league in leagues}
    if len(games) != 1:
        raise ValueError(f"leagues of {len(games)} games ({', '.join(sorted(games))}): name files of one game")
    return [
        Rating(number, league.date, agent, rating)
        for number, league in enumerate(sorted(leagues, key=lambda league: league.date), start=1)
        for agent, rating in league.ratings.items()
    ]


class _League(NamedTuple):
    game: str
    date: str
    ratings: dict[str, Interval]


def _league(path: Path) -> _League:
    try:
        league = json.loads(path.read_bytes())
    except (ValueError, RecursionError) as error:
        raise ValueError(f"{path} is not a file of a league ({one_line(error, 200)}): {_REMEDY}") from None
    rated, game = (league.get("ratings"), league.get("game")) if isinstance(league, dict) else (None, None)
    if not isinstance(rated, dict) or not rated:
        raise ValueError(f"{path} holds no ratings: {_REMEDY}")
    if not isinstance(game, str):
        raise ValueError(f"{path} does not say of which game its ratings are (key `game`): {_REMEDY}")
    machine = league.get("machine")
    date = str(machine.get("date", "")) if isinstance(machine, dict) else ""
    return _League(game, date, {agent: _interval(path, agent, one) for agent, one in rated.items()})


def _interval(path: Path, agent: str, rating: Any) -> Interval:
    found: list[Any] = [rating.get(name) if isinstance(rating, dict) else None for name in Interval._fields]
    if not all(type(number) in (int, float) and abs(number) < _MOST for number in found):
        names = ", ".join(Interval._fields)
        raise ValueError(f"{path}: the rating of {one_line(agent, 80)} needs the numbers {names}, not {one_line(rating, 80)}: {_REMEDY}")
    return Interval(*map(float, found))


def panel(found: Sequence[Rating]) -> Climbs:
    """Return the panel of the chart."""
    series: dict[str, list[tuple[float, Interval]]] = {}
    for one in found:
        series.setdefault(one.agent, []).append((float(one.league), one.rating))
    return Climbs("ratings (openskill, 95 %)", "league", series, share=False, y="rating")
