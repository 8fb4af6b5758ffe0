"""What networks of learned policies have in common: their configuration, the rows and actions in use, scores as probabilities."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any, Final, Literal, get_args

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from zombicide_env.core.codec import ActionCodec, ObservationBlock, ObservationCodec

from .lean import worse

__all__ = ["Kind", "Layout", "NetworkConfig", "PolicyNetwork"]

Kind = Literal["tables", "entities", "flat"]
_FORBIDDEN: Final = -1e8
#: At first a fortieth of a unit is a matter of taste (see ``Agent.scores``): the chances of two actions then differ by a factor of e.
TRUST: Final = 40.0
#: Least and greatest value of the numbers of a NetworkConfig.
_RANGES: Final = {"width": (1, 65536), "layers": (0, 256), "token": (1, 4096), "heads": (1, 256), "embedding": (1, 4096)}


@dataclass(frozen=True)
class NetworkConfig:
    """Shape of a policy network; stored in every checkpoint."""

    kind: Kind = "tables"
    """tables: a small token per zone and survivor, what it names looked up, one perceptron over all of them; for one board.
    entities: a token per zone and survivor, as many as there are, what is near on the map, actions scored at what they name; for any board.
    flat: one multi-layer perceptron over everything"""
    width: int = 384
    """features of a hidden layer"""
    layers: int = 3
    """hidden layers (tables, flat) or rounds of looking around on the map (entities)"""
    token: int = 32
    """features of a token (tables, entities)"""
    heads: int = 4
    """kinds of goals whose distance a place of the map knows (entities)"""
    embedding: int = 8
    """features of an embedded category (a card, a colour)"""
    left_out: tuple[str, ...] = ("board",)
    """observation blocks that the network does not look at: what never changes in a quest is learned with its zones"""
    lean: str = ""
    """the rules-based player on whose judgement the policy leans (greedy, greedy:weights=quests): it begins as he plays and learns where
    to do otherwise; it then needs the state of the game, not its observation alone. Default: nobody"""

    @property
    def grows(self) -> bool:
        """Does it play any board, whatever it was trained on?"""
        return self.kind == "entities" and "board" not in self.left_out

    @property
    def problem(self) -> str:
        """Which value is impossible, and what would do; "" if there is none."""
        if self.kind not in get_args(Kind):
            return f"network.kind={self.kind!r}; use one of {', '.join(get_args(Kind))}"
        for name, (least, most) in _RANGES.items():
            value = getattr(self, name)
            if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
                return f"network.{name}={value!r}: a whole number from {least} to {most} is needed"
        if not isinstance(self.left_out, tuple) or not all(isinstance(name, str) for name in self.left_out):
            return f"network.left_out={self.left_out!r}: names of observation blocks are needed"
        lean: Any = self.lean
        if not isinstance(lean, str):
            return f"network.lean={self.lean!r}: the spec of a rules-based player is needed, or nothing"
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
        #: What a unit of judgement counts for, the network's own and that of the player on whom it leans.
        self.trust = nn.Parameter(torch.tensor(TRUST)) if config.lean else None

    def policy(self, raw: Tensor, masks: Tensor) -> tuple[Tensor, Tensor]:
        """Log-probabilities of the actions in use (illegal ones near -1e8) and values.

        ``masks``: ``[batch, N_ACTIONS]``, non-zero = legal; of a policy that leans on a player judged ones (``lean``).
        """
        places, log, values = self.choices(raw, masks)
        whole = torch.full((len(raw), len(self.used) + 1), _FORBIDDEN, device=log.device)
        return whole.scatter(1, places, log)[:, : len(self.used)], values

    def choices(self, raw: Tensor, masks: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Places of the legal actions among those in use, ``[batch, k]``, their log-probabilities, and values; masks as in ``policy``.

        ``k`` is the greatest number of legal actions; of fewer the last places are those of no action, with log-probabilities near -1e8.
        """
        offered = masks if len(self.used) == masks.shape[1] else masks.index_select(1, self.used)
        of, which = offered.nonzero(as_tuple=True)
        count = torch.bincount(of, minlength=len(raw))
        at = torch.arange(len(of), device=of.device) - (count.cumsum(0) - count)[of]
        found, values = self.scored(raw, of, which)
        shape = len(raw), max(1, int(count.max()))
        places = torch.full(shape, len(self.used), device=of.device).index_put((of, at), which)
        scores = torch.full(shape, _FORBIDDEN, device=found.device).index_put((of, at), self.leaning(found, offered[of, which]))
        return places, torch.log_softmax(scores, dim=1), values

    def scored(self, raw: Tensor, of: Tensor, places: Tensor) -> tuple[Tensor, Tensor]:
        """Logits ``[k]`` of the actions at some places of those in use, in positions ``of``, and values ``[batch]``.

        ``of``, ``places``: int64 ``[k]``, the positions in ascending order.
        """
        logits, values = self(raw)
        return logits[of, places], values

    def leaning(self, logits: Tensor, offered: Tensor) -> Tensor:
        """The network's own logits; if it leans on somebody, its judgement beside his, in his units.

        ``offered``: the places of the same actions in judged masks.
        """
        return logits if self.trust is None else self.trust * (logits - worse(offered))

    def lean_alone(self) -> None:
        """Begin as the player on whom the policy leans: what it adds of its own is nothing yet."""
        for head in self.last():
            nn.init.zeros_(head.weight)
            nn.init.zeros_(head.bias)

    def last(self) -> list[Any]:
        """The linear layers without which the network's own logits are all 0."""
        raise NotImplementedError
