"""Zones of a board in the WORLD record: the part common to all editions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...table.board import Board

if TYPE_CHECKING:
    from .cards import World


def lay_zone(world: World, board: Board, zone: int) -> None:
    """Set kind and position of a zone."""
    w = world[0]
    w["zone_kind"][zone] = board.kinds[zone]
    w["building"][zone] = board.buildings[zone]
    w["angle"][zone] = board.angle(zone)
    w["row"][zone], w["col"][zone] = board.centre(zone)


def lay_neighbours(world: World, board: Board, zone: int) -> None:
    """Set the zones to which ways and doors lead."""
    w = world[0]
    w["degree"][zone] = len(board.neighbours[zone])
    for place, (other, door) in enumerate(board.neighbours[zone]):
        w["neighbour"][zone, place] = other
        w["link_door"][zone, place] = door
