"""Actions and observations, declared once as named blocks.

The declaration determines the indices that kernels use, the text of the documentation and a layout hash stored in
checkpoints and replays, so that a policy is never used with another action space than its own.
"""

from __future__ import annotations

import hashlib
import json
import math
from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Literal, get_args

import numpy as np

from .words import unknown

MAX_RAW: Final = 255


class CodecError(ValueError):
    """A block, argument or value that the codec does not have."""


def _hash(kind: str, rows: Sequence[Any]) -> str:
    return hashlib.sha256(json.dumps([kind, rows], separators=(",", ":")).encode()).hexdigest()[:16]


def _starts(sizes: Iterable[int]) -> list[int]:
    starts = [0]
    for size in sizes:
        starts.append(starts[-1] + size)
    return starts


def _check_names(owner: str, names: Sequence[str]) -> None:
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise CodecError(f"codec {owner!r} names blocks twice: {', '.join(twice)}")


# ---- shared by both codecs ------------------------------------------------------------------------------


Indices = np.ndarray[Any, np.dtype[np.int64]]


def _paired(mine: Sequence[str] | None, theirs: Sequence[str] | None, size: int, other: int) -> tuple[Indices, Indices]:
    """Return the positions on an axis that match in both codecs: by name where both have names, else by number."""
    if mine is None or theirs is None:
        both = np.arange(min(size, other), dtype=np.int64)
        return both, both
    known = {name: place for place, name in enumerate(theirs)}
    found = [(place, known[name]) for place, name in enumerate(mine) if name in known]
    return np.array([here for here, _ in found], np.int64), np.array([there for _, there in found], np.int64)


def _crossed(
    axes: Sequence[tuple[Indices, Indices]], start: int, shape: Sequence[int], other: int, others: Sequence[int]
) -> tuple[Indices, Indices]:
    """Return the flat indices of every combination of positions on several axes."""
    here, there = np.array([start], np.int64), np.array([other], np.int64)
    for axis, (mine, theirs) in enumerate(axes):
        here = (here[:, None] + mine * math.prod(shape[axis + 1 :])).ravel()
        there = (there[:, None] + theirs * math.prod(others[axis + 1 :])).ravel()
    return here, there


def _joined(pairs: Sequence[tuple[Indices, Indices]]) -> tuple[Indices, Indices]:
    empty = np.zeros(0, np.int64)
    return np.concatenate([empty, *(here for here, _ in pairs)]), np.concatenate([empty, *(there for _, there in pairs)])


# ---- actions ----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class ActionBlock:
    """Actions of one kind: an index for each combination of its arguments, the last argument varying fastest.

    ``args`` are pairs (meaning of the argument, number of its values); ``text`` is the notation in words. ``entities`` gives the
    entity that each argument selects, by the name that the observation's rows have (default: the argument's name); ``card``: the columns
    ``card_...`` of the observer's own block; ``partner.card``: those of the row that the column ``partner`` of an own block names.
    ``values`` names the values of an argument that have names, so that they are found in a codec in which they have another order.
    """

    name: str
    args: tuple[tuple[str, int], ...] = ()
    text: str = ""
    doc: str = ""
    entities: tuple[str, ...] = ()
    values: Mapping[str, Sequence[str]] = field(default_factory=dict, compare=False)

    def __post_init__(self) -> None:
        if not self.entities:
            object.__setattr__(self, "entities", tuple(name for name, _ in self.args))
        if len(self.entities) != len(self.args):
            raise CodecError(f"action {self.name!r} has {len(self.args)} arguments, {len(self.entities)} entities are named")
        for kind, size in self.args:
            if kind in self.values and len(self.values[kind]) != size:
                raise CodecError(f"action {self.name!r}: {len(self.values[kind])} names for the {size} values of {kind!r}")

    @property
    def shape(self) -> tuple[int, ...]:
        """Number of values of each argument."""
        return tuple(size for _, size in self.args)

    @property
    def size(self) -> int:
        """Number of indices."""
        return math.prod(self.shape)


class ActionCodec:
    """Discrete actions as a sequence of named blocks.

    ``size`` is the number of actions, ``start[name]`` the index of a block's first one, ``layout_hash`` 16 hex
    digits that change when an index changes its meaning.
    """

    def __init__(self, name: str, blocks: Iterable[ActionBlock]) -> None:
        self.name: Final = name
        self.blocks: Final = tuple(blocks)
        names = [block.name for block in self.blocks]
        _check_names(name, names)
        self._starts: Final = _starts(block.size for block in self.blocks)
        self.size: Final = self._starts[-1]
        self.start: Final[dict[str, int]] = dict(zip(names, self._starts, strict=False))
        self._by_name: Final = dict(zip(names, self.blocks, strict=True))
        self.layout_hash: Final = _hash("actions", [[b.name, [list(arg) for arg in b.args]] for b in self.blocks])

    def __getitem__(self, name: str) -> ActionBlock:
        try:
            return self._by_name[name]
        except KeyError:
            raise CodecError(unknown("action", name, self._by_name)) from None

    def decode(self, index: int) -> tuple[ActionBlock, tuple[int, ...]]:
        """Return the block and arguments of an action index. Raises CodecError outside 0 .. size - 1."""
        number = int(index)
        if not 0 <= number < self.size:
            raise CodecError(f"action {number} is not in 0 .. {self.size - 1} of {self.name!r}")
        position = bisect_right(self._starts, number) - 1
        block = self.blocks[position]
        rest, args = number - self._starts[position], []
        for size in reversed(block.shape):
            rest, arg = divmod(rest, size)
            args.append(arg)
        return block, tuple(reversed(args))

    def encode(self, name: str, *args: int) -> int:
        """Return the index of an action. Raises CodecError, which names the wrong block or argument."""
        block = self[name]
        if len(args) != len(block.args):
            wanted = ", ".join(kind for kind, _ in block.args) or "none"
            raise CodecError(f"action {name!r} takes {len(block.args)} arguments ({wanted}), not {len(args)}")
        index = 0
        for (kind, size), arg in zip(block.args, args, strict=True):
            if not 0 <= int(arg) < size:
                raise CodecError(f"{kind} {arg} of action {name!r} is not in 0 .. {size - 1}")
            index = index * size + int(arg)
        return self.start[name] + index

    def shared(self, other: ActionCodec) -> tuple[Indices, Indices]:
        """Return the actions common to two codecs, matched by name: indices here and there, for ``mine[here] = theirs[there]``.

        Blocks match by name and kinds of arguments; values of an argument by their names, or else by number.
        """
        pairs = []
        for block in self.blocks:
            same = other._by_name.get(block.name)
            if same is not None and [kind for kind, _ in block.args] == [kind for kind, _ in same.args]:
                axes = [
                    _paired(block.values.get(kind), same.values.get(kind), size, there)
                    for (kind, size), (_, there) in zip(block.args, same.args, strict=True)
                ]
                pairs.append(_crossed(axes, self.start[block.name], block.shape, other.start[block.name], same.shape))
        return _joined(pairs)

    def label(self, index: int) -> str:
        """Return a short text of an action without a game: ``move zone=5``."""
        block, args = self.decode(index)
        return " ".join([block.name, *(f"{kind}={arg}" for (kind, _), arg in zip(block.args, args, strict=True))])

    def table(self) -> list[dict[str, str]]:
        """Return one row per block for the documentation: name, arguments, indices, notation, meaning."""
        return [
            {
                "action": block.name,
                "arguments": " x ".join(f"{kind}[{size}]" for kind, size in block.args) or "-",
                "indices": f"{start}" if block.size == 1 else f"{start}-{start + block.size - 1}",
                "notation": block.text,
                "meaning": block.doc,
            }
            for block, start in zip(self.blocks, self._starts, strict=False)
        ]

    def __repr__(self) -> str:
        return f"ActionCodec({self.name!r}, {len(self.blocks)} blocks, {self.size} actions, {self.layout_hash})"


# ---- observations ------------------------------------------------------------------------------------------


Seat = Literal["", "own", "view"]
SEATS: Final[tuple[Seat, ...]] = get_args(Seat)
"""Relation of a feature to the seats of a game. "": the same for all of them (or the same table, rotated so that the observer comes
first). "own": visible to this seat only, or about it only. "view": seen from this seat, but derived from the rest: distances, a repeated
row.
"""


@dataclass(frozen=True)
class Column:
    """One feature of a table.

    ``classes`` > 0: the values 0 .. classes - 1 are categories, not quantities. With an ``entity`` they name a row of it: row + 1, 0 for
    none. ``seat`` says whose view it is, see ``SEATS``.
    """

    name: str
    high: int = 1
    doc: str = ""
    classes: int = 0
    entity: str = ""
    seat: Seat = ""

    def __post_init__(self) -> None:
        if self.seat not in SEATS:
            raise CodecError(unknown(f"seat of the column {self.name!r}", self.seat, SEATS))


@dataclass(frozen=True)
class ObservationBlock:
    """A named array of raw uint8 features in ``low`` .. ``high``; ``columns`` describe its last axis one by one.

    ``rows`` names the entity along the first axis ("zone"): tables with the same rows describe the same things, and so do the
    arguments of actions and the columns that name the entity. ``names`` names the positions of the last axis if there are no columns.
    ``seat`` says whose view the block is (see ``SEATS``), where it holds for all columns.
    """

    name: str
    shape: tuple[int, ...]
    low: int = 0
    high: int = MAX_RAW
    doc: str = ""
    columns: tuple[Column, ...] | None = None
    rows: str = ""
    names: Sequence[str] | None = field(default=None, compare=False)
    seat: Seat = ""

    def __post_init__(self) -> None:
        if self.seat not in SEATS:
            raise CodecError(unknown(f"seat of the observation {self.name!r}", self.seat, SEATS))
        if self.names is not None and len(self.names) != self.shape[-1]:
            raise CodecError(f"observation {self.name!r} has {len(self.names)} names for a last axis of {self.shape[-1]}")
        if self.columns is not None:
            object.__setattr__(self, "columns", tuple(self.columns))
            if len(self.columns) != self.shape[-1]:
                raise CodecError(f"observation {self.name!r} has {len(self.columns)} columns for a last axis of {self.shape[-1]}")
            _check_names(self.name, [column.name for column in self.columns])
        wrong = [high for high in self.highs if not 1 <= high <= MAX_RAW]
        if wrong or not 0 <= self.low <= min(self.highs):
            raise CodecError(f"observation {self.name!r}: bounds {self.low} .. {max(self.highs)} are not in 0 .. {MAX_RAW} or empty")

    @property
    def size(self) -> int:
        """Number of indices."""
        return math.prod(self.shape)

    @property
    def highs(self) -> tuple[int, ...]:
        """Highest value of each column (one value if there are no columns)."""
        if self.columns is None:
            return (self.high,)
        return tuple(max(column.high, column.classes - 1) for column in self.columns)

    @property
    def labels(self) -> Sequence[str] | None:
        """Names of the positions on the last axis, None if they have none."""
        return [column.name for column in self.columns] if self.columns is not None else self.names

    @property
    def seats(self) -> tuple[Seat, ...]:
        """``seat`` of each column (one value if there are no columns, or it is the block's)."""
        if self.seat or self.columns is None:
            return (self.seat,)
        return tuple(column.seat for column in self.columns)

    def column(self, name: str) -> int:
        """Position of a column on the last axis."""
        names = [column.name for column in self.columns or ()]
        if name not in names:
            raise CodecError(unknown(f"column of {self.name!r}", name, names))
        return names.index(name)


#: Observation dtypes: scaled to [0, 1], or raw.
OBSERVATION_DTYPES: Final = ("float32", "uint8")


class ObservationCodec:
    """Raw uint8 observations as a sequence of named blocks.

    ``scale`` (float32[size]) converts raw values to floats in [0, 1]; ``high`` (uint8[size]) bounds them. ``entities`` maps each entity
    that has table rows to their number. ``common`` and ``own`` (int64) are the features shared by all seats and those private
    to each seat. Names of entities and seats are not part of the layout hash: they change no value.
    """

    def __init__(self, name: str, blocks: Iterable[ObservationBlock]) -> None:
        self.name: Final = name
        self.blocks: Final = tuple(blocks)
        names = [block.name for block in self.blocks]
        _check_names(name, names)
        self._starts: Final = _starts(block.size for block in self.blocks)
        self.size: Final = self._starts[-1]
        self.start: Final[dict[str, int]] = dict(zip(names, self._starts, strict=False))
        self._by_name: Final = dict(zip(names, self.blocks, strict=True))
        self.entities: Final = _entities(name, self.blocks)
        self.high: Final = np.concatenate([np.resize(np.array(b.highs, np.uint8), b.size) for b in self.blocks])
        self.low: Final = np.concatenate([np.full(b.size, b.low, np.uint8) for b in self.blocks])
        self.scale: Final = (1.0 / self.high.astype(np.float64)).astype(np.float32)
        seats = np.concatenate([np.resize(np.array(b.seats), b.size) for b in self.blocks])
        self.common: Final[Indices] = np.flatnonzero(seats == "")
        self.own: Final[Indices] = np.flatnonzero(seats == "own")
        for fixed in (self.high, self.low, self.scale, self.common, self.own):
            fixed.flags.writeable = False
        self.layout_hash: Final = _hash(
            "observations",
            [[b.name, list(b.shape), b.low, list(b.highs), [[c.name, c.classes] for c in b.columns or ()]] for b in self.blocks],
        )

    def __getitem__(self, name: str) -> ObservationBlock:
        try:
            return self._by_name[name]
        except KeyError:
            raise CodecError(unknown("observation", name, self._by_name)) from None

    def shared(self, other: ObservationCodec) -> tuple[Indices, Indices]:
        """Return the features common to two codecs, matched by name: indices here and there.

        Blocks match by name and number of axes, columns by name, rows by number.
        """
        pairs = []
        for block in self.blocks:
            same = other._by_name.get(block.name)
            if same is not None and len(block.shape) == len(same.shape):
                axes = [_paired(None, None, size, there) for size, there in zip(block.shape[:-1], same.shape[:-1], strict=True)]
                if block.shape:
                    axes.append(_paired(block.labels, same.labels, block.shape[-1], same.shape[-1]))
                pairs.append(_crossed(axes, self.start[block.name], block.shape, other.start[block.name], same.shape))
        return _joined(pairs)

    def flatten(self, parts: Mapping[str, Any]) -> np.ndarray[Any, Any]:
        """Return the uint8 vector [size] (or [..., size]) of named arrays; every block must be present and within its bounds."""
        for name in parts:
            self[name]
        missing = [name for name in self._by_name if name not in parts]
        if missing:
            raise CodecError(f"observation blocks are missing: {', '.join(missing)}")
        arrays = []
        for block in self.blocks:
            array = np.asarray(parts[block.name])
            lead = array.shape[: array.ndim - len(block.shape)]
            if array.shape != lead + block.shape:
                raise CodecError(f"observation {block.name!r} has shape {array.shape}, not [..., {', '.join(map(str, block.shape))}]")
            if np.any(array < block.low) or np.any(array > np.asarray(block.highs)):
                raise CodecError(f"observation {block.name!r} has values outside its bounds")
            arrays.append(array.astype(np.uint8).reshape(*lead, block.size))
        return np.concatenate(arrays, axis=-1)

    def unflatten(self, vector: np.ndarray[Any, Any]) -> dict[str, np.ndarray[Any, Any]]:
        """Return named views of a vector [size] or a batch [..., size], raw or scaled."""
        if vector.shape[-1] != self.size:
            raise CodecError(f"observation of {self.name!r} has {self.size} values, not {vector.shape[-1]}")
        lead = vector.shape[:-1]
        return {b.name: vector[..., s : s + b.size].reshape(lead + b.shape) for b, s in zip(self.blocks, self._starts, strict=False)}

    def table(self) -> list[dict[str, str]]:
        """Return one row per block and one per column for the documentation."""
        rows = []
        for block, start in zip(self.blocks, self._starts, strict=False):
            rows.append(
                {
                    "observation": block.name,
                    "shape": " x ".join(f"{block.rows}[{n}]" if block.rows and not axis else str(n) for axis, n in enumerate(block.shape)),
                    "indices": f"{start}" if block.size == 1 else f"{start}-{start + block.size - 1}",
                    "range": f"{block.low}-{max(block.highs)}",
                    "meaning": block.doc,
                }
            )
            for number, column in enumerate(block.columns or ()):
                names = f"{column.entity} + 1" if column.entity else "class"
                span = f"0-{column.classes - 1} ({names})" if column.classes else f"{block.low}-{column.high}"
                row = {"observation": f"{block.name}.{column.name}", "shape": "", "indices": f"[..., {number}]"}
                rows.append(row | {"range": span, "meaning": column.doc})
        return rows

    def __repr__(self) -> str:
        return f"ObservationCodec({self.name!r}, {len(self.blocks)} blocks, {self.size} values, {self.layout_hash})"


def _entities(owner: str, blocks: Sequence[ObservationBlock]) -> dict[str, int]:
    """Return entity -> number of its rows. Raises CodecError where two blocks or columns do not agree."""
    found: dict[str, int] = {}
    for block in blocks:
        if block.rows and found.setdefault(block.rows, block.shape[0]) != block.shape[0]:
            raise CodecError(
                f"observation {block.name!r} of {owner!r} has {block.shape[0]} rows of {block.rows}, another {found[block.rows]}"
            )
    for block in blocks:
        for column in block.columns or ():
            if not column.entity:
                continue
            where = f"column {block.name}.{column.name} of {owner!r}"
            if column.entity not in found:
                raise CodecError(f"{where} names a row of {column.entity!r}, which no block has")
            if column.classes != found[column.entity] + 1:
                needed = found[column.entity] + 1
                raise CodecError(f"{where} has {column.classes} classes; to name a row of {column.entity!r} it needs {needed}")
    return found


def markdown(rows: Sequence[Mapping[str, str]]) -> str:
    """Return a table of a codec as Markdown."""
    if not rows:
        return ""
    heads = list(rows[0])
    lines = ["| " + " | ".join(heads) + " |", "|" + " --- |" * len(heads)]
    lines += ["| " + " | ".join(str(row[head]).replace("|", "\\|") for head in heads) + " |" for row in rows]
    return "\n".join(lines) + "\n"


__all__ = [
    "MAX_RAW",
    "OBSERVATION_DTYPES",
    "ActionBlock",
    "ActionCodec",
    "CodecError",
    "Column",
    "ObservationBlock",
    "ObservationCodec",
    "Seat",
    "markdown",
]
