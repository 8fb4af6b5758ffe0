"""The one compiled entry of a game: reset, step, random play and views of a range of games in a batch.

The functions below are templates.  ``bind`` copies their code into a namespace that holds the kernels of one
game, so that a user compiles one entry for each game that is played, and nothing else.
"""

from __future__ import annotations

import hashlib
import types
from collections.abc import Callable
from functools import cache
from typing import Any, Final

import numpy as np

from . import atomics, playing
from .game import Kernels
from .jit import entry, jit
from .memory import FLAGS, matrix, ones, scale_row, vector
from .players import Mind
from .playing import draw, no_choice, no_judgement, no_promise, perform
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
PLAY: Final = 9  # compiled players decide until a seat of the caller does, the game ends, or they have done so ``count`` times
THINK: Final = 10  # what the compiled player of the deciding seat would do is written to inputs[i]
JUDGE: Final = 11  # what he thinks of each action is written to scores[i]
PROMISE: Final = 12  # what he thinks of the position is written to scores[i][0]

# ---- and of the threads of a batch, which share out one of these tasks between them
LEAD: Final = 16  # added to a task: do it with the others, of whom there are ``lo``, for the games 0 .. hi - 1
POST: Final = 32  # added to a task: have the others begin it
JOIN: Final = 48  # take part in what is being done, and wait until all is done
ATTEND: Final = 64  # as number ``lo`` of ``hi`` threads take part in what comes, until ``count`` looks in a row have found nothing
FAILED: Final = 65  # a thread has left its chunk with an error

# ---- flags
SAME_STEP: Final = 1  # a game that ends is reset at once
NEXT_STEP: Final = 2  # a game that is over is reset by the next step
OBSERVE: Final = 4  # write raw observations
SCALE: Final = 8  # and scaled ones

# ---- orders: words that threads share, each group on cache lines of its own, so that nobody waits for a line without a reason
LINE: Final = 16  # words of a group
TASK, FLAGS_OF, COUNT, GAMES, CHUNKS, ROUND = range(6)  # what is to be done; written by the leader only
DONE: Final = LINE  # chunks that have been done
FOUND: Final = 2 * LINE  # the first game where something went wrong
SHARES: Final = 3 * LINE  # one group a thread: round << 32 | chunks of its share that nobody has taken
LEFT: Final = 2**32 - 1
_EACH: Final = 8  # chunks of a share: the fewer, the longer the others wait for the last
_LEAST: Final = 16  # games of a chunk


def order_words(threads: int) -> int:
    """Length of the array ``orders``."""
    return SHARES + LINE * threads


SOUND: Final = -1  # nothing to complain about; else the engine returns the index of a game


def _unbound(*_arguments: Any) -> Any:
    raise TypeError("this is a template; bind() gives it the kernels of a game")


reset = step = legal = observe = decider = resample = frame = active = _unbound  # the kernels that bind() puts here
STATE = WORLD = np.dtype("u1")  # and the records

I1, I2, I4, I8, U1, U8, F4, F8 = map(np.dtype, ("i1", "i2", "i4", "i8", "u1", "u8", "f4", "f8"))
BUFFERS: Final = (
    *("states", "worlds", "world_of", "blank", "seeds", "episodes", "chooser", "inputs"),
    *("masks", "deciders", "seats", "actives", "frames", "raw", "scaled", "scale", "rewards", "dones"),
    *("final_states", "final_raw", "final_scaled", "orders"),
    *playing.BUFFERS,
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


def play(buffers: Any, task: Any, flags: Any, count: Any, lo: Any, hi: Any, me: Any) -> Any:
    """Do ``task`` for the games lo .. hi - 1 as thread ``me``; SOUND, or the index of the game where it went wrong."""
    if task >= PLAY:
        return perform(buffers, task, flags, count, lo, hi, me)
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
        for j in range(len(frames)):
            frame(worlds[j], frames[j])
        return SOUND
    for i in range(lo, hi):
        if world_of[i] < 0 or world_of[i] >= len(frames):  # it may be written to
            return i
        w = worlds[me * len(frames) + world_of[i]]
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


@jit
def take(orders: Any, threads: int, me: int) -> Any:
    """A chunk that nobody has taken: of one's own share, so that a core meets the same games again, then of the others'; -1: none."""
    for k in range(threads):
        owner = (me + k) % threads
        place = SHARES + LINE * owner
        word = atomics.load(orders, place)
        while word & LEFT > 0:
            if atomics.swap(orders, place, word, word - 1):  # the round is a part of it: nobody takes what belongs to another one
                return orders[CHUNKS] * owner // threads + (word & LEFT) - 1
            word = atomics.load(orders, place)
    return -1


@jit
def announce(orders: Any, task: int, flags: int, count: int, threads: int, games: int) -> None:
    """Share out a task; from here on others may work on it."""
    chunks = max(threads, min(games // _LEAST, threads * _EACH))
    orders[TASK] = task
    orders[FLAGS_OF] = flags
    orders[COUNT] = count
    orders[GAMES] = games
    orders[CHUNKS] = chunks
    orders[ROUND] = (orders[ROUND] + 1) & (LEFT >> 1)
    atomics.store(orders, DONE, 0)
    atomics.store(orders, FOUND, games)
    for k in range(threads):
        share = chunks * (k + 1) // threads - chunks * k // threads
        atomics.store(orders, SHARES + LINE * k, orders[ROUND] << 32 | share)


def take_part(buffers: Any, orders: Any, threads: Any, me: Any) -> Any:
    """Do chunks as long as there are any; how many they were."""
    done = 0
    chunk = take(orders, threads, me)
    while chunk >= 0:
        games = orders[GAMES]
        chunks = orders[CHUNKS]
        found = play(buffers, orders[TASK], orders[FLAGS_OF], orders[COUNT], games * chunk // chunks, games * (chunk + 1) // chunks, me)
        if found != SOUND:
            atomics.lower(orders, FOUND, found)
        atomics.add(orders, DONE, 1)
        done += 1
        chunk = take(orders, threads, me)
    return done


def run(buffers: Any, task: Any, flags: Any, count: Any, lo: Any, hi: Any) -> Any:
    """Do ``task`` for the games lo .. hi - 1, or what threads do together; SOUND, or the first game where it went wrong.

    ``buffers`` is the table of the arrays that ``Batch`` describes, in the order of BUFFERS; the worlds are there once for each thread.
    """
    if task < LEAD:
        return play(buffers, task, flags, count, lo, hi, 0)
    orders = vector(buffers, 21, I8)
    if task < JOIN:
        announce(orders, task % LEAD, flags, count, lo, hi)
        if task >= POST:
            return SOUND
    if task < ATTEND:
        take_part(buffers, orders, lo, 0)
        while atomics.load(orders, DONE) < orders[CHUNKS]:  # at most for the chunk that each of the others has begun
            atomics.give_way()
        found = atomics.load(orders, FOUND)
        if found < orders[GAMES]:
            return found
    elif task == ATTEND:
        looks = count
        while looks > 0:
            looks -= 1
            if take_part(buffers, orders, hi, lo) > 0:
                looks = count
            atomics.give_way()
    else:
        atomics.add(orders, DONE, 1)
    return SOUND


def _identity(kernels: Kernels, state: np.dtype[Any], world: np.dtype[Any], mind: Mind | None) -> str:
    """Eight letters for what is bound together: names of functions and forms of records."""
    functions = [*kernels[1:], *(() if mind is None else (mind.choose, mind.judge))]
    names = [f"{one.__module__}.{one.__qualname__}" for one in functions if one is not None]
    shapes = [(dtype.descr, dtype.itemsize) for dtype in (state, world)]
    return hashlib.sha256(repr((names, shapes)).encode()).hexdigest()[:8]


@cache
def bind(kernels: Kernels, state: np.dtype[Any], world: np.dtype[Any], mind: Mind | None = None) -> Callable[..., int]:
    """The entry ``run`` of a game (one for equal kernels and records), with a rules-based player if ``mind`` is one."""
    records = {"w": world, "s": state}
    namespace = vars(playing) | globals() | {"STATE": state, "WORLD": world, "MEMORY": U1, "WEIGHTS": U1}
    if mind is None:
        namespace.update(mind_choose=jit(no_choice), mind_judge=jit(no_judgement), mind_promise=jit(no_promise))
    else:
        namespace.update(mind_choose=mind.choose, mind_judge=mind.judge, mind_promise=mind.promise or jit(no_promise))
        namespace.update(MEMORY=mind.view, WEIGHTS=mind.weights)
        records |= {"v": mind.view, "weights": mind.weights}
    namespace.update({name: getattr(kernels, name) for name in ("reset", "step", "legal", "observe", "decider")})
    for name, default in (("resample", reseed), ("frame", no_frame), ("active", always_active)):
        namespace[name] = getattr(kernels, name) or jit(default)

    # Symbols of machine code come from names, and where two entries that other processes have compiled lie in one process, the first of
    # equal symbols is called by both: what is bound differently has another name.
    bound_name = f"{kernels.name}_{_identity(kernels, state, world, mind)}"

    def copy(template: Any) -> Any:
        made = types.FunctionType(template.__code__, namespace, template.__name__)
        made.__module__ = __name__
        made.__qualname__ = f"{template.__name__}_{bound_name}"
        return made

    for template in (clear, restart, choose, view, draw, perform, play, take_part):
        namespace[template.__name__] = jit(copy(template))
    what = f"the rules of {kernels.name}" if mind is None else f"the rules of {kernels.name} with its player {mind.name}"
    bound: Callable[..., int] = entry(copy(run), what, records)
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
