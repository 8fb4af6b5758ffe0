"""A game on the table, as recorder and player need it: one game, its checksums, what chance gave."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import numpy as np

from ..core.batch import Batch
from ..core.events import Event
from ..core.game import Array, Game
from ..core.layout import copy_records


class Table:
    """One game from its seed on; ``state`` is its live record, shape (1,); ``redrawn`` as in the header of its replay."""

    def __init__(self, game: Game, seed: int, redrawn: Mapping[int, int] | None = None) -> None:
        self.game = game
        self.batch = Batch(game, 1, seed=seed, autoreset="disabled", observation_dtype="uint8", record_events=True)
        self._redrawn = redrawn or {}
        self._played = 0
        self._redraw()

    @property
    def state(self) -> Array:
        return self.batch.states

    @property
    def over(self) -> bool:
        return int(self.batch.deciders[0]) < 0

    @property
    def agent(self) -> str:
        """Who decides."""
        return self.game.agents[int(self.batch.deciders[0])]

    @property
    def round(self) -> int:
        return int(self.state["round"][0])

    @property
    def rounds(self) -> int:
        """Rounds played: one that was begun when the game had its last one does not count."""
        return int(self.game.measures(self.state)["rounds"][0])

    def step(self, action: int) -> None:
        self.batch.step(np.array([action]))
        self._played += 1
        self._redraw()

    def put(self, state: Array, played: int) -> None:
        """Stand where the game stood after so many decisions."""
        self.batch.put(state, trusted=True)
        self._played = played

    def _redraw(self) -> None:
        if self._played in self._redrawn and not self.over:
            redraw(self.batch, self._redrawn[self._played])

    def chance(self) -> str:
        """What dice and decks gave in the last step; "" for a game that does not tell."""
        return "; ".join(self.game.chance(self.state))

    def events(self) -> tuple[Event, ...]:
        """The events of the last step, hidden ones included."""
        return self.batch.events()

    def checksum(self) -> str:
        """Eight hexadecimal digits of the state."""
        return self.game.recorded.checksum(self.state)


class AtTable:
    """What may be looked at in a game that is played or recorded."""

    game: Game
    _table: Table

    @property
    def state(self) -> Array:
        """A copy of the state record, a structured array of shape (1,); what is written to it changes no game."""
        return copy_records(self._table.state)

    @property
    def mask(self) -> Array:
        """A copy, int8[N_ACTIONS]: what the agent that decides may do; all zero at the end."""
        mask: Array = self._table.batch.masks[0].copy()
        return mask

    def _repr_html_(self) -> str:
        """The board, for notebooks."""
        from ..render.notebook import picture

        return picture(self.game.scene(self._table.state))

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self._table.over


def redraw(batch: Batch, seed: int) -> None:
    """Resample, by a seed, what is hidden from the deciding seat in the games of a batch, and future dice."""
    batch.seed_actions(seed)
    batch.resample()


def layouts(game: Game) -> dict[str, str]:
    """Hashes of what must not change between recording and playing."""
    return {
        "actions": game.action_codec.layout_hash,
        "observations": game.observation_codec.layout_hash,
        "state": game.recorded.layout,
        "world": game.recorded.world(game.world),
    }


def plain(options: Mapping[str, Any]) -> dict[str, Any]:
    """The options as JSON gives them back."""
    result: dict[str, Any] = json.loads(json.dumps(dict(options)))
    return result


__all__ = ["AtTable", "Table", "layouts", "plain", "redraw"]
