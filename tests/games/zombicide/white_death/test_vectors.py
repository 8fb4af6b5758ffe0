"""Every vector is a test: the shared ones."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.games.vectors import hold_in_the_other_mode, report_on, vectors
from zombicide_env.conformance import Vector, check

VECTORS = vectors("white_death")


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector.id)
def test_every_vector_passes(vector: Vector) -> None:
    report = check(vector)
    assert report.passed, report.line()


FIGURE = """
- id: T-1
  rules: [WD-13.14]
  title: a name of two
  game: white_death
  board: {cells: "a b"}
  survivors: {mira: {zone: a}, guardian: {zone: b}}
"""


@pytest.mark.parametrize("name", ["guard", "empress", "guards", "run"])
def test_nobody_is_called_like_a_figure_or_a_step(tmp_path: Path, name: str) -> None:
    """``wound guard`` would be ambiguous."""
    assert report_on(tmp_path, FIGURE).passed
    report = report_on(tmp_path, FIGURE, "guardian", name)
    assert report.problem is not None and f"{name!r} is a label or a key" in report.problem


@pytest.mark.parametrize("name", ["guard", "run", "zombies", "mi ra"])
def test_nor_is_anybody_of_a_setup(tmp_path: Path, name: str) -> None:
    """A setup accepts names that the box does not have, as a position does, and refuses the same ones."""
    setup = "- {id: T-2, rules: [WD-2.6], title: t, game: white_death, setup: {quest: 10, survivors: [ogon, guardian]}}"
    assert report_on(tmp_path, setup).passed
    report = report_on(tmp_path, setup, "guardian", name)
    assert report.problem is not None and "setup.survivors.1" in report.problem


OPEN = """
- id: T-3
  rules: [WD-17.8]
  title: the Walker has two ways
  game: white_death
  board: {cells: "a b\\nc d"}
  survivors: {mira: {zone: d}}
  noise: {d: 1}
  zombies: {a: {walker: 1}}
  play: [{run: activation_step}, {mira: path b}]
"""


def test_a_vector_leaves_no_question_open(tmp_path: Path) -> None:
    """Only a Survivor's action and the choice of who acts next may remain open at its end."""
    assert report_on(tmp_path, OPEN).passed
    report = report_on(tmp_path, OPEN, ", {mira: path b}", "")
    assert not report.passed and not report.invalid
    assert "mira has to decide (path b, path c)" in report.line()


def test_vectors_cover_the_rules() -> None:
    assert len(VECTORS) >= 206
    assert all(rule.startswith("WD-") for vector in VECTORS for rule in vector.rules)


@pytest.mark.slow
def test_vectors_pass_in_the_other_mode_too() -> None:
    hold_in_the_other_mode("white_death")
