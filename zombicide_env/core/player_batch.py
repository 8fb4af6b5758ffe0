"""A batch with compiled players: play until the caller has to decide, choose actions, score actions and positions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import ArrayLike

from . import tasks
from .batch_core import BatchCore
from .exclusive import exclusive
from .game import Array
from .numbers import whole
from .players import Player
from .seated_players import SeatedPlayers, seating

MOST_STEPS: Final = 2**31 - 1
KEPT: Final = 2  # stages of a batch


class PlayerBatch(BatchCore):
    """A machine whose seats compiled players may have; see ``Batch``, which adds what the caller decides himself."""

    @exclusive
    def play(
        self, players: Player | Sequence[Player | None], seats: ArrayLike | None = None, *, limit: int = MOST_STEPS, observe: bool = True
    ) -> Array:
        """Have compiled players decide in every game until a seat of the caller does or the game ends, in one compiled call.

        Args:
            players: one for all seats, or one for each; None is the caller.  With ``seats`` any list of players.
            seats: the player of each seat, indices of ``players`` of shape [n_agents] or [n, n_agents]; -1: the caller.
            limit: most decisions of one game.
            observe: whether to write the observation that ends the call.

        Returns:
            How many decisions the players took in each game, int64 [n].

        ``rewards`` are then the sum over these decisions (``dones`` and the rest as after ``step``), so that what teammates earn between
        two decisions of a seat is not lost.  A game that ends stops there; the next one is played by the next call.

        Raises:
            ValueError: players or seats are not as many as there have to be.
        """
        stage = self._seat(players, seats)
        flags = self._flags if observe else self._flags & ~tasks.OBSERVE
        stuck = self._told(stage.do(tasks.PLAY, flags, whole("limit", limit, 1, MOST_STEPS), self.n))
        if stuck != tasks.SOUND:
            raise RuntimeError(f"game {stuck} is not over but its player finds no legal action: a defect; please report it")
        return self._inputs.copy()

    @exclusive
    def think(self, players: Player | Sequence[Player | None], seats: ArrayLike | None = None) -> Array:
        """What the compiled player of the deciding seat would do in each game, int64 [n]; -1: the game is over, or the caller decides.

        The arguments are those of ``play``.
        """
        self._told(self._seat(players, seats).do(tasks.THINK, self._flags, 1, self.n))
        return self._inputs.copy()

    @exclusive
    def judge(self, player: Player) -> Array:
        """What a player thinks of each action, float64 [n, N_ACTIONS]: -inf for what is not judged.

        A rule-based player by ``Heuristic.judge``, a network by the logarithms of its probabilities.

        Raises:
            ValueError: the player has no scores.
        """
        return self._opinion(player, tasks.JUDGE).copy()

    @exclusive
    def opinions(self, player: Player) -> tuple[Array, Array, Array]:
        """``judge`` of legal actions alone: games int64 [k], actions int64 [k], what the player thinks of them float64 [k].

        They are in the order of ``np.nonzero(masks)``; a game that is over has none.

        Raises:
            ValueError: the player has no scores.
        """
        scores = self._opinion(player, tasks.JUDGE, tasks.COMPACT)
        games, first = np.repeat(np.arange(self.n), self._inputs), np.cumsum(self._inputs) - self._inputs
        actions = np.flatnonzero(self.masks.view(np.bool_)) - games * self.masks.shape[1]
        return games, actions, scores[games, np.arange(len(games)) - first[games]]

    @exclusive
    def expect(self, player: Player) -> Array:
        """The reward that a network expects from each position on, for the seat that decides (of a game that is over: that acted last).

        Returns:
            Float64 [n].

        Raises:
            ValueError: the player is not a network.
        """
        if player.network is None:
            raise ValueError(f"player {player.name!r} expects nothing; ask a network, such as that of a checkpoint")
        return self._opinion(player, tasks.VALUE)[:, 0].copy()

    @exclusive
    def promise(self, player: Player) -> Array:
        """The progress of each game as a rule-based player rates it, float64 [n], 0 .. 1; see ``Heuristic.promise``.

        Raises:
            ValueError: the player has no scores.
        """
        if player.heuristic is None:
            raise ValueError(f"player {player.name!r} has no judgment of a position; ask a rule-based one, or a residual network")
        return self._opinion(player, tasks.PROMISE)[:, 0].copy()

    def _opinion(self, player: Player, task: int, flags: int = 0) -> Array:
        """The stage's scores after this task of a player who has a judgment."""
        if not player.judges:
            raise ValueError(f"player {player.name!r} has no judgment; ask a rule-based one, or a network")
        stage = self._seat(player, None)
        self._told(stage.do(task, self._flags | flags, 1, self.n))
        return stage.scores

    def _seat(self, players: Player | Sequence[Player | None], seats: ArrayLike | None) -> SeatedPlayers:
        """The stage with these players.  The latest ones are kept: who plays and who is asked for opinions take turns in training."""
        listed = [players] if isinstance(players, Player) else list(players)
        seated = seating(listed, seats, self.n, self.n_agents)
        stage = next((stage for stage in self._stages if stage.seated[0] == seated[0]), None)
        if stage is None:
            stage = SeatedPlayers(self, seated)
        else:
            self._stages.remove(stage)
        self._stages.append(stage)
        while len(self._stages) > KEPT:
            self._stages.pop(0).close()
        stage.seated[1][:] = seated[1]
        return stage
