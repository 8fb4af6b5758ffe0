"""Agents in worker processes: they have limits, can be stopped, and are scheduled fairly."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import CancelledError, Future
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.envs.toy import Toy
from tests.play import thinkers
from zombicide_env.play import Person, Session
from zombicide_env.play.fair_queue import FairQueue
from zombicide_env.play.workers import Failure, Job, Workers

# ---- scheduling


def test_owners_take_turns_however_much_they_want() -> None:
    queue: FairQueue[str] = FairQueue()
    for number in range(4):
        queue.put("greedy", f"g{number}")
    queue.put("modest", "m0")
    served = []
    while (taken := queue.take()) is not None:
        served.append(taken[1])
        queue.served(taken[0], 1.0)
    assert served == ["g0", "m0", "g1", "g2", "g3"]


def test_slow_wishes_cost_their_time() -> None:
    queue: FairQueue[str] = FairQueue()
    for number in range(20):
        queue.put("slow", f"slow {number}")
        queue.put("quick", f"quick {number}")
    served = []
    for _ in range(14):
        owner, _wish = queue.take() or ("", "")
        served.append(owner)
        queue.served(owner, 5.0 if owner == "slow" else 1.0)
    assert served.count("slow") == 3


def test_rest_is_not_saved_up() -> None:
    """A late arrival does not hold up those already waiting, and is served soon."""
    queue: FairQueue[str] = FairQueue()
    for number in range(100):
        queue.put("early", f"e{number}")
    for _ in range(50):
        queue.take()
        queue.served("early", 1.0)
    for number in range(10):
        queue.put("late", f"l{number}")
    order = []
    for _ in range(6):
        owner, _wish = queue.take() or ("", "")
        order.append(owner)
        queue.served(owner, 1.0)
    assert order.count("early") == order.count("late") == 3


def test_what_may_not_be_served_now_waits_in_its_place() -> None:
    queue: FairQueue[int] = FairQueue()
    for number in (1, 2, 3):
        queue.put("one", number)
    assert queue.take(lambda n: n > 1) == ("one", 2)
    assert queue.take(lambda n: n > 3) is None
    assert [queue.take(), queue.take(), queue.take(), len(queue)] == [("one", 1), ("one", 3), None, 0]


# ---- processes


@pytest.fixture(scope="module")
def game() -> Toy:
    return Toy(agents=2, goal=9)


@pytest.fixture(scope="module")
def workers() -> Iterator[Workers]:
    made = Workers(thinkers.make, count=1, seconds=60, memory=600)
    yield made
    made.close()


def job(game: Any, spec: str, do: Any = "act", seed: int = 0) -> Job:
    position = Session(game, [Person()], seed=1, keep=True).position(0)
    return Job(do, pickle.dumps(game), spec, position, seed)


def first_legal(game: Any) -> int:
    """Return the action that most agents of ``thinkers`` take in the position of ``job``."""
    return int(Session(game, [Person()], seed=1).mask.argmax())


def reason(future: Future[Any]) -> str:
    with pytest.raises(Failure) as failure:
        future.result(120)
    return str(failure.value)


@pytest.mark.slow
def test_players_think_elsewhere(workers: Workers, game: Toy) -> None:
    assert workers.ask("me", job(game, "quick")).result(120) == first_legal(game)
    assert workers.ask("me", job(game, "tells")).result(120) != os.getpid()
    assert workers.ask("me", job(game, "quick", "make")).result(120) is None
    chances, value, *_ = workers.ask("me", job(game, "quick", "explain")).result(120)  # an agent without explanations returns its move
    assert np.flatnonzero(chances).tolist() == [workers.ask("me", job(game, "quick")).result(120)] and value is None
    assert [workers.ask("me", job(game, "seeds", seed=n)).result(120) for n in (5, 7)] == [5, 7]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("spec", "says"),
    [
        ("nobody", "nobody: there is nobody"),
        ("breaks", "breaks: ZeroDivisionError: out of ideas"),
        ("eats:700", "eats:700 needs more memory than an agent may have here (600 MiB): choose a smaller one"),
        ("dies", "dies: its process has died"),
    ],
)
def test_who_gives_no_answer_is_told_in_a_sentence_and_the_next_one_answers(workers: Workers, game: Toy, spec: str, says: str) -> None:
    assert reason(workers.ask("me", job(game, spec))) == says
    assert workers.ask("me", job(game, "quick")).result(120) == first_legal(game)


@pytest.mark.slow
def test_who_thinks_too_long_is_told_so_and_the_next_one_answers(game: Toy) -> None:
    workers = Workers(thinkers.make, count=1, seconds=2)
    try:
        assert reason(workers.ask("me", job(game, "sleeps:60"))) == "sleeps:60 has thought for longer than 2 seconds"
        assert workers.ask("me", job(game, "quick")).result(120) == first_legal(game)
    finally:
        workers.close()


@pytest.mark.slow
def test_a_thought_that_is_no_longer_wanted_is_stopped_and_the_process_goes_on(
    game: Toy, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("THINKING", str(tmp_path))
    workers = Workers(thinkers.make, count=1, seconds=60)
    try:
        workers.ask("me", job(game, "tells:0.4")).result(120)  # slow: from now on the quick worker leaves it to the other one
        before = workers.ask("me", job(game, "tells:0.4")).result(120)
        long = [workers.ask("me", job(game, "tells:60")) for _ in range(3)]
        thinkers.wait_for_thoughts(tmp_path, 3)
        assert all(future.cancel() for future in long)
        assert workers.ask("me", job(game, "tells:0.4")).result(120) == before
        with pytest.raises(CancelledError):
            long[0].result(0)
    finally:
        workers.close()


@pytest.mark.slow
def test_a_process_that_was_stopped_while_it_loaded_something_is_replaced(game: Toy) -> None:
    """What it had begun to load is half there, for this player and for others."""
    workers = Workers(thinkers.make, count=1, seconds=2)
    try:
        assert "has thought for longer" in reason(workers.ask("me", job(game, "loads:60")))
        assert workers.ask("me", job(game, "loads:0.1")).result(120) == first_legal(game)
    finally:
        workers.close()


@pytest.mark.slow
def test_a_stop_in_a_finalizer_is_honoured_and_nothing_is_printed(game: Toy, monkeypatch: pytest.MonkeyPatch, capfd: Any) -> None:
    monkeypatch.setattr("zombicide_env.play.workers._PATIENCE", 100)
    workers = Workers(thinkers.make, count=1, seconds=1)
    try:
        assert "has thought for longer" in reason(workers.ask("me", job(game, "finalizes:60")))
        assert workers.ask("me", job(game, "quick")).result(60) >= 0
    finally:
        monkeypatch.setattr("zombicide_env.play.workers._PATIENCE", 2)
        workers.close()
    assert "Stopped" not in capfd.readouterr().err


@pytest.mark.slow
def test_without_signals_a_job_ends_with_its_process(game: Toy, monkeypatch: pytest.MonkeyPatch) -> None:
    """As on Windows."""
    monkeypatch.setattr("zombicide_env.play.workers.STOP", None)
    monkeypatch.delattr("signal.pthread_sigmask")
    workers = Workers(thinkers.make, count=1, seconds=1)
    try:
        assert "has thought for longer" in reason(workers.ask("me", job(game, "sleeps:60")))
        assert workers.ask("me", job(game, "quick")).result(120) >= 0
    finally:
        workers.close()


def test_the_server_can_be_imported_where_signals_are_missing() -> None:
    """As on Windows."""
    missing = "import signal; del signal.SIGUSR1, signal.pthread_sigmask, signal.pthread_kill; "
    code = missing + "from zombicide_env.play import worker, workers; assert worker.STOP is None; worker._Bell()"
    subprocess.run([sys.executable, "-c", code], check=True, timeout=300)


@pytest.mark.slow
def test_who_does_not_listen_is_ended_with_his_process(game: Toy, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("zombicide_env.play.workers._PATIENCE", 0.3)
    workers = Workers(thinkers.make, count=1, seconds=0.5)
    try:
        assert reason(workers.ask("me", job(game, "deaf:60"))) == "deaf:60 has thought for longer than 0.5 seconds"
        assert reason(workers.ask("me", job(game, "deaf:60"))) == "deaf:60 has thought for longer than 0.5 seconds"
        assert workers.ask("me", job(game, "quick")).result(120) == first_legal(game)
    finally:
        workers.close()


@pytest.mark.slow
def test_quick_agents_do_not_wait_for_slow_ones(game: Toy, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("zombicide_env.play.workers._QUICK", 1.5)  # on a busy machine, too
    workers = Workers(thinkers.make, count=1, seconds=60)
    try:
        workers.ask("me", job(game, "sleeps:1.6")).result(120)  # from now on that kind is known to be slow
        slow = [workers.ask(f"owner {n}", job(game, "sleeps:60")) for n in range(4)]
        assert [workers.ask("me", job(game, "quick")).result(120) for _ in range(3)]
        assert not any(future.done() for future in slow)
    finally:
        workers.close()
    assert all(future.done() for future in slow)


def test_processes_end_with_the_server(game: Toy) -> None:
    workers = Workers(thinkers.make, count=1, seconds=60)
    pid = workers.ask("me", job(game, "tells")).result(120)
    workers.close()
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)
