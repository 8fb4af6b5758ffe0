"""``zombicide plot``: the curves of training runs, as one chart."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from zombicide_env.core import files
from zombicide_env.core.words import unknown
from zombicide_training.evaluation import charts
from zombicide_training.evaluation.curves import CURVES, DECISIONS, read

__all__ = ["PlotConfig", "main"]


@dataclass
class PlotConfig:
    """Plot the curves of training runs, one chart per curve with a line per run."""

    runs: tuple[Path, ...]
    """folders of runs"""
    curves: tuple[str, ...] = ()
    """names of the curves, for example evaluation/win_rate; default: those of evaluations. --list shows all names"""
    out: Path = Path("curves.png")
    """output file: .png, .svg or .pdf"""
    over: Literal["decisions", "minutes"] = "decisions"
    """horizontal axis; minutes count from the first line of a run, including pauses"""
    list: bool = False
    """list the names of the curves without plotting"""


def main(config: PlotConfig) -> str:
    """Write the chart and return a summary of one or more lines.

    Raises:
        ValueError: a run has no curves, or there is no curve of that name.
    """
    runs = {str(folder): _rows(folder) for folder in config.runs}
    known = sorted({name for rows in runs.values() for row in rows for name in row if "/" in name})
    if config.list:
        return "\n".join(known)
    chosen = config.curves or tuple(name for name in known if name.startswith("evaluation/"))
    for name in chosen:
        if name not in known:
            raise ValueError(unknown("curve", name, known))
    if not chosen:
        raise ValueError("the runs have not been evaluated yet; name curves of theirs (--curves, see --list)")
    files.replaceable(config.out, "a chart", files.is_picture)
    charts.save([_panel(name, runs, config.over) for name in chosen], config.out, columns=1)
    return f"{', '.join(chosen)} of {', '.join(runs)} in {config.out}"


def _rows(folder: Path) -> list[dict[str, Any]]:
    path = folder / CURVES
    if not path.is_file():
        raise ValueError(f"{folder} has no {CURVES}: name the folder of a training run")
    return list(read(path))


def _panel(name: str, runs: dict[str, list[dict[str, Any]]], over: str) -> charts.Curves:
    series = {run: [(_at(row, rows[0], over), row[name]) for row in rows if row.get(name) is not None] for run, rows in runs.items()}
    return charts.Curves(name, over, "", {run: points for run, points in series.items() if points})


def _at(row: dict[str, Any], first: dict[str, Any], over: str) -> float:
    return float(row[DECISIONS]) if over == "decisions" else (row["time"] - first["time"]) / 60
