"""Plots as SVG, in a few lines of text: curves over logarithmic axes and bars.  No library is needed."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from typing import Any, Final

from zombicide_training.statistics import Interval

WIDTH: Final = 460
HEIGHT: Final = 300
LEFT, RIGHT, TOP, BOTTOM = 62, 16, 34, 44
COLOURS: Final = ("#1b6ca8", "#c8553d", "#3c8d5a", "#8a5fb0", "#b08a1b", "#4d4d4d")  # told apart by most colour-blind readers
Points = Sequence[tuple[float, float]]


@dataclass
class Curves:
    """A panel with curves: logarithmic in y, and in x if ``log_x``.  Values must be above 0 on a logarithmic axis; ``y`` names the unit."""

    title: str
    x: str
    y: str
    series: Mapping[str, Points]
    log_x: bool = True


@dataclass
class Bars:
    """A panel with one bar for each label; ``log``: the lengths are logarithms.  ``text`` gives what stands at a bar's end."""

    title: str
    values: Mapping[str, float]
    log: bool = False
    unit: str = ""
    text: Mapping[str, str] = field(default_factory=dict)


@dataclass
class Rates:
    """A panel with a point and its interval for each label, from 0 to ``high`` (1: percent)."""

    title: str
    values: Mapping[str, Interval]
    high: float = 1.0


@dataclass
class Climbs:
    """A panel with shares from 0 to 1 over time, each with its interval as a band; ``levels`` are drawn as broken lines."""

    title: str
    x: str
    series: Mapping[str, Sequence[tuple[float, Interval]]]
    levels: Mapping[str, float] = field(default_factory=dict)


def page(panels: Sequence[Curves | Bars | Rates | Climbs], columns: int = 2) -> str:
    """The panels side by side as one SVG document."""
    rows = [panels[i : i + columns] for i in range(0, len(panels), columns)]
    body, top = [], 0.0
    for row in rows:
        for number, panel in enumerate(row):
            drawn = next(draw(panel) for kind, draw in _DRAWN.items() if isinstance(panel, kind))
            body.append(f'<g transform="translate({number * WIDTH},{top:g})">{drawn}</g>')
        top += max(height(panel) for panel in row)
    size = f'width="{columns * WIDTH}" height="{top:g}" viewBox="0 0 {columns * WIDTH} {top:g}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="sans-serif" font-size="11" fill="#222">'
    return head + f'<rect width="{columns * WIDTH}" height="{top:g}" fill="#fff"/>' + "".join(body) + "</svg>\n"


def height(panel: Curves | Bars | Rates | Climbs) -> float:
    """Height of a panel: those with a line for each label take what they need."""
    return HEIGHT if isinstance(panel, Curves | Climbs) else TOP + 18.0 * len(panel.values) + 18


def short(value: float) -> str:
    """A number in a few characters: 0.5, 12, 4096, 12k, 1.25M."""
    if 1000 <= abs(value) < 10_000 and value == int(value):
        return str(int(value))
    for limit, suffix in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if abs(value) >= limit * 0.9995:
            return f"{value / limit:.3g}{suffix}" if value < 100 * limit else f"{value / limit:.0f}{suffix}"
    return f"{value:.3g}"


def decades(low: float, high: float) -> list[float]:
    """1, 2, 5 times powers of ten between (and around) two positive numbers; only the powers where these are enough."""
    powers = range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
    steps = (1,) if len(powers) > 4 else (1, 2, 5)
    ticks = [step * 10.0**power for power in powers for step in steps]
    first = max((tick for tick in ticks if tick <= low * 1.0001), default=ticks[0])
    last = min((tick for tick in ticks if tick >= high * 0.9999), default=ticks[-1])
    return [tick for tick in ticks if first <= tick <= last]


def _text(x: float, y: float, text: str, anchor: str = "start", extra: str = "") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{extra}>{escape(text)}</text>'


def _line(x1: float, y1: float, x2: float, y2: float) -> str:
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="#ddd"/>'


def _title(text: str) -> str:
    return _text(10, 18, text, extra=' font-weight="bold" font-size="13"')


def curves(panel: Curves) -> str:
    """One panel of curves."""
    points = [point for series in panel.series.values() for point in series]
    if not points:
        return _title(panel.title) + _text(10, 40, "not measured")
    xs, ys = [x for x, _ in points], [y for _, y in points]
    y_ticks = decades(min(ys), max(ys))
    x_low, x_high = min(xs), max(xs)
    x_ticks = sorted(set(xs)) if len(set(xs)) <= 8 else decades(x_low, x_high) if panel.log_x else [x_low, (x_low + x_high) / 2, x_high]

    def across(x: float) -> float:
        share = _share(x, x_low, x_high, panel.log_x)
        return LEFT + share * (WIDTH - LEFT - RIGHT)

    def up(y: float) -> float:
        return HEIGHT - BOTTOM - _share(y, y_ticks[0], y_ticks[-1], True) * (HEIGHT - TOP - BOTTOM)

    drawn = [_title(panel.title)]
    for tick in y_ticks:
        drawn += [_line(LEFT, up(tick), WIDTH - RIGHT, up(tick)), _text(LEFT - 5, up(tick) + 4, short(tick), "end")]
    drawn += [_text(across(tick), HEIGHT - BOTTOM + 15, short(tick), "middle") for tick in x_ticks if x_low <= tick <= x_high]
    drawn += [_text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 12, panel.x, "middle"), _text(WIDTH - RIGHT, 18, panel.y, "end")]
    for number, (name, series) in enumerate(panel.series.items()):
        colour = COLOURS[number % len(COLOURS)]
        path = " ".join(f"{across(x):.1f},{up(y):.1f}" for x, y in sorted(series))
        drawn.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
        drawn += [f'<circle cx="{across(x):.1f}" cy="{up(y):.1f}" r="2.5" fill="{colour}"/>' for x, y in series]
        if len(panel.series) > 1:
            drawn.append(_text(WIDTH - RIGHT - 4, HEIGHT - BOTTOM - 8 - 14 * number, name, "end", f' fill="{colour}"'))
    return "".join(drawn)


def bars(panel: Bars) -> str:
    """One panel of bars."""
    drawn = [_title(panel.title)]
    if not panel.values:
        return drawn[0] + _text(10, 40, "not measured")
    start, room = 200, WIDTH - 200 - 62
    high = max(panel.values.values())
    low = min(1.0, *panel.values.values()) if panel.log else 0.0
    for number, (name, value) in enumerate(panel.values.items()):
        y = TOP + 18 * number
        length = max(1.0, _share(value, low, high, panel.log) * room)
        drawn.append(_text(start - 6, y + 11, name if len(name) <= 34 else name[:33] + "…", "end"))
        drawn.append(f'<rect x="{start}" y="{y}" width="{length:.1f}" height="13" fill="{COLOURS[0]}"/>')
        drawn.append(_text(start + length + 4, y + 11, panel.text.get(name, short(value) + panel.unit)))
    return "".join(drawn)


def rates(panel: Rates) -> str:
    """One panel of points with intervals."""
    drawn = [_title(panel.title)]
    if not panel.values:
        return drawn[0] + _text(10, 40, "not measured")
    start, room, bottom = 200, WIDTH - 200 - 62, TOP + 18 * len(panel.values)
    for fifth in range(6):
        x = start + room * fifth / 5
        drawn += [_line(x, TOP - 2, x, bottom), _text(x, bottom + 12, _rate(panel.high * fifth / 5, panel), "middle", ' fill="#777"')]
    for number, (name, found) in enumerate(panel.values.items()):
        y = TOP + 18 * number + 7
        low, at, high = (start + room * min(1.0, value / panel.high) for value in (found.low, found.value, found.high))
        drawn.append(_text(start - 6, y + 4, name if len(name) <= 34 else name[:33] + "…", "end"))
        drawn.append(f'<line x1="{low:.1f}" y1="{y}" x2="{high:.1f}" y2="{y}" stroke="{COLOURS[0]}" stroke-width="2"/>')
        drawn.append(f'<circle cx="{at:.1f}" cy="{y}" r="3.5" fill="{COLOURS[0]}"/>')
        drawn.append(_text(start + room + 8, y + 4, _rate(found.value, panel)))
    return "".join(drawn)


def climbs(panel: Climbs) -> str:
    """One panel of shares over time."""
    drawn = [_title(panel.title)]
    longest = max((x for points in panel.series.values() for x, _ in points), default=1.0)

    def across(x: float) -> float:
        return LEFT + x / longest * (WIDTH - LEFT - RIGHT)

    def up(share: float) -> float:
        return HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM)

    for fifth in range(6):
        drawn += [_line(LEFT, up(fifth / 5), WIDTH - RIGHT, up(fifth / 5)), _text(LEFT - 5, up(fifth / 5) + 4, f"{20 * fifth} %", "end")]
    drawn += [_text(across(longest * part / 4), HEIGHT - BOTTOM + 15, f"{longest * part / 4:.2g}", "middle") for part in range(5)]
    drawn.append(_text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 12, panel.x, "middle"))
    for name, value in panel.levels.items():
        y = up(value)
        drawn.append(f'<line x1="{LEFT}" y1="{y:.1f}" x2="{WIDTH - RIGHT}" y2="{y:.1f}" stroke="#777" stroke-dasharray="4 3"/>')
        drawn.append(_text(WIDTH - RIGHT - 2, y - 4, name, "end", ' fill="#777"'))
    for number, (name, points) in enumerate(panel.series.items()):
        colour = COLOURS[number % len(COLOURS)]
        band = [(x, found.high) for x, found in points] + [(x, found.low) for x, found in reversed(points)]
        drawn.append(f'<polygon points="{_path(band, across, up)}" fill="{colour}" opacity="0.15"/>')
        line = _path([(x, found.value) for x, found in points], across, up)
        drawn.append(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="2"/>')
        drawn.append(_text(LEFT + 140 * number, TOP - 2, name, extra=f' fill="{colour}"'))
    return "".join(drawn)


def _path(points: Sequence[tuple[float, float]], across: Callable[[float], float], up: Callable[[float], float]) -> str:
    return " ".join(f"{across(x):.1f},{up(y):.1f}" for x, y in points)


#: Kind of panel -> what draws it.
_DRAWN: Final[Mapping[type, Callable[[Any], str]]] = {Curves: curves, Bars: bars, Rates: rates, Climbs: climbs}


def _rate(value: float, panel: Rates) -> str:
    return f"{100 * value:.0f} %" if panel.high == 1 else f"{value:.1f}"


def _share(value: float, low: float, high: float, log: bool) -> float:
    """Where a value lies between two others, 0 to 1."""
    if high <= low:
        return 0.5
    return math.log(value / low) / math.log(high / low) if log else (value - low) / (high - low)
