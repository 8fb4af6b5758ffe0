"""``zombicide analyze``: its subcommands, with their options and output files."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, NamedTuple

from zombicide_env.core import files
from zombicide_env.render import svg
from zombicide_env.render.raster import png
from zombicide_training.evaluation import charts

from . import chances, heatmap, ratings, survival, usage
from .games import AnalyzeConfig, read

__all__ = ["PARTS", "Part"]


class Part(NamedTuple):
    """An analysis: its summary for the help text, the class of its options, and the function that writes files and returns their paths."""

    summary: str
    options: type[Any]
    run: Callable[[Any], list[Path]]


def _heatmap(config: heatmap.HeatmapConfig) -> list[Path]:
    found = list(heatmap.maps(read(config), config.events))
    paths = [_csv(config.out / "heatmap.csv", heatmap.numbers(found))]
    for one in found:
        name = "-".join(filter(None, ["heatmap", one.board, one.kind]))
        scene = heatmap.painted(one)
        for kind in config.formats:
            paths.append(config.out / f"{name}.{kind}")
            files.write(paths[-1], svg(scene) if kind == "svg" else png(scene))
    return paths


@dataclass
class SurvivalConfig(AnalyzeConfig):
    """Plot the share of survivors alive, round by round (Kaplan-Meier estimate)."""


@dataclass
class ChancesConfig(AnalyzeConfig):
    """Plot the win rate of the games that reach each round."""


def _survival(config: AnalyzeConfig) -> list[Path]:
    games = read(config)
    found = survival.survival(games)
    rows = [{"team": team, "round": int(n), **share._asdict()} for team, own in found.items() for n, share in own]
    return _written(config, "survival", rows, [survival.curves(found, survival.people(games[0].game))])


def _usage(config: usage.UsageConfig) -> list[Path]:
    found = usage.usage(read(config), config.events)
    rows = [
        {"thing": thing, "event": kind, "name": name, "per_game": rate}
        for thing, kinds in found.items()
        for kind, own in kinds.items()
        for name, rate in own.items()
    ]
    return _written(config, "usage", rows, usage.panels(found))


def _chances(config: AnalyzeConfig) -> list[Path]:
    found = chances.chances(read(config))
    rows = [{"team": team, "round": n, **won._asdict(), "games": games} for team, own in found.items() for n, won, games in own]
    return _written(config, "chances", rows, chances.panels(found))


def _ratings(config: ratings.RatingsConfig) -> list[Path]:
    found = ratings.ratings(config.files)
    rows = [{"league": one.league, "date": one.date, "agent": one.agent, **one.rating._asdict()} for one in found]
    return _written(config, "ratings", rows, [ratings.panel(found)])


#: Name of the subcommand -> analysis.
PARTS: Final[Mapping[str, Part]] = {
    "heatmap": Part("where survivors die, make noise and go, on the board", heatmap.HeatmapConfig, _heatmap),
    "survival": Part("share of survivors alive, round by round", SurvivalConfig, _survival),
    "usage": Part("how often cards and skills are used", usage.UsageConfig, _usage),
    "chances": Part("win rate of the games that reach each round", ChancesConfig, _chances),
    "ratings": Part("ratings over time, from league files", ratings.RatingsConfig, _ratings),
}


def _written(config: Any, name: str, rows: Sequence[Mapping[str, Any]], panels: Sequence[charts.Panel]) -> list[Path]:
    """Write the numbers and the charts of an analysis, and return the paths."""
    paths = [_csv(config.out / f"{name}.csv", rows)]
    for kind in config.formats:
        paths.append(config.out / f"{name}.{kind}")
        charts.save(panels, paths[-1])
    return paths


def _csv(path: Path, rows: Iterable[Mapping[str, Any]]) -> Path:
    written, text = list(rows), io.StringIO()
    if written:
        table = csv.DictWriter(text, list(written[0]), lineterminator="\n")
        table.writeheader()
        table.writerows(written)
    path.parent.mkdir(parents=True, exist_ok=True)
    files.write(path, text.getvalue())
    return path
