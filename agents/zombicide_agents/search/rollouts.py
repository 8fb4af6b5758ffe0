"""Rollouts: simulated games are played by a compiled player or at random, and evaluated by rewards or by a value network."""

from __future__ import annotations

import abc
from collections.abc import Mapping
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from zombicide_env.core.batch import Batch
from zombicide_env.core.players import Player
from zombicide_env.games import make_game

from ..base import AgentError
from ..greedy import Greedy
from ..value import Value

AHEAD: Final = 100  # actions, three rounds of six survivors: if positions can be evaluated, longer games add little information


class Guide(abc.ABC):
    """Plays every seat of simulated games, all slots of a batch at once.

    Attributes:
        game: game of the simulations: same kernels and layouts as the game that is played.
        depth: number of actions after which a simulated game is truncated, useful where rewards reflect progress; 0: never.
        values_chances: whether values are chances of winning, also for truncated games.
    """

    depth: int = 0
    values_chances: bool = False

    def __init__(self, game: Any) -> None:
        self.game = game

    def seed(self, seed: int) -> None:
        """Seed the guide's random choices; ``batch.random_actions`` uses the generators of the batch."""

    def values(self, batch: Batch, seat: int, limit: int, paid: NDArray[np.float64]) -> NDArray[np.float64]:
        """Play on in every slot, and return the values of the games.

        Args:
            batch: the simulated games.
            seat: seat for which the games are evaluated.
            limit: maximum number of actions per game.
            paid: rewards of the seat so far, float64 ``[n]``.

        Returns:
            float64 ``[n]``.
        """
        values = paid.copy()
        played = 0
        while played < limit and (batch.deciders >= 0).any():
            self.play(batch)
            values += batch.rewards[:, seat]
            played += 1
        return values

    @abc.abstractmethod
    def choose(self, batch: Batch) -> NDArray[np.int64]:
        """Return an action for each slot, int64 ``[n]``; any number where the game is over."""

    def propose(self, batch: Batch) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """Return candidates for a batch whose slots hold the same state: the chosen actions, and the logarithms of their counts."""
        actions, drawn = np.unique(self.choose(batch), return_counts=True)
        return actions, np.log(drawn)

    def play(self, batch: Batch) -> None:
        """Play one action in every slot that is not over; ``batch.rewards`` are those of this action."""
        batch.step(self.choose(batch))


class RandomGuide(Guide):
    """Plays random legal actions, compiled."""

    def choose(self, batch: Batch) -> NDArray[np.int64]:
        """See Guide."""
        return batch.random_actions()

    def propose(self, batch: Batch) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """Return every legal action, all with score 0."""
        actions = np.flatnonzero(batch.masks[0])
        return actions, np.zeros(len(actions))

    def play(self, batch: Batch) -> None:
        """See Guide."""
        batch.step_random(1, observe=False)


class PlayerGuide(Guide):
    """A compiled player plays every seat.

    Args:
        game: game of the simulations.
        player: the compiled player.
    """

    def __init__(self, game: Any, player: Player) -> None:
        super().__init__(game)
        self.player = player

    def choose(self, batch: Batch) -> NDArray[np.int64]:
        """See Guide."""
        return batch.think(self.player)


class RewardGuide(PlayerGuide):
    """Evaluates games by their rewards and by the progress that the player estimates.

    The value of a simulated game is its rewards and, unless it is won, the progress when it ended or was truncated: where victories are
    rare, games that came close to one distinguish the candidates.  If the player does not estimate progress, simulated games use shaped
    rewards (``reward="shaped"``), if the game has them.

    Args:
        game: the game that is played.
        player: compiled.
    """

    def __init__(self, game: Any, player: Player) -> None:
        self._promises = player.heuristic is not None and player.heuristic.promise is not None
        paying = not self._promises and pays_on_the_way(game)
        super().__init__(make_game(game.id, **{**game.options, "reward": "shaped"}) if paying else game, player)
        self.depth = AHEAD if self._promises or paying else 0

    def values(self, batch: Batch, seat: int, limit: int, paid: NDArray[np.float64]) -> NDArray[np.float64]:
        """See Guide."""
        found = paid.copy()
        if limit:
            batch.play(self.player, limit=limit, observe=False)
            found += batch.rewards[:, seat]
        if self._promises:
            reached = batch.promise(self.player)  # progress of the first side, against which the others play
            found += reached if self.game.type.sides[seat] == 0 else -reached
        return found


class ValueGuide(PlayerGuide):
    """Evaluates truncated games by the chance of winning of a value network.

    Args:
        game: the game that is played.
        player: compiled.
        value: value network of the game.
    """

    depth = AHEAD
    values_chances = True

    def __init__(self, game: Any, player: Player, value: Value) -> None:
        super().__init__(game, player)
        self.value = value

    def values(self, batch: Batch, seat: int, limit: int, paid: NDArray[np.float64]) -> NDArray[np.float64]:
        """See Guide; the values are chances of winning, and ``paid`` is ignored."""
        if limit:
            batch.play(self.player, limit=limit)
        return self.value.chances(batch, seat)


def pays_on_the_way(game: Any) -> bool:
    """Return whether the game has shaped rewards, which reflect progress."""
    return "shaped" in game.form().choices("reward")


def make_guide(game: Any, weights: Mapping[str, float] | None = None, player: str = "", value: str = "") -> Guide:
    """Create the guide that plays and evaluates simulated games.

    Args:
        game: the game that is played.
        weights: weights of the rule-based player of the game, where they are not its defaults.
        player: spec of a compiled player to use instead.
        value: path of a value network; "": evaluate by rewards and the progress that the player estimates.

    Raises:
        AgentError: the player is not compiled, or the value network is not one of this game.
    """
    if not player and game.heuristic() is None:
        if value:
            raise AgentError(f"value={value}: {game.id} brings no compiled player along that could play up to the valued positions")
        return RandomGuide(game)
    holder = _compiled(player, game) if player else Greedy(game, weights).compiled
    return ValueGuide(game, holder, Value(game, value)) if value else RewardGuide(game, holder)


def _compiled(spec: str, game: Any) -> Player:
    from ..registry import make

    player = make(spec, game).player(game)
    if player is None:
        raise AgentError(f"player={spec}: simulated games are played by a compiled player, such as greedy, random or checkpoint:PATH")
    return player
