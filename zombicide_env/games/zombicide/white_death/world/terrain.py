"""Terrain in the WORLD record: levels, walls, lines of sight; Guards, cauldrons, Defile tokens of a setup (WD-2, WD-4, WD-5)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ...table.board import Board
from ...table.codes import FAR, RULE_ESCAPE
from ...table.quest_types import Quest
from ...table.topology import SAME, WALL
from ..numbers.layout import D
from ..numbers.movement import OPEN, PASSAGE, WALLED
from ..numbers.sight import PATH
from .zones import lay_zone

if TYPE_CHECKING:
    from .cards import World

_STEPS: Final = ((0, 1), (1, 0), (0, -1), (-1, 0))
Line = tuple[int, tuple[int, ...], int]  # zone seen, zones crossed on the way, walls crossed as bits


def sight_lines(board: Board) -> int:
    """Return the number of lines of sight that the record has to hold."""
    return sum(len(_lines(board, zone)) for zone in range(len(board.zones)))


def lay_ground(world: World, board: Board) -> None:
    """Fill in zones with all adjacent zones, their borders, and every straight line whatever it crosses."""
    w = world[0]
    ray = 0
    for zone in range(len(board.zones)):
        lay_zone(world, board, zone)
        w["degree"][zone] = len(board.beside[zone])
        joined = {other for other, _ in board.neighbours[zone]}
        for place, other in enumerate(board.beside[zone][:D]):
            pair = (min(zone, other), max(zone, other))
            w["neighbour"][zone, place] = other
            w["border"][zone, place] = PASSAGE if pair in board.openings else OPEN if other in joined else WALLED
            w["ladder"][zone, place] = pair in board.ladders
        w["ray_from"][zone] = ray
        for seen, path, walls in _lines(board, zone):
            w["ray_zone"][ray], w["ray_range"][ray], w["ray_walls"][ray] = seen, len(path), walls
            w["ray_path"][ray, : len(path) + 1] = (zone, *path)
            ray += 1
        w["far"][zone, : len(board.zones)] = _crow(board, zone)
    w["ray_from"][len(board.zones) :] = ray


def _lines(board: Board, zone: int) -> list[Line]:
    """Return every straight line from the zone, by zone seen, the nearest first; of two over the same zones the one with fewer walls."""
    best: dict[tuple[int, ...], set[int]] = {}
    for cell in board.cells[zone]:
        for step in _STEPS:
            path: list[int] = []
            walls = 0
            here = cell
            while True:
                ahead = (here[0] + step[0], here[1] + step[1])
                seen = board.zone_at(ahead)
                if seen < 0 or seen == zone:  # from there another cell of the zone sees the same zones from a shorter range
                    break
                kind = board.border(here, ahead)
                if kind != SAME:
                    if len(path) == PATH - 1:
                        break
                    walls |= (kind == WALL) << len(path)
                    path.append(seen)
                    if seen not in path[:-1]:
                        best.setdefault(tuple(path), set()).add(walls)
                here = ahead
    found = [
        (path[-1], path, walls)
        for path, every in best.items()
        for walls in every
        if not any(other != walls and other & walls == other for other in every)
    ]
    return sorted(found, key=lambda line: (line[0], len(line[1]), line[1], line[2]))


def _crow(board: Board, start: int) -> list[int]:
    """Return steps over any sides (WD-11.5)."""
    steps = [FAR] * len(board.zones)
    steps[start] = 0
    queue = [start]
    for zone in queue:
        for other in board.beside[zone]:
            if steps[other] == FAR:
                steps[other] = steps[zone] + 1
                queue.append(other)
    return steps


def lay_pieces(world: World, quest: Quest, board: Board) -> None:
    """Place pieces of the quest other than tokens of every edition (WD-2.1)."""
    w = world[0]
    w["beacon_start"] = board.index(quest.beacon) if quest.beacon else board.index(quest.start[0])  # WD-2.10
    for label in quest.defiled:
        w["defiled_start"][board.index(label)] = 1
    for name, pieces in (("guards_start", quest.guards), ("cauldrons_start", quest.cauldrons), ("ladders_start", quest.rope_ladders)):
        for label, number in pieces.items():
            w[name][board.index(label)] += number
    for label in quest.prepared:
        w["prepares"][board.index(label)] = 1
    if quest.flag:
        w["flag_zone"] = board.index(quest.flag)
    if quest.spawn_zones:
        w["first_spawn_zone"] = board.index(quest.spawn_zones[0].zone)
    if not any(rule.kind == RULE_ESCAPE for rule in quest.rules):
        w["exit_zone"][...] = 0  # a goal zone, but nobody leaves by it
