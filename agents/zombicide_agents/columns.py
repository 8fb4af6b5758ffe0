"""What the columns of an observation are to a network: amounts, categories, names of rows.  No torch is needed here."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Final

import numpy as np

from zombicide_env.core.codec import ObservationBlock

from .network_config import Layout, NetworkConfig

__all__ = ["BlockColumns", "described"]

#: Classes up to which a category is no table, see BlockColumns.
FEW: Final = 8


class BlockColumns:
    """One observation block and its features: amounts scaled to [0, 1], categories embedded.

    With ``fine`` amounts are there twice, the second time so that 0, 1 and 2 differ most: shares of a great number are alike.
    Categories of a few classes are then a feature for each class: what follows weighs them, at less cost than a table.

    Attributes:
        start, rows, columns: where the block lies (one row for vectors).
        highest: the highest value of each column, uint8.
        references: (entity, column) of columns that name rows of an entity, "row + 1, 0: none".
        plain: columns of amounts.
        few: (column, class) of the features of categories of a few classes.
        groups: (number of classes, as text; columns) of those that are embedded: columns with as many classes share a table.
        dims: features of an embedded category, by number of classes as text.
        features: of a row; in the order amounts, fine amounts, ``few``, ``groups``.
    """

    def __init__(self, block: ObservationBlock, start: int, rows: int, embedding: int, known: Collection[str], fine: bool = False) -> None:
        self.fine, self.start = fine, start
        table = len(block.shape) > 1
        self.rows, self.columns = (rows, int(np.prod(block.shape[1:]))) if table else (1, block.size)
        columns = block.columns or ()
        per_column = len(columns) == self.columns
        classes = [c.classes for c in columns] if per_column else [0] * self.columns
        high = block.highs if per_column else block.highs * self.columns
        self.highest = np.array(high, np.uint8)
        self.references = [(c.entity, i) for i, c in enumerate(columns) if c.entity in known] if per_column else []
        named = {i for _, i in self.references}
        small = FEW if fine else 0
        self.plain = [i for i, n in enumerate(classes) if n == 0]
        self.few = [(i, k) for i, n in enumerate(classes) if 0 < n <= small and i not in named for k in range(1, n)]
        wide = sorted({n for i, n in enumerate(classes) if n > small and i not in named})
        # The same card means the same in every slot.
        self.groups = [(str(n), [i for i, m in enumerate(classes) if m == n and i not in named]) for n in wide]
        self.dims = {str(n): min(embedding, n) for n in wide}
        embedded = sum(len(group) * self.dims[n] for n, group in self.groups)
        self.features = len(self.plain) * (2 if fine else 1) + len(self.few) + embedded

    @property
    def classed(self) -> list[int]:
        """The column of each of the features ``few``."""
        return [i for i, _ in self.few]


def described(
    layout: Layout, config: NetworkConfig, known: Collection[str]
) -> Iterator[tuple[str, tuple[ObservationBlock, int, int, int, Collection[str]]]]:
    """Of each block that a network reads the kind of its rows, an entity or ``"game"``, and the arguments of its BlockColumns."""
    codec = layout.observation_codec
    for block in codec.blocks:
        if block.name in config.left_out:
            continue
        kind = layout.entity_of(block) or "game"
        rows = layout.rows[kind] if kind != "game" else (block.shape[0] if len(block.shape) > 1 else 1)
        # Tables of the game as a whole have no rows of their own in the network: their columns are features.
        named = known if kind != "game" or rows == 1 else ()
        yield kind, (block, codec.start[block.name], rows, config.embedding, named)
