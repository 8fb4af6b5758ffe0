"""The compiled entry point of a game: reset, step, random play and views of a range of games in a batch.

The functions below are templates. ``bind`` copies their code into a namespace that holds the kernels of one
game, so that only one entry point is compiled for each game that is played.
"""

from __future__ import annotations

import hashlib
import types
from collections.abc import Callable
from functools import cache
from typing import Any, Final

import numpy as np

from . import atomics, player_engine
from . import tasks as T
from .game import Kernels
from .jit import entry, jit
from .memory import FLAGS, matrix, ones, scale_row, vector
from .player_engine import consult, draw, never_late, no_choice, no_judgement, no_promise, perform, pick, play_on, say, weigh, weights_of
from .players import Heuristic
from .rng import advance, derive, output, seed_rng

# ---- orders: words shared by threads, each group on its own cache lines, to avoid false sharing
LINE: Final = 16  # words of a group
TASK, FLAGS_OF, COUNT, GAMES, CHUNKS, ROUND = range(6)  # the current task; written by the leader only
DONE: Final = LINE  # number of finished chunks
FOUND: Final = 2 * LINE  # the first game with an error
SHARES: Final = 3 * LINE  # one group per thread: round << 32 | number of chunks left in its share
LEFT: Final = 2**32 - 1
_EACH: Final = 8  # chunks of a share: with fewer, threads wait longer for the last one
_LEAST: Final = 16  # games of a chunk


def order_words(threads: int) -> int:
    """Return the length of the array ``orders``."""
    return SHARES + LINE * threads


def _unbound(*_arguments: Any) -> Any:
    raise TypeError("this is a template; bind() gives it the kernels of a game")


reset = step = legal = observe = decider = resample = frame = active = _unbound  # replaced by kernels in bind()
STATE = WORLD = MEMORY = WEIGHTS = np.dtype("u1")  # and by records


def reseed(_w: Any, s: Any, _agent: Any, number: Any) -> None:
    """Default of ``resample``, for a game with no hidden information except future dice."""
    seed_rng(s, number)


def no_frame(_w: Any, _out: Any) -> None:
    """Default of ``frame``, for a game whose observations have no constant features."""


def always_active(_w: Any, _s: Any, _agent: Any) -> Any:
    """Default of ``active``, for a game in which all agents stay to the end."""
    return 1


def arrays(buffers: Any) -> Any:
    """Return the arrays of an engine by their names."""
    return T.Arrays(
        vector(buffers, 0, STATE),
        vector(buffers, 1, WORLD),
        vector(buffers, 2, T.I4),
        vector(buffers, 3, STATE),
        vector(buffers, 4, T.I8),
        vector(buffers, 5, T.I8),
        vector(buffers, 6, T.U8),
        vector(buffers, 7, T.I8),
        matrix(buffers, 8, T.I1),
        vector(buffers, 9, T.I2),
        vector(buffers, 10, T.I2),
        matrix(buffers, 11, T.U1),
        matrix(buffers, 12, T.U1),
        matrix(buffers, 13, T.U1),
        matrix(buffers, 14, T.F4),
        vector(buffers, 15, T.F4),
        matrix(buffers, 16, T.F4),
        vector(buffers, 17, T.U1),
        vector(buffers, 18, STATE),
        matrix(buffers, 19, T.U1),
        matrix(buffers, 20, T.F4),
        vector(buffers, 21, T.I8),
        matrix(buffers, 22, T.I2),
        vector(buffers, 23, T.I1),
        matrix(buffers, 24, T.F8),
        vector(buffers, 25, WEIGHTS),
        vector(buffers, 26, MEMORY),
        matrix(buffers, 27, T.F8),
        matrix(buffers, 28, T.I1),
        matrix(buffers, 29, T.I8),
        matrix(buffers, 30, T.F8),
        matrix(buffers, 31, T.U1),
        matrix(buffers, 32, T.I8),
        matrix(buffers, 33, T.F8),
        matrix(buffers, 34, T.F8),
    )


def restart(b: Any, w: Any, i: Any) -> None:
    """Start the next episode of game ``i``: the first uses the seed itself, later ones derived seeds."""
    seed = b.seeds[i]
    if b.episodes[i] > 0:
        seed = derive(seed, b.episodes[i])
    b.episodes[i] += 1
    b.states[i] = b.blank[0]
    reset(w, b.states[i], seed)


def choose(mask: Any, chooser: Any, i: Any) -> Any:
    """Return a random legal action, -1: there is none. The generator of the state is not advanced."""
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
    left = (output(x) * n) >> 32  # legal actions before the chosen one
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


def view(b: Any, w: Any, i: Any, seat: Any, raw: Any, scaled: Any, flags: Any) -> None:
    """Write the observation of game ``i`` from ``seat``: the constant frame, and over it the features of the position."""
    if flags & T.OBSERVE:
        unchanging = b.frames[b.world_of[i]]
        for k in range(len(unchanging)):
            raw[k] = unchanging[k]
        observe(w, b.states[i], seat, raw)
        if flags & T.SCALE:
            scale_row(raw, b.scale, scaled)


def clear(row: Any) -> None:
    """Set a row to zero."""
    for k in range(len(row)):
        row[k] = 0.0


def show(b: Any, w: Any, i: Any, flags: Any) -> Any:
    """Write mask, decider, active agents and observation of game ``i``; return the report about it."""
    s = b.states[i]
    taking_part = b.actives[i]
    mask = b.masks[i]
    legal(w, s, mask)
    if flags & T.HAND_OUT:
        handed = b.handed[i]
        for k in range(len(mask)):
            handed[k] = mask[k]
    seat = decider(w, s)
    b.deciders[i] = seat
    if seat >= 0:  # a finished game is seen from the seat that acted last
        b.seats[i] = seat
    report = seat if s.outcome == 0 else T.EVENTFUL
    for k in range(len(taking_part)):
        part = active(w, s, k)
        if part != taking_part[k] or b.rewards[i][k] != 0:
            report = T.EVENTFUL
        taking_part[k] = part
    view(b, w, i, b.seats[i], b.raw[i], b.scaled[i], flags)
    return report


def close(b: Any, w: Any, i: Any, flags: Any) -> None:
    """Handle the end of game ``i``, if it has just ended: with SAME_STEP its last position is kept, and the next episode starts."""
    if b.states[i].outcome != 0 and flags & T.SAME_STEP:
        b.final_states[i] = b.states[i]
        view(b, w, i, b.seats[i], b.final_raw[i], b.final_scaled[i], flags)
        restart(b, w, i)


def move(b: Any, task: Any, flags: Any, w: Any, i: Any) -> Any:
    """Run STEP or RANDOM in game ``i``; returns the same codes as ``handle``."""
    pay = b.rewards[i]
    if b.states[i].outcome != 0:  # ended in an earlier step
        clear(pay)
        if flags & (T.SAME_STEP | T.NEXT_STEP) == 0:
            return T.UNCHANGED
        restart(b, w, i)
        b.dones[i] = 0
        return T.CHANGED
    a = b.inputs[i]
    if task == T.RANDOM:
        a = choose(b.masks[i], b.chooser, i)
        if a < 0:
            return T.WRONG
    if a < 0:
        b.states[i].outcome = -a
    else:
        step(w, b.states[i], a)
    for k in range(len(pay)):
        pay[k] = b.states[i].reward[k]
    b.dones[i] = b.states[i].outcome
    close(b, w, i, flags)
    return T.CHANGED


def handle(b: Any, task: Any, flags: Any, w: Any, i: Any) -> Any:
    """Run a task that does not involve players, once, for game ``i``; CHANGED: the outputs of ``show`` have to be rewritten."""
    if task == T.STEP or task == T.RANDOM:
        return move(b, task, flags, w, i)
    s = b.states[i]
    mask = b.masks[i]
    if task == T.CHECK:
        a = b.inputs[i]
        return T.WRONG if s.outcome == 0 and (a < 0 or a >= len(mask) or mask[a] == 0) else T.UNCHANGED
    if task == T.CHOOSE:
        b.inputs[i] = choose(mask, b.chooser, i)
        return T.UNCHANGED
    if task == T.VIEW:
        view(b, w, i, b.inputs[i], b.raw[i], b.scaled[i], flags)
        return T.UNCHANGED
    if task == T.RESAMPLE:
        x = b.chooser[i]
        b.chooser[i] = advance(x)
        resample(w, s, b.inputs[i], output(x))
    elif task == T.RESET:
        if b.inputs[i] == 0:
            return T.UNCHANGED
        restart(b, w, i)
        clear(b.rewards[i])
        b.dones[i] = 0
    return T.CHANGED


def play(buffers: Any, task: Any, flags: Any, count: Any, lo: Any, hi: Any, me: Any) -> Any:
    """Run ``task`` for the games lo .. hi - 1 as thread ``me``; return SOUND, or the index of the game with an error."""
    b = arrays(buffers)
    if task == T.FRAME:
        for j in range(len(b.frames)):
            frame(b.worlds[j], b.frames[j])
        return T.SOUND
    report = T.SOUND
    for i in range(lo, hi):
        if b.world_of[i] < 0 or b.world_of[i] >= len(b.frames):  # world_of is writable by users
            return i
        w = b.worlds[me * len(b.frames) + b.world_of[i]]
        for _ in range(1 if task >= T.PLAY else count):  # compiled players do their own counting
            done = perform(b, task, flags, count, w, i, me) if task >= T.PLAY else handle(b, task, flags, w, i)
            if done == T.WRONG:
                return i
            if done == T.CHANGED:
                report = show(b, w, i, flags)
            if b.states[i].outcome != 0 and flags & (T.SAME_STEP | T.NEXT_STEP) == 0:
                break
    return report if flags & T.REPORT else T.SOUND


@jit
def take(orders: Any, threads: int, me: int) -> Any:
    """Return a free chunk, -1: none.

    The thread's own share comes first, so that a core works on the same games again, then other shares.
    """
    for k in range(threads):
        owner = (me + k) % threads
        place = SHARES + LINE * owner
        word = atomics.load(orders, place)
        while word & LEFT > 0:
            if atomics.swap(orders, place, word, word - 1):  # the round is part of the word: no thread takes another round's chunk
                return orders[CHUNKS] * owner // threads + (word & LEFT) - 1
            word = atomics.load(orders, place)
    return -1


@jit
def announce(orders: Any, task: int, flags: int, count: int, threads: int, games: int) -> None:
    """Publish a task; from this moment other threads may work on it."""
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
    """Process chunks while there are any; return their number."""
    done = 0
    chunk = take(orders, threads, me)
    while chunk >= 0:
        games = orders[GAMES]
        chunks = orders[CHUNKS]
        found = play(buffers, orders[TASK], orders[FLAGS_OF], orders[COUNT], games * chunk // chunks, games * (chunk + 1) // chunks, me)
        if found != T.SOUND:
            atomics.lower(orders, FOUND, found)
        atomics.add(orders, DONE, 1)
        done += 1
        chunk = take(orders, threads, me)
    return done


def run(buffers: Any, task: Any, flags: Any, count: Any, lo: Any, hi: Any) -> Any:
    """Run ``task`` for the games lo .. hi - 1, or a task shared by threads; return SOUND, or the first game with an error.

    ``buffers`` is the table of the arrays described in ``Batch``, in the order of BUFFERS; the worlds exist once per thread.
    """
    if task < T.LEAD:
        return play(buffers, task, flags, count, lo, hi, 0)
    orders = arrays(buffers).orders
    if task < T.JOIN:
        announce(orders, task % T.LEAD, flags, count, lo, hi)
        if task >= T.POST:
            return T.SOUND
    if task < T.ATTEND:
        take_part(buffers, orders, lo, 0)
        while atomics.load(orders, DONE) < orders[CHUNKS]:  # waits for at most the chunk that each other thread has started
            atomics.give_way()
        found = atomics.load(orders, FOUND)
        if found < orders[GAMES]:
            return found
    elif task == T.ATTEND:
        looks = count
        while looks > 0:
            looks -= 1
            if take_part(buffers, orders, hi, lo) > 0:
                looks = count
            atomics.give_way()
    else:
        atomics.add(orders, DONE, 1)
    return T.SOUND


def _identity(kernels: Kernels, state: np.dtype[Any], world: np.dtype[Any], heuristic: Heuristic | None) -> str:
    """Return eight letters that identify the bound parts: names of functions and layouts of records."""
    functions = [*kernels[1:], *(() if heuristic is None else (heuristic.choose, heuristic.judge, heuristic.promise, heuristic.late))]
    names = [f"{one.__module__}.{one.__qualname__}" for one in functions if one is not None]
    shapes = [(dtype.descr, dtype.itemsize) for dtype in (state, world)]
    return hashlib.sha256(repr((names, shapes)).encode()).hexdigest()[:8]


@cache
def bind(kernels: Kernels, state: np.dtype[Any], world: np.dtype[Any], heuristic: Heuristic | None = None) -> Callable[..., int]:
    """Return the entry point ``run`` of a game (one for equal kernels and records), with a rule-based player if ``heuristic`` is given."""
    records = {"w": world, "s": state}
    namespace = vars(player_engine) | globals() | {"STATE": state, "WORLD": world, "MEMORY": T.U1, "WEIGHTS": T.U1}
    if heuristic is None:
        namespace.update(heuristic_choose=jit(no_choice), heuristic_judge=jit(no_judgement), heuristic_promise=jit(no_promise))
        namespace.update(heuristic_late=jit(never_late))
    else:
        namespace.update(heuristic_choose=heuristic.choose, heuristic_judge=heuristic.judge)
        namespace.update(heuristic_promise=heuristic.promise or jit(no_promise), heuristic_late=heuristic.late or jit(never_late))
        namespace.update(MEMORY=heuristic.view, WEIGHTS=heuristic.weights)
        records |= {"v": heuristic.view, "weights": heuristic.weights}
    namespace.update({name: getattr(kernels, name) for name in ("reset", "step", "legal", "observe", "decider")})
    for name, default in (("resample", reseed), ("frame", no_frame), ("active", always_active)):
        namespace[name] = getattr(kernels, name) or jit(default)

    # Symbols of machine code come from names. If two entry points compiled by other processes are loaded into one process, both call the
    # first of two equal symbols; different bindings therefore have different names.
    bound_name = f"{kernels.name}_{_identity(kernels, state, world, heuristic)}"

    def copy(template: Any) -> Any:
        made = types.FunctionType(template.__code__, namespace, template.__name__)
        made.__module__ = __name__
        made.__qualname__ = f"{template.__name__}_{bound_name}"
        return made

    parts = (arrays, restart, clear, view, show, close, move, handle, consult, play_on, perform)
    for template in (choose, draw, weights_of, weigh, pick, say, *parts, play, take_part):
        namespace[template.__name__] = jit(copy(template), inline=template in parts)
    what = f"the rules of {kernels.name}" if heuristic is None else f"the rules of {kernels.name} with its player {heuristic.name}"
    bound: Callable[..., int] = entry(copy(run), what, records)
    return bound


__all__ = ["bind", "order_words"]
