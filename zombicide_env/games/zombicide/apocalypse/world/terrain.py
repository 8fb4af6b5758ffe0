"""Terrain in the WORLD record: lines of sight blocked by fire, doors off the grid, cars, marks of missions (AP-4, AP-5)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from ...table.board import Board
from ...table.codes import FAR, ROOM, STREET
from ...table.quest_types import Quest
from ...table.topology import SAME, WALL, Cell
from ..edition import GATES
from ..numbers.layout import E
from .mission import lay_mission
from .zones import lay_neighbours, lay_zone

if TYPE_CHECKING:
    from .cards import World

#: Zone seen, range, gates: doors, and ``E`` + zone for every zone that must not burn.
Line = tuple[int, int, tuple[int, ...]]


def sight_lines(board: Board) -> int:
    """Return the number of lines of sight that the record has to hold."""
    return sum(len(lines(board, zone)) for zone in range(len(board.zones)))


def lines(board: Board, zone: int) -> list[Line]:
    """Return lines of sight of a zone, by zone seen, then range (AP-5.R1)."""
    best: dict[tuple[int, frozenset[int]], int] = {}
    if board.kinds[zone] == ROOM:
        for other, door in board.neighbours[zone]:
            if board.kinds[other] == ROOM:
                gates = {door} if door >= 0 else set[int]()
                best[other, frozenset({*gates, E + zone, E + other})] = 1
    for cell, step in _starts(board, zone):
        _look(board, zone, cell, step, best)
    found = [(other, reach, gates) for (other, gates), reach in best.items()]
    kept = [one for one in found if not any(_better(other, one) for other in found)]
    return sorted((other, reach, tuple(sorted(gates))) for other, reach, gates in kept)


def _better(one: tuple[int, int, frozenset[int]], other: tuple[int, int, frozenset[int]]) -> bool:
    return one != other and one[0] == other[0] and one[1] <= other[1] and one[2] <= other[2]


def _starts(board: Board, zone: int) -> Iterable[tuple[Cell, Cell]]:
    """Return cells and directions from which a zone looks: its own, and those behind its doors, also off the grid (AP-4.R4)."""
    for cell in board.cells[zone]:
        for step in ((0, 1), (1, 0), (0, -1), (-1, 0)):
            border = board.border(cell, (cell[0] + step[0], cell[1] + step[1]))
            if border < 0 or zone in board.doors[border].zones:
                yield cell, step
    for door in board.doors:
        if zone in door.zones:
            for first, second in door.at:
                for inside, outside in ((first, second), (second, first)):
                    if board.zone_at(outside) in door.zones and board.zone_at(outside) != zone and board.zone_at(inside) != zone:
                        yield inside, (outside[0] - inside[0], outside[1] - inside[1])


def _look(board: Board, zone: int, cell: Cell, step: Cell, best: dict[tuple[int, frozenset[int]], int]) -> None:
    """Follow a straight line from a cell to a wall, or into the first room."""
    reach, here, gates = 0, zone, {E + zone}
    while True:
        ahead = (cell[0] + step[0], cell[1] + step[1])
        kind = board.border(cell, ahead)
        if kind == WALL:
            return
        if kind != SAME:
            reach += 1
            here = board.zone_at(ahead)
            if kind >= 0:
                gates = {*gates, kind}
                first, second = board.doors[kind].zones
                if here not in (first, second):  # off the grid
                    here = first if board.kinds[first] == ROOM else second
            if here == zone:
                return
            gates = {*gates, E + here}
            key = (here, frozenset(gates))
            best[key] = min(best.get(key, FAR), reach)
            if board.kinds[here] != STREET:
                return
        cell = ahead


def lay_ground(world: World, board: Board) -> None:
    """Fill in zones with their neighbours, distances, lines of sight."""
    w = world[0]
    ray = 0
    for zone in range(len(board.zones)):
        lay_zone(world, board, zone)
        lay_neighbours(world, board, zone)
        w["ray_from"][zone] = ray
        for other, reach, gates in lines(board, zone):
            w["ray_zone"][ray], w["ray_range"][ray] = other, reach
            w["ray_door"][ray, : min(len(gates), GATES)] = gates[:GATES]
            ray += 1
        w["far"][zone, : len(board.zones)] = board.far[zone]
    w["ray_from"][len(board.zones) :] = ray


def lay_pieces(world: World, quest: Quest, board: Board) -> None:
    """Fill in cars, manholes and special rules of the mission."""
    lay_mission(world, quest, board)
