"""``zombicide analyze ratings``: ratings over time, from league files."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, NamedTuple

from zombicide_training.evaluation.charts import Climbs
from zombicide_training.evaluation.statistics import Interval

__all__ = ["Rating", "RatingsConfig", "panel", "ratings"]


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
    leagues = [(path, _league(path)) for path in files]
    games = {league["game"] for _, league in leagues}
    if len(games) != 1:
        raise ValueError(f"leagues of {len(games)} games ({', '.join(sorted(games))}): name files of one game")
    ordered = sorted(leagues, key=lambda one: _date(one[1]))
    return [
        Rating(number, _date(league), agent, Interval(*(float(one[name]) for name in Interval._fields)))
        for number, (_, league) in enumerate(ordered, start=1)
        for agent, one in league["ratings"].items()
    ]


def _league(path: Path) -> dict[str, Any]:
    try:
        league = json.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        raise ValueError(f"{path} is not a file of a league: {error}") from None
    if not isinstance(league, dict) or not isinstance(league.get("ratings"), dict) or not league["ratings"]:
        raise ValueError(f"{path} holds no ratings: name a file that `zombicide league --output` has written")
    return league


def _date(league: dict[str, Any]) -> str:
    return str(league.get("machine", {}).get("date", ""))


def panel(found: Sequence[Rating]) -> Climbs:
    """Return the panel of the chart."""
    series: dict[str, list[tuple[float, Interval]]] = {}
    for one in found:
        series.setdefault(one.agent, []).append((float(one.league), one.rating))
    return Climbs("ratings (openskill, 95 %)", "league", series, share=False, y="rating")
