"""Terrain in the WORLD record: zones, borders, lines of sight, and pieces on it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...table.board import Board
from ...table.quest_types import Quest
from .zones import lay_neighbours, lay_zone

if TYPE_CHECKING:
    from .cards import World


def sight_lines(board: Board) -> int:
    """Return the number of lines of sight that the record has to hold."""
    return sum(map(len, board.rays))


def lay_ground(world: World, board: Board) -> None:
    """Fill in zones with their neighbours, distances, lines of sight."""
    w = world[0]
    ray = 0
    for zone in range(len(board.zones)):
        lay_zone(world, board, zone)
        lay_neighbours(world, board, zone)
        w["ray_from"][zone] = ray
        for line in board.rays[zone]:
            w["ray_zone"][ray], w["ray_range"][ray] = line.zone, line.range
            w["ray_door"][ray, : len(line.doors)] = line.doors
            ray += 1
        w["far"][zone, : len(board.zones)] = board.far[zone]
    w["ray_from"][len(board.zones) :] = ray


def lay_pieces(world: World, quest: Quest, board: Board) -> None:
    """Fill in edition-specific pieces of the quest's setup: none."""
