"""Pointer heads: score actions at the tokens of the entities that they name (see ``action_arguments``)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from .action_arguments import Naming, Source
from .encoders import start_even
from .network_config import Layout
from .ragged_tokens import Rows

__all__ = ["Pointers"]


class Pointers(nn.Module):
    """The heads of an action codec.  Scores are in the order of the actions in use.

    Args:
        layout: rows and actions in use.
        entities: kinds of tokens.
        token: number of features of a token.
        hidden: number of features of the game as a whole.
    """

    order: Tensor

    def __init__(self, layout: Layout, entities: Sequence[str], token: int, hidden: int) -> None:
        super().__init__()
        self.layout, self.token = layout, token
        naming = Naming(layout, entities)
        self.sources, self.pointed, self.pairs, flat = naming.sources, naming.pointed, naming.pairs, naming.flat
        codec = layout.action_codec
        self._build(entities, token, hidden, sum(codec[name].size for name in flat))
        self._order(flat)

    def _build(self, entities: Sequence[str], token: int, hidden: int, flat: int) -> None:
        key = {path: path.replace(".", "_of_") for path in self.sources}
        self.key = key
        self.near = nn.ModuleDict({key[path]: nn.Linear(token, token) for path in self.sources})
        self.lift = nn.ModuleDict({key[path]: nn.Linear(hidden, token) for path in self.sources})
        self.point = nn.ModuleDict({key[path]: nn.Linear(token, len(blocks)) for path, blocks in self.pointed.items()})
        self.ask = nn.ModuleDict({name: nn.Linear(token, token) for name, _, _ in self.pairs})
        self.answer = nn.ModuleDict({name: nn.Linear(token, token) for name, _, _ in self.pairs})
        self.flat = nn.Linear(hidden, flat)
        prefixes = {s.path.rpartition(".")[2]: s for s in self.sources.values() if s.columns}
        self.category = nn.ModuleDict({p: nn.Embedding(s.classes, token) for p, s in prefixes.items() if not s.kind})
        self.position = nn.ParameterDict({p: nn.Parameter(0.1 * torch.randn(s.size, token)) for p, s in prefixes.items()})
        start_even(*self.point.values(), self.flat, *self.ask.values())

    def _order(self, flat: list[str]) -> None:
        """Compute the order of scores: tokens that are all scored, pairs, actions without arguments, then rows of entities."""
        codec, layout = self.layout.action_codec, self.layout
        index = np.full(codec.size, -1, np.int64)
        paired = {path for _, *paths in self.pairs for path in paths}
        #: Paths whose tokens are all scored.
        self.whole = [path for path, s in self.sources.items() if s.columns or path in paired]
        offset = 0
        for path in self.whole:
            offset += self._point(index, path, offset)
        for name in [*(name for name, _, _ in self.pairs), *flat]:
            size = codec[name].size
            index[codec.start[name] + np.arange(size)] = offset + np.arange(size)
            offset += size
        #: Other paths -> (first, end) of their scores.
        self.rows: dict[str, tuple[int, int]] = {}
        for path in self.pointed:
            if path not in self.whole:
                self.rows[path] = (offset, offset + self._point(index, path, offset))
                offset = self.rows[path][1]
        self._order_of = index[layout.actions]
        self.register_buffer("order", torch.from_numpy(self._order_of), persistent=False)

    def _point(self, index: NDArray[np.int64], path: str, offset: int) -> int:
        """Set the score index of the actions with one argument, token by token; return their number."""
        s, blocks, codec = self.sources[path], self.pointed.get(path, []), self.layout.action_codec
        count = s.size if s.columns else self.layout.rows[s.kind]
        for c, (name, places) in enumerate(blocks):
            tokens = np.array(places) if places else np.arange(count)
            index[codec.start[name] + np.arange(len(tokens))] = offset + tokens * len(blocks) + c
        return count * len(blocks)

    def _tokens(self, s: Source, raw: Tensor, tokens: Mapping[str, Rows]) -> Tensor:
        """Return the tokens that an argument may refer to, ``[batch, values, token]``."""
        if not s.columns:
            return tokens[s.kind].padded(self.layout.rows[s.kind])
        prefix = s.path.rpartition(".")[2]
        columns = torch.tensor(s.columns, device=raw.device)
        if s.row is None:
            named = raw[:, columns].long()
        else:
            row = raw[:, s.row].long()
            named = raw.gather(1, columns + (row.unsqueeze(1) - 1).clamp(min=0) * s.stride).long()
            if s.here:
                named = torch.cat([named, row.unsqueeze(1)], dim=1)
        found = tokens[s.kind].look_up(named) if s.kind else self.category[prefix](named.clamp(max=s.classes - 1))
        placed: Tensor = found + self.position[prefix]
        return placed

    def forward(
        self, raw: Tensor, tokens: Mapping[str, Rows], hidden: Tensor, positions: NDArray[np.int64], places: NDArray[np.int64]
    ) -> Tensor:
        """Return the scores ``[k]`` of the actions ``places`` (indices among those in use) in ``positions``; both ``[k]``, on the host."""
        of = torch.from_numpy(positions).to(raw.device)
        lit = {}
        for path in self.whole:
            key = self.key[path]
            lit[path] = torch.relu(self.near[key](self._tokens(self.sources[path], raw, tokens)) + self.lift[key](hidden).unsqueeze(1))
        scores = [self.point[self.key[path]](lit[path]).flatten(1) for path in self.whole if path in self.pointed]
        for name, first, second in self.pairs:
            rows, columns = self.layout.action_codec[name].shape
            asked, answered = self.ask[name](_rows(lit[first], rows)), self.answer[name](_rows(lit[second], columns))
            scores.append((asked @ answered.transpose(1, 2)).flatten(1))
        scores.append(self.flat(hidden))
        # Usually few rows of entities can be named, and only these are scored.
        listed = self._order_of[places]
        index, known = torch.from_numpy(listed).to(raw.device), torch.cat(scores, dim=1)
        found = known.flatten().index_select(0, of * known.shape[1] + index.clamp(max=known.shape[1] - 1))
        for path, (start, end) in self.rows.items():
            here = torch.from_numpy(np.flatnonzero((listed >= start) & (listed < end))).to(raw.device)
            found = found.index_copy(0, here, self._named(path, tokens, hidden, of[here], index[here] - start))
        return found

    def _named(self, path: str, tokens: Mapping[str, Rows], hidden: Tensor, of: Tensor, index: Tensor) -> Tensor:
        """Return the scores ``[k]`` of actions that name rows of an entity, in positions ``of``."""
        key, rows = self.key[path], tokens[self.sources[path].kind]
        point: nn.Linear = self.point[key]  # type: ignore[assignment]  # what a ModuleDict holds is any Module
        row, which = index // point.out_features, index % point.out_features
        known = torch.where(row < rows.counts[of], row + 1, 0)
        lit = torch.relu(self.near[key](rows.at(known, of)) + self.lift[key](hidden).index_select(0, of))
        return (lit * point.weight.index_select(0, which)).sum(1) + point.bias[which]


def _rows(tokens: Tensor, rows: int) -> Tensor:
    """Return exactly ``rows`` tokens, padded with 0: a board may have fewer than actions can name."""
    return tokens[:, :rows] if tokens.shape[1] >= rows else nn.functional.pad(tokens, (0, 0, 0, rows - tokens.shape[1]))
