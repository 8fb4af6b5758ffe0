"""Every edition has its own: which reader reads its quest files, what only the finished board and the box can tell, its tiles."""

from collections.abc import Mapping
from typing import Any

from zombicide_env.games.source import Source

from ...table.board import Board
from ...table.box import Box
from ...table.quest_types import Quest

def tiles() -> Mapping[str, Any]:
    """The tiles of the box."""

def load(source: Source, box: Box) -> Quest:
    """The quest of a file."""

def check_quest_file(source: Source, quest: Quest, board: Board, box: Box) -> None:
    """What only the finished board and the card list can tell."""
