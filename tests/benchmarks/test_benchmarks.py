"""The benchmarks count what they say they count.  How fast anything is, is no matter of tests."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from benchmarks import machine, report, run, startup, steps
from benchmarks.timing import rate
from tests.envs.toy import Toy
from zombicide_env.core.batch import Batch
from zombicide_env.envs.aec import RawEnv
from zombicide_env.envs.gym import TeamEnv


class Counting:
    """An environment that counts the steps with an action."""

    def __init__(self, env: Any) -> None:
        self.env, self.count = env, 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self.env, name)

    def step(self, action: Any) -> Any:
        self.count += action is not None
        return self.env.step(action)


@pytest.mark.parametrize(("loop", "make"), [(steps.aec_loop, RawEnv), (steps.gym_loop, TeamEnv)])
def test_loops_do_the_steps_that_they_report(loop: Any, make: Any) -> None:
    env = Counting(make(Toy()))
    work = loop(env)
    done = work(70) + work(1) + work(130)
    assert done == env.count == 201


@pytest.mark.parametrize("loop", [steps.batch_loop, steps.rollout_loop])
def test_batch_loops_do_the_steps_that_they_report(loop: Any) -> None:
    batch = Batch(Toy(), 8, seed=0, autoreset="same_step")
    counted = {"steps": 0}
    inner_step, inner_random = batch.step, batch.step_random

    def step(actions: Any) -> None:
        counted["steps"] += len(actions)
        inner_step(actions)

    def step_random(count: int = 1, *, observe: bool = True) -> None:
        counted["steps"] += count * batch.n
        inner_random(count, observe=observe)

    batch.step, batch.step_random = step, step_random  # type: ignore[method-assign]
    assert loop(batch)(100) == counted["steps"] >= 100


def test_rate_is_work_per_second(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [0.0]
    monkeypatch.setattr("benchmarks.timing.time.perf_counter", lambda: clock[0])

    def work(n: int) -> int:
        clock[0] += 0.001 * n
        return 2 * n

    measured = rate(work, seconds=1.0, repeats=3)
    assert measured.median == pytest.approx(2000)
    assert measured.nanoseconds == pytest.approx(500_000)
    assert measured.seconds == pytest.approx(1.0)


def test_machine_names_versions() -> None:
    about = machine.machine()
    assert set(about["packages"]) == set(machine.PACKAGES)  # type: ignore[call-overload]
    assert about["processor"]


def test_results_of_a_failed_start_are_refused() -> None:
    with pytest.raises(RuntimeError, match="start-up script failed"):
        startup.one("no_such_game", {}, "/nonexistent")


def test_results_are_written_for_machines_and_people(tmp_path: Path) -> None:
    row = {"interface": "Batch.step", "games": 64, "threads": 1, "note": "uint8"}
    row |= {"per_second": 123456.0, "best_per_second": 130000.0, "nanoseconds": 8100.0, "repeats": 5, "seconds": 2.0}
    parts = {"import": 0.1, "make": 0.2, "first_step": 30.0, "process": 30.5}
    result = {
        "machine": machine.machine(),
        "game": "toy",
        "options": {},
        "steps": [row],
        "startup": {"cold": parts, "warm": parts | {"process": 0.9}},
        "memory": run.memory(Toy()),
    }
    paths = report.write(result, tmp_path / "results")
    assert [path.name for path in paths] == ["speed.json", "speed.md", "speed.short.md"]
    assert json.loads(paths[0].read_text(encoding="utf-8")) == json.loads(json.dumps(result))
    assert "| Batch.step | 64 | 1 | uint8 | 123,456 | 130,000 | 8.10 |" in paths[1].read_text(encoding="utf-8")
    short = paths[2].read_text(encoding="utf-8")
    assert "| Batch.step | 64 | 1 | 123,456 |" in short
    assert "First start 30 s" in short and "later starts 0.9 s" in short


def test_quick_results_do_not_replace_the_kept_ones() -> None:
    assert run.default_folder(quick=True) != run.default_folder(quick=False)
    assert run.default_folder(quick=False).parts[-2:] == ("benchmarks", "results")
