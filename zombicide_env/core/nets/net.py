"""Shared parts of the layers of a compiled network: the arrays that they work on, and the construction of networks.

A network is a plan: a list of layers, each a row of numbers with the positions of its inputs, weights and outputs. One compiled function
runs any plan (``execution``), so that another network, or another size, needs no compilation.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

import numpy as np

from .simd import LANES, padded

Array = np.ndarray[Any, Any]

COLUMNS: Final = 32
"""Numbers per layer in a plan; the first is the type of the layer."""
WHOLE: Final = 0
"""The kind of values that exist once: for the game as a whole."""
SUMS, TELL, HEAR, WAYS, LOOK, NAMED, POOL, DENSE, NORM, ADD, SCORES, VALUE, VALUES, GIVEN = range(14)
_LINE: Final = 64  # bytes of a line of the processor's cache
_BLOCK: Final = 8  # rows that are computed together; memory is allocated for whole blocks


def zeros(size: int) -> Array:
    """Return zeros, float32, that begin with a line of the cache: a vector in two lines takes twice as long to read or write."""
    made = np.zeros(size + _LINE // 4, np.float32)
    first = -made.ctypes.data % _LINE // 4
    return made[first : first + size]


class Net(NamedTuple):
    """The arrays of a network, one-dimensional except for the plan."""

    plan: Any  # int64 [layers, COLUMNS]
    lists: Any  # int64: constants of layers other than weights
    weights: Any  # float32
    work: Any  # float32: values of one position
    marks: Any  # int64: rows of each kind, in the first places, and notes of layers
    maps: Any  # float32: cached maps


class Learning(NamedTuple):
    """Additional arrays of a network that learns."""

    weights: Any  # float32: the sum of the gradients of the loss with respect to the weights
    work: Any  # float32: gradients with respect to the values of one position
    turned: Any  # float32: matrices of weights, transposed


@dataclass(frozen=True)
class Value:
    """Output of a layer: ``width`` numbers for the game as a whole, or for each row of a kind.

    Attributes:
        at: position in ``Net.work``.
        kind: kind of the rows, WHOLE or a number of ``Plan.kind``; their number is in ``Net.marks``.
        width: numbers of a row.
    """

    at: int
    kind: int
    width: int

    @property
    def row(self) -> int:
        """Distance from a row to the next."""
        return padded(self.width)


@dataclass(frozen=True)
class Weight:
    """A matrix of weights, rows of whole vectors.

    Attributes:
        at: position in ``Net.weights``.
        rows, width: its shape.
        turned: position of its transpose in ``Learning.turned``.
    """

    at: int
    rows: int
    width: int
    turned: int

    @property
    def row(self) -> int:
        """Distance from a row to the next."""
        return padded(self.width)


@dataclass(frozen=True)
class Kind:
    """Rows of a table: ``number`` of the kind, ``most`` rows, ``there``: position in ``Net.marks`` of flags for the rows that exist."""

    number: int
    most: int
    there: int
    grows: bool


class Plan:
    """A network under construction: layers are added to it (``dense(plan, x, ...)``), then weights are filled in.

    Attributes:
        value: the network's value of a position; None: it has none.
        columns: columns of an observation that its layers read: as many as the last one, at least.
        actions: actions that it has scores for; 0: none.
        outer_products: buffers of outer products, see ``outer_products``.
    """

    def __init__(self) -> None:
        self.columns = self.actions = 0
        self._layers: list[list[int]] = []
        self._lists: list[int] = []
        self._values: list[int] = []
        self.outer_products: list[int] = []
        self._weights: dict[str, Weight] = {}
        self._fixed: list[tuple[int, Array]] = []
        self._sizes = {"weights": 0, "turned": 0, "work": 0, "marks": LANES, "maps": 0}
        self.kinds: list[Kind] = [Kind(WHOLE, 1, -1, False)]

    def kind(self, most: int, grows: bool) -> Kind:
        """Add a kind with at most ``most`` rows; ``grows``: the number of rows depends on the position."""
        made = Kind(len(self.kinds), most, self.marks(most), grows)
        self.kinds.append(made)
        return made

    def reads(self, place: int, step: int = 0, rows: int = 1) -> None:
        """Note that a layer reads column ``place``, and that of each of ``rows`` rows, ``step`` columns apart."""
        self.columns = max(self.columns, place + step * (rows - 1) + 1)

    def check(self, columns: int, actions: int) -> None:
        """Raise ValueError if the network does not fit observations of ``columns`` columns and masks of ``actions`` actions.

        Compiled code does not check its indices: a network of another game would read and write memory that is not its own.
        """
        if self.columns > columns or 0 < self.actions < actions:
            raise ValueError(
                f"the network reads {self.columns} columns and scores {self.actions} actions, but the game has {columns} columns and "
                f"{actions} actions: make it for this game"
            )

    def rows_of(self, kind: int) -> int:
        """Return the number of rows with allocated memory."""
        return 1 if kind == WHOLE else -(-self.kinds[kind].most // _BLOCK) * _BLOCK

    def room(self, size: int) -> int:
        """Reserve ``size`` numbers in ``Net.work`` and return their position."""
        return self._take("work", padded(size))

    def maps(self, size: int) -> int:
        """Reserve ``size`` numbers in ``Net.maps`` and return their position."""
        return self._take("maps", size)

    def marks(self, size: int) -> int:
        """Reserve ``size`` numbers in ``Net.marks`` and return their position."""
        return self._take("marks", size)

    def value(self, width: int, kind: int = WHOLE) -> Value:
        """Reserve memory for a value."""
        made = Value(self.room(self.rows_of(kind) * padded(width)), kind, width)
        self._values += [made.at, kind, made.row]
        return made

    def listed(self, numbers: Sequence[int]) -> int:
        """Append numbers to ``Net.lists`` and return their position."""
        self._lists += map(int, numbers)
        return len(self._lists) - len(numbers)

    def weight(self, name: str, rows: int, width: int, turned: bool = True) -> Weight:
        """Add a matrix of learned weights. ``turned``: earlier layers learn too, through its transpose."""
        made = Weight(
            self._take("weights", rows * padded(width)), rows, width, self._take("turned", padded(width) * padded(rows)) if turned else -1
        )
        self._weights[name] = made
        return made

    def fixed(self, numbers: Array) -> int:
        """Add constants to the weights and return their position."""
        place = self._take("weights", padded(numbers.size))
        self._fixed.append((place, numbers.astype(np.float32).ravel()))
        return place

    def layer(self, *numbers: int) -> None:
        """Append a layer."""
        self._layers.append([*map(int, numbers), *[0] * (COLUMNS - len(numbers))])

    def _take(self, of: str, size: int) -> int:
        place = self._sizes[of]
        self._sizes[of] = place + size
        return place

    # ---- the finished network ----------------------------------------------------------------------------

    @property
    def shapes(self) -> dict[str, tuple[int, int]]:
        """Names and shapes of the learned weights."""
        return {name: (weight.rows, weight.width) for name, weight in self._weights.items()}

    def layers(self) -> Array:
        """``Net.plan``; its last row holds the positions of values, and of buffers of outer products."""
        values = len(self._values)
        last = [VALUES, len(self._lists), values // 3, len(self._lists) + values, len(self.outer_products), *[0] * (COLUMNS - 5)]
        return np.array([*self._layers, last], np.int64)

    def lists(self) -> Array:
        """``Net.lists``."""
        return np.array([*self._lists, *self._values, *self.outer_products, *[0] * LANES], np.int64)

    def weights(self, given: Mapping[str, Array]) -> Array:
        """Return ``Net.weights`` from matrices by their names; raises as ``fill`` does."""
        made = zeros(self._sizes["weights"] + LANES)
        for place, numbers in self._fixed:
            made[place : place + len(numbers)] = numbers
        self.fill(made, given)
        return made

    def fill(self, weights: Array, given: Mapping[str, Array]) -> None:
        """Write matrices by their names into ``Net.weights``.

        Raises:
            ValueError: a name is missing or unknown, or a matrix has another shape.
        """
        if given.keys() != self._weights.keys():
            differing = sorted(given.keys() ^ self._weights.keys())
            raise ValueError(f"weights that are missing or unknown: {', '.join(differing)}; the plan has {', '.join(self._weights)}")
        for name, shape in self.shapes.items():
            if np.shape(given[name]) != shape:
                raise ValueError(f"weight {name} has shape {np.shape(given[name])}, the plan has {shape}")
        for name, place in self.matrices(weights).items():
            place[:] = given[name]

    def matrices(self, weights: Array) -> dict[str, Array]:
        """Return the matrices in an array like ``Net.weights``, such as ``Learning.weights``, by their names; they are views."""
        return {name: self._matrix(weights, weight)[:, : weight.width] for name, weight in self._weights.items()}

    @staticmethod
    def _matrix(weights: Array, weight: Weight) -> Array:
        return weights[weight.at : weight.at + weight.rows * weight.row].reshape(weight.rows, weight.row)

    def memory(self) -> tuple[Array, Array, Array]:
        """Allocate ``Net.work``, ``Net.marks`` and ``Net.maps`` of one thread."""
        marks = np.zeros(self._sizes["marks"] + LANES, np.int64)
        for kind in self.kinds:
            marks[kind.number] = kind.most
        return zeros(self._sizes["work"] + LANES), marks, zeros(self._sizes["maps"] + LANES)

    def net(self, weights: Array) -> Net:
        """Return the executable network, with working memory of its own."""
        return Net(self.layers(), self.lists(), weights, *self.memory())

    def learning(self) -> Learning:
        """Allocate memory for gradients; ``turn`` fills in the transposes."""
        return Learning(*(zeros(self._sizes[name] + LANES) for name in ("weights", "work", "turned")))

    def turn(self, weights: Array, turned: Array) -> None:
        """Write the transposes of the matrices; needed after every change of the weights, before computing gradients."""
        for weight in self._weights.values():
            if weight.turned >= 0:
                place = turned[weight.turned : weight.turned + weight.width * padded(weight.rows)].reshape(weight.width, -1)
                place[:, : weight.rows] = self._matrix(weights, weight)[:, : weight.width].T


__all__ = ["COLUMNS", "WHOLE", "Kind", "Learning", "Net", "Plan", "Value", "Weight"]
__all__ += ["ADD", "DENSE", "GIVEN", "HEAR", "LOOK", "NAMED", "NORM", "POOL", "SCORES", "SUMS", "TELL", "VALUE", "VALUES", "WAYS", "zeros"]
