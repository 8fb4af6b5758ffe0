"""Validation of states: the checks that a saved state has to pass before a kernel reads it.

Every field is within its range (``Bounds.fields``), every frame of the agenda is of an existing task, with words within their
ranges (``Bounds.words``); if that is so, the game's own kernel ``status`` checks the invariants between the fields.
All of it is compiled: ten million states are checked in minutes.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, Final

import numpy as np

from .game import OUTCOMES, Array, Kernels
from .jit import entry, jit
from .layout import ANY, Bounds, Range
from .memory import matrix, table, vector
from .scratch import NO_SCRATCH, workplace_type, workplaces

RANGE: Final = 1
STUCK: Final = 2
"""The first flags of every game's status. RANGE: a field or a word of the agenda is outside its range. STUCK: the decider has no legal
action.
"""

_WORD: Final = 1 << 62  # flag of a position: a word of the agenda, not an element of a field
_ELEMENT: Final = 1 << 32
_FLOAT: Final = 0
I1, I4, I8, U1 = map(np.dtype, ("i1", "i4", "i8", "u1"))
STATE = WORLD = np.dtype("u1")  # replaced by records in bind()


def _unbound(*_arguments: Any) -> Any:
    raise TypeError("this is a template; bind() gives it the kernels of a game")


legal = decider = status = _unbound


def never_stuck(w: Any, s: Any, _work: Any) -> Any:
    """Default of ``status``, for a game that has none: while it is not over, a seat decides and has a legal action."""
    if s.outcome == 0 and decider(w, s) < 0:
        return STUCK
    return 0


@jit
def unless(fits: Any, flag: Any) -> Any:
    """Return the flag of an invariant if it is broken (``fits`` is 0), else 0."""
    return flag if fits == 0 else 0


def stuck(w: Any, s: Any, mask: Any) -> Any:
    """Return 1 if a seat decides and has no legal action."""
    if s.outcome != 0 or decider(w, s) < 0:
        return 0
    legal(w, s, mask)
    for a in range(len(mask)):
        if mask[a] != 0:
            return 0
    return 1


@jit
def number(raw: Any, p: Any, size: Any, signed: Any) -> Any:
    """Return the number in the ``size`` bytes at ``p``."""
    if size == 1:
        value = raw[p]
    elif size == 2:
        value = raw[p] | raw[p + 1] << 8
    else:
        value = raw[p] | raw[p + 1] << 8 | raw[p + 2] << 16 | raw[p + 3] << 24
    if signed and value >> (8 * size - 1):
        value -= 1 << (8 * size)
    return value


@jit
def field_outside(raw: Any, fields: Any, limits: Any) -> Any:
    """Return the position of the first element outside its range, -1: there is none. A float only has to be finite."""
    for f in range(len(fields)):
        p = fields[f][0]
        size = fields[f][1]
        signed = fields[f][2]
        low = limits[2 * f]
        high = limits[2 * f + 1]
        for k in range(fields[f][3]):
            if size == _FLOAT:
                if raw[p + 4 * k + 3] & 127 == 127 and raw[p + 4 * k + 2] & 128 != 0:
                    return f * _ELEMENT + k
            else:
                value = number(raw, p + size * k, size, signed)
                if value < low or value > high:
                    return f * _ELEMENT + k
    return -1


@jit
def word_outside(raw: Any, agenda: Any, limits: Any) -> Any:
    """Return the position of the first word of the agenda outside its range, -1: there is none. Word 0 is the task, -1 the depth."""
    stack, frames, words, depth = agenda[1], agenda[2], agenda[3], number(raw, agenda[0], 2, 1)
    if frames == 0:
        return -1
    if depth < 0 or depth > frames:
        return _WORD
    width = 2 * words
    for t in range(depth):
        p = stack + 2 * words * t
        task = number(raw, p, 2, 1)
        if task < 0 or task * width >= len(limits) or limits[task * width] == 0:
            return _WORD + t * _ELEMENT + 1
        for k in range(1, words):
            value = number(raw, p + 2 * k, 2, 1)
            if value < limits[task * width + 2 * k] or value > limits[task * width + 2 * k + 1]:
                return _WORD + t * _ELEMENT + k + 1
    return -1


def run(buffers: Any, n: Any) -> None:
    """Compute flags and positions of ``n`` states; ``buffers`` is the table described in ``StateValidator.look``."""
    states = vector(buffers, 0, STATE)
    raw = matrix(buffers, 1, U1)
    worlds = vector(buffers, 2, WORLD)
    world_of = vector(buffers, 3, I4)
    fields = matrix(buffers, 4, I8)
    limits = matrix(buffers, 5, I8)
    agenda = vector(buffers, 6, I8)
    words = matrix(buffers, 7, I8)
    work = vector(buffers, 8, STATE)
    mask = vector(buffers, 9, I1)
    flags = vector(buffers, 10, I8)
    places = vector(buffers, 11, I8)
    for i in range(n):
        k = world_of[i]
        place = field_outside(raw[i], fields, limits[k])
        if place < 0:
            place = word_outside(raw[i], agenda, words[k])
        places[i] = place
        flags[i] = RANGE
        if place < 0:
            work[0] = states[i]
            flags[i] = status(worlds[k], states[i], work[0])
            if flags[i] == 0:  # other kernels may see only states that passed so far
                work[0] = states[i]
                flags[i] = STUCK * stuck(worlds[k], work[0], mask)


@cache
def bind(kernels: Kernels, state: np.dtype[Any], world: np.dtype[Any]) -> Callable[..., None]:
    """Return the entry point ``run`` of a game, as ``engine.bind`` does for the rules; ``world`` is the record of a workplace."""
    namespace = dict(globals()) | {"STATE": state, "WORLD": world, "legal": kernels.legal, "decider": kernels.decider}

    def copy(template: Any) -> Any:
        made = types.FunctionType(template.__code__, namespace, template.__name__)
        made.__module__ = __name__
        made.__qualname__ = f"{template.__name__}_{kernels.name}"
        return made

    namespace["stuck"] = jit(copy(stuck))
    namespace["status"] = kernels.status or jit(copy(never_stuck))
    bound: Callable[..., None] = entry(copy(run), f"the invariants of {kernels.name}")
    return bound


class StateValidator:
    """Validates states of games that share kernels and records; ``worlds`` is a structured array [number of games], not modified."""

    def __init__(
        self, kernels: Kernels, bounds: Bounds, dtype: np.dtype[Any], worlds: Array, n_actions: int, scratch: np.dtype[Any] = NO_SCRATCH
    ) -> None:
        self._dtype, self._n_actions = dtype, n_actions
        self._worlds, self._scratch = worlds, scratch
        self._free: list[Array] = []  # workplaces that are not in use
        self._run = bind(kernels, dtype, workplace_type(worlds.dtype, scratch))
        self._names, self._fields = _fields(dtype, bounds.fields)
        self._limits = np.array([_limits(self._names, bounds.fields, world) for world in worlds], np.int64)
        self._agenda, tasks = _agenda(dtype, bounds)
        self._words = np.array([_words(tasks, int(self._agenda[3]), bounds, world) for world in worlds], np.int64)

    def look(self, states: Array, world_of: Array | None = None) -> tuple[Array, Array]:
        """Return the flags of broken invariants, int64 [n], and where RANGE is one of them the first position outside its range."""
        n = len(states)
        states = np.ascontiguousarray(states)
        flags, places = np.zeros(n, np.int64), np.zeros(n, np.int64)
        work, mask = np.zeros(1, self._dtype), np.zeros(self._n_actions, np.int8)
        of = np.zeros(n, np.int32) if world_of is None else np.ascontiguousarray(world_of, np.int32)
        raw = states.view(np.uint8).reshape(n, self._dtype.itemsize)
        try:
            worlds = self._free.pop()
        except IndexError:  # several threads may validate at the same time
            worlds = workplaces(self._worlds, self._scratch)
        arrays = (states, raw, worlds, of, self._fields, self._limits, self._agenda, self._words, work, mask, flags, places)
        self._run(table(arrays), n)
        self._free.append(worlds)
        return flags, places

    def fault(self, state: Array) -> str:
        """Return the first value of a state (shape (1,)) that is outside its range, in words; "" if there is none."""
        _, places = self.look(state)
        place = int(places[0])
        if place < 0:
            return ""
        if place >= _WORD:
            return self._fault_of_agenda(state, *divmod(place - _WORD, _ELEMENT))
        f, k = divmod(place, _ELEMENT)
        values = np.ravel(state[self._names[f]][0])
        name = self._names[f] if len(values) == 1 else f"{self._names[f]}[{k}]"
        if values.dtype.kind == "f":
            return f"{name} is {values[k]}"
        low, high = self._limits[0, 2 * f : 2 * f + 2].tolist()
        return f"{name} is {values[k]}, not {low} .. {high}"

    def _fault_of_agenda(self, state: Array, frame: int, word: int) -> str:
        if word == 0:
            return f"depth is {state['depth'][0]}, not 0 .. {self._agenda[2]}"
        what = f"word {word - 1}" if word > 1 else "the task"
        return f"{what} of frame {frame} of the agenda is {state['stack'][0][frame][word - 1]}"


def _fields(dtype: np.dtype[Any], declared: Mapping[str, Range]) -> tuple[list[str], Array]:
    """Return the names of the fields with a range, and for each offset, bytes of an element (0: a float), sign and number of elements."""
    declared = {"outcome": Range(0, len(OUTCOMES) - 1), **declared}
    names, rows = [], []
    for name, (kind, offset, *_) in (dtype.fields or {}).items():
        if declared.get(name, ANY) == ANY and kind.base.kind != "f":
            continue
        names.append(name)
        size = _FLOAT if kind.base.kind == "f" else kind.base.itemsize
        rows.append((offset, size, int(kind.base.kind == "i"), kind.itemsize // kind.base.itemsize))
    return names, np.array(rows, np.int64).reshape(len(rows), 4)


def _limits(names: Sequence[str], declared: Mapping[str, Range], world: Any) -> list[int]:
    declared = {"outcome": Range(0, len(OUTCOMES) - 1), **declared}
    return [limit for name in names for limit in declared.get(name, ANY).within(world)]


def _agenda(dtype: np.dtype[Any], bounds: Bounds) -> tuple[Array, int]:
    """Return offsets of depth and stack, frames, words of a frame (all 0 without an agenda), and the number of task codes."""
    if not bounds.words:
        return np.zeros(4, np.int64), 1
    fields: Mapping[str, Any] = dtype.fields or {}
    return np.array([fields["depth"][1], fields["stack"][1], *fields["stack"][0].shape], np.int64), max(bounds.words) + 1


def _words(tasks: int, width: int, bounds: Bounds, world: Any) -> Array:
    """Return for each task: whether it exists, a word without meaning, and the limits of words 1, 2, ..."""
    made = np.zeros((tasks, max(width, 1), 2), np.int64)
    for task, words in bounds.words.items():
        made[task, 0] = 1
        for k, word in enumerate(words, 1):
            made[task, k] = word.within(world)
    return made.ravel()


__all__ = ["RANGE", "STUCK", "StateValidator", "bind", "unless"]
