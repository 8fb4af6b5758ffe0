"""What the arguments of actions refer to, and how each action is scored.  Does not need torch.

An argument of an action refers to a row of an entity (``zone``), to a column of the observer's own block (``card``: the slot ``card_left``
...), or to a column of a row that another column references (``zone.neighbour``: the columns ``neighbour_0`` ... of the observer's zone;
``partner.card``: the cards of the partner).  See ``ActionBlock.entities``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from zombicide_env.core.codec import ActionBlock, Column, ObservationBlock, ObservationCodec

from .network_config import Layout

__all__ = ["Naming", "Source", "source"]


@dataclass(frozen=True)
class Source:
    """Source of the tokens of an argument.

    Attributes:
        path: path of the argument, see the module docstring.
        kind: entity whose rows are referenced; "": categories.
        columns: offsets of the columns in the observation, for the first row.
        names: names of the columns without their common prefix.
        row: offset of the column that references the row of the columns; None: the observer's own block.
        stride: columns per row.
        kin: entity of that row.
        classes: number of categories.
    """

    path: str
    kind: str
    columns: tuple[int, ...] = ()
    names: tuple[str, ...] = ()
    row: int | None = None
    stride: int = 0
    kin: str = ""
    classes: int = 0

    @property
    def here(self) -> bool:
        """Whether the row itself is one more token, after the columns."""
        return self.row is not None and self.kin == self.kind

    @property
    def size(self) -> int:
        """Number of tokens, unless they are the rows of an entity."""
        return len(self.columns) + self.here


def source(codec: ObservationCodec, path: str, entities: Sequence[str]) -> Source | None:
    """Return the source that a path refers to, or None if the codec has no such columns."""
    if path in entities:
        return Source(path, path)
    place, _, prefix = path.rpartition(".")
    own = [block for block in codec.blocks if block.rows not in entities and block.columns and len(block.shape) == 1]
    if not place:
        return next((found for block in own if (found := _columns(codec, block, path, prefix, entities))), None)
    for block in own:
        for i, column in enumerate(block.columns or ()):
            if column.name == place and column.entity in entities:
                tables = (t for t in codec.blocks if t.rows == column.entity)
                named = codec.start[block.name] + i
                return next((found for t in tables if (found := _columns(codec, t, path, prefix, entities, named))), None)
    return None


def _columns(
    codec: ObservationCodec, block: ObservationBlock, path: str, prefix: str, entities: Sequence[str], row: int | None = None
) -> Source | None:
    found = [(i, c) for i, c in enumerate(block.columns or ()) if c.name.startswith(f"{prefix}_") and c.classes]
    if not found:
        return None
    first: Column = found[0][1]
    return Source(
        path,
        first.entity if first.entity in entities else "",
        tuple(codec.start[block.name] + i for i, _ in found),
        tuple(c.name.removeprefix(f"{prefix}_") for _, c in found),
        row,
        block.shape[-1],
        block.rows,
        max(c.classes for _, c in found),
    )


class Naming:
    """What the actions of a layout refer to.

    Attributes:
        sources: path -> source.
        pointed: path -> action blocks with this single argument, and the token index of each of its values ([]: one per row).
        pairs: (block, path, path) of blocks with two arguments.
        flat: action blocks that refer to nothing.
    """

    def __init__(self, layout: Layout, entities: Sequence[str]) -> None:
        self.sources: dict[str, Source] = {}
        self.pointed: dict[str, list[tuple[str, list[int]]]] = {}
        self.pairs: list[tuple[str, str, str]] = []
        self.flat: list[str] = []
        for block in layout.action_codec.blocks:
            found = [source(layout.observation_codec, path, entities) for path in block.entities]
            places = [_places(block, axis, s) for axis, s in enumerate(found) if s is not None]
            if not found or len(found) > 2 or None in found or None in places:
                self.flat.append(block.name)
                continue
            self.sources |= {s.path: s for s in found if s is not None}
            if len(found) == 1:
                self.pointed.setdefault(block.entities[0], []).append((block.name, places[0] or []))
            else:
                self.pairs.append((block.name, block.entities[0], block.entities[1]))


def _places(block: ActionBlock, axis: int, source: Source) -> list[int] | None:
    """Return the token index of each value of an argument; [] if the values are the rows of an entity, None if they do not fit."""
    if not source.columns:
        return []
    argument, size = block.args[axis]
    names = block.values.get(argument)
    if names is None:
        return list(range(size)) if size <= len(source.columns) else None
    known = {name: i for i, name in enumerate(source.names)} | ({"here": len(source.columns)} if source.here else {})
    return [known[name] for name in names] if all(name in known for name in names) else None
