"""A batch with compiled players: play until the caller has to decide, choose actions, score actions and positions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import ArrayLike

from . import tasks
from .batch_core import BatchCore, several
from .exclusive import exclusive
from .game import Array
from .numbers import whole
from .players import Player
from .seated_players import SeatedPlayers, seating

MOST_STEPS: Final = 2**31 - 1
KEPT: Final = 3  # player sets kept by a batch: distillation alternates between a player, its base and its teacher


class PlayerBatch(BatchCore):
    """A batch in which compiled players may have seats; ``Batch`` adds the decisions of the caller."""

    @exclusive
    def play(
        self, players: Player | Sequence[Player | None], seats: ArrayLike | None = None, *, limit: int = MOST_STEPS, observe: bool = True
    ) -> Array:
        """Let compiled players decide in every game until a seat of the caller decides or the game ends, in one compiled call.

        Args:
            players: one for all seats, or one for each; None is the caller. With ``seats`` any list of players.
            seats: the player of each seat, indices into ``players`` of shape [n_agents] or [n, n_agents]; -1: the caller.
            limit: maximum number of decisions in one game.
            observe: whether to write the observation that ends the call.

        Returns:
            Number of decisions that the players took in each game, int64 [n].

        ``rewards`` are then the sum over these decisions (``dones`` and the rest as after ``step``), so that what teammates earn between
        two decisions of a seat is not lost. A game that ends stops there; the next one is played by the next call.

        Raises:
            ValueError: the number of players or seats is wrong.
        """
        stage = self._seat(players, seats)
        flags = self._flags if observe else self._flags & ~tasks.OBSERVE
        stuck = self._checked(stage.do(tasks.PLAY, flags, whole("limit", limit, 1, MOST_STEPS), self.n))
        if stuck != tasks.SOUND:
            raise RuntimeError(f"game {stuck} is not over but its player finds no legal action: a defect; please report it")
        return self._inputs.copy()

    @exclusive
    def think(self, players: Player | Sequence[Player | None], seats: ArrayLike | None = None) -> Array:
        """Return the action that the compiled player of the deciding seat would take in each game, int64 [n].

        -1: the game is over, or the caller decides. The arguments are those of ``play``.
        """
        self._checked(self._seat(players, seats).do(tasks.THINK, self._flags, 1, self.n))
        return self._inputs.copy()

    @exclusive
    def judge(self, player: Player) -> Array:
        """Return a player's score of each action, float64 [n, N_ACTIONS]: -inf for actions without a score.

        For a rule-based player these are the scores of ``Heuristic.judge``, for a network log probabilities.

        Raises:
            ValueError: the player has no scores.
        """
        return self._opinion(player, tasks.JUDGE).copy()

    @exclusive
    def opinions(self, player: Player) -> tuple[Array, Array, Array]:
        """Return ``judge`` for legal actions only: games int64 [k], actions int64 [k], scores float64 [k].

        They are in the order of ``np.nonzero(masks)``; a finished game has none.

        Raises:
            ValueError: the player has no scores.
        """
        scores = self._opinion(player, tasks.JUDGE, tasks.COMPACT)
        games, first = np.repeat(np.arange(self.n), self._inputs), np.cumsum(self._inputs) - self._inputs
        actions = np.flatnonzero(self.masks.view(np.bool_)) - games * self.masks.shape[1]
        return games, actions, scores[games, np.arange(len(games)) - first[games]]

    @exclusive
    def expect(self, player: Player) -> Array:
        """Return a network's value of each position: the expected reward of the deciding seat (in a finished game: of the last one).

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
        """Return the progress of each game as estimated by a rule-based player, float64 [n], 0 .. 1; see ``Heuristic.promise``.

        Raises:
            ValueError: the player has no scores.
        """
        if player.heuristic is None:
            raise ValueError(f"player {player.name!r} has no judgment of a position; ask a rule-based one, or a residual network")
        return self._opinion(player, tasks.PROMISE)[:, 0].copy()

    def _opinion(self, player: Player, task: int, flags: int = 0) -> Array:
        """Return the scores after running ``task`` with a player that has scores."""
        if not player.judges:
            raise ValueError(f"player {player.name!r} has no judgment; ask a rule-based one, or a network")
        stage = self._seat(player, None)
        self._checked(stage.do(task, self._flags | flags, 1, self.n))
        return stage.scores

    def _seat(self, players: Player | Sequence[Player | None], seats: ArrayLike | None) -> SeatedPlayers:
        """Return the seated players. The latest sets are cached, because training alternates between acting and scoring players."""
        seated = seating(several(players), seats, self.n, self.n_agents)
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
