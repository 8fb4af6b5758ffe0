"""Games that a policy shares with other players: teammates, opponents, its own earlier versions.

A step is one decision of the policy in every game; the others play until the policy is to move again.  Compiled players
(``Agent.player``) do so within one call; other agents are called with all their games at once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from zombicide_agents import Agent
from zombicide_agents.faults import sure_actions
from zombicide_env.core.agent_inputs import inputs
from zombicide_env.core.batch import Batch
from zombicide_env.core.game import ONGOING
from zombicide_env.core.players import Player
from zombicide_training.collect.checks import ConfigError

__all__ = ["POLICY", "SharedGames"]

#: Number of stages over which games are spread when a run begins, and decisions between stages: games of a team have some hundreds.
STAGES: Final = 32
APART: Final = 24
#: In ``SharedGames.cast``: a seat of the policy, or one that the game does not have.
POLICY: Final = -1
#: Games in a row without a decision of the policy, after which it is not expected to be asked at all.
NEVER_ASKED: Final = 1000


class SharedGames:
    """A batch whose steps are only the decisions of the policy's seats.

    Rewards and game ends caused by the others before the next decision of the policy are part of the step.

    Args:
        batch: the games; ``autoreset="same_step"``.
        seat: slot -> seating of the game that begins there: for each seat an index into ``others``, or POLICY.
        others: players of the other seats; agents that are not compiled are called for each decision.

    Attributes:
        cast: int64 ``[n, n_agents]``, current seating, see ``seat``.
        sat: seating of the last finished game of each slot.
    """

    def __init__(self, batch: Batch, seat: Callable[[int], NDArray[Any]], others: Sequence[Agent] = ()) -> None:
        self.batch, self._seat_of = batch, seat
        self.cast = np.full((batch.n, batch.n_agents), POLICY, np.int64)
        self.sat = self.cast.copy()
        self.join(others)

    def join(self, others: Sequence[Agent]) -> None:
        """Replace the other players; the seating is unchanged."""
        self.others = list(others)
        self._players = [other.player(self.batch.games[0]) for other in others]

    def seat_all(self) -> None:
        """Compute the seating of the current games, which are new or restored."""
        self._seat(np.arange(self.batch.n))

    def spread(self, player: Player) -> None:
        """Advance games to different stages with a player, so that the first rollouts do not only contain the beginnings of games."""
        batch, stage = self.batch, np.arange(self.batch.n) * STAGES // self.batch.n
        for now in range(1, STAGES):
            seats = np.where(stage >= now, 0, -1)[:, None].repeat(batch.n_agents, axis=1)
            batch.play([player], seats, limit=APART)
        self.seat_all()

    def begin_again(self, which: NDArray[np.bool_]) -> None:
        """Begin new games in these slots, bool ``[n]``."""
        if which.any():
            self.batch.reset(which=which)
            self._seat(np.flatnonzero(which))

    def advance(self, actions: NDArray[Any]) -> None:
        """Apply actions in all games and play on to the next decisions of the policy; the batch shows this as one step."""
        self.batch.step(actions)
        self.play_on()

    def play_on(self) -> None:
        """Let the others play until the policy is to move; the batch shows this as part of the previous step.

        Raises:
            ConfigError: one of the games never asks the policy.
        """
        batch = self.batch
        if not self.others:
            return
        rewards, dones = batch.rewards.copy(), batch.dones.copy()
        ended = np.flatnonzero(dones)
        states, seen = batch.final_states[ended].copy(), batch.final_observations[ended].copy()
        self.sat[ended] = self.cast[ended]
        self._seat(ended)

        def count(rows: NDArray[np.intp]) -> bool:
            """Accumulate the results of the last call in these games; return whether one of them has ended."""
            nonlocal ended, states, seen
            going = rows[dones[rows] == ONGOING]
            rewards[going] += batch.rewards[going]
            dones[going] = batch.dones[going]
            new = going[batch.dones[going] != ONGOING]
            self.sat[new] = self.cast[new]
            ended = np.concatenate([ended, new])
            states, seen = np.concatenate([states, batch.final_states[new]]), np.concatenate([seen, batch.final_observations[new]])
            over = rows[batch.dones[rows] != ONGOING]
            unasked[over] += 1
            self._check_asked(unasked)
            self._seat(over)
            return len(over) > 0

        everywhere, unasked = np.arange(batch.n), np.zeros(batch.n, np.int64)
        while True:
            batch.play(self._players, self.cast)
            if count(everywhere):
                continue
            asked = self._ask()
            if not len(asked):
                break
            count(asked)
        batch.rewards[:], batch.dones[:] = rewards, dones
        batch.final_states[ended], batch.final_observations[ended] = states, seen

    def _check_asked(self, unasked: NDArray[np.int64]) -> None:
        """Raise ConfigError if a slot has played too many games without a decision of the policy, int64 ``[n]``."""
        slot = int(unasked.argmax())
        if unasked[slot] > NEVER_ASKED:
            game = self.batch.games[self.batch.world_of[slot]]
            raise ConfigError(f"{game!r} has ended {NEVER_ASKED} times before the policy was to decide: leave it out")

    def _seat(self, rows: NDArray[np.intp]) -> None:
        if not self.others:
            return
        for i in rows.tolist():
            drawn = self._seat_of(i)
            self.cast[i, : len(drawn)] = drawn

    def _ask(self) -> NDArray[np.intp]:
        """Call the agents that are to move and not compiled, and return the slots of their games."""
        batch = self.batch
        deciding = self.cast[np.arange(batch.n), batch.deciders]
        asked = np.flatnonzero(deciding != POLICY)
        actions = np.zeros(batch.n, np.int64)
        for number in np.unique(deciding[asked]).tolist():
            rows, other = np.flatnonzero(deciding == number), self.others[number]
            actions[rows] = sure_actions(other, inputs(other, batch, rows), batch.masks[rows], batch.action_codec)
        if len(asked):
            batch.step_some(asked, actions[asked])
        return asked
