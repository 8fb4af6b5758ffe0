"""Python interface to play on a position: its first decision, actions, masks, defaults, steps of the round (compiled)."""

from __future__ import annotations

from functools import partial
from typing import Any

from zombicide_env.core.decks import shuffle
from zombicide_env.core.jit import entry
from zombicide_env.core.rng import seed_rng

from ..rules import table
from ..rules.step import reset as start_game
from ..rules.step import step as apply_action
from .rounds import begin_position, run_step

_compiled = partial(entry, label="positions")
_RESET, _BEGIN, _STEP, _RUN = range(4)


@_compiled
def _carry_out(worlds: Any, states: Any, order: int, number: int, actions: int) -> None:
    """Carry out one of the orders below: one function for all, since each would be compiled with the whole of the rules."""
    w = worlds[0]
    s = states[0]
    if order == _RESET:
        start_game(w, s, 0)
    elif order == _BEGIN:
        begin_position(w, s, number, actions)
    elif order == _STEP:
        apply_action(w, s, number)
    else:
        run_step(w, s, number)


def reset(worlds: Any, states: Any) -> None:
    """Begin a game with seed 0."""
    _carry_out(worlds, states, _RESET, 0, 0)


@_compiled
def shuffle_decks(states: Any, scripted: int, scripted_zombies: int) -> None:
    """Shuffle the cards below the scripted ones, with seed 0."""
    s = states[0]
    seed_rng(s, 0)
    shuffle(s, s.deck, s.deck_n - scripted)
    shuffle(s, s.zdeck, s.zdeck_n - scripted_zombies)


def begin(worlds: Any, states: Any, survivor: int, actions: int) -> None:
    """Begin the survivor's turn (-1: nobody's), with all actions if ``actions`` is -1."""
    _carry_out(worlds, states, _BEGIN, survivor, actions)


def step(worlds: Any, states: Any, action: int) -> None:
    """Apply an action."""
    _carry_out(worlds, states, _STEP, action, 0)


def run(worlds: Any, states: Any, code: int) -> None:
    """Run a step of ``rounds.RUNS``."""
    _carry_out(worlds, states, _RUN, code, 0)


@_compiled
def mask(worlds: Any, states: Any, mask: Any) -> None:
    """Write the mask of legal actions."""
    table.legal(worlds[0], states[0], mask)


@_compiled
def default(worlds: Any, states: Any) -> int:
    """Return the action of automatic mode."""
    action: int = table.default(worlds[0], states[0])
    return action
