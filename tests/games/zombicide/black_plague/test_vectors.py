"""Every vector is a test: the shared ones, and additional ones in ``own_*.yaml``."""

from __future__ import annotations

import pytest

from tests.games.vectors import hold_in_the_other_mode, vectors
from zombicide_env.conformance import Vector, check

VECTORS = vectors("black_plague")


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector.id)
def test_every_vector_passes(vector: Vector) -> None:
    report = check(vector)
    assert report.passed, report.line()


def test_vectors_cover_the_rules() -> None:
    assert len(VECTORS) >= 125
    assert all(rule.startswith("BP-") for vector in VECTORS for rule in vector.rules)


@pytest.mark.slow
def test_vectors_pass_in_the_other_mode_too() -> None:
    hold_in_the_other_mode("black_plague")
