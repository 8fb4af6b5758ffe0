"""One game at a table: whose turn it is, what was played, how it ended.  No input, no output.

The terminal, a web page or a test drives it: it asks ``session.step()`` for the next move as often as it likes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from ..core.batch import Batch, fresh_seed
from ..core.game import Array, Game, Outcome

__all__ = ["Move", "Player", "Session"]


class Player(Protocol):
    """Whoever picks a legal action: every ``agents.Agent`` is one."""

    name: str

    def reset(self, seed: int | None = None) -> None:
        """Start anew; ``seed`` fixes the player's own choices."""

    def act(self, observation: NDArray[Any] | None, mask: NDArray[Any], game: Any = None, state: NDArray[Any] | None = None) -> int:
        """The index of a legal action."""


@dataclass(frozen=True)
class Move:
    """One action that was played: its number from 1, the round, who decided for whom, and its text."""

    number: int
    round: int
    agent: str
    player: str
    action: int
    text: str


class Session:
    """A game from its first decision to its end.

    Args:
        game: the game, its options chosen.
        players: who sits at the table.  The agents are dealt round it: agent i belongs to ``players[i % len(players)]``, so that
            two players share a team of six as at a real table.
        seed: fixes chance and the players' own choices; None takes a fresh one, found in ``seed``.
        observation_dtype: what the players see, "float32" (scaled) or "uint8" (raw).

    Attributes:
        seed: the seed of the game.
        moves: what has been played so far.
    """

    def __init__(self, game: Game, players: Sequence[Player], *, seed: int | None = None, observation_dtype: str = "float32") -> None:
        if not players:
            raise ValueError("a session needs at least one player")
        if len(players) > len(game.agents):
            raise ValueError(f"{len(players)} players for {len(game.agents)} agents: each player needs at least one; leave some out")
        self.game = game
        self.players = tuple(players)
        self.seed: int = fresh_seed() if seed is None else seed
        self.moves: list[Move] = []
        self._batch = Batch(game, 1, seed=self.seed, autoreset="disabled", observation_dtype=observation_dtype)
        for number, player in enumerate({id(player): player for player in self.players}.values()):
            player.reset((self.seed + number) & (2**31 - 1))

    @property
    def state(self) -> Array:
        """The state record, a structured array of shape (1,): the live one, to be read only."""
        return self._batch.states

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return int(self._batch.deciders[0]) < 0

    @property
    def outcome(self) -> Outcome:
        """How the game stands."""
        return self.game.outcome(self.state)

    @property
    def round(self) -> int:
        """The round of the game, from 1."""
        return int(self.state["round"][0])

    @property
    def decider(self) -> str:
        """The agent that decides now.

        Raises:
            RuntimeError: the game is over.
        """
        if self.over:
            raise RuntimeError("nobody decides: the game is over")
        return self.game.agents[int(self._batch.deciders[0])]

    def player_of(self, agent: str) -> Player:
        """Who decides for the agent."""
        return self.players[self.game.agents.index(agent) % len(self.players)]

    def step(self) -> Move:
        """Let the player whose turn it is act once.

        Raises:
            RuntimeError: the game is over.
            IllegalAction: the player answered with an action that is not legal; nothing has changed.
        """
        batch, agent = self._batch, self.decider
        player = self.player_of(agent)
        action = int(player.act(batch.observations[0], batch.masks[0], self.game, self.state))
        legal = 0 <= action < len(batch.masks[0]) and bool(batch.masks[0, action])
        text = self.game.notation(self.state, action) if legal else ""
        now = self.round
        batch.step(np.array([action]))  # an illegal action raises here, with the legal ones named
        move = Move(len(self.moves) + 1, now, agent, player.name, action, text)
        self.moves.append(move)
        return move

    def play(self, limit: int | None = None) -> Outcome:
        """Play to the end, or for at most ``limit`` further actions."""
        last = None if limit is None else len(self.moves) + limit
        while not self.over and (last is None or len(self.moves) < last):
            self.step()
        return self.outcome
