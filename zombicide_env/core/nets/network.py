"""Networks with their weights, passed to the engines of games by address, so that no engine is compiled for a network.

A row of numbers represents a network in a thread: the table of its arrays (``memory.table``), of the observation, the legal actions and
their scores, and last the address of the function that runs it.
"""

from __future__ import annotations

import threading
import weakref
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Final

import numpy as np
from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic
from numba.np import arrayobj

from ..jit import PYTHON_MODE, buffers, entry, jit
from ..memory import FLAGS, matrix, ones, table, vector
from .execution import forward
from .net import Array, Net, Plan, zeros

_arrays: Any = arrayobj
I8, F4, F8, U1, I1 = map(np.dtype, ("i8", "f4", "f8", "u1", "i1"))
_PARTS: Final = len(Net._fields)
WORDS: Final = 3 * (_PARTS + 3) + 1
"""Numbers that represent a network."""


class Network:
    """A network with its weights, which any number of threads may use.

    Args:
        plan: its layers.
        matrices: their weights by name, see ``Plan.weights``.
        trust: scale of the sum of its own scores and those of the base of a residual network; 0: it has no base.

    Attributes:
        plan: as given.
        trust: as given.
        weights: float32, ``Net.weights``.
    """

    def __init__(self, plan: Plan, matrices: Mapping[str, Array], trust: float = 0.0) -> None:
        self.plan, self.trust = plan, float(trust)
        self.weights = plan.weights(matrices)
        self._layers, self._lists = plan.layers(), plan.lists()
        self._own = threading.local()

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "_own"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        weights = zeros(len(state["weights"]))
        weights[:] = state["weights"]
        self.__dict__.update(state, weights=weights, _own=threading.local())

    def net(self) -> Net:
        """Return the executable network, with working memory of its own."""
        return Net(self._layers, self._lists, self.weights, *self.plan.memory())

    def evaluate(self, raw: Array, masks: Array) -> tuple[Array, Array]:
        """Return scores of the legal actions and values of positions.

        Args:
            raw: observations, uint8 [n, N_OBS].
            masks: [n, N_ACTIONS], not 0 = legal.

        Returns:
            Scores float64 [n, N_ACTIONS], -inf for illegal actions and those that the network does not have; values float64 [n].

        Raises:
            TypeError: the observations are scaled.
            ValueError: the shapes do not fit the network.
        """
        raw, masks = checked(self.plan, raw, masks)
        scores, values = np.full(masks.shape, -np.inf), np.zeros(len(raw))
        shape = raw.shape[1], masks.shape[1]
        if self._own.__dict__.get("shape") != shape:
            seat = np.zeros(shape[0], np.uint8), np.zeros(shape[1], np.int64), np.zeros(shape[1])
            self._own.shape, self._own.seat, self._own.connection = shape, seat, connected([self], [seat])
        _evaluate(table([self._own.connection[0], raw, masks, scores, values, *self._own.seat]), len(raw))
        return scores, values


def checked(plan: Plan, raw: Array, masks: Array) -> tuple[Array, Array]:
    """Return raw observations uint8 [n, N_OBS] and masks int8 [n, N_ACTIONS], 1 = legal, contiguous.

    Raises:
        TypeError: the observations are scaled.
        ValueError: the shapes do not fit each other, or the network.
    """
    if raw.dtype != np.uint8:
        raise TypeError(f"observations have dtype {raw.dtype}: networks read raw ones, uint8 (observation_dtype='uint8')")
    if raw.ndim != 2 or masks.ndim != 2 or len(raw) != len(masks):
        raise ValueError(f"observations of shape {raw.shape} and masks of shape {masks.shape}: [n, N_OBS] and [n, N_ACTIONS] are needed")
    plan.check(raw.shape[1], masks.shape[1])
    return np.ascontiguousarray(raw), np.ascontiguousarray(masks != 0, np.int8)


class _Seated:
    """The arrays of a network in a thread, as plain Python uses them."""

    def __init__(self, arrays: Sequence[Array]) -> None:
        self.arrays = [buffers(array) if array.dtype == np.uint8 else array for array in arrays]


@jit
def net_of(rows: Any) -> Any:
    """Return the network whose arrays are the first of a table."""
    return Net(
        matrix(rows, 0, I8),
        vector(rows, 1, I8),
        vector(rows, 2, F4),
        vector(rows, 3, F4),
        vector(rows, 4, I8),
        vector(rows, 5, F4),
    )


if PYTHON_MODE:
    _known: weakref.WeakValueDictionary[int, _Seated] = weakref.WeakValueDictionary()

    def call(words: Any, count: int) -> float:
        """Run a network on a position with ``count`` legal actions and return its value."""
        *_, look, listed, thoughts = rows = _known[words[0]].arrays
        return float(forward(net_of(rows), look, listed, count, thoughts))

else:

    def _at(_typing: Any, _address: Any) -> Any:
        """Return the numbers at an address, as an array."""
        made = types.Array(types.int64, 1, "C")

        def generate(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            array = _arrays.make_array(made)(context, builder)
            size = context.get_constant(types.intp, 8)
            pointer = builder.inttoptr(arguments[0], array.data.type)
            shape = [context.get_constant(types.intp, WORDS)]
            _arrays.populate_array(array, data=pointer, shape=shape, strides=[size], itemsize=size, meminfo=None)
            return array._getvalue()

        return made(types.int64), generate

    _numbers: Any = intrinsic(_at)

    def position(address: int, count: int) -> float:
        """Return a network's value of the position in its table; the scores are written to the table."""
        words = _numbers(address)
        look, listed, thoughts = vector(words, _PARTS, U1), vector(words, _PARTS + 1, I8), vector(words, _PARTS + 2, F8)
        return forward(net_of(words), look, listed, count, thoughts)

    @intrinsic
    def call(_typing: Any, words: Any, _count: Any) -> Any:
        """Run a network on a position with ``count`` legal actions and return its value."""

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            word = ir.IntType(64)
            data = _arrays.make_array(signature.args[0])(context, builder, arguments[0]).data
            address = builder.load(builder.gep(data, [ir.Constant(word, WORDS - 1)]))
            function = builder.inttoptr(address, ir.FunctionType(ir.DoubleType(), [word, word]).as_pointer())
            return builder.call(function, [builder.ptrtoint(data, word), arguments[1]])

        return types.float64(words, types.int64), generate

    _position: Any = entry(position, "networks")


@cache
def _address() -> int:
    """Return the address of ``position``."""
    kinds = (types.int64, types.int64)
    _position.compile(kinds)
    made = _position.overloads[kinds]
    return int(made.library.get_pointer_to_function(made.fndesc.llvm_cfunc_wrapper_name))


def connected(networks: Sequence[Network | None], seats: Sequence[tuple[Array, Array, Array]]) -> tuple[Array, Any]:
    """Return the rows of networks, int64 [threads * players, WORDS], and objects that must be kept alive while they are used.

    Args:
        networks: of each player, None: it has none.
        seats: of each thread the observation, the legal actions and their scores.

    Raises:
        ValueError: a network was made for another game.
    """
    rows, kept = np.zeros((max(1, len(networks) * len(seats)), WORDS), np.int64), list[Any]()
    for one in networks:
        if one is not None and seats:
            one.plan.check(seats[0][0].size, seats[0][1].size)
    for thread, seat in enumerate(seats):
        for player, one in enumerate(networks):
            if one is None:
                continue
            arrays = [*one.net(), *seat]
            row = rows[thread * len(networks) + player]
            if PYTHON_MODE:
                seated = _Seated(arrays)
                row[0] = id(seated)
                _known[id(seated)] = seated
                kept.append(seated)
            else:
                row[:-1] = table(arrays).ravel()
                row[-1] = _address()
                kept.append(arrays)
    return rows, kept


@jit
def listed_actions(mask: Any, listed: Any) -> int:
    """Write the indices of legal actions to ``listed`` and return their number."""
    count = 0
    a = 0
    while a < len(mask):
        if a % FLAGS == 0 and a + FLAGS <= len(mask) and ones(mask, a // FLAGS) == 0:
            a += FLAGS
            continue
        if mask[a] != 0:
            listed[count] = a
            count += 1
        a += 1
    return count


@entry
def _evaluate(rows: Any, n: int) -> None:
    words, raw, masks = matrix(rows, 0, I8), matrix(rows, 1, U1), matrix(rows, 2, I1)
    scores, values = matrix(rows, 3, F8), vector(rows, 4, F8)
    look, listed, thoughts = vector(rows, 5, U1), vector(rows, 6, I8), vector(rows, 7, F8)
    for i in range(n):
        here = raw[i]
        for k in range(len(here)):
            look[k] = here[k]
        count = listed_actions(masks[i], listed)
        values[i] = call(words[0], count)
        found = scores[i]
        for k in range(count):
            found[listed[k]] = thoughts[k]


__all__ = ["WORDS", "Network", "call", "connected", "listed_actions", "net_of"]
