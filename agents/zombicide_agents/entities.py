"""The network over entities: its size does not depend on the board or the team.

Every row of a table (a zone, a survivor) is a token, as many as there are.  Rows that name rows of their own kind (a zone its neighbours)
lie on a map, and see what is near on it (``ways``); what another row names (the zone where somebody stands) learns of it, and tells it
what it knows.  Actions are scored at what they name (``pointers``).
"""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from .encoders import Encoders
from .layout import Layout, NetworkConfig, PolicyNetwork
from .pointers import Pointers, look_up
from .ways import Look, Ways

__all__ = ["EntityNetwork"]


class EntityNetwork(PolicyNetwork):
    """Tokens for the rows of tables and for the game as a whole; weights do not know how many there are."""

    def __init__(self, layout: Layout, config: NetworkConfig) -> None:
        super().__init__(layout, config)
        width, token = config.width, config.token
        self.encoders = Encoders(layout, config, layout.rows, fine=True)
        features, references = self.encoders.features, self.encoders.references
        self.entities = [kind for kind in layout.rows if features[kind]]
        self.maps = [kind for kind in self.entities if kind in references[kind]]
        self.embed = nn.ModuleDict({kind: nn.Linear(features[kind], token) for kind in self.entities})
        # Who somebody is cannot be seen; where a row lies on a map can.
        named = [kind for kind in self.entities if kind not in self.maps]
        self.names = nn.ParameterDict({kind: nn.Parameter(0.1 * torch.randn(layout.sizes[kind], token)) for kind in named})
        #: (kind, number of its reference, kind that it names)
        self.links = [(kind, i, other) for kind in self.entities for i, other in enumerate(references[kind]) if self._links(kind, other)]
        self.tell = nn.ModuleList(nn.Linear(token, token, bias=False) for _ in self.links)
        self.hear = nn.ModuleList(nn.Linear(token, token) for _ in self.links)
        self.look = nn.ModuleDict({kind: nn.ModuleList(Look(token, config.heads) for _ in range(config.layers)) for kind in self.maps})
        self.ways = Ways()
        asked = [kind for kind in references["game"] if kind in self.entities]
        self.enter = nn.Linear(features["game"] + (2 * len(self.entities) + len(asked)) * token, width)
        self.norm, self.deep = nn.LayerNorm(width), nn.Linear(width, width)
        self.pointers = Pointers(layout, self.entities, token, width)
        self.value = nn.Linear(width, 1)

    def _links(self, kind: str, other: str) -> bool:
        return other in self.entities and other != kind

    def last(self) -> list[Any]:
        """See PolicyNetwork."""
        return [*self.pointers.point.values(), *self.pointers.ask.values(), self.pointers.flat]

    def extent(self, raw: NDArray[np.uint8]) -> NDArray[np.int64]:
        """See PolicyNetwork: rows of the map."""
        for kind in self.maps:
            blocks: Any = self.encoders.blocks[kind]
            tables = [raw[:, b.start :][:, : b.rows * b.columns].reshape(len(raw), b.rows, b.columns) for b in blocks]
            rows: NDArray[np.int64] = np.any([table.any(axis=2) for table in tables], axis=0).sum(axis=1)
            return rows
        return super().extent(raw)

    def _present(self, raw: Tensor) -> dict[str, Tensor]:
        """Which rows of each kind there are: float32 ``[batch, rows, 1]``, without those at the end that no position has.

        On one board that is known; a network for any board takes rows of zeros for rows that there are not.
        """
        found = {}
        if not self.config.grows:
            return {kind: torch.ones(len(raw), self.layout.rows[kind], 1, device=raw.device) for kind in self.entities}
        for kind in self.entities:
            blocks: Any = self.encoders.blocks[kind]
            there = torch.stack([(encoder.table(raw) != 0).any(dim=2) for encoder in blocks]).any(dim=0)
            rows = int(there.any(dim=0).nonzero().max()) + 1 if bool(there.any()) else 1
            found[kind] = there[:, :rows, None].float()
        return found

    def forward(self, raw: Tensor) -> tuple[Tensor, Tensor]:
        """Logits of the actions in use and values, see PolicyNetwork."""
        present = self._present(raw)
        features, named = self.encoders(raw, {kind: there.shape[1] for kind, there in present.items()})
        tokens: dict[str, Tensor] = {}
        for kind, there in present.items():
            token = self.embed[kind](features[kind])
            if kind in self.names:
                token = token + self.names[kind][: there.shape[1]]
            tokens[kind] = torch.relu(token) * there
        stands = [_named(named[kind][i], present[other].shape[1]) for kind, i, other in self.links]
        for (kind, _, other), where, tell in zip(self.links, stands, self.tell, strict=True):
            tokens[other] = tokens[other] + where.transpose(1, 2) @ tell(tokens[kind])
        for kind in self.maps:
            steps, of = self.ways.steps(self._neighbours(kind, named[kind]))
            rounds: Any = self.look[kind]
            kernels = rounds[0].kernels(steps, of) if len(rounds) else None
            for look in rounds:
                tokens[kind] = look(tokens[kind], kernels) * present[kind]
        for (kind, _, other), where, hear in zip(self.links, stands, self.hear, strict=True):
            tokens[kind] = (tokens[kind] + torch.relu(hear(where @ tokens[other]))) * present[kind]
        hidden = self._whole(features, named["game"], tokens, present)
        return self.pointers(raw, tokens, hidden), self.value(hidden).squeeze(1)

    def _neighbours(self, kind: str, columns: list[Tensor]) -> Tensor:
        return torch.stack([c for c, entity in zip(columns, self.encoders.references[kind], strict=True) if entity == kind], dim=2)

    def _whole(self, features: dict[str, Tensor], named: list[Tensor], tokens: dict[str, Tensor], present: dict[str, Tensor]) -> Tensor:
        """The game as a whole, ``[batch, width]``: its own features, what they name, mean and greatest of all tokens."""
        parts = [features["game"]] if "game" in features else []
        for entity, column in zip(self.encoders.references["game"], named, strict=True):
            if entity in tokens:
                parts.append(look_up(tokens[entity], column).squeeze(1))
        for kind, token in tokens.items():
            there = present[kind]
            parts.append(token.sum(1) / there.sum(1).clamp(min=1))
            parts.append((token - 100 * (1 - there)).amax(1).clamp(min=-10))
        hidden = torch.relu(self.enter(torch.cat(parts, dim=1)))
        return hidden + torch.relu(self.deep(self.norm(hidden)))


def _named(column: Tensor, rows: int) -> Tensor:
    """Which row each row names ("row + 1, 0: none"): ``[batch, n]`` -> float32 ``[batch, n, rows]``."""
    return (column.unsqueeze(2) == torch.arange(1, rows + 1, device=column.device)).float()
