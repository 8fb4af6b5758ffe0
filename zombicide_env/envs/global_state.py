"""Global state: the whole position as one vector, for a centralized critic."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from ..core.batch import Batch
from .single import Single
from .spaces import ObservationDtype, feature_space


class GlobalState:
    """The observations of all agents without repetition: one vector, float32 in [0, 1] or uint8 as the observations are.

    It begins with the features that are the same from every seat, once (``ObservationCodec.common``; where tables rotate with the observer,
    as the first seat sees them), followed for each agent in seat order by its private ones (``ObservationCodec.own``: its hand, its
    skills).
    Features that can be derived from the others (distances from the observer's zone) are left out. Information hidden from all agents is
    not included.

    Attributes:
        space: the Box of the vectors, shape (size,).
        size: number of values.
    """

    def __init__(self, game: Any, dtype: ObservationDtype) -> None:
        codec = game.observation_codec
        self._common, self._own = codec.common, codec.own
        self._seats = len(game.agents)
        high = feature_space(game, dtype).high
        high = np.concatenate([high[self._common], *[high[self._own]] * self._seats])
        self.size = len(high)
        self.space = spaces.Box(0, high, dtype=high.dtype.type)

    def of(self, one: Single) -> npt.NDArray[Any]:
        """Return the vector of a game, a new array of shape (size,)."""
        seats = [one.features(seat) for seat in range(self._seats if len(self._own) else 1)]
        return np.concatenate([seats[0][self._common], *(seen[self._own] for seen in seats if len(self._own))])

    def of_batch(self, batch: Batch) -> npt.NDArray[Any]:
        """Return the vectors of all games of a batch with the same layouts, ``[n, size]``; 0 for seats that a game does not have."""
        most = np.array([len(game.agents) for game in batch.games])[batch.world_of]
        seats = range(self._seats if len(self._own) else 1)
        made = np.zeros((batch.n, self.size), batch.observations.dtype)
        for seat in seats:
            seen = batch.observe(np.minimum(seat, most - 1))
            if seat == 0:
                made[:, : len(self._common)] = seen[:, self._common]
            start = len(self._common) + seat * len(self._own)
            made[:, start : start + len(self._own)] = np.where((seat < most)[:, None], seen[:, self._own], 0)
        return made
