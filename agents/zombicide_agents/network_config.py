"""Configuration of policy networks, and the rows and actions that they use.  Does not need torch."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any, Final, Literal, get_args

import numpy as np

from zombicide_env.core.codec import ActionCodec, ObservationBlock, ObservationCodec

__all__ = ["Kind", "Layout", "NetworkConfig"]

Kind = Literal["tables", "entities", "flat"]
#: Minimum and maximum of the numbers of a NetworkConfig.
_RANGES: Final = {"width": (1, 65536), "layers": (0, 256), "token": (1, 4096), "heads": (1, 256), "embedding": (1, 4096)}


@dataclass(frozen=True)
class NetworkConfig:
    """Architecture of a policy network; stored in every checkpoint."""

    kind: Kind = "entities"
    """entities: a token per zone, survivor and card, attention over the map, actions scored by pointers; plays any board.
    flat: one multi-layer perceptron over all features.
    tables: small tokens with look-ups of the rows that they name, one perceptron over all; for one board, not compiled, kept for
    checkpoints of earlier versions"""
    width: int = 128
    """features of a hidden layer"""
    layers: int = 2
    """hidden layers (tables, flat) or rounds of attention over the map (entities)"""
    token: int = 16
    """features of a token (tables, entities)"""
    heads: int = 8
    """heads of attention: kinds of goals whose distance a zone can see (entities)"""
    embedding: int = 8
    """features of an embedded category (a card, a color)"""
    left_out: tuple[str, ...] = ("board",)
    """observation blocks that are not inputs of the network; what never changes in a quest is learned with its zones"""
    lean: str = ""
    """rule-based player of a residual policy (greedy, greedy:weights=quests), to whose scores the network adds its own; the policy then
    needs the state of the game, not only the observation. Default: none"""

    @property
    def grows(self) -> bool:
        """Whether the network plays any board, whatever it was trained on."""
        return self.kind == "entities" and "board" not in self.left_out

    @property
    def problem(self) -> str:
        """Message about the first invalid value, with what is expected; "" if all are valid."""
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
            return f"network.residual={self.lean!r}: expected the spec of a rule-based player, or nothing"
        return ""

    @staticmethod
    def load(data: dict[str, Any]) -> NetworkConfig:
        """Create a configuration from the JSON of a checkpoint; ``problem`` says whether its values are valid."""
        known = {f.name for f in fields(NetworkConfig)}
        given: dict[str, Any] = {k: tuple(v) if isinstance(v, list) else v for k, v in data.items() if k in known}
        return NetworkConfig(**given)

    def dump(self) -> dict[str, Any]:
        """Return the configuration for the JSON of a checkpoint."""
        return asdict(self)


class Layout:
    """The rows and actions of the common layouts that one quest uses: boards have fewer zones than the tables have rows.

    Args:
        actions, observations: the codecs.
        rows: entity -> rows in use, for all entities of the network.

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

    def spans(self, left_out: tuple[str, ...] = ()) -> list[slice]:
        """Return the columns of observations that a network reads, ascending: blocks not left out, without unused rows."""
        codec = self.observation_codec
        used: list[slice] = []
        for block in codec.blocks:
            if block.name not in left_out:
                kind = self.entity_of(block)
                start, size = codec.start[block.name], block.size if kind is None else self.rows[kind] * block.shape[1]
                first = used.pop().start if used and used[-1].stop == start else start
                used.append(slice(first, start + size))
        return used

    def entity_of(self, block: ObservationBlock) -> str | None:
        """Return the entity that the rows of an observation block describe, or None."""
        return block.rows if block.rows in self.rows else None
