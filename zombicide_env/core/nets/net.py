"""What the layers of a compiled network share: the arrays that they work on, and how a network is put together.

A network is a plan: a list of layers, each a row of numbers that say where its inputs, weights and outputs lie.  One compiled function
carries out any plan (``execution``), so that a network of other sizes, or another network, compiles nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

import numpy as np

from .simd import LANES, padded

Array = np.ndarray[Any, Any]

COLUMNS: Final = 32
"""Numbers of a layer in a plan; the first says which layer it is."""
WHOLE: Final = 0
"""The kind of values that there is one of: the game as a whole."""
SUMS, TELL, HEAR, WAYS, LOOK, NAMED, POOL, DENSE, NORM, ADD, SCORES, VALUE, VALUES, GIVEN = range(14)
_BLOCK: Final = 8  # rows that are computed together: there is room for whole blocks


class Net(NamedTuple):
    """The arrays of a network at work, one-dimensional but for the plan."""

    plan: Any  # int64 [layers, COLUMNS]
    lists: Any  # int64: what layers know beside weights
    weights: Any  # float32
    work: Any  # float32: values of one position
    marks: Any  # int64: rows of each kind, in the first places, and what layers note down
    maps: Any  # float32: what is remembered of maps


class Learning(NamedTuple):
    """What belongs to a network that learns."""

    weights: Any  # float32: the sum of the gradients of the loss by the weights
    work: Any  # float32: gradients by the values of one position
    turned: Any  # float32: matrices of weights, transposed


@dataclass(frozen=True)
class Value:
    """What a layer makes: ``width`` numbers for the game as a whole, or for each row of a kind.

    Attributes:
        at: place in ``Net.work``.
        kind: whose rows, WHOLE or a number of ``Plan.kind``; how many there are is in ``Net.marks``.
        width: numbers of a row.
    """

    at: int
    kind: int
    width: int

    @property
    def row(self) -> int:
        """From a row to the next."""
        return padded(self.width)


@dataclass(frozen=True)
class Weight:
    """A matrix of weights, rows of whole vectors.

    Attributes:
        at: place in ``Net.weights``.
        rows, width: its shape.
        turned: place of its transpose in ``Learning.turned``.
    """

    at: int
    rows: int
    width: int
    turned: int

    @property
    def row(self) -> int:
        """From a row to the next."""
        return padded(self.width)


@dataclass(frozen=True)
class Kind:
    """Rows of a table: ``number`` of the kind, ``most`` rows, ``there``: place in ``Net.marks`` of what says which of them there are."""

    number: int
    most: int
    there: int
    grows: bool


class Plan:
    """A network in the making: layers are added to it (``dense(plan, x, ...)``), then weights are filled in.

    Attributes:
        value: what the network says a position is worth; None: it says nothing.
    """

    def __init__(self) -> None:
        self._layers: list[list[int]] = []
        self._lists: list[int] = []
        self._values: list[int] = []
        self._weights: dict[str, Weight] = {}
        self._fixed: list[tuple[int, Array]] = []
        self._sizes = {"weights": 0, "turned": 0, "work": 0, "marks": LANES, "maps": 0}
        self.kinds: list[Kind] = [Kind(WHOLE, 1, -1, False)]

    def kind(self, most: int, grows: bool) -> Kind:
        """A kind of rows, ``most`` of them at most; ``grows``: positions have as many as they show."""
        made = Kind(len(self.kinds), most, self.marks(most), grows)
        self.kinds.append(made)
        return made

    def rows_of(self, kind: int) -> int:
        """Rows for which there is room."""
        return 1 if kind == WHOLE else -(-self.kinds[kind].most // _BLOCK) * _BLOCK

    def room(self, size: int) -> int:
        """Place of so many numbers in ``Net.work``."""
        return self._take("work", padded(size))

    def maps(self, size: int) -> int:
        """Place of so many numbers in ``Net.maps``."""
        return self._take("maps", size)

    def marks(self, size: int) -> int:
        """Place of so many numbers in ``Net.marks``."""
        return self._take("marks", size)

    def value(self, width: int, kind: int = WHOLE) -> Value:
        """Room for a value."""
        made = Value(self.room(self.rows_of(kind) * padded(width)), kind, width)
        self._values += [made.at, kind, made.row]
        return made

    def listed(self, numbers: Sequence[int]) -> int:
        """Put numbers into ``Net.lists``; their place."""
        self._lists += map(int, numbers)
        return len(self._lists) - len(numbers)

    def weight(self, name: str, rows: int, width: int, turned: bool = True) -> Weight:
        """A matrix of weights that is learned.  ``turned``: layers before it learn too, by its transpose."""
        made = Weight(
            self._take("weights", rows * padded(width)), rows, width, self._take("turned", padded(width) * padded(rows)) if turned else -1
        )
        self._weights[name] = made
        return made

    def fixed(self, numbers: Array) -> int:
        """Numbers that are not learned, among the weights; their place."""
        place = self._take("weights", padded(numbers.size))
        self._fixed.append((place, numbers.astype(np.float32).ravel()))
        return place

    def layer(self, *numbers: int) -> None:
        """Add a layer."""
        self._layers.append([*map(int, numbers), *[0] * (COLUMNS - len(numbers))])

    def _take(self, of: str, size: int) -> int:
        place = self._sizes[of]
        self._sizes[of] = place + size
        return place

    # ---- the finished network ----------------------------------------------------------------------------

    @property
    def shapes(self) -> dict[str, tuple[int, int]]:
        """Names and shapes of the weights that are learned."""
        return {name: (weight.rows, weight.width) for name, weight in self._weights.items()}

    def layers(self) -> Array:
        """``Net.plan``; its last row says where values lie."""
        last = [VALUES, len(self._lists), len(self._values) // 3, *[0] * (COLUMNS - 3)]
        return np.array([*self._layers, last], np.int64)

    def lists(self) -> Array:
        """``Net.lists``."""
        return np.array([*self._lists, *self._values, *[0] * LANES], np.int64)

    def weights(self, given: Mapping[str, Array]) -> Array:
        """``Net.weights`` from matrices by their names.

        Raises:
            ValueError: a name is missing or unknown, or a matrix has another shape.
        """
        if given.keys() != self._weights.keys():
            differing = sorted(given.keys() ^ self._weights.keys())
            raise ValueError(f"weights that are missing or unknown: {', '.join(differing)}; the plan has {', '.join(self._weights)}")
        made = np.zeros(self._sizes["weights"] + LANES, np.float32)
        for place, numbers in self._fixed:
            made[place : place + len(numbers)] = numbers
        for name, weight in self._weights.items():
            matrix = np.asarray(given[name], np.float32)
            if matrix.shape != (weight.rows, weight.width):
                raise ValueError(f"weight {name} has shape {matrix.shape}, the plan has {(weight.rows, weight.width)}")
            self._matrix(made, weight)[:, : weight.width] = matrix
        return made

    def matrices(self, weights: Array) -> dict[str, Array]:
        """The matrices in an array like ``Net.weights``, such as ``Learning.weights``, by their names; views of it."""
        return {name: self._matrix(weights, weight)[:, : weight.width] for name, weight in self._weights.items()}

    @staticmethod
    def _matrix(weights: Array, weight: Weight) -> Array:
        return weights[weight.at : weight.at + weight.rows * weight.row].reshape(weight.rows, weight.row)

    def memory(self) -> tuple[Array, Array, Array]:
        """``Net.work``, ``Net.marks`` and ``Net.maps`` of one thread."""
        marks = np.zeros(self._sizes["marks"] + LANES, np.int64)
        for kind in self.kinds:
            marks[kind.number] = kind.most
        return np.zeros(self._sizes["work"] + LANES, np.float32), marks, np.zeros(self._sizes["maps"] + LANES, np.float32)

    def net(self, weights: Array) -> Net:
        """The network at work, with working memory of its own."""
        return Net(self.layers(), self.lists(), weights, *self.memory())

    def learning(self) -> Learning:
        """Room for gradients; ``turn`` fills in the transposes."""
        return Learning(
            np.zeros(self._sizes["weights"] + LANES, np.float32),
            np.zeros(self._sizes["work"] + LANES, np.float32),
            np.zeros(self._sizes["turned"] + LANES, np.float32),
        )

    def turn(self, weights: Array, turned: Array) -> None:
        """Write the transposes of the matrices: to be done whenever weights have changed, before gradients are asked for."""
        for weight in self._weights.values():
            if weight.turned >= 0:
                place = turned[weight.turned : weight.turned + weight.width * padded(weight.rows)].reshape(weight.width, -1)
                place[:, : weight.rows] = self._matrix(weights, weight)[:, : weight.width].T


__all__ = ["COLUMNS", "WHOLE", "Kind", "Learning", "Net", "Plan", "Value", "Weight"]
__all__ += ["ADD", "DENSE", "GIVEN", "HEAR", "LOOK", "NAMED", "NORM", "POOL", "SCORES", "SUMS", "TELL", "VALUE", "VALUES", "WAYS"]
