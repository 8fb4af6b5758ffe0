"""The benchmarks count what they claim to count.  Their speed is not tested."""

from __future__ import annotations

from typing import Any

import pytest

from tests.envs.toy import Toy
from tests.toys.hunt import Hunt
from zombicide_benchmarks import (
    balance,
    calibration,
    difficulty,
    factions,
    loops,
    machine,
    mistakes,
    payoffs,
    run,
    scaling,
    stalling,
    startup,
    steps,
)
from zombicide_benchmarks.timing import interleaved, rate
from zombicide_env.core.batch import Batch
from zombicide_env.envs.aec import RawEnv
from zombicide_env.envs.gym import TeamEnv
from zombicide_env.envs.vector import TeamVectorEnv
from zombicide_training.collect.provenance import revision


class Counting:
    """Environment that counts the steps with an action."""

    def __init__(self, env: Any) -> None:
        self.env, self.count = env, 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self.env, name)

    def step(self, action: Any) -> Any:
        self.count += action is not None
        return self.env.step(action)


@pytest.mark.parametrize(("loop", "make"), [(loops.aec_loop, RawEnv), (loops.gym_loop, TeamEnv)])
def test_loops_do_the_steps_that_they_report(loop: Any, make: Any) -> None:
    env = Counting(make(Toy()))
    work = loop(env)
    done = work(70) + work(1) + work(130)
    assert done == env.count == 201


@pytest.mark.parametrize("loop", [loops.batch_loop, loops.rollout_loop])
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

    batch.step, batch.step_random = step, step_random
    assert loop(batch)(100) == counted["steps"] >= 100


def test_vector_loop_does_the_steps_that_it_reports() -> None:
    env = TeamVectorEnv(4, Toy())
    counted = {"steps": 0}
    inner = env.step

    def step(actions: Any) -> Any:
        counted["steps"] += len(actions)
        return inner(actions)

    env.step = step
    assert loops.vector_loop(env)(10) == counted["steps"] == 12


def test_games_with_several_sides_are_measured_against_random_opponents() -> None:
    measured = list(steps.measure(Hunt(), seconds=0.001, repeats=1, batches=(4,), threads=(1, 2)))
    gymnasium = [one for one in measured if one.interface.startswith("Gymnasium")]
    assert [(one.interface, one.games, one.threads) for one in gymnasium] == [("Gymnasium", 1, 1), ("Gymnasium vector", 4, 1)]
    assert all("against random opponents" in one.note and one.rate.best > 0 for one in gymnasium)


def test_rate_is_work_per_second(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [0.0]
    monkeypatch.setattr("zombicide_benchmarks.timing.time.perf_counter", lambda: clock[0])

    def work(n: int) -> int:
        clock[0] += 0.001 * n
        return 2 * n

    measured = rate(work, seconds=1.0, repeats=3)
    assert measured.median == pytest.approx(2000)
    assert measured.nanoseconds == pytest.approx(500_000)
    assert measured.seconds == pytest.approx(1.0)


def test_interleaved_works_take_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [0.0]
    monkeypatch.setattr("zombicide_benchmarks.timing.time.perf_counter", lambda: clock[0])
    monkeypatch.setattr("zombicide_benchmarks.timing.time.process_time", lambda: clock[0] / 2)
    order: list[str] = []

    def make(name: str, cost: float) -> Any:
        def work(n: int) -> int:
            order.append(name)
            clock[0] += cost * n
            return n

        return work

    found = interleaved({"a": make("a", 0.5), "b": make("b", 0.25)}, seconds=1.0, repeats=3)
    assert "".join(order).endswith("ababab")
    assert (found["a"].median, found["b"].median) == (pytest.approx(2.0), pytest.approx(4.0))
    assert found["a"].processor == pytest.approx(0.5)


def test_machine_names_versions() -> None:
    about = machine.machine()
    assert set(about["packages"]) == {"zombicide-env", *machine.PACKAGES}
    assert about["processor"] and about["revision"] == revision()


def test_results_of_a_failed_start_are_refused() -> None:
    with pytest.raises(RuntimeError, match="start-up script failed"):
        startup.one("no_such_game", {}, "/nonexistent")


def test_quick_results_do_not_replace_the_kept_ones() -> None:
    assert run.default_folder(quick=True) != run.default_folder(quick=False)
    assert run.default_folder(quick=False).parts[-2:] == ("benchmarks", "results")


def test_sections_follow_the_options() -> None:
    def of(*arguments: str) -> set[str]:
        return run.sections(run.parser().parse_args(arguments))

    assert of() == set(run.SECTIONS)
    assert "peers" not in of("--quick")
    assert of("--only", "peers", "steps") == {"peers", "steps"}
    assert of("--no-startup", "--no-peers") == set(run.SECTIONS) - {"startup", "peers"}
    assert "scaling" in of("--game", "hit_z_road")
    assert "scaling" not in of("--game", "another_game")


def test_games_are_made_from_the_options() -> None:
    def of(*arguments: str) -> dict[str, Any]:
        return run.options_of(run.parser().parse_args(arguments))

    assert of("--survivors", "4") == {"quest": "big_game_hunting", "survivors": 4}
    assert of("--game", "hit_z_road") == {"players": 4}
    assert of("--game", "hit_z_road", "--options", '{"players": 2}') == {"players": 2}


def test_players_of_hit_z_road_are_a_row_each() -> None:
    rows = scaling.measure_players(seconds=0.001, repeats=1)
    assert [(row.label, row.agents, row.zones, row.zombies) for row in rows] == [(str(n), n, None, None) for n in range(1, 5)]


@pytest.mark.parametrize("given", ["0", "-3", "many", "2.5"])
@pytest.mark.parametrize("command", [balance, calibration, difficulty, factions, mistakes, payoffs, stalling])
def test_a_benchmark_needs_a_game(command: Any, given: str, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["table"] if command is payoffs else []
    with pytest.raises(SystemExit, match="2"):
        command.main([*words, "--games", given])
    assert f"argument --games: {given}: give a whole number, at least 1" in capsys.readouterr().err
