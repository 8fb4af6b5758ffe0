"""What every game of this package has in common: options that remake it, a world that nobody writes to, views through a batch of one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import numpy as np

from ..core.batch import Batch
from ..core.codec import ActionCodec, ObservationCodec
from ..core.game import Kernels
from ..core.words import unknown

Array = np.ndarray[Any, Any]

DECISIONS = ("full", "actions")


class CompiledGame:
    """The common part of the ``Game`` protocol; a game adds its rules as class attributes, and its words and pictures as methods.

    Attributes:
        id, version, action_codec, observation_codec, state_dtype, kernels: see ``Game``.
        scratch: fields of the state that hold no part of the game: what was computed last for a move, a view or a mask.
    """

    id: ClassVar[str]
    version: ClassVar[int] = 0
    action_codec: ClassVar[ActionCodec]
    observation_codec: ClassVar[ObservationCodec]
    state_dtype: ClassVar[np.dtype[Any]]
    kernels: ClassVar[Kernels]
    scratch: ClassVar[tuple[str, ...]] = ()

    def __init__(self, world: Array, agents: Sequence[str], options: Mapping[str, object]) -> None:
        world.setflags(write=False)
        self._world = world
        self._agents = tuple(agents)
        self._options = dict(options)
        self._batch: Batch | None = None

    @property
    def agents(self) -> tuple[str, ...]:
        """Names of the agents in seat order."""
        return self._agents

    @property
    def world(self) -> Array:
        """The world record, shape (1,), read-only."""
        return self._world

    @property
    def options(self) -> Mapping[str, object]:
        """The options, as JSON knows them."""
        return self._options

    def active(self, state: Array) -> Array:
        """Who is still in the game, bool [number of agents]: an agent that is out never decides again."""
        return self._looked_at(state).active[0].astype(np.bool_)

    def mask(self, state: Array) -> Array:
        """Legal actions, int8 [N_ACTIONS], 1 = legal."""
        return self._looked_at(state).masks[0].copy()

    def _looked_at(self, state: Array) -> Batch:
        if self._batch is None:
            self._batch = Batch(self, 1, seed=0, autoreset="disabled", observation_dtype="uint8")  # type: ignore[arg-type]
        self._batch.put(state)
        return self._batch

    def __reduce__(self) -> tuple[Any, ...]:
        return _remake, (type(self), self._options)


def _remake(kind: type[Any], options: dict[str, Any]) -> Any:
    """Pickling keeps the options only: the world is made from them."""
    return kind(**options)


def check_choice(what: str, value: object, known: Sequence[str]) -> None:
    """Raise ValueError if the value of an option is none of the known ones."""
    if value not in known:
        raise ValueError(unknown(f"value of {what}", value, known))


__all__ = ["DECISIONS", "CompiledGame", "check_choice"]
