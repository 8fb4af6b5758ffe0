"""Python interface to play on a position: actions, masks, defaults, steps of the round (compiled)."""

from __future__ import annotations

from functools import partial
from typing import Any

from zombicide_env.core.jit import entry

from ..rules import course, table
from .rounds import run_step

_compiled = partial(entry, label="conformance vectors")


@_compiled
def step(worlds: Any, states: Any, action: int) -> None:
    """Apply an action."""
    course.step(worlds[0], states[0], action)


@_compiled
def mask(worlds: Any, states: Any, mask: Any) -> None:
    """Write the mask of legal actions."""
    table.legal(worlds[0], states[0], mask)


@_compiled
def default(worlds: Any, states: Any) -> int:
    """Return the action of automatic mode."""
    action: int = table.default(worlds[0], states[0])
    return action


@_compiled
def run(worlds: Any, states: Any, code: int) -> None:
    """Run a step of ``rounds.RUNS``."""
    run_step(worlds[0], states[0], code)
