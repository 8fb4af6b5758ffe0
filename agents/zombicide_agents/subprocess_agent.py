"""Run an agent in a subprocess, which is killed if a move takes too long, and replaced when it has ended."""

from __future__ import annotations

import contextlib
import os
import signal
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any, Final

import cloudpickle

from zombicide_env.core.agent_inputs import Inputs

from .base import Agent, AgentError
from .faults import Answer, Fault, answers, batches, reset

__all__ = ["Apart"]

_MAKING: Final = 600.0  # seconds for start-up that does not count as thinking: loading libraries, and compiling kernels once per machine


class Apart:
    """Calls an agent in a subprocess, which is started by the first call with a copy of the agent.

    Args:
        agent: the agent that decides; its ``counts`` are updated from the subprocess.
        seconds: time limit for a move.  Loading and compiling do not count.

    Attributes:
        seed: seed of the agent's random choices, for the next subprocess.
    """

    def __init__(self, agent: Agent, seconds: float) -> None:
        self.agent, self.seconds = agent, seconds
        self.seed: int | None = None
        self._games: list[Any] = []  # games that the subprocess has received
        self._process: BaseProcess | None = None
        self._pipe: Connection | None = None

    def ask(self, asked: Inputs) -> list[Answer]:
        """See ``Referee.ask``."""
        found: list[Answer] = []
        n, one_by_one = len(asked.masks), not batches(self.agent)
        while len(found) < n:
            together = not one_by_one and n - len(found) > 1
            fault = self._collect(asked, found, one_by_one, self.seconds * ((n - len(found)) if together else 1))
            if fault is None:
                continue
            self.close()  # a new subprocess continues
            if together:
                one_by_one = True  # repeat one decision at a time, to find the one at fault
            else:
                found.append(fault)
        return found

    def close(self) -> None:
        """Kill the subprocess."""
        if self._process is not None:
            self._process.kill()
            self._process.join()
        if self._pipe is not None:
            self._pipe.close()
        self._process, self._pipe, self._games = None, None, []

    # ---- inside ------------------------------------------------------------------------------------------------------

    def _collect(self, asked: Inputs, found: list[Answer], one_by_one: bool, allowed: float) -> Fault | None:
        """Send the decisions without an answer and append answers to ``found``; return the fault of one that fails, else None."""
        pipe, sent = self._started(), False
        while True:
            try:
                if not sent:
                    pipe.send((self._sent(asked, len(found)), one_by_one))
                    sent = True
                told = _next(pipe, allowed)
            except (EOFError, OSError):
                return Fault("raised", "its process has ended")
            if told is None:
                return Fault("hung", f"it has thought for longer than {self.seconds:g} seconds")
            what, value = told
            if what == "done":
                self.agent.counts = value
                return None
            found.append(value)
            allowed = self.seconds

    def _sent(self, asked: Inputs, first: int) -> tuple[Inputs, list[int], list[Any]]:
        """Return the decisions starting at ``first`` without their games, the indices of these in the subprocess, and the new games."""
        games = asked.game if isinstance(asked.game, list) else [asked.game]
        new = []
        for game in games:
            if not any(game is known for known in self._games):
                self._games.append(game)
                new.append(game)
        places = [next(k for k, known in enumerate(self._games) if known is game) for game in games]
        seen, states = (None if part is None else part[first:] for part in (asked.observations, asked.states))
        rest = Inputs(seen, asked.masks[first:], None, states, None if asked.histories is None else asked.histories[first:])
        return rest, places if len(places) == 1 else places[first:], new

    def _started(self) -> Connection:
        """Return the pipe to a running subprocess with the agent, starting one if needed.

        Raises:
            AgentError: the agent cannot be pickled, or cannot be created in the subprocess.
        """
        if self._pipe is not None and self._process is not None and self._process.is_alive():
            return self._pipe
        self.close()
        try:
            packed = cloudpickle.dumps((self.agent, self.seed))
        except Exception as error:  # pickling may raise any error
            raise AgentError(
                f"{self.agent.name} cannot be sent to a process of its own ({error}), so that the time of its moves has no limit: "
                "leave --move-seconds out, or name it by a spec"
            ) from error
        spawn = get_context("spawn")
        self._pipe, theirs = spawn.Pipe()
        self._process = spawn.Process(target=_work, args=(theirs,), name="zombicide-agent", daemon=True)
        self._process.start()
        theirs.close()
        told: tuple[str, Any] | None = ("failed", "its process has ended")
        with contextlib.suppress(EOFError, OSError):  # the process has ended, as `told` says
            self._pipe.send_bytes(packed)
            told = _next(self._pipe, _MAKING)
        if told is None or told[0] != "made":
            self.close()
            reason = f"it is not ready after {_MAKING:.0f} seconds" if told is None else told[1]
            raise AgentError(
                f"{self.agent.name} cannot be started in a process of its own ({reason}): correct that, or leave --move-seconds out"
            )
        return self._pipe


def _next(pipe: Connection, allowed: float) -> tuple[str, Any] | None:
    """Return the next message of the subprocess, or None after ``allowed`` seconds without one, not counting compilation."""
    since, compiling = time.monotonic(), False
    while pipe.poll(max(0.0, (_MAKING if compiling else allowed) - (time.monotonic() - since))):
        what, value = pipe.recv()
        if what != "compiling":
            return what, value
        now = time.monotonic()
        if value:
            allowed -= now - since
        since, compiling = now, value
    return None


# ---- in the subprocess ---------------------------------------------------------------------------------------------------


def _work(pipe: Connection) -> None:
    """Answer requests until the pipe is closed."""
    from zombicide_env.core.batch import Batch
    from zombicide_env.core.compile_progress import watched

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is handled by the parent process
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    threading.Thread(target=_end_with_parent, daemon=True).start()
    try:
        agent, seed = cloudpickle.loads(pipe.recv_bytes())
        fault = None if seed is None else reset(agent, seed)
        pipe.send(("made", None))
    except Exception as error:  # user modules may raise any error
        pipe.send(("failed", f"{type(error).__name__}: {error}"))
        return
    games: list[Any] = []
    # A closed pipe ends the loop.
    with contextlib.suppress(EOFError, OSError), watched(lambda on: pipe.send(("compiling", on))):
        while True:
            (asked, places, new), one_by_one = pipe.recv()
            if new:
                pipe.send(("compiling", True))  # loading the engine does not count as thinking either
                for game in new:
                    Batch(game, 1, seed=0)
                pipe.send(("compiling", False))
            games += new
            of = games[places[0]] if len(places) == 1 else [games[place] for place in places]
            _answer(pipe.send, agent, replace(asked, game=of), one_by_one, fault)


def _answer(send: Callable[[tuple[str, Any]], None], agent: Agent, asked: Inputs, one_by_one: bool, fault: Fault | None) -> None:
    for answer in answers(agent, asked, one_by_one) if fault is None else [fault] * len(asked.masks):
        send(("answer", answer))
    send(("done", agent.counts))  # the parent process checks them


def _end_with_parent() -> None:
    """Exit with the parent process, also if the parent was killed while this process is busy."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
