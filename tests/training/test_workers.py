"""Shares of work give the same results in this process, in others, and when workers die (a cluster: tests/cluster)."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

from zombicide_agents import Agent, make
from zombicide_agents.random_agent import RandomAgent
from zombicide_env import make_game
from zombicide_training.collect import workers as workers_module
from zombicide_training.collect.workers import Here, Place, Processes, Workers, WorkersLost, _do, _read, _sent
from zombicide_training.evaluation.evaluate import EvaluateConfig, evaluate, run
from zombicide_training.evaluation.series import Series


@pytest.fixture(scope="module")
def two() -> Iterator[Processes]:
    with Processes(2) as workers:
        yield workers


def squared(offset: int, share: int) -> int:
    return offset + share * share


def killed_once(folder: Path, share: int) -> int:
    """Return the share; the first process that gets the third share kills itself."""
    mark = folder / "died"
    if share == 3 and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return share


def killed(_: None, share: int) -> int:
    os.kill(os.getpid(), signal.SIGKILL)
    return share


def process(_: None, share: int) -> int:
    return os.getpid()


def refused(_: None, share: int) -> int:
    raise ValueError(f"share {share} cannot be done")


@pytest.mark.parametrize("workers", [Here(), "two"])
def test_all_shares_are_done_once_and_come_in_order(workers: Workers | str, request: pytest.FixtureRequest) -> None:
    who = request.getfixturevalue(workers) if isinstance(workers, str) else workers
    assert who.all(squared, 1, range(20)) == [1 + i * i for i in range(20)]
    assert sorted(i for i, _ in who.do(squared, 1, range(20))) == list(range(20))
    assert who.all(squared, 0, []) == []


@pytest.mark.slow
def test_what_a_dead_worker_was_doing_is_done_again(two: Processes, tmp_path: Path) -> None:
    assert two.all(killed_once, tmp_path, range(8)) == list(range(8))
    assert (tmp_path / "died").exists()


@pytest.mark.slow
def test_workers_killed_between_two_pieces_of_work_are_replaced(two: Processes) -> None:
    """Submitting the next share detects it, before anything is waited for."""
    [victim] = set(two.all(process, None, [0]))
    os.kill(victim, signal.SIGKILL)
    pool = two._pool
    assert pool is not None
    while not pool._broken:
        time.sleep(0.01)
    assert two.all(squared, 0, [3, 4]) == [9, 16]


@pytest.mark.slow
def test_work_that_kills_everybody_is_given_up() -> None:
    with Processes(1) as workers, pytest.raises(WorkersLost, match="killed 3 times"):
        workers.all(killed, None, [1])


def waits(folder: Path, share: int) -> int:
    (folder / f"{share}.{os.getpid()}").touch()
    time.sleep(600)
    return share


def wait_for(what: Callable[[], object]) -> None:
    for _ in range(30000):
        if what():
            return
        time.sleep(0.01)
    raise TimeoutError("it has not come to that")


def at_work(folder: Path) -> list[int]:
    """Processes that are, or have been, inside ``waits``."""
    return [int(path.suffix[1:]) for path in folder.glob("*.*")]


def gone(worker: int) -> bool:
    try:
        os.kill(worker, 0)
    except ProcessLookupError:
        return True
    stat = Path(f"/proc/{worker}/stat")
    return stat.exists() and ") Z " in stat.read_text()  # it has ended, and its new parent has not reaped it


@pytest.mark.slow
def test_workers_end_with_the_process_that_was_killed(tmp_path: Path, plain_environment: dict[str, str]) -> None:
    program = (
        "from pathlib import Path\nfrom tests.training.test_workers import waits\n"
        "from zombicide_training.collect.workers import Processes\n"
        f"if __name__ == '__main__':\n    Processes(2).all(waits, Path({str(tmp_path)!r}), range(2))\n"
    )
    with subprocess.Popen([sys.executable, "-c", program], env=plain_environment) as hirer:
        wait_for(lambda: len(at_work(tmp_path)) == 2)
        hirer.kill()
    wait_for(lambda: all(map(gone, at_work(tmp_path))))


@pytest.mark.slow
def test_an_interrupted_command_does_not_wait_for_its_workers(tmp_path: Path) -> None:
    def interrupt() -> None:
        wait_for(lambda: len(at_work(tmp_path)) == 2)
        signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)

    threading.Thread(target=interrupt).start()
    with pytest.raises(KeyboardInterrupt), Processes(2) as workers:
        workers.all(waits, tmp_path, range(2))
    assert all(map(gone, at_work(tmp_path)))


def test_an_error_of_the_work_is_the_callers(two: Processes) -> None:
    with pytest.raises(ValueError, match="cannot be done"):
        two.all(refused, None, range(4))
    assert two.all(squared, 0, [3]) == [9]


def test_what_cannot_be_sent_is_said(two: Processes) -> None:
    with pytest.raises(ValueError, match="leave --workers and --ray out"):
        two.all(squared, (i for i in range(3)), [1])  # type: ignore[arg-type]  # what is refused


class OfOneVersion:
    """Stands for an object whose class the other version does not have."""

    def __reduce__(self) -> tuple[object, ...]:
        return getattr, (workers_module, "NotInThisVersion")


def test_another_version_on_the_other_machine_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    order, share, stranger = _sent((squared, 1)), _sent(2), _sent((OfOneVersion(), 1))
    assert _read(_do(order, share)) == 5
    monkeypatch.setattr(workers_module, "__version__", "99.0")
    for sent in (order, stranger):
        with pytest.raises(WorkersLost, match=r"99\.0.*install the same version"):
            _do(sent, share)


def test_options_choose_where_work_is_done() -> None:
    assert isinstance(Place().open(), Here)
    assert isinstance(Place(workers=3).open(), Processes)
    for place, reason in ((Place(workers=-1), "workers=-1"), (Place(workers=2, ray="auto"), "name one")):
        with pytest.raises(ValueError, match=reason):
            place.open()


class Drawing(RandomAgent):
    """Agent that draws its own random numbers, so that its seeding is visible."""

    def player(self, game: object) -> None:
        return None


@pytest.mark.slow
@pytest.mark.parametrize("agent", ["greedy", Drawing(), "search:simulations=6,threads=1"], ids=["compiled", "asked", "imagining"])
def test_an_evaluation_is_the_same_wherever_it_is_played(two: Processes, agent: str | Agent) -> None:
    games = [make_game("hit_z_road", players=3, max_rounds=n) for n in (8, 9)]
    asked = {"games": 21, "seed": 5, "batch": 2}
    table = [agent, "random", "random"]
    here, there = evaluate(games, table, **asked), evaluate(games, table, **asked, workers=two)  # type: ignore[arg-type]  # of several types
    assert len(Series.of(games, table, 21, 5, batch=2).shares()) == 3
    assert here.decisions == there.decisions
    assert np.array_equal(here.outcomes, there.outcomes)
    for name, values in here.measures.items():
        assert np.array_equal(values, there.measures[name])
    assert here.standing is not None
    assert there.standing is not None
    assert np.array_equal(here.standing.score, there.standing.score)


def test_compiled_players_are_those_of_the_process_that_they_are_sent_to() -> None:
    """The search's players were once compiled again in the worker, with other rules, which ended in a Numba error after a minute."""
    for name in ("black_plague", "z_game"):
        game = make_game(name)
        sent = _read(_sent(make("search:simulations=3", game)))
        assert sent._guide.player.heuristic is game.heuristic()


def test_games_of_a_share_are_those_of_the_whole() -> None:
    """Game i has its seed, its board and its seats, whatever its share."""
    games = [make_game("hit_z_road", players=3, max_rounds=n) for n in (8, 9)]
    small, large = (evaluate(games, ["greedy", "random", "random"], 21, 5, batch=batch) for batch in (2, 64))
    assert np.array_equal(small.outcomes, large.outcomes)
    assert small.measures.keys() == large.measures.keys()
    assert all(np.array_equal(small.measures[name], large.measures[name]) for name in small.measures)


@pytest.mark.parametrize("workers", [None, "two"])
def test_progress_counts_every_game(workers: str | None, request: pytest.FixtureRequest) -> None:
    who = request.getfixturevalue(workers) if workers else None
    told: list[tuple[int, int]] = []
    game = make_game("hit_z_road", players=2)
    found = evaluate(game, "random", 20, batch=2, progress=lambda *numbers: told.append(numbers), workers=who)
    assert told[-1] == (20, int(found.wins.sum()))
    assert sorted(n for n, _ in told) == [n for n, _ in told]


@pytest.mark.slow
def test_the_command_takes_workers(tmp_path: Path) -> None:
    config = EvaluateConfig(teams=["random"], game="hit_z_road", players=2, games=9, batch=1, output=tmp_path / "found.json")
    config.workers = 1
    [there] = run(config)
    config.workers = 0
    [here] = run(config)
    assert np.array_equal(here.outcomes, there.outcomes)
