"""How large games are: the zones and survivors that they use of layouts which have room for more."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

__all__ = ["ENTITIES", "largest", "rows_in_use"]

#: What has a row of its own in tables of observations and a place in actions -> the field of the world that counts it.
ENTITIES: Final = {"zone": "n_zones", "survivor": "n_survivors"}


def rows_in_use(game: Any) -> dict[str, int]:
    """Zones and survivors of a game, as far as its world says."""
    names = game.world.dtype.names or ()
    return {kind: int(game.world[field][0]) for kind, field in ENTITIES.items() if field in names}


def largest(games: Sequence[Any]) -> Any:
    """Of games with the same layouts the one with the most agents, then zones: an agent made for it fits the others."""
    return max(games, key=lambda game: (len(game.agents), *rows_in_use(game).values()))
