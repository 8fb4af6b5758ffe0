"""Edition-specific parts of the picture."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from zombicide_env.core.scene import Colour, Fact, Item
from zombicide_env.games.figures import Piece

from ...table.board import Board
from ...table.codes import ROOM, STREET
from ..numbers.facts import level_of
from ..words.names import Names

#: Texts of edition-specific victory conditions, by their kind.
GOALS: Final[dict[int, str]] = {}
#: Index of the first survivor's head in ``figures.HEADS``.
FIRST_HEAD: Final = 0


def danger(s: Any, i: int) -> int:
    """Return the danger level of a survivor."""
    return level_of(int(s["xp"][i]))


def zone_kind(w: Any, s: Any, zone: int) -> str:
    """Return the current kind of the zone, as a word."""
    return {STREET: "street", ROOM: "room"}.get(int(w["zone_kind"][zone]), "vault")


def fill(w: Any, s: Any, zone: int) -> Colour:
    """Return the colour of a zone that is neither street nor room, "" for those."""
    return ""


def pieces(w: Any, s: Any, names: Names, zone: int) -> list[tuple[str, str, Colour]]:
    """Return the symbols of pieces in a zone: letters, words, colour."""
    return []


def drawn(w: Any, s: Any, names: Names, fills: Sequence[Colour], zone: int) -> list[Piece]:
    """Return edition-specific drawings of pieces in a zone; ``fills``: the survivors' colours."""
    return []


def on_borders(w: Any, s: Any, board: Board, margin: float, cell: float) -> list[Item]:
    """Return drawings on borders."""
    return []


def legend(dark: Colour) -> tuple[Fact, ...]:
    """Return lines of the legend."""
    return (Fact("dark", "building not yet opened", dark),)


def last_round(w: Any) -> tuple[int, str]:
    """Return the limit of rounds, 0: none, and how the game ends after it: an outcome."""
    return abs(w["max_rounds"]), "lost" if w["max_rounds"] < 0 else "truncated"


def facts(s: Any, spawns: str) -> tuple[Fact, ...]:
    """Return lines of the header."""
    return (Fact("Spawn tokens", spawns),)


def badges(s: Any, i: int) -> list[Fact]:
    """Return what a survivor carries or has used, for the panel."""
    return []
