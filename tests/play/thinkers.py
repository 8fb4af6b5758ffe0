"""Agents of different behavior for the worker processes, which create them from this module."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Any

import numpy as np

import zombicide_agents as agents

_LEFT: list[bytes] = []
_LOADING: list[str] = []


def report() -> None:
    """Create a file in the folder that ``THINKING`` names, if it does: this process has begun to think."""
    if folder := os.environ.get("THINKING"):
        Path(folder, f"{os.getpid()}.{time.monotonic_ns()}").touch()


def wait_for_thoughts(folder: Path, number: int) -> None:
    """Wait until so many thoughts have been begun since ``THINKING`` was set to the folder."""
    end = time.monotonic() + 120
    while len(list(folder.iterdir())) < number:
        assert time.monotonic() < end, "too few thoughts have been begun"
        time.sleep(0.01)


class Thinker(agents.Agent):
    """Agent that behaves as its spec says, and then plays the first legal action."""

    def __init__(self, spec: str) -> None:
        self.name = spec
        self.seed: int | None = None

    def reset(self, seed: int | None = None) -> None:
        self.seed = seed

    def act(self, observation: Any, mask: Any, game: Any = None, state: Any = None) -> int:
        report()
        temper, _, value = self.name.partition(":")
        getattr(self, temper)(float(value or 0))
        return int(mask.argmax())

    def quick(self, _: float) -> None:
        """Answer at once."""

    def sleeps(self, seconds: float) -> None:
        time.sleep(seconds)

    def deaf(self, seconds: float) -> None:
        """Ignore requests to stop."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            try:
                time.sleep(end - time.monotonic())
            except BaseException:
                continue  # ignores the signal that stops a worker

    def finalizes(self, seconds: float) -> None:
        """Wait in a finalizer, as compilation may: Python reports what is raised there, and goes on."""

        class Last:
            def __del__(self) -> None:
                time.sleep(seconds)

        Last()
        time.sleep(seconds)

    def loads(self, seconds: float) -> None:
        """Load something that every process needs once, and that nobody can use if it is half there."""
        if not _LOADING:
            _LOADING.append("half")
            time.sleep(seconds)
            _LOADING.append("whole")
        assert _LOADING[-1] == "whole", "half of it is there"

    def eats(self, mebibytes: float) -> None:
        np.ones(int(mebibytes) << 20, np.uint8)

    def dies(self, _: float) -> None:
        os._exit(3)

    def breaks(self, _: float) -> None:
        raise ZeroDivisionError("out of\nideas")


class Telling(Thinker):
    """Agent that reports its process id, after some seconds if its spec says so, or its seed."""

    def act(self, observation: Any, mask: Any, game: Any = None, state: Any = None) -> int:
        report()
        told, _, seconds = self.name.partition(":")
        time.sleep(float(seconds or 0))
        return os.getpid() if told == "tells" else int(self.seed or 0)


class Still:
    """A player that never decides."""

    name = "still"

    def reset(self, seed: int | None = None) -> None: ...

    def act(self, observation: Any, mask: Any, game: Any = None, state: Any = None) -> int:
        raise AssertionError


def make(spec: str, game: Any) -> Thinker:
    if spec == "nobody":
        raise agents.AgentError("there is nobody")
    return Telling(spec) if spec.partition(":")[0] in ("tells", "seeds") else Thinker(spec)


def telling(game: Any) -> Thinker:
    return Telling("seeds")


TEMPERS = ("quick", "sleeps", "deaf", "eats", "dies")


def make_any(spec: str, game: Any) -> agents.Agent:
    """Return an agent of this module, or of the registry."""
    return make(spec, game) if spec.partition(":")[0] in TEMPERS else agents.make(spec, game)


def any_maker() -> Any:
    """Return ``make_any``, as workers receive it."""
    return make_any
