"""Games that a policy shares with others: teammates, opponents, its own earlier versions.

A step is one decision of the policy in every game; the others play on until the policy decides again.  Compiled players
(``Agent.player``) do so within one call; other agents are asked, all their games at once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from zombicide_agents import Agent
from zombicide_env.core.agent_inputs import inputs
from zombicide_env.core.answers import chosen_by_all
from zombicide_env.core.batch import Batch
from zombicide_env.core.game import ONGOING
from zombicide_env.core.players import Player

__all__ = ["POLICY", "SharedGames"]

#: Stages at which games are when a run begins, and how many decisions lie between them: games of a team have some hundred.
STAGES: Final = 32
APART: Final = 24
#: In ``SharedGames.cast``: the seat of the policy, or one that the game does not have.
POLICY: Final = -1


class SharedGames:
    """A batch whose steps are the decisions of the policy's seats alone.

    What the others earn before the next decision of the policy counts for the step, and so does a game end that they cause.

    Args:
        batch: the games; ``autoreset="same_step"``.
        seat: place -> who sits where in the game that begins there, indices of ``others`` or POLICY, one for each seat of the game.
        others: players of the other seats; those that are not compiled are asked.

    Attributes:
        cast: int64 [n, n_agents], seating, see ``seat``.
        sat: the same of the game that ended last at each place.
    """

    def __init__(self, batch: Batch, seat: Callable[[int], NDArray[Any]], others: Sequence[Agent] = ()) -> None:
        self.batch, self._seat_of = batch, seat
        self.cast = np.full((batch.n, batch.n_agents), POLICY, np.int64)
        self.sat = self.cast.copy()
        self.join(others)

    def join(self, others: Sequence[Agent]) -> None:
        """Replace the others; the seating stays as it is."""
        self.others = list(others)
        self._players = [other.player(self.batch.games[0]) for other in others]

    def seat_all(self) -> None:
        """Seat everybody in the games at hand, which begin or were taken back."""
        self._seat(np.arange(self.batch.n))

    def spread(self, player: Player) -> None:
        """Have a player play all games, each farther than the one before: what is learned first is then not only how games begin."""
        batch, stage = self.batch, np.arange(self.batch.n) * STAGES // self.batch.n
        for now in range(1, STAGES):
            seats = np.where(stage >= now, 0, -1)[:, None].repeat(batch.n_agents, axis=1)
            batch.play([player], seats, limit=APART)
        self.seat_all()

    def begin_again(self, which: NDArray[np.bool_]) -> None:
        """Begin new games at these places, bool [n]; the others go on."""
        if which.any():
            self.batch.reset(which=which)
            self._seat(np.flatnonzero(which))

    def advance(self, actions: NDArray[Any]) -> None:
        """Take actions in all games and play on to the next decisions of the policy; the batch shows it as one step."""
        self.batch.step(actions)
        self.play_on()

    def play_on(self) -> None:
        """The others decide until the policy does; the batch shows it as part of the step before."""
        batch = self.batch
        if not self.others:
            return
        rewards, dones = batch.rewards.copy(), batch.dones.copy()
        ended = np.flatnonzero(dones)
        states, seen = batch.final_states[ended].copy(), batch.final_observations[ended].copy()
        self.sat[ended] = self.cast[ended]
        self._seat(ended)

        def count(rows: NDArray[np.intp]) -> bool:
            """Effects of the last call in these games; whether one of them has ended."""
            nonlocal ended, states, seen
            going = rows[dones[rows] == ONGOING]
            rewards[going] += batch.rewards[going]
            dones[going] = batch.dones[going]
            new = going[batch.dones[going] != ONGOING]
            self.sat[new] = self.cast[new]
            ended = np.concatenate([ended, new])
            states, seen = np.concatenate([states, batch.final_states[new]]), np.concatenate([seen, batch.final_observations[new]])
            over = rows[batch.dones[rows] != ONGOING]
            self._seat(over)
            return len(over) > 0

        everywhere = np.arange(batch.n)
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

    def _seat(self, rows: NDArray[np.intp]) -> None:
        if not self.others:
            return
        for i in rows.tolist():
            drawn = self._seat_of(i)
            self.cast[i, : len(drawn)] = drawn

    def _ask(self) -> NDArray[np.intp]:
        """Have the others who decide now, and are not compiled, do so; the places of their games."""
        batch = self.batch
        deciding = self.cast[np.arange(batch.n), batch.deciders]
        asked = np.flatnonzero(deciding != POLICY)
        actions = np.zeros(batch.n, np.int64)
        for number in np.unique(deciding[asked]).tolist():
            rows, other = np.flatnonzero(deciding == number), self.others[number]
            given = inputs(other, batch, rows)
            answers = other.act_batch(given.observations, given.masks, given.game, given.states)
            actions[rows] = chosen_by_all(answers, batch.masks[rows], batch.action_codec, other.name)
        if len(asked):
            batch.step_some(asked, actions[asked])
        return asked
