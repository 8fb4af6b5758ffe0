"""The Gymnasium spaces of a game, the same for every environment of the suite."""

from __future__ import annotations

from collections.abc import Callable
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


def observation_space(game: Any, dtype: ObservationDtype, waits: bool = False) -> spaces.Dict:
    """Dict of ``observation`` (see ``feature_space``) and ``action_mask`` (int8, shape (N_ACTIONS,), 1 = legal).

    ``waits``: there is one more action, to wait.
    """
    return spaces.Dict(
        {
            "observation": feature_space(game, dtype),
            "action_mask": spaces.Box(0, 1, (game.action_codec.size + waits,), np.int8),
        }
    )


Masks = Callable[[], npt.NDArray[np.int8] | None]
"""What is legal now, asked for when it is needed; None: there is nothing to choose."""


class LegalDiscrete(spaces.Discrete):
    """Discrete(N_ACTIONS) of an agent whose ``sample()`` without a mask draws from the actions that are legal for it now.

    While it has nothing to choose, and in a copy of the space alone, which belongs to no environment, it draws from the whole space.
    In every other respect, equality included, it is gymnasium's Discrete.
    """

    _legal: Masks | None = None

    def __init__(self, n: int, legal: Masks) -> None:
        super().__init__(n)
        self.watch(legal)

    def watch(self, legal: Masks) -> None:
        """Draw from what this function gives."""
        self._legal = legal

    def sample(self, mask: Any = None, probability: Any = None) -> Any:
        """A random legal action, or gymnasium's meaning where a ``mask`` or a ``probability`` is given."""
        if mask is None and probability is None:
            mask = self._now()
        return super().sample(mask, probability)

    def _now(self) -> npt.NDArray[np.int8] | None:
        mask = self._legal() if self._legal else None
        return mask if mask is not None and mask.any() else None

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "_legal"}


class OpeningDiscrete(LegalDiscrete):
    """The space of a Gymnasium environment: a seeded action is usually meant for the game that the next ``reset`` begins.

    After ``seed(x)``, until the environment is reset or stepped, ``sample()`` draws from what was legal at the beginning of the game with
    seed x, if that is one of the latest, or else of every game so far.
    """

    REMEMBERED: ClassVar[int] = 4  # beginnings of games by seed

    def __init__(self, n: int, legal: Masks) -> None:
        super().__init__(n, legal)
        self.seeded = False  # the environment sets it back
        self._opening: npt.NDArray[np.int8] | None = None
        self._openings: dict[int, npt.NDArray[np.int8]] = {}
        self._seed: int | None = None

    def begin(self, seed: int | None = None) -> None:
        """A game has begun, that of ``seed`` if it is given."""
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
        """Seed the generator of ``sample``."""
        self.seeded, self._seed = True, seed
        return super().seed(seed)

    def _now(self) -> npt.NDArray[np.int8] | None:
        opening = self._opening if self._seed is None else self._openings.get(self._seed, self._opening)
        if self.seeded and opening is not None and opening.any():
            return opening
        return super()._now()


class LegalMultiDiscrete(spaces.MultiDiscrete):
    """The action space of many games at once: ``sample()`` without a mask draws a legal action for each game that has any.

    In every other respect, equality included, it is gymnasium's MultiDiscrete; see ``LegalDiscrete``.
    """

    _legal: Masks | None = None

    def __init__(self, n: int, num_envs: int, legal: Masks) -> None:
        super().__init__(np.full(num_envs, n))
        self.watch(legal)

    def watch(self, legal: Masks) -> None:
        """Draw from what this function gives, int8 (num_envs, N_ACTIONS)."""
        self._legal = legal

    def sample(self, mask: Any = None, probability: Any = None) -> Any:
        """Random legal actions, or gymnasium's meaning where a ``mask`` or a ``probability`` is given."""
        masks = self._legal() if self._legal and mask is None and probability is None else None
        actions = super().sample(mask, probability)
        if masks is None:
            return actions
        passed = masks.cumsum(axis=1, dtype=np.int32)  # legal actions up to each one
        count = passed[:, -1]
        chosen = (self.np_random.random(len(masks)) * count).astype(np.int32)
        return np.where(count > 0, (passed > chosen[:, None]).argmax(axis=1), actions)

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "_legal"}
