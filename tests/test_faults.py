"""Nothing is lost after a fault, and everything can be resumed: see tests/faults.py and tests/fault_scenarios.py."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests import faults
from tests.hostile.spoil import MORE
from tests.needs import TRAIN

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")

#: Kinds of operations that each scenario must contain, so that a change that bypasses the harness is noticed.
LIGHT = {
    "Whole": {"open", "write", "fsync", "replace"},
    "Save": {"open", "write", "fsync", "replace"},
    "Replay": {"open", "write", "fsync", "replace"},
    "Room": {"open", "write", "fsync", "replace"},
    "Results": {"open", "write", "fsync", "replace", "unlink"},
    "Compiled": {"open", "write", "fsync", "replace", "mkdir"},
}
LEARNED = {
    "Policy": {"open", "write", "fsync", "replace", "unlink"},
    "Run": {"open", "write", "fsync", "replace", "unlink", "mkdir", "rmdir"},
    "Beginning": {"open", "write", "fsync", "replace", "mkdir"},
}
#: Of long scenarios only every n-th fault is injected: n is prime, so that all modes occur.  `make fuzz` injects more of them.
EVERY = {"Training": 11} if MORE > 1 else {"Results": 3, "Compiled": 3, "Run": 3, "Training": 53}


def survives(scenario: str, kinds: set[str], folder: Path) -> None:
    every = EVERY.get(scenario, 1)
    report = faults.inject("tests.fault_scenarios", scenario, folder, every=every)
    if report.failures:
        pytest.fail(str(report), pytrace=False)
    assert set(report.operations) >= kinds, report.operations
    assert report.played >= (sum(report.operations.values()) - 1) * len(faults.MODES) // every


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.parametrize("scenario", LIGHT)
def test_files_survive_faults_of_the_disk(scenario: str, tmp_path: Path) -> None:
    survives(scenario, LIGHT[scenario], tmp_path)


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.train
@pytest.mark.parametrize("scenario", LEARNED)
def test_policies_and_runs_survive_faults_of_the_disk(scenario: str, tmp_path: Path) -> None:
    pytest.importorskip("safetensors", reason=TRAIN)
    survives(scenario, LEARNED[scenario], tmp_path)


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.train
def test_training_goes_on_after_faults_of_the_disk_to_the_same_weights(tmp_path: Path) -> None:
    pytest.importorskip("sb3_contrib", reason=TRAIN)
    survives("Training", {"open", "write", "fsync", "replace", "mkdir"}, tmp_path)


def modes_of(report: faults.Report) -> set[str]:
    return {failure.partition(" ")[0] for failure in report.failures}


def test_the_harness_finds_what_is_written_in_place(tmp_path: Path) -> None:
    assert modes_of(faults.inject("tests.fault_scenarios", "Careless", tmp_path)) >= {"error", "kill", "power"}


def test_the_harness_finds_what_has_not_reached_the_disk(tmp_path: Path) -> None:
    report = faults.inject("tests.fault_scenarios", "Hasty", tmp_path)
    assert "power" in modes_of(report)
    assert "kill" not in modes_of(report)
