"""The ground in the WORLD record.  Every edition has this room; this is what the family asks of it."""

from ...table.board import Board
from ...table.quest_types import Quest
from .cards import World

def sight_lines(board: Board) -> int:
    """Lines of sight that the record has to hold."""

def lay_ground(world: World, board: Board) -> None:
    """Zones with their neighbours, distances, lines of sight."""

def lay_pieces(world: World, quest: Quest, board: Board) -> None:
    """Pieces of the quest's setup that only the edition has."""
