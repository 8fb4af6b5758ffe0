"""A game for recorder and player: one game, its checksums, results of dice and cards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np

from .. import __version__
from ..core.batch import Batch
from ..core.events import Event
from ..core.game import Array, Game
from ..core.layout import copy_records
from ..core.options import plain
from .format import Header


class Table:
    """One game, started from its seed; ``state`` is its live record, shape (1,); ``redrawn`` as in the header of its replay."""

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
        """The agent that decides."""
        return self.game.agents[int(self.batch.deciders[0])]

    @property
    def round(self) -> int:
        return int(self.state["round"][0])

    @property
    def rounds(self) -> int:
        """Number of rounds played, without a round that had only begun when the game ended."""
        return int(self.game.measures(self.state)["rounds"][0])

    def step(self, action: int) -> None:
        self.batch.step(np.array([action]))
        self._played += 1
        self._redraw()

    def put(self, state: Array, played: int) -> None:
        """Restore the state after ``played`` decisions."""
        self.batch.put(state, trusted=True)
        self._played = played

    def _redraw(self) -> None:
        if self._played in self._redrawn and not self.over:
            redraw(self.batch, self._redrawn[self._played])

    def chance(self) -> str:
        """Return the results of dice and decks in the last step; "" for a game that does not report them."""
        return "; ".join(self.game.chance(self.state))

    def events(self) -> tuple[Event, ...]:
        """Return the events of the last step, including hidden ones."""
        return self.batch.events()

    def checksum(self) -> str:
        """Return the checksum of the state, eight hexadecimal digits."""
        return self.game.recorded.checksum(self.state)


class AtTable:
    """Read access to a game that is played or recorded."""

    game: Game
    _table: Table

    @property
    def state(self) -> Array:
        """A copy of the state record, a structured array of shape (1,); writing to it does not change the game."""
        return copy_records(self._table.state)

    @property
    def mask(self) -> Array:
        """A copy of the mask of the agent that decides, int8[N_ACTIONS]; all zero at the end."""
        mask: Array = self._table.batch.masks[0].copy()
        return mask

    def _repr_html_(self) -> str:
        """Return the board as HTML for notebooks."""
        from ..render.notebook import picture

        return picture(self.game.scene(self._table.state))

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self._table.over


def redraw(batch: Batch, seed: int) -> None:
    """Resample, with a seed, what is hidden from the deciding seat in the games of a batch, and future dice."""
    batch.seed_actions(seed)
    batch.resample()


def layouts(game: Game) -> dict[str, str]:
    """Return hashes of the layouts that must not change between recording and playing."""
    return {
        "actions": game.action_codec.layout_hash,
        "observations": game.observation_codec.layout_hash,
        "state": game.recorded.layout,
        "world": game.recorded.world(game.world),
    }


def header_of(game: Game, state: Array, seed: int, players: Iterable[str], start: str, redrawn: Mapping[int, int] | None) -> Header:
    """Return the header of a game's replay.

    Args:
        game: the game.
        state: any state of it, for the names of its agents.
        seed: its seed.
        players: the name of the player of each seat.
        start: checksum of its first state.
        redrawn: see ``Header``; None: none.
    """
    seats = zip(game.agents, game.agent_names(state), players, strict=True)
    return Header(
        game=game.id,
        version=int(game.version),
        package=__version__,
        options=plain(game.options),
        layouts=layouts(game),
        seed=seed,
        agents={agent: (name, player) for agent, name, player in seats},
        start=start,
        redrawn=redrawn or {},
        rules=game.rules_revision,
    )


__all__ = ["AtTable", "Table", "header_of", "layouts", "redraw"]
