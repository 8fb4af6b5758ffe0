"""How imagined games are played: at random, which every game allows, or by what is known of a family of games."""

from __future__ import annotations

import abc
import importlib
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from zombicide_env.core.batch import Batch

#: Name of the action codec -> module and class of the guide for its family.
FAMILIES: Final = {
    "zombicide": ("zombicide_agents.search.zombicide", "ZombicideGuide"),
    "hit_z_road": ("zombicide_agents.search.hit_z_road", "HitZRoadGuide"),
}


class Guide(abc.ABC):
    """Plays every seat of imagined games, all places of a batch at once.

    Attributes:
        game: the game that imagined games are instances of: same kernels and layouts as the one that is played.
        depth: after so many actions an imagined game is broken off, which pays where its rewards tell of progress; 0: never.
    """

    depth: int = 0

    def __init__(self, game: Any) -> None:
        self.game = game

    def seed(self, seed: int) -> None:
        """Seed the guide's own choices; those of ``batch.random_actions`` are the batch's."""

    @abc.abstractmethod
    def choose(self, batch: Batch) -> NDArray[np.int64]:
        """An action for each place, int64 [n]; any number where the game is over."""

    def propose(self, batch: Batch) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """Candidates where all places hold the same state: what is chosen in them, and the logarithms of how often."""
        actions, drawn = np.unique(self.choose(batch), return_counts=True)
        return actions, np.log(drawn)

    def play(self, batch: Batch) -> None:
        """One action in every place that is not over; ``batch.rewards`` are those of this action."""
        batch.step(self.choose(batch))


class RandomGuide(Guide):
    """Random legal actions, compiled."""

    def choose(self, batch: Batch) -> NDArray[np.int64]:
        """See Guide."""
        return batch.random_actions()

    def propose(self, batch: Batch) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """Every legal action, all alike."""
        actions = np.flatnonzero(batch.masks[0])
        return actions, np.zeros(len(actions))

    def play(self, batch: Batch) -> None:
        """See Guide."""
        batch.step_random(1, observe=False)


def make_guide(game: Any) -> Guide:
    """The guide of the game's family, or the random one."""
    module, name = FAMILIES.get(game.action_codec.name, (__name__, RandomGuide.__name__))
    guide: Guide = getattr(importlib.import_module(module), name)(game)
    return guide
