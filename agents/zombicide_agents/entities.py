"""The entity network: its size does not depend on the board or the team.

Every row of a table (a zone, a survivor) is a token; their number varies.  Rows that reference rows of their own kind (a zone its
neighbors) form a map, and attend to what is near on it (``graph_distances``); a row and another row that it references (a survivor and
its zone) exchange messages.  Actions are scored at the tokens of the entities that they name (``pointer_heads``).
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from .encoders import BlockEncoder, Encoders
from .graph_distances import Kernels, Look, Ways
from .network_config import Layout, NetworkConfig
from .pointer_heads import Pointers
from .policy import PolicyNetwork
from .ragged_tokens import Rows, compiled
from .sparse_linear import Sums, extents

__all__ = ["EntityNetwork"]

#: Positions per chunk on the CPU: more do not fit its caches.
TOGETHER: Final = 1024


def on_device(tensor: Tensor) -> bool:
    """Return whether a tensor is on another device than the CPU."""
    return tensor.device.type != "cpu"


class EntityNetwork(PolicyNetwork):
    """Network with a token for each row of the tables; the weights do not depend on the number of rows."""

    def __init__(self, layout: Layout, config: NetworkConfig) -> None:
        super().__init__(layout, config)
        width, token = config.width, config.token
        self.encoders = Encoders(layout, config, layout.rows, fine=True)
        features, references = self.encoders.features, self.encoders.references
        self.entities = [kind for kind in layout.rows if features[kind]]
        self.maps = [kind for kind in self.entities if kind in references[kind]]
        self.embed = nn.ModuleDict({kind: nn.Linear(features[kind], token) for kind in self.entities})
        # Rows of a map can be told apart by their place on it; other rows need an embedding of their identity.
        named = [kind for kind in self.entities if kind not in self.maps]
        self.names = nn.ParameterDict({kind: nn.Parameter(0.1 * torch.randn(layout.sizes[kind], token)) for kind in named})
        #: (kind, index of its reference, kind that it references)
        self.links = [(kind, i, other) for kind in self.entities for i, other in enumerate(references[kind]) if self._links(kind, other)]
        self.tell = nn.ModuleList(nn.Linear(token, token, bias=False) for _ in self.links)
        self.hear = nn.ModuleList(nn.Linear(token, token) for _ in self.links)
        self.look = nn.ModuleDict({kind: nn.ModuleList(Look(token, config.heads) for _ in range(config.layers)) for kind in self.maps})
        self.ways = Ways()
        blocks: Any = self.encoders.blocks
        self.sums = {kind: Sums(blocks[kind], whole=kind == "game") for kind in (*self.entities, "game")}
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

    def forward(self, raw: Tensor) -> tuple[Tensor, Tensor]:
        """Return logits of the actions in use and values, see PolicyNetwork."""
        of, places = torch.ones(len(raw), len(self.used)).nonzero(as_tuple=True)
        logits, values = self.scored(raw, of, places)
        return logits.view(len(raw), -1), values

    @property
    def reads(self) -> bool:
        """See PolicyNetwork.  True if there are maps, or rows that a board may not have."""
        return self.config.grows or bool(self.maps)

    def scored(self, raw: Tensor, of: Tensor, places: Tensor, read: NDArray[np.uint8] | None = None) -> tuple[Tensor, Tensor]:
        """See PolicyNetwork.  Maps, rows and actions are sorted on the host, so that the device never waits."""
        if read is None:
            read = raw.cpu().numpy() if self.reads else np.zeros((len(raw), 0), np.uint8)
        raw = self.sent(raw)
        listed, lengths = places.cpu().numpy(), np.bincount(of.cpu().numpy(), minlength=len(raw))
        extents = {kind: self._extent(kind, read) for kind in self.entities}
        ways = {kind: self.ways.maps(self._neighbours(kind, read)) for kind in self.maps}
        # Positions on the same map are grouped; on a GPU, positions on maps with the same number of rows.
        elsewhere = on_device(raw)
        sorted_by = [extents[kind] if elsewhere else which for kind, (_, which) in ways.items()]
        order = np.lexsort(sorted_by) if sorted_by else np.arange(len(raw))
        firsts, parts, asked = np.cumsum(lengths) - lengths, [], []
        for part in [order] if elsewhere else np.array_split(order, -(-len(raw) // TOGETHER)):
            length = lengths[part]
            asked.append(np.repeat(firsts[part] - np.cumsum(length) + length, length) + np.arange(length.sum()))
            kernels = {k: self._kernels(k, read[part], marks, which[part], extents[k][part]) for k, (marks, which) in ways.items()}
            counts = {kind: extent[part] for kind, extent in extents.items()}
            of_part = np.repeat(np.arange(len(part)), length)
            parts.append(self._part(raw[self.sent(part)], of_part, listed[asked[-1]], counts, kernels))
        logits, values = (torch.cat(found) for found in zip(*parts, strict=True))
        back = (self.sent(np.argsort(found)) for found in (np.concatenate(asked), order))
        return logits[next(back)], values[next(back)]

    def _extent(self, kind: str, raw: NDArray[np.uint8]) -> NDArray[np.int64]:
        """Return the number of rows of a kind in each position, without absent rows at the end; on one board it is constant."""
        if not self.config.grows:
            return np.full(len(raw), self.layout.rows[kind])
        blocks: Any = self.encoders.blocks[kind]
        return extents(raw, [(b.start, b.rows, b.columns) for b in blocks])

    def _neighbours(self, kind: str, raw: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """Return the rows that the rows of a map reference, ``[n, rows, columns]``."""
        blocks: Any = self.encoders.blocks[kind]
        columns = [(b, i) for b in blocks for entity, i in b.references if entity == kind]
        return np.stack([raw[:, b.start + i : b.start + b.rows * b.columns : b.columns] for b, i in columns], axis=2)

    def _kernels(
        self, kind: str, raw: NDArray[np.uint8], marks: NDArray[np.float64], of: NDArray[np.intp], extents: NDArray[np.int64]
    ) -> Kernels:
        """Return the attention kernels of positions sorted by map."""
        rounds: Any = self.look[kind]
        if not len(rounds):
            return []
        # Positions on the same map have the same number of rows; one that does not is treated as if it were on another map.  On a GPU,
        # which multiplies many small matrices at once, each position has a copy of the kernels of its map.
        own = on_device(self.used)
        starts = np.flatnonzero(np.diff(extents, prepend=-1) | (0 if own else np.diff(of, prepend=-1)))
        found, first = [], 0
        for start, end in zip(starts.tolist(), [*starts[1:].tolist(), len(of)], strict=True):
            rows = int(extents[start])
            if not rows:
                continue
            maps, examples, which = np.unique(of[start:end], return_index=True, return_inverse=True)
            steps = self.ways.table(marks[maps], self._neighbours(kind, raw[start + examples])[:, :rows])
            kernels = rounds[0].kernels(self.sent(steps))
            found.append((kernels.index_select(1, self.sent(which)) if own else kernels[:, 0], first, first + (end - start) * rows))
            first += (end - start) * rows
        return found

    def _part(
        self,
        raw: Tensor,
        of_place: NDArray[np.int64],
        places: NDArray[np.int64],
        counts: dict[str, NDArray[np.int64]],
        kernels: dict[str, Kernels],
    ) -> tuple[Tensor, Tensor]:
        """Like ``scored``, for positions sorted by map."""
        tables = {kind: _Table(self.encoders.blocks[kind], raw, Rows.counted(count, raw.device)) for kind, count in counts.items()}
        rows = {kind: self._read(kind, table) for kind, table in tables.items()}
        stands = [(kind, other, tables[kind].named(i), rows[kind].of) for kind, i, other in self.links]
        for (kind, other, named, of), tell in zip(stands, self.tell, strict=True):
            rows[other] = rows[other].told(tell(rows[kind].tokens), named, of)
        for kind in self.maps:
            rounds: Any = self.look[kind]
            seen, there = rows[kind].tokens.t().contiguous(), rows[kind].there
            for look in rounds:
                seen = look(seen, kernels[kind], None if there is None else there.squeeze(1))
            rows[kind] = replace(rows[kind], tokens=seen.t().contiguous())
        for (kind, other, named, of), hear in zip(stands, self.hear, strict=True):
            rows[kind] = rows[kind].filled(rows[kind].tokens + torch.relu(hear(rows[other].at(named, of))))
        hidden = self._whole(raw, rows)
        return self.pointers(raw, rows, hidden, of_place, places), self.value(hidden).squeeze(1)

    def _read(self, kind: str, table: _Table) -> Rows:
        """Return the tokens of the rows of a kind, before any exchange between rows."""
        embed: Any = self.embed[kind]
        if compiled(table.raw):
            tokens, there = self.sums[kind](embed.weight, embed.bias, table.raw, table.rows.counts)
        else:
            tokens, there = embed(table.features()), table.there()
        if kind in self.names:
            tokens = tokens + self.names[kind].index_select(0, table.rows.numbers)
        return replace(table.rows, there=there if self.config.grows else None).filled(torch.relu(tokens))

    def _whole(self, raw: Tensor, rows: dict[str, Rows]) -> Tensor:
        """Return the hidden features of the game, ``[batch, width]``: from its features, the rows they name, mean and maximum of tokens."""
        parts = []
        blocks: Any = self.encoders.blocks["game"]
        for entity, column in ((entity, encoder.start + i) for encoder in blocks for entity, i in encoder.references):
            if entity in rows:
                parts.append(rows[entity].at(raw[:, column], torch.arange(len(raw), device=raw.device)))
        for tokens in rows.values():
            parts += tokens.summed_up()
        features = self.encoders.features["game"]
        own, seen = self.enter.weight[:, :features], self.enter.weight[:, features:]
        if compiled(raw):
            entered, _ = self.sums["game"](own, self.enter.bias, raw, torch.ones(len(raw), dtype=torch.int64))
        else:
            read, _ = self.encoders(raw, ["game"])
            entered = nn.functional.linear(read["game"], own, self.enter.bias) if features else self.enter.bias
        hidden = torch.relu(entered + torch.cat(parts, dim=1) @ seen.t() if parts else entered)
        return hidden + torch.relu(self.deep(self.norm(hidden)))


class _Table:
    """Raw values of the rows of one kind that are present in the positions, concatenated.

    Args:
        encoders: the block encoders of the kind.
        raw: uint8 ``[batch, N_OBS]``.
        rows: which rows.
    """

    def __init__(self, encoders: Any, raw: Tensor, rows: Rows) -> None:
        self.encoders, self.raw, self.rows = encoders, raw, rows
        self.references = [(encoder, i) for encoder in encoders for _, i in encoder.references]

    def _numbers(self, encoder: BlockEncoder) -> Tensor:
        return encoder.table(self.raw)[self.rows.of, self.rows.numbers]

    def features(self) -> Tensor:
        """Return the features of the rows, float32 ``[n, features]``."""
        return torch.cat([encoder.features_of(self._numbers(encoder).unsqueeze(1)).squeeze(1) for encoder in self.encoders], dim=1)

    def named(self, reference: int) -> Tensor:
        """Return the rows that a reference names, ``[n]``."""
        encoder, column = self.references[reference]
        return self.raw[self.rows.of, encoder.start + self.rows.numbers * encoder.columns + column]

    def there(self) -> Tensor | None:
        """See Rows."""
        found = torch.stack([(self._numbers(encoder) != 0).any(dim=1) for encoder in self.encoders]).any(dim=0)
        # On another device than the CPU, reading the result would wait for all work queued there.
        return None if not on_device(found) and bool(found.all()) else found.unsqueeze(1).float()
