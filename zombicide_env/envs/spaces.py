"""The Gymnasium spaces of a game, the same for every environment of the suite."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, Literal

import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from ..core.codec import OBSERVATION_DTYPES

ObservationDtype = Literal["float32", "uint8"]


def check_dtype(name: str) -> ObservationDtype:
    """Return ``name`` if it is an observation dtype, else raise ValueError."""
    if name == "float32":
        return "float32"
    if name == "uint8":
        return "uint8"
    raise ValueError(f"observation_dtype={name!r} is unknown; choose one of {', '.join(OBSERVATION_DTYPES)}")


def feature_space(game: Any, dtype: ObservationDtype) -> spaces.Box:
    """Return the Box of shape (N_OBS,): raw uint8 features up to their maximum, or float32 in [0, 1] (raw times scale)."""
    codec = game.observation_codec
    if dtype == "uint8":
        return spaces.Box(0, np.asarray(codec.high, dtype=np.uint8), dtype=np.uint8)
    return spaces.Box(0.0, 1.0, (codec.size,), np.float32)


def observation_space(game: Any, dtype: ObservationDtype, waits: bool = False) -> spaces.Dict:
    """Return the Dict of ``observation`` (see ``feature_space``) and ``action_mask`` (int8, shape (N_ACTIONS,), 1 = legal).

    ``waits``: there is one more action, a no-op.
    """
    return spaces.Dict(
        {
            "observation": feature_space(game, dtype),
            "action_mask": spaces.Box(0, 1, (game.action_codec.size + waits,), np.int8),
        }
    )


Masks = Callable[[], npt.NDArray[np.int8] | None]
"""Function that returns the current legal actions, called when they are needed; None: there is nothing to choose."""


class LegalDiscrete(spaces.Discrete):
    """Discrete(N_ACTIONS) of an agent. ``sample()`` without a mask draws from the actions that are legal for it now.

    While the agent has nothing to choose, and in copies of the space, which belong to no environment, it draws from the whole space.
    In every other respect, equality included, it is gymnasium's Discrete.
    """

    _legal: Masks | None = None

    def __init__(self, n: int, legal: Masks) -> None:
        super().__init__(n)
        self.watch(legal)

    def watch(self, legal: Masks) -> None:
        """Sample from the actions that ``legal`` returns."""
        self._legal = legal

    def sample(self, mask: Any = None, probability: Any = None) -> Any:
        """Sample a legal action; ``mask`` and ``probability`` have gymnasium's meaning."""
        if mask is None and probability is None:
            mask = self._now()
        return super().sample(mask, probability)

    def _now(self) -> npt.NDArray[np.int8] | None:
        mask = self._legal() if self._legal else None
        return mask if mask is not None and mask.any() else None

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "_legal"}


class OpeningDiscrete(LegalDiscrete):
    """Action space of a Gymnasium environment. Seeding it before ``reset`` makes it sample for the game that the reset starts.

    After ``seed(x)``, until the environment is reset or stepped, ``sample()`` draws from the first legal actions of the game with seed x,
    if that is one of the latest, or else from the actions that were legal at the start of every game so far.
    """

    REMEMBERED: ClassVar[int] = 4  # number of seeds whose first legal actions are remembered

    def __init__(self, n: int, legal: Masks) -> None:
        super().__init__(n, legal)
        self.seeded = False  # cleared by the environment
        self._opening: npt.NDArray[np.int8] | None = None
        self._openings: dict[int, npt.NDArray[np.int8]] = {}
        self._seed: int | None = None

    def begin(self, seed: int | None = None) -> None:
        """Remember the legal actions at the start of a game, that of ``seed`` if given."""
        self.seeded = False
        legal = super()._now()
        if legal is None:
            return
        if seed is not None:
            self._openings.pop(seed, None)
            self._openings[seed] = legal.copy()
            if len(self._openings) > self.REMEMBERED:
                del self._openings[next(iter(self._openings))]
        self._opening = legal.copy() if self._opening is None else self._opening & legal

    def seed(self, seed: int | None = None) -> Any:
        """Seed the generator used by ``sample``."""
        self.seeded, self._seed = True, seed
        return super().seed(seed)

    def _now(self) -> npt.NDArray[np.int8] | None:
        opening = self._opening if self._seed is None else self._openings.get(self._seed, self._opening)
        if self.seeded and opening is not None and opening.any():
            return opening
        return super()._now()


class LegalMultiDiscrete(spaces.MultiDiscrete):
    """Action space of many games at once. ``sample()`` without a mask draws a legal action for each game that has any.

    In every other respect, equality included, it is gymnasium's MultiDiscrete; see ``LegalDiscrete``.
    """

    _legal: Masks | None = None

    def __init__(self, n: int, num_envs: int, legal: Masks) -> None:
        super().__init__(np.full(num_envs, n))
        self.watch(legal)

    def watch(self, legal: Masks) -> None:
        """Sample from the actions that ``legal`` returns, int8 (num_envs, N_ACTIONS)."""
        self._legal = legal

    def sample(self, mask: Any = None, probability: Any = None) -> Any:
        """Sample legal actions; ``mask`` and ``probability`` have gymnasium's meaning."""
        masks = self._legal() if self._legal and mask is None and probability is None else None
        actions = super().sample(mask, probability)
        if masks is None:
            return actions
        passed = masks.cumsum(axis=1, dtype=np.int32)  # running count of legal actions
        count = passed[:, -1]
        chosen = (self.np_random.random(len(masks)) * count).astype(np.int32)
        return np.where(count > 0, (passed > chosen[:, None]).argmax(axis=1), actions)

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "_legal"}
