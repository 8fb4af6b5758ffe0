"""Every vector is a test: the shared ones."""

from __future__ import annotations

import pytest

from tests.games.vectors import hold_in_the_other_mode, vectors
from zombicide_env.conformance import Vector, check

VECTORS = vectors("white_death")


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector.id)
def test_vector(vector: Vector) -> None:
    report = check(vector)
    assert report.passed, report.line()


def test_vectors_cover_the_rules() -> None:
    assert len(VECTORS) >= 206
    assert all(rule.startswith("WD-") for vector in VECTORS for rule in vector.rules)


@pytest.mark.slow
def test_other_mode() -> None:
    hold_in_the_other_mode("white_death")
