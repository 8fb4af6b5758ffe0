"""Policy networks: built from observation and action codecs, they compute logits and a value.

The networks are independent of the game and built from its codecs alone: rows of tables (zones, survivors) become tokens, categorical
columns are embedded, and actions that name an entity are scored at the token of that entity.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from typing import Any, Final

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from .encoders import Encoders, start_even
from .entities import EntityNetwork
from .network_config import Layout, NetworkConfig
from .policy import PolicyNetwork

__all__ = ["Layout", "NetworkConfig", "PolicyNetwork", "build"]


def _heads(layout: Layout, entities: list[str]) -> tuple[dict[str, list[str]], list[str], NDArray[np.int64]]:
    """Return the action blocks scored at the tokens of each entity, those scored by the perceptron, and the index of each action in use.

    Scores are computed head by head; the indices sort them into the order of the actions in use.
    """
    codec = layout.action_codec
    pointed: dict[str, list[str]] = {kind: [] for kind in entities}
    flat: list[str] = []
    for block in codec.blocks:
        kind = block.entities[0] if len(block.args) == 1 else ""
        pointed.get(kind, flat).append(block.name)
    index = np.full(codec.size, -1, np.int64)
    offset = 0
    for kind in entities:
        rows, columns = layout.rows[kind], max(1, len(pointed[kind]))
        for c, name in enumerate(pointed[kind]):
            index[codec.start[name] + np.arange(rows)] = offset + np.arange(rows) * columns + c
        offset += rows * columns
    for name in flat:
        size = codec[name].size
        index[codec.start[name] + np.arange(size)] = offset + np.arange(size)
        offset += size
    return pointed, flat, index[layout.actions]


class _Among(nn.Linear):
    """Linear layer from all rows of a table to all rows; a board may have none (no cars), and then there are no weights to initialize."""

    def __init__(self, rows: int) -> None:
        super().__init__(rows, rows)

    def reset_parameters(self) -> None:
        if self.weight.numel():
            super().reset_parameters()


class TableNetwork(PolicyNetwork):
    """Network that turns rows of tables into small tokens, looks up the rows they name, and reads all tokens with one perceptron.

    Boards and teams are small, so a perceptron over all tokens is cheaper than attention between them and learns faster
    per second; the look-ups provide what it cannot learn well, "what is in the zone where I stand".
    """

    order: Tensor

    def __init__(self, layout: Layout, config: NetworkConfig) -> None:
        super().__init__(layout, config)
        width, token = config.width, config.token
        self.encoders = Encoders(layout, config, layout.rows)
        features = self.encoders.features
        self.entities = [kind for kind in layout.rows if features[kind]]
        self.embed = nn.ModuleDict({kind: nn.Linear(features[kind], token) for kind in self.entities})
        self.names = nn.ParameterDict({kind: nn.Parameter(0.1 * torch.randn(layout.rows[kind], token)) for kind in self.entities})
        #: Mixes the rows of a kind; which of them are neighbors is learned, since the board does not change.
        self.among = nn.ModuleDict({kind: _Among(layout.rows[kind]) for kind in self.entities})
        self.mix = nn.ModuleDict({kind: nn.Linear(2 * token, token) for kind in self.entities})
        named = {kind: [e for e in self.encoders.references[kind] if e in self.entities] for kind in (*self.entities, "game")}
        self.look = nn.ModuleDict({kind: nn.Linear((1 + len(named[kind])) * token, token) for kind in self.entities})
        inputs = sum(layout.rows[kind] for kind in self.entities) * token + features["game"] + len(named["game"]) * token
        self.enter = nn.Linear(inputs, width)
        self.deep = nn.ModuleList(nn.Linear(width, width) for _ in range(config.layers - 1))
        self.norms = nn.ModuleList(nn.LayerNorm(width) for _ in range(config.layers - 1))
        pointed, flat, order = _heads(layout, self.entities)
        self.lift = nn.ModuleDict({kind: nn.Linear(width, token) for kind in self.entities})
        self.point = nn.ModuleDict({kind: nn.Linear(token, max(1, len(names))) for kind, names in pointed.items()})
        self.flat = nn.Linear(width, sum(layout.action_codec[name].size for name in flat))
        self.value = nn.Linear(width, 1)
        self.register_buffer("order", torch.from_numpy(order), persistent=False)
        start_even(*self.point.values(), self.flat)

    def last(self) -> list[Any]:
        """See PolicyNetwork."""
        return [*self.point.values(), self.flat]

    def _found(self, kind: str, numbers: list[Tensor], tokens: dict[str, Tensor]) -> list[Tensor]:
        """Return the tokens of the rows that the columns of a table name ("row + 1, 0: none")."""
        found = []
        for entity, column in zip(self.encoders.references[kind], numbers, strict=True):
            if entity in tokens:
                rows = nn.functional.pad(tokens[entity], (0, 0, 1, 0))
                index = column.long().clamp(max=rows.shape[1] - 1).view(len(rows), -1, 1).expand(-1, -1, rows.shape[2])
                found.append(rows.gather(1, index))
        return found

    def forward(self, raw: Tensor) -> tuple[Tensor, Tensor]:
        """Logits of the actions in use and values, see PolicyNetwork."""
        features, named = self.encoders(self.sent(raw))
        tokens: dict[str, Tensor] = {}
        for kind in self.entities:
            own = torch.relu(self.embed[kind](features[kind]) + self.names[kind])
            others = self.among[kind](own.transpose(1, 2)).transpose(1, 2)
            tokens[kind] = torch.relu(self.mix[kind](torch.cat([own, others], dim=2)))
        rows = {kind: torch.cat([tokens[kind], *self._found(kind, named[kind], tokens)], dim=2) for kind in self.entities}
        tokens = {kind: tokens[kind] + torch.relu(self.look[kind](row)) for kind, row in rows.items()}
        parts = [token.flatten(1) for token in tokens.values()]
        if "game" in features:
            parts += [features["game"], *(token.squeeze(1) for token in self._found("game", named["game"], tokens))]
        hidden = torch.relu(self.enter(torch.cat(parts, dim=1)))
        for norm, layer in zip(self.norms, self.deep, strict=True):
            hidden = hidden + torch.relu(layer(norm(hidden)))
        scores = [self.point[kind](torch.relu(tokens[kind] + self.lift[kind](hidden).unsqueeze(1))).flatten(1) for kind in self.entities]
        logits = torch.cat([*scores, self.flat(hidden)], dim=1).index_select(1, self.order)
        return logits, self.value(hidden).squeeze(1)


class FlatNetwork(PolicyNetwork):
    """One multi-layer perceptron over all features."""

    def __init__(self, layout: Layout, config: NetworkConfig) -> None:
        super().__init__(layout, config)
        self.encoders = Encoders(layout, config, ())
        inputs = sum(n * layout.rows.get(kind, 1) for kind, n in self.encoders.features.items())
        sizes = [inputs, *[config.width] * config.layers]
        steps: list[nn.Module] = []
        for a, b in itertools.pairwise(sizes):
            steps += [nn.Linear(a, b), nn.ReLU()]
        self.body = nn.Sequential(*steps)
        self.head = nn.Linear(sizes[-1], len(layout.actions))
        self.value = nn.Linear(sizes[-1], 1)
        nn.init.orthogonal_(self.head.weight, 0.01)
        nn.init.zeros_(self.head.bias)

    def last(self) -> list[Any]:
        """See PolicyNetwork."""
        return [self.head]

    def forward(self, raw: Tensor) -> tuple[Tensor, Tensor]:
        """Logits of the actions in use and values, see PolicyNetwork."""
        hidden = self.body(torch.cat([part.flatten(1) for part in self.encoders(self.sent(raw))[0].values()], dim=1))
        return self.head(hidden), self.value(hidden).squeeze(1)


_NETWORKS: Final[dict[str, type[PolicyNetwork]]] = {"tables": TableNetwork, "entities": EntityNetwork, "flat": FlatNetwork}


def build(game: Any, config: NetworkConfig, rows: Mapping[str, int] | None = None) -> PolicyNetwork:
    """Build the network for a game.

    ``rows``: entity -> rows in use; default: those of the game, or all rows if the network plays any board.
    """
    usual = game.observation_codec.entities if config.grows else game.rows
    layout = Layout(game.action_codec, game.observation_codec, usual if rows is None else rows)
    network = _NETWORKS[config.kind](layout, config)
    if config.lean:
        network.lean_alone()
    return network
