"""Terrain in the WORLD record.  Every edition provides this module; the family calls these functions."""

from ...table.board import Board
from ...table.quest_types import Quest
from .cards import World

def sight_lines(board: Board) -> int:
    """Return the number of lines of sight that the record has to hold."""

def lay_ground(world: World, board: Board) -> None:
    """Fill in zones with their neighbours, distances, lines of sight."""

def lay_pieces(world: World, quest: Quest, board: Board) -> None:
    """Fill in edition-specific pieces of the quest's setup."""
