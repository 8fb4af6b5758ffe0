"""Operations that threads and processes may perform on one game and one batch, and those that are rejected."""

from __future__ import annotations

import contextlib
import copy
import gc
import os
import pickle
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest

from tests.core.toy import ROLL, Race
from zombicide_env import make_game
from zombicide_env.core.batch import Batch
from zombicide_env.core.jit import PYTHON_MODE

WORKERS = 4
N = 4000  # games whose step takes a while
BUFFERS = ("states", "masks", "raw_observations", "rewards", "dones", "deciders", "episodes")


def snapshot(batch: Batch) -> list[bytes]:
    return [getattr(batch, name).tobytes() for name in BUFFERS]


# ---- one game, several threads -----------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["black_plague", "hit_z_road", "z_game"])
def test_each_thread_sees_its_own_position(name: str) -> None:
    game = make_game(name)
    batch = Batch(game, 1, seed=3, autoreset="disabled")
    different: dict[bytes, Any] = {}
    while len(different) < WORKERS:
        batch.step_random()
        different[batch.masks.tobytes()] = batch.states.copy()
    states = list(different.values())
    expected = [(game.mask(state).tobytes(), game.active(state).tobytes(), game.legal_texts(state)) for state in states]
    together = threading.Barrier(WORKERS)

    def look(i: int) -> int:
        together.wait()
        wrong = 0
        for _ in range(200):
            wrong += game.mask(states[i]).tobytes() != expected[i][0] or game.active(states[i]).tobytes() != expected[i][1]
        return wrong + (game.legal_texts(states[i]) != expected[i][2])

    with ThreadPoolExecutor(WORKERS) as pool:
        assert list(pool.map(look, range(WORKERS))) == [0] * WORKERS


def test_a_game_that_has_been_looked_at_can_be_pickled_and_copied() -> None:
    game = make_game("hit_z_road")
    state = Batch(game, 1, seed=0).states
    before = game.mask(state)
    for other in (pickle.loads(pickle.dumps(game)), copy.deepcopy(game)):
        assert np.array_equal(other.mask(state), before)


# ---- one batch, several threads ----------------------------------------------------------------------------


def test_overlapping_calls_are_refused_and_change_nothing() -> None:
    batch, twin = Batch(Race(), 8, seed=1), Batch(Race(), 8, seed=1)
    begun, go_on = threading.Event(), threading.Event()
    inner = batch._do

    def slow(*arguments: Any) -> int:
        begun.set()
        assert go_on.wait(60)
        return inner(*arguments)

    batch._do = slow
    actions = np.full(8, ROLL)
    calls: list[Callable[[], Any]] = [
        lambda: batch.step(actions),
        batch.random_actions,
        batch.step_random,
        batch.reset,
        batch.refresh,
        batch.resample,
        lambda: batch.put(twin.states),
        lambda: batch.observe(0),
        lambda: batch.seed_actions(3),
        lambda: batch.send(actions),
        batch.status,
        batch.outcomes,
        batch.events,
        batch.copy,
        lambda: pickle.dumps(batch),
    ]
    with ThreadPoolExecutor(1) as pool:
        stepping = pool.submit(batch.step, actions)
        assert begun.wait(60)
        for call in calls:
            with pytest.raises(RuntimeError, match=r"another thread is using this batch.*a batch of its own"):
                call()
        go_on.set()
        stepping.result(60)
    twin.step(actions)
    assert snapshot(batch) == snapshot(twin)


def test_threads_that_step_one_batch_together_never_break_a_game() -> None:
    """A call either happens as a whole or is rejected: every game has as many steps as there were successful calls."""
    batch = Batch(Race(goal=255, max_rounds=10_000), N, seed=1, autoreset="disabled")
    together, done = threading.Barrier(WORKERS), []

    def work(_: int) -> None:
        together.wait()
        for _ in range(50):
            with contextlib.suppress(RuntimeError):  # rejected
                batch.step(np.full(N, ROLL))
                done.append(1)

    with ThreadPoolExecutor(WORKERS) as pool:
        list(pool.map(work, range(WORKERS)))
    assert done
    twin = Batch(Race(goal=255, max_rounds=10_000), N, seed=1, autoreset="disabled")
    for _ in done:
        twin.step(np.full(N, ROLL))
    assert snapshot(batch) == snapshot(twin)


def test_nothing_else_goes_while_a_step_is_under_way() -> None:
    batch, twin = Batch(Race(), 300, seed=2, threads=2), Batch(Race(), 300, seed=2)
    actions = twin.random_actions()
    batch.send(actions)
    calls: list[Callable[[], Any]] = [
        lambda: batch.step(actions),
        lambda: batch.send(actions),
        batch.random_actions,
        batch.reset,
        batch.refresh,
        lambda: batch.observe(0),
        batch.copy,
        batch.status,
        batch.outcomes,
        batch.events,
        lambda: batch.tell(lambda: pytest.fail("the step was taken")),
    ]
    for call in calls:
        with pytest.raises(RuntimeError, match=r"a step is under way: call recv\(\) first"):
            call()
    batch.recv()
    twin.step(actions)
    assert snapshot(batch) == snapshot(twin)
    batch.step(actions := twin.random_actions())
    twin.step(actions)
    assert snapshot(batch) == snapshot(twin)
    batch.close()


# ---- the threads of a batch --------------------------------------------------------------------------------

needs_threads = pytest.mark.skipif(PYTHON_MODE, reason="in plain Python mode one thread does everything")


@needs_threads
@pytest.mark.parametrize("threads", [2, 3, 8])
def test_calls_after_pauses_and_in_haste_give_the_same_games(threads: int) -> None:
    """Threads that are awake, that are falling asleep, and that sleep."""
    one, many = Batch(Race(), 64 * 8 + 5, seed=3), Batch(Race(), 64 * 8 + 5, seed=3, threads=threads)
    for k in range(200):
        actions = one.random_actions()
        one.step(actions)
        if k % 2:
            many.step(actions)
        else:
            many.send(actions)
            many.recv()
        time.sleep((0.0, 0.0001, 0.001)[k % 3])
        assert snapshot(one) == snapshot(many)
    many.close()


@needs_threads
@pytest.mark.parametrize("broken", [[0], [299], [140, 150, 160, 299], list(range(300))])
@pytest.mark.parametrize("sent", [False, True])
def test_an_error_in_any_thread_reaches_the_caller(broken: list[int], sent: bool) -> None:
    batch, twin = Batch(Race(), 300, seed=2, threads=2), Batch(Race(), 300, seed=2)
    actions = batch.random_actions()
    for _ in range(3):
        batch.states["depth"][broken] = 0  # an agenda without a task
        if sent:
            batch.send(actions)
        with pytest.raises(IndexError, match="the agenda is empty"):
            batch.recv() if sent else batch.step(actions)
        batch.reset(2)
    twin.reset(2)
    for one in (batch, twin):
        one.seed_actions(1)
        one.step_random(3)
    assert snapshot(batch) == snapshot(twin)
    batch.close()


def living() -> int:
    return sum(thread.name.startswith("batch_") for thread in threading.enumerate())


@pytest.mark.slow
@needs_threads
@pytest.mark.parametrize("sent", [False, True])
def test_threads_end_with_their_batch(sent: bool) -> None:
    gc.collect()
    before = living()
    batch = Batch(Race(), 300, seed=2, threads=3)
    batch.step_random()
    assert living() == before + 2
    if sent:
        batch.send(batch.random_actions())
    del batch
    gc.collect()
    assert living() == before


@needs_threads
def test_a_closed_batch_goes_on() -> None:
    batch, twin = Batch(Race(), 300, seed=2, threads=2), Batch(Race(), 300, seed=2)
    for _ in range(3):
        actions = twin.random_actions()
        twin.step(actions)
        batch.send(actions)
        batch.close()
        batch.recv()
        batch.close()
        assert snapshot(batch) == snapshot(twin)


# ---- processes ---------------------------------------------------------------------------------------------


def in_a_child(work: Callable[[], bytes]) -> bytes:
    """Return the result of ``work`` in a forked process; kill a child that hangs for a minute."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        import signal

        signal.alarm(60)
        try:
            os.write(writing, work())
        finally:
            os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        answer = pipe.read()
    os.waitpid(child, 0)
    return answer


needs_fork = pytest.mark.skipif(not hasattr(os, "fork") or PYTHON_MODE, reason="needs a system that forks, and compiled threads")


@needs_fork
@pytest.mark.filterwarnings("ignore:This process .* is multi-threaded:DeprecationWarning")  # the behavior under test
def test_a_forked_child_goes_on_with_threads_of_its_own() -> None:
    batch, twin = Batch(Race(), 300, seed=2, threads=2), Batch(Race(), 300, seed=2)
    for one in (batch, twin):
        one.step_random(3)

    def work() -> bytes:
        batch.step_random(5)
        return batch.states.tobytes()

    found = in_a_child(work)
    twin.step_random(5)
    assert found == twin.states.tobytes()
    batch.step_random(5)  # and the parent with its own
    assert snapshot(batch) == snapshot(twin)
    batch.close()


@needs_fork
@pytest.mark.filterwarnings("ignore:This process .* is multi-threaded:DeprecationWarning")  # the behavior under test
def test_a_step_that_was_under_way_belongs_to_the_parent() -> None:
    batch, twin = Batch(Race(), 300, seed=2, threads=2), Batch(Race(), 300, seed=2)
    actions = twin.random_actions()
    batch.send(actions)

    def work() -> bytes:
        try:
            batch.recv()
        except RuntimeError as error:
            batch.reset(7)
            batch.step_random(2)
            return str(error).encode() + batch.states.tobytes()
        return b"no error"

    found = in_a_child(work)
    batch.recv()
    twin.step(actions)
    assert snapshot(batch) == snapshot(twin)
    twin.reset(7)
    twin.seed_actions(0)
    again = Batch(Race(), 300, seed=7)
    again.step_random(2)
    assert found.startswith(b"the process was forked while a step was under way")
    assert found.endswith(again.states.tobytes())
    batch.close()


@needs_fork
@pytest.mark.filterwarnings("ignore:This process .* is multi-threaded:DeprecationWarning")  # the behavior under test
def test_a_fork_in_the_midst_of_a_call_of_another_thread_leaves_the_child_free() -> None:
    batch = Batch(Race(), 8, seed=1)
    assert batch._mine.acquire(False)  # as another thread does during its call
    try:
        assert in_a_child(lambda: str(batch.random_actions().shape).encode()) == b"(8,)"
    finally:
        batch._mine.release()
