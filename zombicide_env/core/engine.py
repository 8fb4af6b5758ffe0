"""The one compiled entry of a game: reset, step, random play and views of a range of games in a batch.

The functions below are templates.  ``bind`` copies their code into a namespace that holds the kernels of one
game, so that a user compiles one entry for each game that is played, and nothing else.
"""

from __future__ import annotations

import types
from collections.abc import Callable
from functools import cache
from typing import Any, Final

from .game import Kernels
from .jit import entry, jit
from .rng import advance, derive, output, reseed_rng

# ---- tasks of an engine: what becomes of game i
RESET: Final = 0  # its next episode starts if inputs[i] is not 0
STEP: Final = 1  # the action inputs[i] is applied
RANDOM: Final = 2  # ``count`` random legal actions are applied
CHOOSE: Final = 3  # a random legal action is written to inputs[i]
FILL: Final = 4  # masks, deciders and observations are written again
VIEW: Final = 5  # its observation is written from the seat inputs[i]
CHECK: Final = 6  # nothing, unless inputs[i] is no legal action: then the engine stops and returns i
RESAMPLE: Final = 7  # what is hidden from the seat inputs[i] is drawn anew

# ---- flags
SAME_STEP: Final = 1  # a game that ends is reset at once
NEXT_STEP: Final = 2  # a game that is over is reset by the next step
OBSERVE: Final = 4  # write raw observations
SCALE: Final = 8  # and scaled ones

SOUND: Final = -1  # nothing to complain about; else the engine returns the index of a game


def _unbound(*_arguments: Any) -> Any:
    raise TypeError("this is a template; bind() gives it the kernels of a game")


reset = step = legal = observe = decider = resample = _unbound  # the kernels that bind() puts here


def reseed(_w: Any, s: Any, _agent: Any, number: Any) -> None:
    """What ``resample`` is for a game in which nothing but chance to come is hidden."""
    reseed_rng(s, number)


def restart(w: Any, states: Any, blank: Any, seeds: Any, episodes: Any, i: Any) -> None:
    """Start the next episode of game ``i``: the first has the seed itself, the others seeds derived from it."""
    seed = seeds[i]
    if episodes[i] > 0:
        seed = derive(seed, episodes[i])
    episodes[i] += 1
    states[i] = blank[0]
    reset(w, states[i], seed)


def choose(mask: Any, chooser: Any, i: Any) -> Any:
    """A random legal action, -1: there is none.  The generator of the state is not touched."""
    n = 0
    for a in range(len(mask)):
        n += mask[a]
    if n == 0:
        return -1
    x = chooser[i]
    chooser[i] = advance(x)
    k = (output(x) * n) >> 32
    for a in range(len(mask)):
        k -= mask[a]
        if k < 0:
            return a
    return -1


def view(w: Any, s: Any, seat: Any, raw: Any, scaled: Any, scale: Any, flags: Any) -> None:
    """Write what ``seat`` sees."""
    if flags & OBSERVE:
        observe(w, s, seat, raw)
        if flags & SCALE:
            for k in range(len(scale)):
                scaled[k] = raw[k] * scale[k]


def fill(w: Any, s: Any, i: Any, seats: Any, deciders: Any, masks: Any, raw: Any, scaled: Any, scale: Any, flags: Any) -> None:
    """Write mask, decider and observation; a game that is over is seen from the seat that acted last."""
    legal(w, s, masks[i])
    seat = decider(w, s)
    deciders[i] = seat
    if seat >= 0:
        seats[i] = seat
    view(w, s, seats[i], raw[i], scaled[i], scale, flags)


def run(
    states: Any,
    worlds: Any,
    world_of: Any,
    blank: Any,
    seeds: Any,
    episodes: Any,
    chooser: Any,
    inputs: Any,
    masks: Any,
    deciders: Any,
    seats: Any,
    raw: Any,
    scaled: Any,
    scale: Any,
    rewards: Any,
    dones: Any,
    final_states: Any,
    final_raw: Any,
    final_scaled: Any,
    task: Any,
    flags: Any,
    count: Any,
    lo: Any,
    hi: Any,
) -> Any:
    """Do ``task`` for the games lo .. hi - 1; SOUND, or the index of the game where it went wrong."""
    for i in range(lo, hi):
        w = worlds[world_of[i]]
        if task == CHECK:
            a = inputs[i]
            if states[i].outcome == 0 and (a < 0 or a >= len(masks[i]) or masks[i][a] == 0):
                return i
        elif task == CHOOSE:
            inputs[i] = choose(masks[i], chooser, i)
        elif task == VIEW:
            view(w, states[i], inputs[i], raw[i], scaled[i], scale, flags)
        elif task == RESAMPLE:
            x = chooser[i]
            chooser[i] = advance(x)
            resample(w, states[i], inputs[i], output(x))
            fill(w, states[i], i, seats, deciders, masks, raw, scaled, scale, flags)
        elif task == FILL:
            fill(w, states[i], i, seats, deciders, masks, raw, scaled, scale, flags)
        elif task == RESET:
            if inputs[i] != 0:
                restart(w, states, blank, seeds, episodes, i)
                clear(rewards[i])
                dones[i] = 0
                fill(w, states[i], i, seats, deciders, masks, raw, scaled, scale, flags)
        else:
            for _ in range(count):
                again = False
                if states[i].outcome != 0:  # ended by an earlier step
                    clear(rewards[i])
                    if flags & (SAME_STEP | NEXT_STEP):
                        restart(w, states, blank, seeds, episodes, i)
                        dones[i] = 0
                        again = True
                else:
                    a = inputs[i]
                    if task == RANDOM:
                        a = choose(masks[i], chooser, i)
                        if a < 0:
                            return i
                    step(w, states[i], a)
                    again = True
                    for k in range(len(rewards[i])):
                        rewards[i][k] = states[i].reward[k]
                    dones[i] = states[i].outcome
                    if states[i].outcome != 0 and flags & SAME_STEP:
                        final_states[i] = states[i]
                        view(w, states[i], seats[i], final_raw[i], final_scaled[i], scale, flags)
                        restart(w, states, blank, seeds, episodes, i)
                if again:
                    fill(w, states[i], i, seats, deciders, masks, raw, scaled, scale, flags)
                if states[i].outcome != 0 and flags & (SAME_STEP | NEXT_STEP) == 0:
                    break
    return SOUND


def clear(row: Any) -> None:
    """Set a row to zero."""
    for k in range(len(row)):
        row[k] = 0.0


@cache
def bind(kernels: Kernels) -> Callable[..., int]:
    """The entry ``run`` of a game (one for equal kernels)."""
    namespace = dict(globals())
    namespace.update({name: getattr(kernels, name) for name in ("reset", "step", "legal", "observe", "decider")})
    namespace["resample"] = jit(reseed) if kernels.resample is None else kernels.resample

    def copy(template: Any) -> Any:
        made = types.FunctionType(template.__code__, namespace, template.__name__)
        made.__module__ = __name__
        made.__qualname__ = f"{template.__name__}_{kernels.name}"
        return made

    for template in (clear, restart, choose, view, fill):
        namespace[template.__name__] = jit(copy(template))
    bound: Callable[..., int] = entry(copy(run), f"the rules of {kernels.name}")
    return bound


__all__ = [
    "CHECK",
    "CHOOSE",
    "FILL",
    "NEXT_STEP",
    "OBSERVE",
    "RANDOM",
    "RESAMPLE",
    "RESET",
    "SAME_STEP",
    "SCALE",
    "SOUND",
    "STEP",
    "VIEW",
    "bind",
]
