"""How imagined games are played: by the game's own rules-based player, or at random."""

from __future__ import annotations

import abc
from collections.abc import Mapping
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from zombicide_env import make_game
from zombicide_env.core.batch import MOST_STEPS, Batch

from ..greedy import Greedy

AHEAD: Final = 100  # actions, three rounds of six survivors: dearer games tell little more where promise values what was reached


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

    def values(self, batch: Batch, seat: int, depth: int) -> NDArray[np.float64]:
        """Play on in every place, ``depth`` actions at most (0: to the end); what it comes to for the seat, float64 [n]."""
        values = np.zeros(batch.n)
        played = 0
        while played != depth and (batch.deciders >= 0).any():
            self.play(batch)
            values += batch.rewards[:, seat]
            played += 1
        return values

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


class MindGuide(Guide):
    """The game's own rules-based player holds every seat, compiled: whole games in one call.

    What an imagined game comes to is its rewards and, unless it is won, what had been reached when it ended or was broken off: where a
    victory is rare, the games that came near it tell the candidates apart.  Rivals whose player says nothing of that imagine games that
    pay on the way (``reward="shaped"``), if theirs can.
    """

    def __init__(self, game: Any, weights: Mapping[str, float] | None = None) -> None:
        promise = game.mind().promise is not None
        paying = not promise and pays_on_the_way(game)
        super().__init__(make_game(game.id, **{**game.options, "reward": "shaped"}) if paying else game)
        self._player = Greedy(game, weights).compiled
        self.depth = AHEAD if promise or paying else 0

    def choose(self, batch: Batch) -> NDArray[np.int64]:
        """See Guide."""
        return batch.think(self._player)

    def values(self, batch: Batch, seat: int, depth: int) -> NDArray[np.float64]:
        """See Guide."""
        batch.play(self._player, limit=depth or MOST_STEPS, observe=False)
        reached = batch.promise(self._player)  # by the first side, against which the others play
        values: NDArray[np.float64] = batch.rewards[:, seat] + (reached if self.game.type.sides[seat] == 0 else -reached)
        return values


def pays_on_the_way(game: Any) -> bool:
    """Whether the game has rewards that tell of progress."""
    rewards = next((field for field in game.form().fields if field.name == "reward"), None)
    return rewards is not None and "shaped" in {choice.value for choice in rewards.choices}


def make_guide(game: Any, weights: Mapping[str, float] | None = None) -> Guide:
    """The game's own player, by other weights where they are given, or the random one."""
    return RandomGuide(game) if game.mind() is None else MindGuide(game, weights)
