"""The speed gate decides by paired ratios: its arithmetic, without a clock."""

from __future__ import annotations

import math
import random
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.envs.toy import Toy
from zombicide_benchmarks import gate, gate_worker


class Side:
    """A version that takes ``cost`` seconds per step, on a machine with the slowdown ``pace()``."""

    def __init__(self, cost: float, pace: Any = lambda: 1.0, workloads: tuple[str, ...] = ("work",)) -> None:
        self.cost, self.pace, self.hello = cost, pace, {"workloads": list(workloads)}
        self.log: list[str] = []

    def ask(self, line: str) -> dict[str, Any]:
        _, name, count = line.split()
        self.log.append(name)
        return {"steps": int(count), "processor": self.cost * int(count) * self.pace()}


def judge(base: float, new: float, noise: float = 0.0, seed: int = 0, **options: Any) -> gate.Result:
    chance = random.Random(seed)
    sides = Side(base, lambda: 1 + noise * chance.random()), Side(new, lambda: 1 + noise * chance.random())
    (found,) = gate.compare(lambda: sides, **options)
    return found


def test_interval_is_made_of_order_statistics() -> None:
    values = [float(x) for x in range(1, 17)]
    # of 16 values the 3rd lowest and the 3rd highest: 1 - 2 * (1 + 16 + 120) / 2**16 = 0.9958
    assert gate.interval(values, 0.99) == (3.0, 14.0)
    assert gate.interval(values[::-1], 0.99) == (3.0, 14.0)
    assert gate.interval(values, 0.90) == (5.0, 12.0)


def test_few_values_have_no_interval() -> None:
    assert gate.interval([1.0] * 7, 0.99) == (0.0, math.inf)
    assert gate.interval([1.0] * 8, 0.99) == (1.0, 1.0)
    assert gate.interval([], 0.99) == (0.0, math.inf)


def test_interval_holds_the_median_as_often_as_it_says() -> None:
    chance = random.Random(1)
    trials = 2000
    misses = 0
    for _ in range(trials):
        low, high = gate.interval([chance.lognormvariate(0.0, 0.3) for _ in range(16)], 0.9)
        misses += not low <= 1.0 <= high
    assert 0.04 * trials < misses < 0.10 * trials  # the exact figure is 7.7 %


@pytest.mark.parametrize(
    ("low", "high", "expected"),
    [
        (1.11, 1.30, gate.SLOWER),
        (1.09, 1.30, gate.UNCLEAR),
        (0.0, math.inf, gate.UNCLEAR),
        (0.98, 1.10, gate.SAME),
        (1.05, 1.09, gate.SAME),
        (0.90, 0.99, gate.FASTER),
    ],
)
def test_the_verdict_follows_from_the_interval(low: float, high: float, expected: str) -> None:
    assert gate.verdict(low, high) == expected


def test_a_slower_version_fails_and_others_pass() -> None:
    slower, same, faster, unclear = (gate.Result("w", 1, 1, 1, 16, v) for v in (gate.SLOWER, gate.SAME, gate.FASTER, gate.UNCLEAR))
    assert gate.exit_code([same, slower]) == 1
    assert gate.exit_code([same, faster, unclear]) == 0


@pytest.mark.parametrize("seed", range(5))
def test_changes_are_found_through_noise(seed: int) -> None:
    assert judge(1e-6, 1.25e-6, noise=0.1, seed=seed).verdict == gate.SLOWER
    assert judge(1e-6, 1.00e-6, noise=0.1, seed=seed).verdict in (gate.SAME, gate.FASTER)
    assert judge(1e-6, 0.80e-6, noise=0.1, seed=seed).verdict == gate.FASTER


def test_a_slowing_machine_favors_neither_version() -> None:
    pace = [1.0]

    def drift() -> float:
        pace[0] *= 1.01
        return pace[0]

    (found,) = gate.compare(lambda: (Side(1e-6, drift), Side(1e-6, drift)))
    assert found.ratio == pytest.approx(1.0, abs=0.011)
    assert found.verdict == gate.SAME


def test_unclear_workloads_get_more_pairs_and_only_they() -> None:
    values = iter(range(10_000))

    def torn() -> float:
        return 1.0 if next(values) % 4 < 2 else 1.3

    starts = []

    def start() -> tuple[Side, Side]:
        starts.append(1)
        return Side(1e-6, workloads=("calm", "torn")), Noisy(1e-6, torn, workloads=("calm", "torn"))

    class Noisy(Side):
        def ask(self, line: str) -> dict[str, Any]:
            answer = super().ask(line)
            return answer if "torn" in line else answer | {"processor": self.cost * answer["steps"]}

    results = {one.workload: one for one in gate.compare(start, starts=(2, 4), number=8)}
    assert results["calm"].pairs == 16 and results["calm"].verdict == gate.SAME
    assert results["torn"].pairs == 32 and results["torn"].verdict == gate.UNCLEAR
    assert len(starts) == 4


def test_only_shared_workloads_are_compared() -> None:
    (found,) = gate.compare(lambda: (Side(1e-6, workloads=("old", "both")), Side(1e-6, workloads=("both", "new"))))
    assert found.workload == "both"


def test_slices_have_the_length_asked_for() -> None:
    assert gate.size(Side(1e-5), "work", 0.15) == pytest.approx(15_000, rel=0.01)


def test_results_are_printed() -> None:
    head, line = gate.lines([gate.Result("raw_env", 1.234, 1.2, 1.3, 16, gate.SLOWER)])
    assert "99% interval" in head and "1.10" in head
    assert line == "raw_env  1.234 (1.200 to 1.300)  16 pairs  slower"


def test_base_is_a_checkout_or_a_revision(tmp_path: Path) -> None:
    package = tmp_path / "checkout" / "zombicide_env"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text("first = True\n", encoding="utf-8")
    assert gate.checkout(str(package.parent), tmp_path / "unused") == package.parent.resolve()
    with pytest.raises(ValueError, match="without zombicide_env"):
        gate.checkout(str(tmp_path), tmp_path / "unused")
    if shutil.which("git") is None:
        pytest.skip("git is not installed")
    root = package.parent
    identity = ["-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false"]
    for command in (["init", "-q"], ["add", "."], [*identity, "commit", "-q", "-m", "first"], ["tag", "v1"]):
        subprocess.run(["git", "-C", str(root), *command], check=True, capture_output=True)
    (package / "__init__.py").write_text("second = True\n", encoding="utf-8")
    unpacked = gate.checkout("v1", tmp_path / "base", root)
    assert (unpacked / "zombicide_env" / "__init__.py").read_text(encoding="utf-8") == "first = True\n"
    with pytest.raises(ValueError, match="neither a folder nor a revision"):
        gate.checkout("v2", tmp_path / "base", root)


def test_workloads_do_the_steps_that_they_report() -> None:
    works = gate_worker.prepare(Toy())
    assert list(works) == list(gate_worker.WORKLOADS)
    for name, work in works.items():
        assert work(100) >= 100, name


def test_workloads_that_a_version_lacks_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    def lacking(_game: Any) -> Any:
        raise AttributeError("no such method yet")

    monkeypatch.setitem(gate_worker.WORKLOADS, "future", lacking)
    assert "future" not in gate_worker.prepare(Toy())


@pytest.mark.slow
def test_a_version_is_compared_with_itself() -> None:
    options = {"quest": "danse_macabre", "survivors": 6}
    with gate.worker(gate.ROOT, "black_plague", options) as one, gate.worker(gate.ROOT, "black_plague", options) as two:
        results = gate.compare(lambda: (one, two), starts=(1, 1), number=1, seconds=0.01)
    assert [found.workload for found in results] == list(gate_worker.WORKLOADS)
    assert all(found.ratio > 0 and found.verdict == gate.UNCLEAR for found in results)  # one pair is not enough
