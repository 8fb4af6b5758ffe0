"""Every vector is a test: the shared ones, and our own in ``own_*.yaml``."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from zombicide_env.conformance import Vector, check, load

FOLDER = Path(__file__).parent
VECTORS = load(FOLDER / "black_plague")

#: id -> reason: vectors that fail for a known reason.  One that passes, and an id that is unknown, are errors.
EXPECTED_FAILURES: dict[str, str] = yaml.safe_load((FOLDER / "expected_failures.yaml").read_text(encoding="utf-8")) or {}


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector.id)
def test_vector(vector: Vector) -> None:
    report = check(vector)
    assert not report.invalid, report.line()
    if vector.id in EXPECTED_FAILURES:
        assert not report.passed, f"{vector.id} passes: take it out of expected_failures.yaml"
        pytest.xfail(EXPECTED_FAILURES[vector.id])
    assert report.passed, report.line()


def test_expected_failures_are_known_and_have_reasons() -> None:
    ids = {vector.id for vector in VECTORS}
    for name, reason in EXPECTED_FAILURES.items():
        assert name in ids, f"expected_failures.yaml names {name}, which is no vector"
        assert isinstance(reason, str), name
        assert reason.strip(), name


def test_vectors_cover_the_rules() -> None:
    assert len(VECTORS) >= 125
    assert all(rule.startswith("BP-") for vector in VECTORS for rule in vector.rules)


@pytest.mark.slow
def test_other_mode() -> None:
    """The same vectors hold in the mode that this run does not use: compiled, or plain Python."""
    switched = "0" if os.environ.get("NUMBA_DISABLE_JIT", "0") == "1" else "1"
    command = [sys.executable, "-m", "zombicide_env.conformance", str(FOLDER / "black_plague")]
    done = subprocess.run(command, env={**os.environ, "NUMBA_DISABLE_JIT": switched}, capture_output=True, text=True, check=False)
    failing = [line.split(":")[0] for line in done.stdout.splitlines() if "FAILED" in line or "INVALID" in line]
    assert sorted(failing) == sorted(EXPECTED_FAILURES), done.stdout + done.stderr
