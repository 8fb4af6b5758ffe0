"""Agents of all tempers, for the worker processes: they are made there, from this module."""

from __future__ import annotations

import os
import time
from typing import Any

import numpy as np

import zombicide_agents as agents

_LEFT: list[bytes] = []


class Thinker(agents.Agent):
    """Thinks as its spec says, and then plays the first legal action."""

    def __init__(self, spec: str) -> None:
        self.name = spec
        self.seed: int | None = None

    def reset(self, seed: int | None = None) -> None:
        self.seed = seed

    def act(self, observation: Any, mask: Any, game: Any = None, state: Any = None) -> int:
        temper, _, value = self.name.partition(":")
        getattr(self, temper)(float(value or 0))
        return int(mask.argmax())

    def quick(self, _: float) -> None:
        """Answers at once."""

    def sleeps(self, seconds: float) -> None:
        time.sleep(seconds)

    def deaf(self, seconds: float) -> None:
        """Cannot be told to stop."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            try:
                time.sleep(end - time.monotonic())
            except BaseException:
                continue  # deaf to the signal that stops a worker

    def eats(self, mebibytes: float) -> None:
        np.ones(int(mebibytes) << 20, np.uint8)

    def dies(self, _: float) -> None:
        os._exit(3)

    def breaks(self, _: float) -> None:
        raise ZeroDivisionError("out of\nideas")


class Telling(Thinker):
    """Tells in which process it thinks, and with which seed."""

    def act(self, observation: Any, mask: Any, game: Any = None, state: Any = None) -> int:
        return os.getpid() if self.name == "tells" else int(self.seed or 0)


class Still:
    """A player who is never asked."""

    name = "still"

    def reset(self, seed: int | None = None) -> None: ...

    def act(self, observation: Any, mask: Any, game: Any = None, state: Any = None) -> int:
        raise AssertionError


def make(spec: str, game: Any) -> Thinker:
    if spec == "nobody":
        raise agents.AgentError("there is nobody")
    return Telling(spec) if spec in ("tells", "seeds") else Thinker(spec)


def telling(game: Any) -> Thinker:
    return Telling("seeds")


TEMPERS = ("quick", "sleeps", "deaf", "eats", "dies")


def make_any(spec: str, game: Any) -> agents.Agent:
    """An agent of this module, or of the registry."""
    return make(spec, game) if spec.partition(":")[0] in TEMPERS else agents.make(spec, game)


def any_maker() -> Any:
    """How ``make_any`` reaches a worker."""
    return make_any
