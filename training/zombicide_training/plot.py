"""``zombicide plot``: the curves of training runs, as one picture."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from zombicide_env.core import files
from zombicide_env.core.words import unknown
from zombicide_training.curves import CURVES, DECISIONS, read

__all__ = ["PlotConfig", "main"]


@dataclass
class PlotConfig:
    """Draw the curves of training runs, one chart per curve with a line per run."""

    runs: tuple[Path, ...]
    """folders of runs"""
    curves: tuple[str, ...] = ()
    """names of the curves, for example evaluation/win_rate; default: those of evaluations. --list names them all"""
    out: Path = Path("curves.png")
    """file of the picture: .png, .svg or .pdf"""
    over: Literal["decisions", "minutes"] = "decisions"
    """the horizontal axis; minutes count from the first line of a run, pauses included"""
    list: bool = False
    """list the names of the curves and draw nothing"""


def main(config: PlotConfig) -> str:
    """Write the picture and return a summary of one or more lines.

    Raises:
        ValueError: a run has no curves, or none of that name.
        ModuleNotFoundError: the extra ``plot`` is not installed.
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
    with files.making(config.out) as made:
        _draw(runs, chosen, config.over).savefig(made, format=config.out.suffix.removeprefix(".") or "png")
    return f"{', '.join(chosen)} of {', '.join(runs)} in {config.out}"


def _rows(folder: Path) -> list[dict[str, Any]]:
    path = folder / CURVES
    if not path.is_file():
        raise ValueError(f"{folder} has no {CURVES}: name the folder of a training run")
    return list(read(path))


def _draw(runs: Mapping[str, Sequence[dict[str, Any]]], names: Sequence[str], over: str) -> Any:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(7.0, 2.6 * len(names)), layout="constrained")
    for i, name in enumerate(names):
        field = figure.add_subplot(len(names), 1, i + 1)
        for run, rows in runs.items():
            points = [(_at(row, rows[0], over), row[name]) for row in rows if row.get(name) is not None]
            field.plot([x for x, _ in points], [y for _, y in points], label=run, marker="." if len(points) < 40 else "")
        field.set_title(name, fontsize=9, loc="left")
        field.grid(alpha=0.3)
        if i == 0 and len(runs) > 1:
            field.legend(fontsize=8)
    field.set_xlabel(over)
    return figure


def _at(row: dict[str, Any], first: dict[str, Any], over: str) -> float:
    return float(row[DECISIONS]) if over == "decisions" else (row["time"] - first["time"]) / 60
