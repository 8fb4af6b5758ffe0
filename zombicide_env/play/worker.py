"""Worker process: creates and runs players, one job at a time.

Jobs load a game, make a player, let it act, or explain a position. The process keeps the most recently used players.
A signal interrupts the current job (``Stopped``). If no job of its kind has finished before, modules and kernels may be half loaded, and
the process is replaced; otherwise it is kept. Exceeding the memory limit is an error of the job and not of the machine.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import signal
import sys
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from multiprocessing import parent_process
from multiprocessing.connection import Connection
from typing import Any, Final, Literal

import numpy as np

from ..core.agent_inputs import observation_dtype, shown_as
from ..core.answers import chosen
from ..core.batch import Batch
from ..core.game import Game
from ..core.wishes import Intention, Reply, Wish
from ..replay.player import steps
from ..replay.reading import Replay
from . import win_probability
from .session import Course, Person, Player, Position, Session

__all__ = ["STOP", "Job", "Player", "think", "work"]

STOP: Final[int | None] = getattr(signal, "SIGUSR1", None)
"""The signal that stops a job; None: the system has none (Windows), and a job ends only with its process."""
_PLAYERS: Final = 16  # number of players kept by a worker
_PART: Final = 100  # moves of a replay that are sent at once
_AGAIN: Final = 0.02  # seconds after which a signal that arrived in a finalizer or a callback is repeated


class Stopped(BaseException):
    """The job has been cancelled."""


@dataclass(frozen=True)
class Job:
    """``game`` is pickled; "act" and "explain" are about a position, and "act" seeds the player; "follow" plays a replay.

    "ends" plays ``games`` games from the position, "compare" that many after each of its moves, including the one ``played`` (see
    ``win_probability``); "wish" requests the first of ``wishes``, "intend" returns the player's intentions for each of ``agents``;
    "film" makes one of a replay (see ``film.short``), "vector" writes the position after ``at`` of its
    moves (see ``conformance.export``).
    """

    do: Literal["load", "make", "act", "explain", "wish", "intend", "follow", "ends", "compare", "film", "vector"]
    game: bytes
    spec: str
    position: Position | None = None
    seed: int = 0
    replay: Replay | None = None
    games: int = 0
    at: int = 0
    played: int | None = None
    wishes: tuple[Wish, ...] = ()
    agents: tuple[str, ...] = ()


class _Bell:
    """The signal to stop, which has an effect only while a player runs.

    In finalizers and callbacks, of which compilation has many, Python only reports exceptions: ``Stopped`` is raised again a moment later.
    """

    def __init__(self) -> None:
        self._heard = self._running = False
        if STOP is not None:
            signal.signal(STOP, self._ring)
            self._usual, sys.unraisablehook = sys.unraisablehook, self._swallowed

    def _swallowed(self, what: sys.UnraisableHookArgs) -> None:
        if not issubclass(what.exc_type, Stopped):
            self._usual(what)
        elif self._running:
            again = threading.Timer(_AGAIN, self._repeat)
            again.daemon = True
            again.start()

    def _repeat(self) -> None:
        assert STOP is not None
        self._heard = self._running
        os.kill(os.getpid(), STOP)

    def _ring(self, *_: object) -> None:
        if self._heard:
            self._heard = False
            raise Stopped

    @contextlib.contextmanager
    def heard(self) -> Iterator[None]:
        self._heard = self._running = True
        try:
            yield
        finally:
            self._heard = self._running = False


class _Players:
    """The players of a worker, by game and spec."""

    def __init__(self, make: Callable[[str, Game], Player]) -> None:
        self._make = make
        self._known: OrderedDict[tuple[bytes, str], tuple[Game, Player]] = OrderedDict()
        self._finished: set[int] = set()

    def get(self, job: Job) -> tuple[Game, Player]:
        key = job.game, job.spec
        if key not in self._known:
            game = next((game for (packed, _), (game, _) in self._known.items() if packed == job.game), None)
            game = pickle.loads(job.game) if game is None else game  # noqa: S301 - from the process that has started this one
            self._known[key] = game, self._make(job.spec, game)
            if len(self._known) > _PLAYERS:
                self._known.popitem(last=False)
        self._known.move_to_end(key)
        return self._known[key]

    def has_finished(self, job: Job) -> None:
        """Record that everything that such a job needs has been loaded."""
        self._finished.add(_kind(job))

    def ready_for(self, job: Job) -> bool:
        """Whether such a job has been finished in this process."""
        return _kind(job) in self._finished

    def forget(self, job: Job | None = None) -> None:
        """Drop the player of a job, or all."""
        if job is None:
            self._known.clear()
        else:
            self._known.pop((job.game, job.spec), None)


def _kind(job: Job) -> int:
    return hash((job.do, job.spec.partition(":")[0], job.game))


def work(pipe: Connection, make: Callable[[str, Game], Player], memory: int, nice: int) -> None:
    """Run the jobs received through the pipe until it is closed; ``memory`` in MiB (0: no limit), ``nice``: niceness of the process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is handled by the server, which closes the pipe
    os.environ.setdefault("OMP_NUM_THREADS", "1")  # a worker uses one thread
    threading.Thread(target=_follow_parent, daemon=True).start()
    with contextlib.suppress(OSError, AttributeError):  # Windows has no nice, and some systems refuse it
        os.nice(nice)
    _limit(memory)
    bell, players = _Bell(), _Players(make)
    while True:
        try:
            job = pipe.recv()
        except (EOFError, OSError):
            return
        pipe.send(_answer(pipe, job, players, bell))


def _answer(pipe: Connection, job: Job, players: _Players, bell: _Bell) -> tuple[str, Any]:
    """Return the result of a job: "made", "thought" with value and seconds, or an error: "failed" with the reason, "memory", "stopped".

    "spoiled" means stopped, and the process may be damaged. A followed replay is sent in parts ("part" with a ``Course``) before that.
    """
    try:
        if job.do == "load":
            Batch(pickle.loads(job.game), 1, seed=0)  # noqa: S301 - from the process that has started this one
            return "made", None
        if job.do == "follow":
            pipe.send(("begun", True))
            _follow(pipe, job, bell)
            return "thought", (None, 0.0)
        if job.do in _WORKS:
            with bell.heard(), _compiling(pipe):
                pipe.send(("begun", True))
                start = time.perf_counter()
                value = _WORKS[job.do](job)
            players.has_finished(job)
            return "thought", (value, time.perf_counter() - start)
        game, player = players.get(job)
        if job.do == "make":
            return "made", None
        with bell.heard(), _compiling(pipe):
            pipe.send(("begun", True))
            start = time.perf_counter()
            value = think(job, game, player)
        players.has_finished(job)
        return "thought", (value, time.perf_counter() - start)
    except Stopped:
        players.forget(job)  # it may have been interrupted in any state
        return "stopped" if players.ready_for(job) else "spoiled", None
    except MemoryError:
        players.forget()
        return "memory", None
    except Exception as error:  # players may fail in any way
        return "failed", f"{error}" if isinstance(error, ValueError) else f"{type(error).__name__}: {error}"


def _film(job: Job) -> bytes:
    from .film import short

    assert job.replay is not None
    return short(job.replay)


def _vector(job: Job) -> str:
    from ..conformance.export import vector

    assert job.replay is not None
    return vector(job.replay, job.at)


def _foresee(job: Job) -> Any:
    assert job.position is not None
    game, state = pickle.loads(job.game), job.position.state  # noqa: S301 - from the process that has started this one
    if job.do == "ends":
        return win_probability.ends(game, state, job.games, job.seed)
    return win_probability.compared(game, state, job.games, job.seed, game.agents.index(job.position.decider), job.played)


#: Jobs that need no player.
_WORKS: Final[dict[str, Callable[[Job], Any]]] = {"ends": _foresee, "compare": _foresee, "film": _film, "vector": _vector}


def _wish(job: Job, game: Game, player: Player) -> Reply:
    """Return the reply to a wish."""
    assert job.position is not None
    ask: Any = getattr(player, "wish", None)
    reply: Reply = Reply(False, "no_wishes") if ask is None else ask(job.wishes[0], game, job.position.state)
    return reply


def _intend(job: Job, game: Game, player: Player) -> list[Intention]:
    """Return the intentions of the agents that it plays, where they are known."""
    assert job.position is not None
    intend: Any = getattr(player, "intend", lambda *_: None)
    state = job.position.state
    found = [intend(name, game, state, tuple(one for one in job.wishes if one.to == name)) for name in job.agents]
    return [one for one in found if one is not None]


def _explain(job: Job, game: Game, player: Player) -> tuple[Any, float | None, list[Any], list[Any]]:
    """Return action probabilities, the win probability, search statistics, and the differences from the player's training games."""
    assert job.position is not None
    position = job.position
    explain: Any = getattr(player, "explain", None)
    if explain is not None:
        thought = explain(position.observation, position.mask, game, position.state)
        return np.asarray(thought.probabilities), float(thought.value), [], getattr(player, "unlike", [])
    thoughts: Any = getattr(player, "thoughts", None)
    if thoughts is None:  # it reports only its choice
        return np.eye(len(position.mask))[_choice(job, game, player)], None, [], []
    found = thoughts(_seen(position, game, player), position.mask, game, position.state)
    if not any(thought.visits for thought in found):  # a search does not simulate a single legal move, which is shown anyway
        return np.eye(len(position.mask))[found[0].action], None, [], []
    shares = np.zeros(len(position.mask))
    shares[[thought.action for thought in found]] = [thought.visits for thought in found]
    return shares / shares.sum(), found[0].won, found, []


def _choice(job: Job, game: Game, player: Player) -> int:
    """Return the action that the player chooses."""
    assert job.position is not None
    position = job.position
    player.reset(job.seed)
    if job.wishes and hasattr(player, "heed"):
        return chosen(player.heed(_seen(position, game, player), position.mask, game, position.state, job.wishes), player.name)
    state = position.state if getattr(player, "reads_state", True) else None
    return chosen(player.act(_seen(position, game, player), position.mask, game, state), player.name)


#: Jobs that run a player on a position.
_THOUGHTS: Final[dict[str, Callable[[Job, Game, Player], Any]]] = {
    "act": _choice,
    "wish": _wish,
    "intend": _intend,
    "explain": _explain,
}


def think(job: Job, game: Game, player: Player) -> Any:
    """Return the player's result for a position: an action, or what the job asks for."""
    return _THOUGHTS[job.do](job, game, player)


def _seen(position: Position, game: Game, player: Player) -> Any:
    """Return the observation as the player reads it."""
    return shown_as(observation_dtype(player), position.observation, game.observation_codec)


def _follow(pipe: Connection, job: Job, bell: _Bell) -> None:
    """Play a replay and send its course in parts of bounded size, so that unpacking does not block the receiver for long."""
    assert job.replay is not None
    parts = _parts(job.replay, pickle.loads(job.game))  # noqa: S301 - from the process that has started this one
    while True:
        with bell.heard(), _compiling(pipe):
            part = next(parts, None)
        if part is None:
            return
        pipe.send(("part", part))


def _parts(replay: Replay, game: Game) -> Iterator[Course]:
    session = Session.seated(replay, game, Person)
    for number, step in enumerate(steps(replay, game), 1):
        session.apply(step.action)
        if number % _PART == 0:
            yield session.course(number - _PART)
    yield session.course(len(session.moves) // _PART * _PART)


@contextlib.contextmanager
def _compiling(pipe: Connection) -> Iterator[None]:
    """Report the compilation of kernels in the block: it happens once per machine, and is not counted as the player's time."""
    from ..core.compile_progress import watched

    with watched(lambda on: pipe.send(("compiling", on))):
        yield


def _limit(memory: int) -> None:
    """Make allocations beyond ``memory`` MiB fail, if the system supports it (private memory, on Linux)."""
    try:
        import resource

        if memory:
            resource.setrlimit(resource.RLIMIT_DATA, (memory << 20, memory << 20))
    except (ImportError, AttributeError, ValueError, OSError):
        return


def _follow_parent() -> None:
    """Exit with the parent process, even if it was killed and this process is busy."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
