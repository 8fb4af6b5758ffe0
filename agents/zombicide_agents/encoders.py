"""Observations as features, block by block of the codec."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Final

import numpy as np
import torch
from torch import Tensor, nn

from zombicide_env.core.codec import ObservationBlock

from .layout import Layout, NetworkConfig

__all__ = ["BlockEncoder", "Encoders", "start_even"]

#: Classes up to which a category is no table, see BlockEncoder.
FEW: Final = 8


class BlockEncoder(nn.Module):
    """One observation block -> features per row: amounts scaled to [0, 1], categories embedded.

    With ``fine`` amounts are there twice, the second time so that 0, 1 and 2 differ most: shares of a great number are alike.
    Categories of a few classes are then a feature for each class: what follows weighs them, at less cost than a table.

    Input: raw uint8 ``[batch, N_OBS]``; output: float32 ``[batch, rows, features]`` (one row for vectors) and, for
    columns that name an entity ("zone + 1, 0: none"), the numbers themselves, int32 ``[batch, rows, columns]``.
    """

    amounts: Tensor
    scale: Tensor
    few: Tensor
    few_classes: Tensor

    def __init__(self, block: ObservationBlock, start: int, rows: int, embedding: int, known: Collection[str], fine: bool = False) -> None:
        super().__init__()
        self.fine = fine
        table = len(block.shape) > 1
        self.rows, self.columns = (rows, int(np.prod(block.shape[1:]))) if table else (1, block.size)
        self.start = start
        columns = block.columns or ()
        per_column = len(columns) == self.columns
        classes = [c.classes for c in columns] if per_column else [0] * self.columns
        high = block.highs if per_column else block.highs * self.columns
        self.highest = np.array(high, np.uint8)
        amounts = [i for i, n in enumerate(classes) if n == 0]
        self.references = [(c.entity, i) for i, c in enumerate(columns) if c.entity in known] if per_column else []
        named = {i for _, i in self.references}
        self.register_buffer("amounts", torch.tensor(amounts, dtype=torch.long), persistent=False)
        self.register_buffer("scale", torch.tensor([1.0 / high[i] for i in amounts]), persistent=False)
        # Columns with as many classes share a table: the same card means the same in every slot.
        self.tables = nn.ModuleDict()
        self.groups: list[tuple[str, list[int]]] = []
        small = FEW if fine else 0
        few = [(i, k) for i, n in enumerate(classes) if 0 < n <= small and i not in named for k in range(1, n)]
        #: Columns of amounts, and the column of each feature of a category of a few classes.
        self.plain, self.classed = amounts, [i for i, _ in few]
        self.register_buffer("few", torch.tensor(self.classed, dtype=torch.long), persistent=False)
        self.register_buffer("few_classes", torch.tensor([k for _, k in few], dtype=torch.uint8), persistent=False)
        for n in sorted({n for i, n in enumerate(classes) if n > small and i not in named}):
            self.groups.append((str(n), [i for i, m in enumerate(classes) if m == n and i not in named]))
            self.tables[str(n)] = nn.Embedding(n, min(embedding, n))
        self.features = len(amounts) * (2 if fine else 1) + len(few) + sum(len(group) * min(embedding, int(n)) for n, group in self.groups)

    def table(self, raw: Tensor) -> Tensor:
        """The block as it is, uint8 ``[batch, rows, columns]``."""
        return raw[:, self.start : self.start + self.rows * self.columns].view(len(raw), self.rows, self.columns)

    def forward(self, raw: Tensor) -> tuple[Tensor, list[Tensor]]:
        """Features ``[batch, rows, features]``, and one column of numbers per reference."""
        x = self.table(raw)
        return self.features_of(x), self.references_of(x)

    def references_of(self, x: Tensor) -> list[Tensor]:
        """Numbers of a table ``[batch, rows, columns]``, one column for each reference."""
        return [x[:, :, column].int() for _, column in self.references]

    def features_of(self, x: Tensor) -> Tensor:
        """Features ``[batch, rows, features]`` of a table ``[batch, rows, columns]``."""
        amounts = x[:, :, self.amounts].float()
        parts = [amounts * self.scale]
        if self.fine:
            parts.append(1 - torch.exp2(-amounts))
        if len(self.few):
            parts.append((x[:, :, self.few] == self.few_classes).float())
        for n, group in self.groups:
            parts.append(self.tables[n](x[:, :, group].int()).flatten(2))
        return torch.cat(parts, dim=2) if len(parts) > 1 else parts[0]


class Encoders(nn.Module):
    """All blocks, grouped by what their rows are: an entity, or the game as a whole (``"game"``)."""

    def __init__(self, layout: Layout, config: NetworkConfig, known: Collection[str], fine: bool = False) -> None:
        super().__init__()
        self.kinds = (*layout.rows, "game")
        encoders: dict[str, list[BlockEncoder]] = {kind: [] for kind in self.kinds}
        self.features = dict.fromkeys(self.kinds, 0)
        #: (kind of the row, entity that it names), in the order in which forward returns the numbers
        self.references: dict[str, list[str]] = {kind: [] for kind in self.kinds}
        codec = layout.observation_codec
        for block in codec.blocks:
            if block.name in config.left_out:
                continue
            kind = layout.entity_of(block) or "game"
            rows = layout.rows[kind] if kind != "game" else (block.shape[0] if len(block.shape) > 1 else 1)
            # Tables of the game as a whole have no rows of their own in the network: their columns are features.
            named = known if kind != "game" or rows == 1 else ()
            encoder = BlockEncoder(block, codec.start[block.name], rows, config.embedding, named, fine)
            encoders[kind].append(encoder)
            self.features[kind] += encoder.features * (rows if kind == "game" else 1)
            self.references[kind] += [entity for entity, _ in encoder.references]
        self.blocks = nn.ModuleDict({kind: nn.ModuleList(found) for kind, found in encoders.items()})

    def forward(self, raw: Tensor, kinds: Collection[str] | None = None) -> tuple[dict[str, Tensor], dict[str, list[Tensor]]]:
        """Features and references by kind, of all kinds or of some."""
        out: dict[str, Tensor] = {}
        named: dict[str, list[Tensor]] = {}
        for kind in self.kinds if kinds is None else kinds:
            parts: list[Tensor] = []
            named[kind] = []
            encoders: Any = self.blocks[kind]
            for encoder in encoders:
                features, numbers = encoder(raw)
                parts.append(features.flatten(1) if kind == "game" else features)
                named[kind] += numbers
            if parts:
                out[kind] = torch.cat(parts, dim=-1) if len(parts) > 1 else parts[0]
        return out, named


def start_even(*heads: Any) -> None:
    """Weights with which every action is nearly as likely as any other (``heads``: linear layers)."""
    for head in heads:
        nn.init.orthogonal_(head.weight, 0.01)
        nn.init.zeros_(head.bias)
