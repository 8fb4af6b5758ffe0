"""The networks of learned policies: observation and action codecs in, logits and a value out.

Nothing here knows a game.  What a codec says is enough: the rows of tables (zones, survivors) become tokens, categorical columns are
embedded, and actions that name such an entity are scored at the token of what they name.
"""

from __future__ import annotations

import itertools
from collections.abc import Collection, Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any, Final, Literal

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from zombicide_env.core.codec import ActionCodec, ObservationBlock, ObservationCodec

__all__ = ["Layout", "NetworkConfig", "PolicyNetwork", "build"]

_FORBIDDEN: Final = -1e8
#: Least and greatest value of the numbers of a NetworkConfig.
_RANGES: Final = {"width": (1, 65536), "layers": (0, 256), "token": (1, 4096), "heads": (1, 256), "embedding": (1, 4096)}


@dataclass(frozen=True)
class NetworkConfig:
    """Shape of a policy network; stored in every checkpoint."""

    kind: Literal["tables", "entities", "flat"] = "tables"
    """tables: a small token per zone and survivor, what it names looked up, one perceptron over all of them.
    entities: one token per zone and survivor, attention between them, actions scored at their tokens.
    flat: one multi-layer perceptron over everything"""
    width: int = 384
    """features of a hidden layer (tables, flat) or of a token (entities; 64 will do)"""
    layers: int = 3
    """hidden layers (tables, flat) or rounds of attention (entities)"""
    token: int = 32
    """features of a token (tables)"""
    heads: int = 4
    """attention heads (entities)"""
    embedding: int = 8
    """features of an embedded category (a card, a colour)"""
    left_out: tuple[str, ...] = ("board",)
    """observation blocks that the network does not look at: what never changes in a quest is learned with its zones"""

    @property
    def grows(self) -> bool:
        """Does it play boards with more zones than those that it was trained on?"""
        return self.kind == "entities" and "board" not in self.left_out

    @property
    def problem(self) -> str:
        """Which value is impossible, and what would do; "" if there is none."""
        if self.kind not in tuple(_NETWORKS):
            return f"network.kind={self.kind!r}; use one of {', '.join(_NETWORKS)}"
        for name, (least, most) in _RANGES.items():
            value = getattr(self, name)
            if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
                return f"network.{name}={value!r}: a whole number from {least} to {most} is needed"
        if not isinstance(self.left_out, tuple) or not all(isinstance(name, str) for name in self.left_out):
            return f"network.left_out={self.left_out!r}: names of observation blocks are needed"
        if self.kind == "entities" and self.width % self.heads:
            return f"network.width={self.width} must be a multiple of network.heads={self.heads}"
        return ""

    @staticmethod
    def load(data: dict[str, Any]) -> NetworkConfig:
        """From the JSON of a checkpoint; ``problem`` says whether its values are possible."""
        known = {f.name for f in fields(NetworkConfig)}
        given: dict[str, Any] = {k: tuple(v) if isinstance(v, list) else v for k, v in data.items() if k in known}
        return NetworkConfig(**given)

    def dump(self) -> dict[str, Any]:
        """For the JSON of a checkpoint."""
        return asdict(self)


class Layout:
    """What one quest uses of the common layouts: boards have fewer zones than the tables have rows.

    Args:
        actions, observations: the codecs.
        rows: entity -> rows in use, of all entities that the network knows.

    Attributes:
        sizes: entity -> rows of its tables.
        rows: entity -> rows in use.
        actions: indices of the actions that may ever be legal, int64 [n_used], ascending.
    """

    def __init__(self, actions: ActionCodec, observations: ObservationCodec, rows: Mapping[str, int]) -> None:
        self.action_codec, self.observation_codec = actions, observations
        self.sizes = {kind: size for kind, size in observations.entities.items() if kind in rows}
        self.rows = {kind: min(rows[kind], size) for kind, size in self.sizes.items()}
        used: list[int] = []
        for block in actions.blocks:
            start = actions.start[block.name]
            keep = np.ones(block.shape, bool)
            for axis, kind in enumerate(block.entities):
                if kind in self.rows:
                    keep &= (np.arange(block.shape[axis]) < self.rows[kind]).reshape(
                        [-1 if a == axis else 1 for a in range(len(block.shape))]
                    )
            used += (start + np.flatnonzero(keep.ravel())).tolist()
        self.actions = np.array(used, np.int64)

    def columns(self, left_out: tuple[str, ...] = ()) -> NDArray[np.int64]:
        """Indices of the observation that a network reads: blocks not left out, without rows that are not in use."""
        codec = self.observation_codec
        used: list[int] = []
        for block in codec.blocks:
            if block.name not in left_out:
                kind = self.entity_of(block)
                size = block.size if kind is None else self.rows[kind] * block.shape[1]
                used += range(codec.start[block.name], codec.start[block.name] + size)
        return np.array(used, np.int64)

    def entity_of(self, block: ObservationBlock) -> str | None:
        """The entity that the rows of an observation block describe, None: none."""
        return block.rows if block.rows in self.rows else None


class BlockEncoder(nn.Module):
    """One observation block -> features per row: amounts scaled to [0, 1], categories embedded.

    Input: raw uint8 ``[batch, N_OBS]``; output: float32 ``[batch, rows, features]`` (one row for vectors) and, for
    columns that name an entity ("zone + 1, 0: none"), the numbers themselves, int32 ``[batch, rows, columns]``.
    """

    amounts: Tensor
    scale: Tensor

    def __init__(self, block: ObservationBlock, start: int, rows: int, embedding: int, known: Collection[str]) -> None:
        super().__init__()
        table = len(block.shape) > 1
        self.rows, self.columns = (rows, int(np.prod(block.shape[1:]))) if table else (1, block.size)
        self.start = start
        columns = block.columns or ()
        per_column = len(columns) == self.columns
        classes = [c.classes for c in columns] if per_column else [0] * self.columns
        high = block.highs if per_column else block.highs * self.columns
        amounts = [i for i, n in enumerate(classes) if n == 0]
        self.references = [(c.entity, i) for i, c in enumerate(columns) if c.entity in known] if per_column else []
        named = {i for _, i in self.references}
        self.register_buffer("amounts", torch.tensor(amounts, dtype=torch.long), persistent=False)
        self.register_buffer("scale", torch.tensor([1.0 / high[i] for i in amounts]), persistent=False)
        # Columns with as many classes share a table: the same card means the same in every slot.
        self.tables = nn.ModuleDict()
        self.groups: list[tuple[str, list[int]]] = []
        for n in sorted({n for i, n in enumerate(classes) if n and i not in named}):
            self.groups.append((str(n), [i for i, m in enumerate(classes) if m == n and i not in named]))
            self.tables[str(n)] = nn.Embedding(n, min(embedding, n))
        self.features = len(amounts) + sum(len(group) * min(embedding, int(n)) for n, group in self.groups)

    def forward(self, raw: Tensor) -> tuple[Tensor, list[Tensor]]:
        """Features ``[batch, rows, features]``, and one column of numbers per reference."""
        x = raw[:, self.start : self.start + self.rows * self.columns].view(-1, self.rows, self.columns)
        parts = [x[:, :, self.amounts].float() * self.scale]
        for n, group in self.groups:
            parts.append(self.tables[n](x[:, :, group].int()).flatten(2))
        features = torch.cat(parts, dim=2) if len(parts) > 1 else parts[0]
        return features, [x[:, :, column].int() for _, column in self.references]


class _Encoders(nn.Module):
    """All blocks, grouped by what their rows are: an entity, or the game as a whole (``"game"``)."""

    def __init__(self, layout: Layout, config: NetworkConfig, known: Collection[str]) -> None:
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
            encoder = BlockEncoder(block, codec.start[block.name], rows, config.embedding, named)
            encoders[kind].append(encoder)
            self.features[kind] += encoder.features * (rows if kind == "game" else 1)
            self.references[kind] += [entity for entity, _ in encoder.references]
        self.blocks = nn.ModuleDict({kind: nn.ModuleList(found) for kind, found in encoders.items()})

    def forward(self, raw: Tensor) -> tuple[dict[str, Tensor], dict[str, list[Tensor]]]:
        """Features and references by kind."""
        out: dict[str, Tensor] = {}
        named: dict[str, list[Tensor]] = {}
        for kind in self.kinds:
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


class _Attention(nn.Module):
    """One round of attention over all tokens, then a feed-forward layer; both with a residual and a norm before."""

    def __init__(self, width: int, heads: int) -> None:
        super().__init__()
        self.heads = heads
        self.norm1, self.norm2 = nn.LayerNorm(width), nn.LayerNorm(width)
        self.qkv = nn.Linear(width, 3 * width)
        self.out = nn.Linear(width, width)
        self.up, self.down = nn.Linear(width, 2 * width), nn.Linear(2 * width, width)

    def forward(self, x: Tensor) -> Tensor:
        b, t, width = x.shape
        q, k, v = self.qkv(self.norm1(x)).view(b, t, 3, self.heads, width // self.heads).permute(2, 0, 3, 1, 4)
        mixed = nn.functional.scaled_dot_product_attention(q, k, v).transpose(1, 2).reshape(b, t, width)
        x = x + self.out(mixed)
        return x + self.down(torch.relu(self.up(self.norm2(x))))


def _start_even(*heads: Any) -> None:
    """Weights with which every action is nearly as likely as any other (``heads``: linear layers)."""
    for head in heads:
        nn.init.orthogonal_(head.weight, 0.01)
        nn.init.zeros_(head.bias)


def _heads(layout: Layout, entities: list[str]) -> tuple[dict[str, list[str]], list[str], NDArray[np.int64]]:
    """Which blocks of actions are scored at the tokens of an entity, which by the perceptron, and the place of every action in use.

    Scores come out head by head; the places bring them into the order of the actions in use.
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


class PolicyNetwork(nn.Module):
    """Raw observations -> scores of the actions in use, and a value.

    ``forward(raw)`` takes uint8 ``[batch, N_OBS]`` and returns logits float32 ``[batch, n_used]`` (columns as in
    ``layout.actions``, nothing masked) and values float32 ``[batch]``.
    """

    used: Tensor
    place: Tensor

    def __init__(self, layout: Layout, config: NetworkConfig) -> None:
        super().__init__()
        self.layout, self.config = layout, config
        place = np.full(layout.action_codec.size, -1, np.int64)
        place[layout.actions] = np.arange(len(layout.actions))
        self.register_buffer("used", torch.from_numpy(layout.actions), persistent=False)
        self.register_buffer("place", torch.from_numpy(place), persistent=False)

    def policy(self, raw: Tensor, masks: Tensor) -> tuple[Tensor, Tensor]:
        """Log-probabilities of the actions in use (illegal ones near -1e8) and values.

        ``masks``: ``[batch, N_ACTIONS]``, non-zero = legal.
        """
        logits, values = self(raw)
        legal = masks.index_select(1, self.used) > 0
        return torch.log_softmax(logits.masked_fill(~legal, _FORBIDDEN), dim=1), values


class EntityNetwork(PolicyNetwork):
    """Tokens for zones, survivors and the game as a whole; attention; actions scored at the token of what they name."""

    order: Tensor

    def __init__(self, layout: Layout, config: NetworkConfig) -> None:
        super().__init__(layout, config)
        width = config.width
        self.encoders = _Encoders(layout, config, layout.rows)
        self.entities = [kind for kind in layout.rows if self.encoders.features[kind]]
        self.embed = nn.ModuleDict({kind: nn.Linear(n, width) for kind, n in self.encoders.features.items() if n})
        # What a codec cannot say about a place or a person is learned: their names.
        self.names = nn.ParameterDict({kind: nn.Parameter(0.02 * torch.randn(layout.sizes[kind], width)) for kind in self.entities})
        self.refer = nn.ModuleDict(
            {kind: nn.ModuleList(nn.Linear(width, width, bias=False) for _ in named) for kind, named in self.encoders.references.items()}
        )
        self.mixers = nn.ModuleList(_Attention(width, config.heads) for _ in range(config.layers))
        self.norm = nn.LayerNorm(width)
        self.game_hidden = nn.Linear((1 + len(self.entities)) * width, 2 * width)
        self._build_heads(layout, width)
        self.value = nn.Linear(2 * width, 1)

    def _build_heads(self, layout: Layout, width: int) -> None:
        pointed, flat, order = _heads(layout, self.entities)
        self.point = nn.ModuleDict({kind: nn.Linear(width, max(1, len(names))) for kind, names in pointed.items()})
        self.lift = nn.Linear(2 * width, width)
        self.flat = nn.Linear(2 * width, sum(layout.action_codec[name].size for name in flat))
        self.register_buffer("order", torch.from_numpy(order), persistent=False)
        _start_even(*self.point.values(), self.flat)

    def _token(self, kind: str, features: Tensor, numbers: list[Tensor]) -> Tensor:
        """Tokens of a kind: its features, and the names of what its columns point at."""
        token = self.embed[kind](features)
        if kind in self.names:
            token = token + self.names[kind][: self.layout.rows[kind]]
        projections: Any = self.refer[kind]
        for entity, project, column in zip(self.encoders.references[kind], projections, numbers, strict=True):
            table = nn.functional.pad(project(self.names[entity]), (0, 0, 1, 0))
            found = nn.functional.embedding(column, table)
            token = token + (found.squeeze(1) if kind == "game" else found)
        return token

    def forward(self, raw: Tensor) -> tuple[Tensor, Tensor]:
        """Logits of the actions in use and values, see PolicyNetwork."""
        features, named = self.encoders(raw)
        tokens = [self._token(kind, features[kind], named[kind]) for kind in self.entities]
        if "game" in features:
            game = self._token("game", features["game"], named["game"]).unsqueeze(1)
        else:
            game = tokens[0].mean(1, keepdim=True)
        x = torch.cat([game, *tokens], dim=1)
        for mixer in self.mixers:
            x = mixer(x)
        x = self.norm(x)
        lengths = [1, *(self.layout.rows[kind] for kind in self.entities)]
        game, *tokens = x.split(lengths, dim=1)
        hidden = torch.relu(self.game_hidden(torch.cat([game.squeeze(1), *(t.amax(1) for t in tokens)], dim=1)))
        lifted = self.lift(hidden).unsqueeze(1)
        scores = [self.point[kind](torch.relu(t + lifted)).flatten(1) for kind, t in zip(self.entities, tokens, strict=True)]
        logits = torch.cat([*scores, self.flat(hidden)], dim=1).index_select(1, self.order)
        return logits, self.value(hidden).squeeze(1)


class TableNetwork(PolicyNetwork):
    """Rows of tables become small tokens, what they name is looked up, and a perceptron reads all of them side by side.

    Boards and teams are small, so a perceptron over all tokens is cheaper than attention between them and learns faster
    per second; what it cannot learn well, "what is in the zone where I stand", the look-ups do for it.
    """

    order: Tensor

    def __init__(self, layout: Layout, config: NetworkConfig) -> None:
        super().__init__(layout, config)
        width, token = config.width, config.token
        self.encoders = _Encoders(layout, config, layout.rows)
        features = self.encoders.features
        self.entities = [kind for kind in layout.rows if features[kind]]
        self.embed = nn.ModuleDict({kind: nn.Linear(features[kind], token) for kind in self.entities})
        self.names = nn.ParameterDict({kind: nn.Parameter(0.1 * torch.randn(layout.rows[kind], token)) for kind in self.entities})
        #: Rows of a kind tell each other what they hold; which of them are neighbours is learned, the board does not change.
        self.among = nn.ModuleDict({kind: nn.Linear(layout.rows[kind], layout.rows[kind]) for kind in self.entities})
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
        _start_even(*self.point.values(), self.flat)

    def _found(self, kind: str, numbers: list[Tensor], tokens: dict[str, Tensor]) -> list[Tensor]:
        """Tokens of what the columns of a table name ("row + 1, 0: none")."""
        found = []
        for entity, column in zip(self.encoders.references[kind], numbers, strict=True):
            if entity in tokens:
                rows = nn.functional.pad(tokens[entity], (0, 0, 1, 0))
                index = column.long().clamp(max=rows.shape[1] - 1).view(len(rows), -1, 1).expand(-1, -1, rows.shape[2])
                found.append(rows.gather(1, index))
        return found

    def forward(self, raw: Tensor) -> tuple[Tensor, Tensor]:
        """Logits of the actions in use and values, see PolicyNetwork."""
        features, named = self.encoders(raw)
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
        self.encoders = _Encoders(layout, config, ())
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

    def forward(self, raw: Tensor) -> tuple[Tensor, Tensor]:
        """Logits of the actions in use and values, see PolicyNetwork."""
        hidden = self.body(torch.cat([part.flatten(1) for part in self.encoders(raw)[0].values()], dim=1))
        return self.head(hidden), self.value(hidden).squeeze(1)


_NETWORKS: Final[dict[str, type[PolicyNetwork]]] = {"tables": TableNetwork, "entities": EntityNetwork, "flat": FlatNetwork}


def build(game: Any, config: NetworkConfig, rows: Mapping[str, int] | None = None) -> PolicyNetwork:
    """The network for a game.  ``rows``: entity -> rows in use, default: those of the game."""
    layout = Layout(game.action_codec, game.observation_codec, game.rows if rows is None else rows)
    return _NETWORKS[config.kind](layout, config)
