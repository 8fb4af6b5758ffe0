"""How networks read the columns of an observation: as amounts, categories or references to rows.  Does not need torch."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Final

import numpy as np

from zombicide_env.core.codec import ObservationBlock
from zombicide_env.core.nets.sparse_linear import CATEGORY, PLAIN

from .network_config import Layout, NetworkConfig

__all__ = ["BlockColumns", "described"]

#: Maximum number of classes of a category that is encoded one-hot instead of embedded, see BlockColumns.
FEW: Final = 8


class BlockColumns:
    """One observation block and its features: amounts scaled to [0, 1], categories embedded.

    With ``fine``, amounts have a second feature in which 0, 1 and 2 differ most, because small amounts hardly differ as shares of a large
    maximum.  Categories of a few classes are then one-hot: the next layer weighs them, which is cheaper than an embedding.

    Attributes:
        start, rows, columns: position and shape of the block in the observation (one row for vectors).
        highest: maximum of each column, uint8.
        references: (entity, column) of columns that reference rows of an entity, "row + 1, 0: none".
        plain: columns of amounts.
        few: (column, class) of each one-hot feature.
        groups: (number of classes, as text; columns) of embedded categories: columns with the same number of classes share a table.
        dims: number of classes, as text -> embedding size.
        features: features per row; in the order amounts, fine amounts, ``few``, ``groups``.
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
        # Shared, because a card means the same in every slot.
        self.groups = [(str(n), [i for i, m in enumerate(classes) if m == n and i not in named]) for n in wide]
        self.dims = {str(n): min(embedding, n) for n in wide}
        embedded = sum(len(group) * self.dims[n] for n, group in self.groups)
        self.features = len(self.plain) * (2 if fine else 1) + len(self.few) + embedded

    @property
    def classed(self) -> list[int]:
        """Column of each feature in ``few``."""
        return [i for i, _ in self.few]

    def features_from(self, first: int) -> dict[int, tuple[int, int, float]]:
        """Return column -> (its first feature, its second feature or its kind, its scale); ``first``: number of the first feature.

        The kinds are CATEGORY, and PLAIN for amounts without a second feature.
        """
        plain, at = len(self.plain), first
        found = {c: (at + k, at + plain + k if self.fine else PLAIN, 1.0 / int(self.highest[c])) for k, c in enumerate(self.plain)}
        at += (2 if self.fine else 1) * plain
        for k, c in enumerate(self.classed):
            found.setdefault(c, (at + k, CATEGORY, 0.0))
        at += len(self.few)
        for size, group in self.groups:
            found |= {c: (at + k * self.dims[size], CATEGORY, 0.0) for k, c in enumerate(group)}
            at += len(group) * self.dims[size]
        return found


def described(
    layout: Layout, config: NetworkConfig, known: Collection[str]
) -> Iterator[tuple[str, tuple[ObservationBlock, int, int, int, Collection[str]]]]:
    """Yield for each block that a network reads the kind of its rows (an entity or ``"game"``), and the arguments of its BlockColumns."""
    codec = layout.observation_codec
    for block in codec.blocks:
        if block.name in config.left_out:
            continue
        kind = layout.entity_of(block) or "game"
        rows = layout.rows[kind] if kind != "game" else (block.shape[0] if len(block.shape) > 1 else 1)
        # Tables of the game as a whole have no row tokens in the network: their columns are features of the game.
        named = known if kind != "game" or rows == 1 else ()
        yield kind, (block, codec.start[block.name], rows, config.embedding, named)
