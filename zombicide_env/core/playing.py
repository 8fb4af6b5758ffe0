"""What the engine does with compiled players: templates, as those of ``engine``, which binds them."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from .memory import FLAGS, matrix, ones, vector
from .players import HABITS, MIND
from .rng import advance, output

CALLER: Final = -1  # a seat for which the caller decides
BUFFERS: Final = ("cast", "kinds", "habits", "weights", "views", "scores")
"""Names of the arrays of players, which follow those of the engine."""


def _unbound(*_arguments: Any) -> Any:
    raise TypeError("this is a template; engine.bind() gives it the kernels of a game")


# what the engine binds
step = legal = decider = active = view = restart = clear = choose = mind_choose = mind_judge = mind_promise = _unbound
STATE = WORLD = MEMORY = WEIGHTS = np.dtype("u1")
I1, I2, I4, I8, U1, U8, F4, F8 = map(np.dtype, ("i1", "i2", "i4", "i8", "u1", "u8", "f4", "f8"))
SAME_STEP = NEXT_STEP = PLAY = JUDGE = PROMISE = 0
SOUND = -1


def no_choice(_w: Any, _s: Any, _v: Any, _weights: Any, _m: Any, _world: Any) -> Any:
    """What ``choose`` of a mind is where nobody has one."""
    return -1


def no_judgement(_w: Any, _s: Any, _v: Any, _weights: Any, _m: Any, _world: Any, _scores: Any) -> None:
    """What ``judge`` of a mind is where nobody has one."""


def no_promise(_w: Any, _s: Any, _v: Any, _weights: Any) -> Any:
    """What ``promise`` of a mind is where nobody has one."""
    return 0.0


def draw(mask: Any, habits: Any, chooser: Any, i: Any) -> Any:
    """A legal action in proportion to its weight; any of them where none has a weight."""
    total = 0.0
    last = -1
    a = 0
    while a < len(mask):
        if a % FLAGS == 0 and a + FLAGS <= len(mask) and ones(mask, a // FLAGS) == 0:
            a += FLAGS
            continue
        if mask[a] == 1 and habits[a] > 0:
            total += habits[a]
            last = a
        a += 1
    if last < 0:
        return choose(mask, chooser, i)
    x = chooser[i]
    chooser[i] = advance(x)
    left = output(x) / 4294967296.0 * total
    for b in range(last):
        if mask[b] == 1 and habits[b] > 0:
            left -= habits[b]
            if left < 0:
                return b
    return last


def perform(buffers: Any, task: Any, flags: Any, count: Any, lo: Any, hi: Any, me: Any) -> Any:
    """What compiled players do in the games lo .. hi - 1: PLAY, THINK, JUDGE or PROMISE; SOUND, or the game where it went wrong."""
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
    cast = matrix(buffers, 22, I2)
    kinds = vector(buffers, 23, I1)
    habits = matrix(buffers, 24, F8)
    weights = vector(buffers, 25, WEIGHTS)
    views = vector(buffers, 26, MEMORY)
    scores = matrix(buffers, 27, F8)
    v = views[me]
    for i in range(lo, hi):
        if world_of[i] < 0 or world_of[i] >= len(frames):  # it may be written to
            return i
        world = world_of[i]
        w = worlds[me * len(frames) + world]
        s = states[i]
        if task == JUDGE:
            mind_judge(w, s, v, weights[cast[i][max(0, deciders[i])]], masks[i], world, scores[i])
            continue
        if task == PROMISE:
            scores[i][0] = mind_promise(w, s, v, weights[cast[i][max(0, seats[i])]])
            continue
        if task == PLAY:
            clear(rewards[i])
            dones[i] = 0
            if s.outcome != 0 and flags & (SAME_STEP | NEXT_STEP):
                restart(w, states, blank, seeds, episodes, i)
                legal(w, s, masks[i])
                deciders[i] = decider(w, s)
        played = 0
        inputs[i] = CALLER
        while s.outcome == 0 and played < count:
            player = cast[i][deciders[i]]
            if player < 0:
                break
            if kinds[player] == MIND:
                a = mind_choose(w, s, v, weights[player], masks[i], world)
            elif kinds[player] == HABITS:
                a = draw(masks[i], habits[player], chooser, i)
            else:
                a = choose(masks[i], chooser, i)
            if a < 0:
                return i
            if task != PLAY:
                inputs[i] = a
                break
            seats[i] = deciders[i]
            step(w, s, a)
            played += 1
            for k in range(len(rewards[i])):
                rewards[i][k] += s.reward[k]
            if s.outcome == 0:
                legal(w, s, masks[i])
                deciders[i] = decider(w, s)
        if task != PLAY:
            continue
        inputs[i] = played
        dones[i] = s.outcome
        if s.outcome != 0 and flags & SAME_STEP:
            final_states[i] = s
            view(w, s, seats[i], frames[world], final_raw[i], final_scaled[i], scale, flags)
            restart(w, states, blank, seeds, episodes, i)
        legal(w, s, masks[i])
        seat = decider(w, s)
        deciders[i] = seat
        if seat >= 0:
            seats[i] = seat
        for k in range(len(actives[i])):
            actives[i][k] = active(w, s, k)
        view(w, s, seats[i], frames[world], raw[i], scaled[i], scale, flags)
    return SOUND


__all__ = ["BUFFERS", "CALLER", "HABITS", "MIND", "draw", "no_choice", "no_judgement", "no_promise", "perform"]
