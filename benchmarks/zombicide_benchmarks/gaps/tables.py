"""The tables of the test set: a game with its options, and the pinned player that plays its games to the end."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Final

import zombicide_agents as agents
from zombicide_env import make_game
from zombicide_env.core.players import Player
from zombicide_env.core.words import unknown
from zombicide_env.quests import quest_rows

__all__ = ["FOLDER", "MARGIN", "Table", "tables"]

#: Folder of the stored set in a checkout.
FOLDER: Final = Path(__file__).parents[2] / "gaps"
#: Maximum score difference between candidates and the best action, the default of the search.
MARGIN: Final = 0.9
#: Positions of a quest, and of a table with competing players.
QUEST_POSITIONS: Final = 200
PLAYERS_POSITIONS: Final = 50
_PLAYERS: Final = {"hit_z_road": (2, 3, 4), "z_game": (2, 3, 4)}
_OPTIONS: Final[dict[str, dict[str, Any]]] = {
    "black_plague": {"survivors": 6, "max_rounds": 60},
    "white_death": {"survivors": 6, "max_rounds": 60},
    "apocalypse": {"max_rounds": 60},  # teams of the missions' own sizes: some are for fewer than six
}
#: The strongest compiled player of a game when the set was started; it never changes.
_PINNED: Final = {"black_plague": "greedy:weights=quests"}


@dataclass(frozen=True)
class Table:
    """One series of positions.

    Attributes:
        name: ``black_plague/famine``, ``z_game/3``.
        positions: their number in the full set.
        player: spec of the compiled player of all seats.
    """

    name: str
    positions: int
    player: str

    @cached_property
    def game(self) -> Any:
        """Return the game."""
        of, _, choice = self.name.partition("/")
        return make_game(of, players=int(choice)) if of in _PLAYERS else make_game(of, quest=choice, **_OPTIONS[of])

    def compiled(self) -> Player:
        """Return the pinned player, compiled."""
        player = agents.make(self.player, self.game).player(self.game)
        assert player is not None
        return player

    @property
    def file(self) -> str:
        """Name of its file in the folder of the set."""
        return f"{self.name.replace('/', '-')}.jsonl"


def _all() -> Iterator[Table]:
    for game, _, quest, *_ in quest_rows():
        yield Table(f"{game}/{quest}", QUEST_POSITIONS, _PINNED.get(game, "greedy"))
    for game, counts in _PLAYERS.items():
        for players in counts:
            yield Table(f"{game}/{players}", PLAYERS_POSITIONS, _PINNED.get(game, "greedy"))


def tables(chosen: tuple[str, ...] = ()) -> list[Table]:
    """Return the tables of these names, or of whole games; default: all.

    Raises:
        ValueError: there is no table of a name.
    """
    known = {table.name: table for table in _all()}
    found: dict[str, Table] = {}
    for name in chosen or tuple(known):
        own = {key: table for key, table in known.items() if name in (key, key.partition("/")[0])}
        if not own:
            raise ValueError(unknown("table", name, known))
        found |= own
    return list(found.values())
