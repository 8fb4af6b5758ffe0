"""Charts with matplotlib: panels of curves, bars, rates and shares over time, as one figure."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import matplotlib as mpl
from cycler import cycler
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, PercentFormatter

from zombicide_env.core import files
from zombicide_training.evaluation.statistics import Interval

__all__ = ["Bars", "Climbs", "Curves", "Panel", "Rates", "figure", "save", "short", "svg"]

_Points = Sequence[tuple[float, float]]

#: Sizes in inches: width of a panel, height of a panel with axes, height of a line of labels, remaining height of a panel with labels.
_WIDTH, _HEIGHT, _LINE, _FRAME = 5.0, 3.2, 0.21, 0.75
_MOST: Final = 34  # maximum number of characters of a label
#: Colors that most color-blind readers can distinguish; text remains text in SVG, and equal figures give equal bytes.
_STYLE: Any = {
    "axes.prop_cycle": cycler(color=["#1b6ca8", "#c8553d", "#3c8d5a", "#8a5fb0", "#b08a1b", "#4d4d4d"]),
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.titlelocation": "left",
    "axes.titlesize": 10,
    "axes.titleweight": "bold",
    "font.size": 8,
    "legend.frameon": False,
    "svg.fonttype": "none",
    "svg.hashsalt": "zombicide",
}


@dataclass
class Curves:
    """A panel with curves over ``x``, in units of ``y``; ``log_x`` and ``log_y``: logarithmic axes, whose values must be above 0."""

    title: str
    x: str
    y: str
    series: Mapping[str, _Points]
    log_x: bool = False
    log_y: bool = False

    def draw(self, axes: Any) -> None:
        """Draw the panel."""
        for name, points in self.series.items():
            xs, ys = zip(*sorted(points), strict=True)
            axes.plot(xs, ys, label=name, marker="." if len(points) < 40 else "")
        for log, axis in ((self.log_x, "x"), (self.log_y, "y")):
            if log:
                getattr(axes, f"set_{axis}scale")("log")
            getattr(axes, f"{axis}axis").set_major_formatter(FuncFormatter(lambda value, _: short(value)))
        axes.set(xlabel=self.x, ylabel=self.y)
        axes.grid(alpha=0.3)
        if len(self.series) > 1:
            axes.legend()


@dataclass
class Bars:
    """A panel with one bar per label, or stacked bars of ``parts`` (name of a part -> its length for each label).

    ``log``: logarithmic axis.  ``text``: label -> text at the end of its bar.
    """

    title: str
    values: Mapping[str, float]
    log: bool = False
    unit: str = ""
    text: Mapping[str, str] = field(default_factory=dict)
    parts: Mapping[str, Mapping[str, float]] = field(default_factory=dict)

    def draw(self, axes: Any) -> None:
        """Draw the panel."""
        labels, start = [_label(name) for name in self.values], [0.0] * len(self.values)
        for part, lengths in (self.parts or {"": self.values}).items():
            own = [lengths.get(name, 0.0) for name in self.values]
            axes.barh(range(len(labels)), own, left=start, label=part)
            start = [a + b for a, b in zip(start, own, strict=True)]
        for at, (name, value) in enumerate(self.values.items()):
            axes.annotate(self.text.get(name, short(value) + self.unit), (value, at), (3, 0), textcoords="offset points", va="center")
        axes.set_yticks(range(len(labels)), labels)
        axes.set_xscale("log" if self.log else "linear")
        axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: short(value)))
        axes.margins(x=0.15)
        axes.invert_yaxis()
        if self.parts:
            axes.legend(loc="lower right", bbox_to_anchor=(1, 1), ncols=len(self.parts), borderaxespad=0.2)  # outside the bars


@dataclass
class Rates:
    """A panel with a point and its interval per label, in percent, from 0 to ``high`` (a share)."""

    title: str
    values: Mapping[str, Interval]
    high: float = 1.0

    def draw(self, axes: Any) -> None:
        """Draw the panel."""
        at, found = range(len(self.values)), list(self.values.values())
        reach = [[one.value - one.low for one in found], [one.high - one.value for one in found]]
        axes.errorbar([one.value for one in found], at, xerr=reach, fmt="o", markersize=4)
        axes.set_yticks(at, [_label(name) for name in self.values])
        axes.set_xlim(0, self.high)
        axes.xaxis.set_major_formatter(PercentFormatter(1.0, decimals=0))
        axes.grid(axis="x", alpha=0.3)
        axes.invert_yaxis()


@dataclass
class Climbs:
    """A panel with values and their intervals as a band over ``x``; ``levels`` are dashed lines.

    ``share``: the values are shares from 0 to 1, shown in percent; otherwise they are in units of ``y``.
    """

    title: str
    x: str
    series: Mapping[str, Sequence[tuple[float, Interval]]]
    levels: Mapping[str, float] = field(default_factory=dict)
    share: bool = True
    y: str = ""

    def draw(self, axes: Any) -> None:
        """Draw the panel."""
        for name, points in self.series.items():
            xs, found = [x for x, _ in points], [one for _, one in points]
            [line] = axes.plot(xs, [one.value for one in found], label=name, marker="." if len(points) < 40 else "")
            axes.fill_between(xs, [one.low for one in found], [one.high for one in found], color=line.get_color(), alpha=0.15, lw=0)
        for name, value in self.levels.items():
            axes.axhline(value, color="#777777", linestyle="--", linewidth=1)
            axes.annotate(name, (1, value), (-2, 2), xycoords=("axes fraction", "data"), textcoords="offset points", ha="right")
        if self.share:
            axes.set_ylim(0, 1)
            axes.yaxis.set_major_formatter(PercentFormatter(1.0))
        axes.set(xlabel=self.x, ylabel=self.y)
        axes.grid(alpha=0.3)
        axes.legend()


Panel = Curves | Bars | Rates | Climbs


def figure(panels: Sequence[Panel], columns: int = 2) -> Figure:
    """Draw the panels in rows of ``columns`` as one figure; panels without values show "not measured"."""
    columns = max(1, min(columns, len(panels)))
    rows = [panels[i : i + columns] for i in range(0, len(panels), columns)] or [[]]
    heights = [max(map(_height, row), default=1.0) for row in rows]
    with mpl.rc_context(_STYLE):
        drawn = Figure(figsize=(_WIDTH * columns, sum(heights)), layout="constrained")
        grid = drawn.add_gridspec(len(rows), columns, height_ratios=heights)
        for at, panel in enumerate(panels):
            axes = drawn.add_subplot(grid[at // columns, at % columns])
            axes.set_title(panel.title)
            if panel.series if isinstance(panel, Curves | Climbs) else panel.values:
                panel.draw(axes)
            else:
                axes.set_axis_off()
                axes.annotate("not measured", (0, 1), (0, -12), xycoords="axes fraction", textcoords="offset points")
    return drawn


def svg(panels: Sequence[Panel], columns: int = 2) -> str:
    """Return the panels as an SVG document."""
    file = io.BytesIO()
    _write(figure(panels, columns), file, "svg")
    return "\n".join(line.rstrip() for line in file.getvalue().decode("utf-8").splitlines()) + "\n"


def save(panels: Sequence[Panel], path: Path, columns: int = 2) -> None:
    """Write the panels into a file whose suffix determines the format: .png, .svg or .pdf.

    Raises:
        ValueError: matplotlib does not support the format.
        OSError: the file cannot be written.
    """
    with files.making(path) as made:
        _write(figure(panels, columns), made, path.suffix.removeprefix(".") or "png")


def short(value: float) -> str:
    """Return a number in a few characters: 0.5, 12, 4096, 12k, 1.25M."""
    if 1000 <= abs(value) < 10_000 and value == int(value):
        return str(int(value))
    for limit, suffix in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if abs(value) >= limit * 0.9995:
            return f"{value / limit:.3g}{suffix}" if value < 100 * limit else f"{value / limit:.0f}{suffix}"
    return f"{value:.3g}"


def _write(drawn: Figure, to: Any, kind: str) -> None:
    with mpl.rc_context(_STYLE):
        drawn.savefig(to, format=kind, dpi=110, metadata={"Date": None} if kind == "svg" else None)


def _height(panel: Panel) -> float:
    """Return the height of a panel in inches; panels with one line per label are as high as needed."""
    return _HEIGHT if isinstance(panel, Curves | Climbs) else _FRAME + _LINE * max(1, len(panel.values))


def _label(name: str) -> str:
    return name if len(name) <= _MOST else name[: _MOST - 1] + "…"
