"""Python interface to play on a position: its first decision, actions, masks (compiled)."""

from __future__ import annotations

from functools import partial
from typing import Any

from zombicide_env.core.jit import entry

from ..numbers.layout import S2
from ..rules import table
from ..rules.knowledge import learn_anew
from ..rules.scoring import eliminations
from ..rules.step import begin_at, step
from ..rules.turn import note_dawn

__all__ = ["BEGIN", "STEP", "carry_out", "mask"]

_compiled = partial(entry, label="positions")
BEGIN, STEP = range(2)
"""Orders: begin a phase, where the players know of hands what the decks tell; apply an action."""


@_compiled
def carry_out(worlds: Any, states: Any, order: int, number: int) -> None:
    """Carry out an order: one function for both, since each would be compiled with the whole of the rules."""
    w = worlds[0]
    s = states[0]
    if order == STEP:
        step(w, s, number)
        return
    s.chance_n = 0
    note_dawn(w, s)
    for v in range(s.known.shape[0]):
        learn_anew(w, s, v)
    if number > S2:
        eliminations(w, s)
    begin_at(w, s, number)


@_compiled
def mask(worlds: Any, states: Any, mask: Any) -> None:
    """Write the mask of legal actions."""
    table.legal(worlds[0], states[0], mask)
