"""The Gymnasium spaces of a game, the same for every environment of the suite."""

from __future__ import annotations

from typing import Any, ClassVar, Final, Literal

import numpy as np
import numpy.typing as npt
from gymnasium import spaces

ObservationDtype = Literal["float32", "uint8"]
OBSERVATION_DTYPES: Final = ("float32", "uint8")


def check_dtype(name: str) -> ObservationDtype:
    """``name`` if it is an observation dtype, else ValueError."""
    if name == "float32":
        return "float32"
    if name == "uint8":
        return "uint8"
    raise ValueError(f"observation_dtype={name!r} is unknown; choose one of {', '.join(OBSERVATION_DTYPES)}")


def feature_space(game: Any, dtype: ObservationDtype) -> spaces.Box:
    """Box of shape (N_OBS,): raw uint8 features up to their highest value, or float32 in [0, 1] (raw times scale)."""
    codec = game.observation_codec
    if dtype == "uint8":
        return spaces.Box(0, np.asarray(codec.high, dtype=np.uint8), dtype=np.uint8)
    return spaces.Box(0.0, 1.0, (codec.size,), np.float32)


def observation_space(game: Any, dtype: ObservationDtype) -> spaces.Dict:
    """Dict of ``observation`` (see ``feature_space``) and ``action_mask`` (int8, shape (N_ACTIONS,), 1 = legal)."""
    return spaces.Dict(
        {
            "observation": feature_space(game, dtype),
            "action_mask": spaces.Box(0, 1, (game.action_codec.size,), np.int8),
        }
    )


class LegalDiscrete(spaces.Discrete):
    """Discrete(N_ACTIONS) of one environment whose ``sample()`` without a mask draws from the actions that are legal now.

    After ``seed(x)``, until the environment is reset or stepped, it draws from what was legal at the beginning of the game with
    seed x, if that is one of the latest, or else of every game so far, because a seeded action is usually meant for the game that
    the next ``reset`` begins.  Before the first reset, and when the game is over, it draws from the whole space.  In every other
    respect, equality included, it is gymnasium's Discrete.
    """

    REMEMBERED: ClassVar[int] = 4  # beginnings of games by seed

    def __init__(self, n: int, legal: npt.NDArray[np.int8]) -> None:
        super().__init__(n)
        self.seeded = False  # the environment sets it back
        self._opening: npt.NDArray[np.int8] | None = None
        self._openings: dict[int, npt.NDArray[np.int8]] = {}
        self._seed: int | None = None
        self.watch(legal)

    def watch(self, legal: npt.NDArray[np.int8]) -> None:
        """Draw from this mask, an array that the environment keeps up to date."""
        self._legal = legal

    def begin(self, seed: int | None = None) -> None:
        """A game has begun, that of ``seed`` if it is given: ``legal`` is what its first agent may do."""
        self.seeded = False
        if seed is not None:
            self._openings.pop(seed, None)
            self._openings[seed] = self._legal.copy()
            if len(self._openings) > self.REMEMBERED:
                del self._openings[next(iter(self._openings))]
        self._opening = self._legal.copy() if self._opening is None else self._opening & self._legal

    def seed(self, seed: int | None = None) -> Any:
        """Seed the generator of ``sample``."""
        self.seeded, self._seed = True, seed
        return super().seed(seed)

    def sample(self, mask: Any = None, probability: Any = None) -> Any:
        """A random legal action, or gymnasium's meaning where a ``mask`` or a ``probability`` is given."""
        if mask is None and probability is None:
            opening = self._opening if self._seed is None else self._openings.get(self._seed, self._opening)
            if self.seeded and opening is not None and opening.any():
                mask = opening
            elif self._legal.any():
                mask = self._legal
        return super().sample(mask, probability)
