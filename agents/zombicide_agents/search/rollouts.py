"""How imagined games are played and what they come to: by a compiled player, or at random; by rewards, or by a value."""

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

AHEAD: Final = 100  # actions, three rounds of six survivors: dearer games tell little more where something values what was reached


class Guide(abc.ABC):
    """Plays every seat of imagined games, all places of a batch at once.

    Attributes:
        game: the game that imagined games are instances of: same kernels and layouts as the one that is played.
        depth: after so many actions an imagined game is broken off, which pays where its rewards tell of progress; 0: never.
        values_chances: what games come to are chances of winning, also of those that are broken off.
    """

    depth: int = 0
    values_chances: bool = False

    def __init__(self, game: Any) -> None:
        self.game = game

    def seed(self, seed: int) -> None:
        """Seed the guide's own choices; those of ``batch.random_actions`` are the batch's."""

    def values(self, batch: Batch, seat: int, limit: int, paid: NDArray[np.float64]) -> NDArray[np.float64]:
        """Play on in every place, and say what the games come to.

        Args:
            batch: the imagined games.
            seat: for whom.
            limit: most actions of a game.
            paid: what the seat was paid before, float64 ``[n]``.

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


class PlayerGuide(Guide):
    """A compiled player holds every seat.

    Args:
        game: what imagined games are instances of.
        player: compiled.
    """

    def __init__(self, game: Any, player: Player) -> None:
        super().__init__(game)
        self.player = player

    def choose(self, batch: Batch) -> NDArray[np.int64]:
        """See Guide."""
        return batch.think(self.player)


class RewardGuide(PlayerGuide):
    """Games that are broken off are worth their rewards and what the player says has been reached.

    What an imagined game comes to is its rewards and, unless it is won, what had been reached when it ended or was broken off: where a
    victory is rare, the games that came near it tell the candidates apart.  Rivals whose player says nothing of that imagine games that
    pay on the way (``reward="shaped"``), if theirs can.

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
            reached = batch.promise(self.player)  # by the first side, against which the others play
            found += reached if self.game.type.sides[seat] == 0 else -reached
        return found


class ValueGuide(PlayerGuide):
    """A value says what chance of winning a game gives that is broken off.

    Args:
        game: the game that is played.
        player: compiled.
        value: of the game.
    """

    depth = AHEAD
    values_chances = True

    def __init__(self, game: Any, player: Player, value: Value) -> None:
        super().__init__(game, player)
        self.value = value

    def values(self, batch: Batch, seat: int, limit: int, paid: NDArray[np.float64]) -> NDArray[np.float64]:
        """See Guide; nothing is paid but the result, which the chance is of."""
        if limit:
            batch.play(self.player, limit=limit)
        return self.value.chances(batch, seat)


def pays_on_the_way(game: Any) -> bool:
    """Whether the game has rewards that tell of progress."""
    rewards = next((field for field in game.form().fields if field.name == "reward"), None)
    return rewards is not None and "shaped" in {choice.value for choice in rewards.choices}


def make_guide(game: Any, weights: Mapping[str, float] | None = None, player: str = "", value: str = "") -> Guide:
    """The player of imagined games, and their evaluation.

    Args:
        game: the game that is played.
        weights: of the game's own player, where they are not its usual ones.
        player: spec of a compiled player instead of that one.
        value: where a value lies, "": rewards count, and what the player says has been reached.

    Raises:
        AgentError: the player is not compiled, or the value is not one of this game.
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
