"""The one compiled entry of a game: reset, step, random play and views of a range of games in a batch.

The functions below are templates.  ``bind`` copies their code into a namespace that holds the kernels of one
game, so that a user compiles one entry for each game that is played, and nothing else.
"""

from __future__ import annotations

import types
from collections.abc import Callable
from functools import cache
from typing import Any, Final

import numpy as np

from .game import Kernels
from .jit import entry, jit
from .memory import FLAGS, matrix, ones, scale_row, vector
from .rng import advance, derive, output, seed_rng

# ---- tasks of an engine: what becomes of game i
RESET: Final = 0  # its next episode starts if inputs[i] is not 0
STEP: Final = 1  # the action inputs[i] is applied; -x: the game ends with outcome x and pays what its state says
RANDOM: Final = 2  # ``count`` random legal actions are applied
CHOOSE: Final = 3  # a random legal action is written to inputs[i]
FILL: Final = 4  # masks, deciders and observations are written again
VIEW: Final = 5  # its observation is written from the seat inputs[i]
CHECK: Final = 6  # nothing, unless inputs[i] is no legal action: then the engine stops and returns i
RESAMPLE: Final = 7  # what is hidden from the seat inputs[i] is drawn anew
FRAME: Final = 8  # nothing: the frames of all worlds are written

# ---- flags
SAME_STEP: Final = 1  # a game that ends is reset at once
NEXT_STEP: Final = 2  # a game that is over is reset by the next step
OBSERVE: Final = 4  # write raw observations
SCALE: Final = 8  # and scaled ones

SOUND: Final = -1  # nothing to complain about; else the engine returns the index of a game


def _unbound(*_arguments: Any) -> Any:
    raise TypeError("this is a template; bind() gives it the kernels of a game")


reset = step = legal = observe = decider = resample = frame = active = _unbound  # the kernels that bind() puts here
STATE = WORLD = np.dtype("u1")  # and the records

I1, I2, I4, I8, U1, U8, F4 = map(np.dtype, ("i1", "i2", "i4", "i8", "u1", "u8", "f4"))
BUFFERS: Final = (
    *("states", "worlds", "world_of", "blank", "seeds", "episodes", "chooser", "inputs"),
    *("masks", "deciders", "seats", "actives", "frames", "raw", "scaled", "scale", "rewards", "dones"),
    *("final_states", "final_raw", "final_scaled"),
)
"""Names of the arrays of an engine, in their order."""


def reseed(_w: Any, s: Any, _agent: Any, number: Any) -> None:
    """What ``resample`` is for a game in which nothing but chance to come is hidden."""
    seed_rng(s, number)


def no_frame(_w: Any, _out: Any) -> None:
    """What ``frame`` is for a game whose observations have nothing that never changes."""


def always_active(_w: Any, _s: Any, _agent: Any) -> Any:
    """What ``active`` is for a game in which nobody leaves before the end."""
    return 1


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
    words = len(mask) // FLAGS
    n = 0
    for k in range(words):
        n += ones(mask, k)
    for a in range(FLAGS * words, len(mask)):
        n += mask[a]
    if n == 0:
        return -1
    x = chooser[i]
    chooser[i] = advance(x)
    left = (output(x) * n) >> 32  # legal actions before the one that is chosen
    first = 0
    for k in range(words):
        here = ones(mask, k)
        if left < here:
            break
        left -= here
        first += FLAGS
    for a in range(first, len(mask)):
        left -= mask[a]
        if left < 0:
            return a
    return -1


def view(w: Any, s: Any, seat: Any, frame: Any, raw: Any, scaled: Any, scale: Any, flags: Any) -> None:
    """Write what ``seat`` sees: the frame, which never changes, and over it what the position adds."""
    if flags & OBSERVE:
        for k in range(len(frame)):
            raw[k] = frame[k]
        observe(w, s, seat, raw)
        if flags & SCALE:
            scale_row(raw, scale, scaled)


def clear(row: Any) -> None:
    """Set a row to zero."""
    for k in range(len(row)):
        row[k] = 0.0


def run(buffers: Any, task: Any, flags: Any, count: Any, lo: Any, hi: Any) -> Any:
    """Do ``task`` for the games lo .. hi - 1; SOUND, or the index of the game where it went wrong.

    ``buffers`` is the table of the arrays that ``Batch`` describes, in the order of BUFFERS.
    """
    states = vector(buffers, 0, STATE)
    worlds = vector(buffers, 1, WORLD)
    world_of = vector(buffers, 2, I4)
    blank = vector(buffers, 3, STATE)
    seeds = vector(buffers, 4, I8)
    episodes = vector(buffers, 5, I8)
    chooser = vector(buffers, 6, U8)
    inputs = vector(buffers, 7, I8)
    masks = matrix(buffers, 8, I1)
    deciders = vector(buffers, 9, I2)
    seats = vector(buffers, 10, I2)
    actives = matrix(buffers, 11, U1)
    frames = matrix(buffers, 12, U1)
    raw = matrix(buffers, 13, U1)
    scaled = matrix(buffers, 14, F4)
    scale = vector(buffers, 15, F4)
    rewards = matrix(buffers, 16, F4)
    dones = vector(buffers, 17, U1)
    final_states = vector(buffers, 18, STATE)
    final_raw = matrix(buffers, 19, U1)
    final_scaled = matrix(buffers, 20, F4)
    if task == FRAME:
        for j in range(len(worlds)):
            frame(worlds[j], frames[j])
        return SOUND
    for i in range(lo, hi):
        if world_of[i] < 0 or world_of[i] >= len(worlds):  # it may be written to
            return i
        w = worlds[world_of[i]]
        for _ in range(count):
            changed = False  # whether mask, decider and observation have to be written
            if task == CHECK:
                a = inputs[i]
                if states[i].outcome == 0 and (a < 0 or a >= len(masks[i]) or masks[i][a] == 0):
                    return i
            elif task == CHOOSE:
                inputs[i] = choose(masks[i], chooser, i)
            elif task == VIEW:
                view(w, states[i], inputs[i], frames[world_of[i]], raw[i], scaled[i], scale, flags)
            elif task == FILL:
                changed = True
            elif task == RESAMPLE:
                x = chooser[i]
                chooser[i] = advance(x)
                resample(w, states[i], inputs[i], output(x))
                changed = True
            elif task == RESET:
                if inputs[i] != 0:
                    restart(w, states, blank, seeds, episodes, i)
                    clear(rewards[i])
                    dones[i] = 0
                    changed = True
            elif states[i].outcome != 0:  # ended by an earlier step
                clear(rewards[i])
                if flags & (SAME_STEP | NEXT_STEP):
                    restart(w, states, blank, seeds, episodes, i)
                    dones[i] = 0
                    changed = True
            else:
                a = inputs[i]
                if task == RANDOM:
                    a = choose(masks[i], chooser, i)
                    if a < 0:
                        return i
                if a < 0:
                    states[i].outcome = -a
                else:
                    step(w, states[i], a)
                for k in range(len(rewards[i])):
                    rewards[i][k] = states[i].reward[k]
                dones[i] = states[i].outcome
                if states[i].outcome != 0 and flags & SAME_STEP:
                    final_states[i] = states[i]
                    view(w, states[i], seats[i], frames[world_of[i]], final_raw[i], final_scaled[i], scale, flags)
                    restart(w, states, blank, seeds, episodes, i)
                changed = True
            if changed:
                legal(w, states[i], masks[i])
                seat = decider(w, states[i])
                deciders[i] = seat
                if seat >= 0:  # a game that is over is seen from the seat that acted last
                    seats[i] = seat
                for k in range(len(actives[i])):
                    actives[i][k] = active(w, states[i], k)
                view(w, states[i], seats[i], frames[world_of[i]], raw[i], scaled[i], scale, flags)
            if states[i].outcome != 0 and flags & (SAME_STEP | NEXT_STEP) == 0:
                break
    return SOUND


@cache
def bind(kernels: Kernels, state: np.dtype[Any], world: np.dtype[Any]) -> Callable[..., int]:
    """The entry ``run`` of a game (one for equal kernels and records)."""
    namespace = dict(globals()) | {"STATE": state, "WORLD": world}
    namespace.update({name: getattr(kernels, name) for name in ("reset", "step", "legal", "observe", "decider")})
    for name, default in (("resample", reseed), ("frame", no_frame), ("active", always_active)):
        namespace[name] = getattr(kernels, name) or jit(default)

    def copy(template: Any) -> Any:
        made = types.FunctionType(template.__code__, namespace, template.__name__)
        made.__module__ = __name__
        made.__qualname__ = f"{template.__name__}_{kernels.name}"
        return made

    for template in (clear, restart, choose, view):
        namespace[template.__name__] = jit(copy(template))
    bound: Callable[..., int] = entry(copy(run), f"the rules of {kernels.name}", {"w": world, "s": state})
    return bound


__all__ = [
    "BUFFERS",
    "CHECK",
    "CHOOSE",
    "FILL",
    "FRAME",
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
