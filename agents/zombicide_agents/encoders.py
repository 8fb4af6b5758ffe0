"""Encode observations as features, one codec block at a time."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import torch
from torch import Tensor, nn

from zombicide_env.core.codec import ObservationBlock

from .columns import BlockColumns, described
from .network_config import Layout, NetworkConfig

__all__ = ["BlockEncoder", "Encoders", "start_even"]


class BlockEncoder(nn.Module, BlockColumns):
    """Encode one observation block as features per row (see ``BlockColumns``).

    Input: raw uint8 ``[batch, N_OBS]``; output: float32 ``[batch, rows, features]`` (one row for vectors) and, for
    columns that name an entity ("zone + 1, 0: none"), the numbers themselves, int32 ``[batch, rows, columns]``.
    """

    amounts: Tensor
    scale: Tensor
    few_columns: Tensor
    few_classes: Tensor

    def __init__(self, block: ObservationBlock, start: int, rows: int, embedding: int, known: Collection[str], fine: bool = False) -> None:
        nn.Module.__init__(self)
        BlockColumns.__init__(self, block, start, rows, embedding, known, fine)
        self.register_buffer("amounts", torch.tensor(self.plain, dtype=torch.long), persistent=False)
        self.register_buffer("scale", torch.tensor([1.0 / int(self.highest[i]) for i in self.plain]), persistent=False)
        self.register_buffer("few_columns", torch.tensor(self.classed, dtype=torch.long), persistent=False)
        self.register_buffer("few_classes", torch.tensor([k for _, k in self.few], dtype=torch.uint8), persistent=False)
        self.tables = nn.ModuleDict({n: nn.Embedding(int(n), dim) for n, dim in self.dims.items()})

    def table(self, raw: Tensor) -> Tensor:
        """Return the raw block, uint8 ``[batch, rows, columns]``."""
        return raw[:, self.start : self.start + self.rows * self.columns].view(len(raw), self.rows, self.columns)

    def forward(self, raw: Tensor) -> tuple[Tensor, list[Tensor]]:
        """Return features ``[batch, rows, features]``, and one column of numbers per reference."""
        x = self.table(raw)
        return self.features_of(x), self.references_of(x)

    def references_of(self, x: Tensor) -> list[Tensor]:
        """Return the reference columns of a table ``[batch, rows, columns]``, one int32 ``[batch, rows]`` per reference."""
        return [x[:, :, column].int() for _, column in self.references]

    def features_of(self, x: Tensor) -> Tensor:
        """Return features ``[batch, rows, features]`` of a table ``[batch, rows, columns]``."""
        amounts = x[:, :, self.amounts].float()
        parts = [amounts * self.scale]
        if self.fine:
            parts.append(1 - torch.exp2(-amounts))
        if self.few:
            parts.append((x[:, :, self.few_columns] == self.few_classes).float())
        for n, group in self.groups:
            parts.append(self.tables[n](x[:, :, group].int()).flatten(2))
        return torch.cat(parts, dim=2) if len(parts) > 1 else parts[0]


class Encoders(nn.Module):
    """Encoders of all blocks, grouped by what their rows describe: an entity, or the game as a whole (``"game"``)."""

    def __init__(self, layout: Layout, config: NetworkConfig, known: Collection[str], fine: bool = False) -> None:
        super().__init__()
        self.kinds = (*layout.rows, "game")
        encoders: dict[str, list[BlockEncoder]] = {kind: [] for kind in self.kinds}
        self.features = dict.fromkeys(self.kinds, 0)
        #: kind of the row -> entities that it references, in the order in which forward returns the numbers
        self.references: dict[str, list[str]] = {kind: [] for kind in self.kinds}
        for kind, arguments in described(layout, config, known):
            encoder = BlockEncoder(*arguments, fine)
            encoders[kind].append(encoder)
            self.features[kind] += encoder.features * (encoder.rows if kind == "game" else 1)
            self.references[kind] += [entity for entity, _ in encoder.references]
        self.blocks = nn.ModuleDict({kind: nn.ModuleList(found) for kind, found in encoders.items()})

    def forward(self, raw: Tensor, kinds: Collection[str] | None = None) -> tuple[dict[str, Tensor], dict[str, list[Tensor]]]:
        """Return features and references by kind, for all kinds or the given ones."""
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
    """Initialize ``heads`` (linear layers) such that all actions are almost equally likely."""
    for head in heads:
        nn.init.orthogonal_(head.weight, 0.01)
        nn.init.zeros_(head.bias)
