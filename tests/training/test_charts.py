"""Charts show the given values, and equal values give equal bytes."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from tests.needs import PLOT

pytest.importorskip("matplotlib", reason=PLOT)

from zombicide_training.evaluation import charts
from zombicide_training.evaluation.statistics import Interval

SVG = "{http://www.w3.org/2000/svg}"
ALL: list[charts.Panel] = [
    charts.Curves("curves", "x", "steps", {"a": [(1, 10.0), (10, 100.0), (100, 1000.0)], "b": [(1, 5.0)]}, log_x=True, log_y=True),
    charts.Bars("bars", {"one": 1.0, "two": 2.0, "a name of more than thirty-four letters": 4.0}, unit=" ns"),
    charts.Rates("rates", {"greedy": Interval(0.5, 0.4, 0.6)}),
    charts.Climbs("climbs", "round", {"team": [(0, Interval(1, 1, 1)), (1, Interval(0.5, 0.4, 0.6))]}, {"random": 0.2}),
]


def _texts(drawing: str) -> set[str]:
    return {"".join(element.itertext()) for element in ET.fromstring(drawing).iter(f"{SVG}text")}


@pytest.mark.slow
def test_texts_stay_texts_and_bytes_the_same() -> None:
    drawing = charts.svg(ALL)
    assert drawing == charts.svg(ALL)
    long = "a name of more than thirty-four l…"
    assert {"curves", "bars", "rates", "climbs", "greedy", "random", "4 ns", long, "round"} <= _texts(drawing)


@pytest.mark.parametrize("panel", [charts.Bars("empty", {}), charts.Curves("empty", "x", "y", {}), charts.Rates("empty", {})])
def test_a_panel_without_values_says_so(panel: Any) -> None:
    assert {"empty", "not measured"} <= _texts(charts.svg([panel]))


def test_points_and_bars_are_where_their_values_are() -> None:
    curves, bars, rates, climbs = charts.figure(ALL).axes
    assert curves.lines[0].get_xydata().tolist() == [[1, 10], [10, 100], [100, 1000]]
    assert (curves.get_xscale(), curves.get_yscale()) == ("log", "log")
    assert [bar.get_width() for bar in bars.patches] == [1, 2, 4]
    assert rates.get_xlim() == (0, 1)
    assert climbs.lines[0].get_ydata().tolist() == [1, 0.5]


@pytest.mark.parametrize("high", [1.0, 1.06])
def test_shares_are_in_percent_whatever_the_scale(high: float) -> None:
    texts = _texts(charts.svg([charts.Rates("rates", {"greedy": Interval(0.5, 0.4, 0.6)}, high)]))
    assert {"20%", "100%"} <= texts
    assert not any(text.startswith("0.") for text in texts)


def test_the_parts_of_a_bar_are_stacked() -> None:
    parts = {"attack": {"axe": 1.0, "bow": 2.0}, "drop": {"axe": 3.0}}
    [axes] = charts.figure([charts.Bars("cards", {"axe": 4.0, "bow": 2.0}, parts=parts)]).axes
    assert [(bar.get_x(), bar.get_width()) for bar in axes.patches] == [(0, 1), (0, 2), (1, 3), (2, 0)]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "begins"), [("a.png", b"\x89PNG"), ("a.svg", b"<?xml"), ("a.pdf", b"%PDF")])
def test_the_suffix_is_the_format(name: str, begins: bytes, tmp_path: Path) -> None:
    charts.save(ALL, tmp_path / name)
    assert (tmp_path / name).read_bytes().startswith(begins)


@pytest.mark.parametrize(
    ("value", "text"),
    [(0.5, "0.5"), (12, "12"), (999, "999"), (4096, "4096"), (3400.5, "3.4k"), (120_000, "120k"), (999_999, "1M"), (1.25e6, "1.25M")],
)
def test_numbers_on_axes_are_short(value: float, text: str) -> None:
    assert charts.short(value) == text
