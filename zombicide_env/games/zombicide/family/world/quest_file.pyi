"""Reader of quest files, checks that need the finished board and the box, tiles.  Every edition provides this module."""

from collections.abc import Mapping
from typing import Any

from zombicide_env.games.source import Source

from ...table.board import Board
from ...table.box import Box
from ...table.quest_types import Quest

def tiles() -> Mapping[str, Any]:
    """Return the tiles of the box."""

def load(source: Source, box: Box) -> Quest:
    """Return the quest of a file."""

def check_quest_file(source: Source, quest: Quest, board: Board, box: Box) -> None:
    """Return the findings that need the finished board and the card list."""
