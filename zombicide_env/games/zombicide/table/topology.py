"""Board geometry: zones, borders, doors, buildings, lines of sight, distances (BP-4, BP-5).

``board.py`` makes boards from quests and from plain grids.  A board is a grid of cells; every cell belongs to one
zone (or to none); every border of two cells is ``same``, ``line``, ``opening``, a door or a wall (BP-4.R1).  Vaults are outside the grid
and are joined by doors only (BP-4.10).  Zones are numbered in order of first appearance, row by row, then the vaults as listed (BP-0.R2).
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from zombicide_env.core.words import OneLineError, suggest

from .codes import FAR, OPEN, ROOM, STREET

Cell = tuple[int, int]
Border = tuple[Cell, Cell]  # the first cell is the upper or left one

LINE: Final = -1
OPENING: Final = -2
WALL: Final = -3
SAME: Final = -4


class BoardError(OneLineError):
    """An impossible board: the message names the zones, the reason and the remedy."""


@dataclass(frozen=True)
class Door:
    """A door between two zones.  ``start``: OPEN, CLOSED, LOCKED; ``key``: as ``WORLD.door_key``; ``at``: its border.

    ``vault``: number of its vault, -1: none; a vault door is at one cell, given twice in ``at``.
    """

    zones: tuple[int, int]
    start: int
    key: int
    colour: str
    at: tuple[Border, ...]
    vault: int = -1


@dataclass(frozen=True)
class Vault:
    """A vault: its zone, its colour (``purple``, ``yellow``) and its doors."""

    zone: int
    colour: str
    doors: tuple[int, ...]


@dataclass(frozen=True)
class Ray:
    """A line of sight to a zone: number of zone borders crossed, doors that must be open (BP-5.R1)."""

    zone: int
    range: int
    doors: tuple[int, ...]


@dataclass(frozen=True)
class Board:
    """A board.  ``grid``: zone of each cell, -1 none; ``borders``: every border that is neither wall nor inside a zone."""

    zones: tuple[str, ...]
    kinds: tuple[int, ...]
    grid: tuple[tuple[int, ...], ...]
    borders: Mapping[Border, int]
    doors: tuple[Door, ...]
    vaults: tuple[Vault, ...]
    ladders: frozenset[tuple[int, int]] = frozenset()  # printed ladders, by pairs of zones, the lower number first

    @property
    def rows(self) -> int:
        """Rows of cells."""
        return len(self.grid)

    @property
    def columns(self) -> int:
        """Columns of cells."""
        return len(self.grid[0])

    def index(self, label: str) -> int:
        """Return the number of a zone.  Raises ``BoardError`` with a suggestion if there is none."""
        if label not in self.zones:
            raise BoardError(f"there is no zone {label!r}{suggest(label, self.zones)}; the zones are {' '.join(self.zones)}")
        return self.zones.index(label)

    def border(self, first: Cell, second: Cell) -> int:
        """Return LINE, OPENING, WALL, SAME, or the number of a door; the board's edge is a wall."""
        a, b = self.zone_at(first), self.zone_at(second)
        return SAME if a == b and a >= 0 else self.borders.get(border_of(first, second), WALL)

    def zone_at(self, cell: Cell) -> int:
        """Return the zone of a cell, -1 outside the board."""
        return self._zones_at.get(cell, -1)

    @cached_property
    def _zones_at(self) -> dict[Cell, int]:
        return {(r, c): zone for r, row in enumerate(self.grid) for c, zone in enumerate(row)}

    @cached_property
    def cells(self) -> tuple[tuple[Cell, ...], ...]:
        """Cells of each zone in reading order; none for vaults."""
        found: list[list[Cell]] = [[] for _ in self.zones]
        for r, row in enumerate(self.grid):
            for c, zone in enumerate(row):
                if zone >= 0:
                    found[zone].append((r, c))
        return tuple(tuple(cells) for cells in found)

    @cached_property
    def neighbours(self) -> tuple[tuple[tuple[int, int], ...], ...]:
        """For each zone (zone joined to it, door or -1), in zone order."""
        joined: list[dict[int, int]] = [{} for _ in self.zones]
        for (a, b), kind in self.borders.items():
            first, second = self.doors[kind].zones if kind >= 0 else (self.zone_at(a), self.zone_at(b))
            joined[first][second] = joined[second][first] = max(kind, -1)
        for number, door in enumerate(self.doors):
            if door.vault >= 0:
                first, second = door.zones
                joined[first][second] = joined[second][first] = number
        return tuple(tuple(sorted(links.items())) for links in joined)

    @cached_property
    def beside(self) -> tuple[tuple[int, ...], ...]:
        """For each zone the zones that share a side with it, whatever the border, in zone order."""
        found: list[set[int]] = [set() for _ in self.zones]
        for (r, c), zone in self._zones_at.items():
            for cell in ((r + 1, c), (r, c + 1)):
                other = self.zone_at(cell)
                if zone >= 0 and other >= 0 and other != zone:
                    found[zone].add(other)
                    found[other].add(zone)
        return tuple(tuple(sorted(zones)) for zones in found)

    @cached_property
    def openings(self) -> frozenset[tuple[int, int]]:
        """Pairs of zones (lower number first) that an opening joins."""
        pairs = ((self.zone_at(a), self.zone_at(b)) for (a, b), kind in self.borders.items() if kind == OPENING)
        return frozenset((min(pair), max(pair)) for pair in pairs)

    @cached_property
    def buildings(self) -> tuple[int, ...]:
        """Building of each zone, -1 for streets and vaults: rooms joined by openings (BP-4.R3)."""
        number = [-1] * len(self.zones)
        count = 0
        for start, kind in enumerate(self.kinds):
            if kind != ROOM or number[start] >= 0:
                continue
            number[start] = count
            queue = deque([start])
            while queue:
                zone = queue.popleft()
                for other, _ in self.neighbours[zone]:
                    if self.kinds[other] == ROOM and number[other] < 0 and (min(zone, other), max(zone, other)) in self.openings:
                        number[other] = count
                        queue.append(other)
            count += 1
        return tuple(number)

    @cached_property
    def open_at_start(self) -> tuple[bool, ...]:
        """For each building whether an opening or an open door leads to the street, or to an open building (BP-4.8, BP-4.R3).

        A vault counts as a separate building here (BP-4.10).
        """
        count = max(self.buildings, default=-1) + 1
        part = list(self.buildings)
        for number, vault in enumerate(self.vaults, count):
            part[vault.zone] = number
        is_open = [False] * (count + len(self.vaults))
        links = [*self.openings, *(door.zones for door in self.doors if door.start == OPEN)]
        changed = True
        while changed:
            changed = False
            for first, second in links:
                for zone, other in ((first, second), (second, first)):
                    mine, theirs = part[zone], part[other]
                    if mine >= 0 and not is_open[mine] and (self.kinds[other] == STREET or (theirs >= 0 and is_open[theirs])):
                        is_open[mine] = changed = True
        return tuple(is_open[:count])

    @cached_property
    def rays(self) -> tuple[tuple[Ray, ...], ...]:
        """Lines of sight of each zone, by zone seen, then range (BP-5.R1); a zone sees itself at range 0."""
        return tuple(self._rays(zone) for zone in range(len(self.zones)))

    def _rays(self, zone: int) -> tuple[Ray, ...]:
        best: dict[tuple[int, tuple[int, ...]], int] = {(zone, ()): 0}
        if self.kinds[zone] == ROOM:  # case (c): adjacent rooms, whatever their position
            for other, door in self.neighbours[zone]:
                if self.kinds[other] == ROOM:
                    best[other, (door,) if door >= 0 else ()] = 1
        for cell in self.cells[zone]:
            for step in ((0, 1), (1, 0), (0, -1), (-1, 0)):
                self._look(zone, cell, step, best)
        rays = [Ray(other, reach, doors) for (other, doors), reach in best.items()]
        kept = [ray for ray in rays if not any(_better(other, ray) for other in rays)]
        return tuple(sorted(kept, key=lambda ray: (ray.zone, ray.range, ray.doors)))

    def _look(self, zone: int, cell: Cell, step: Cell, best: dict[tuple[int, tuple[int, ...]], int]) -> None:
        """Case (d): in a straight line from a cell to a wall, or into the first room.

        At most two doors are on the way: streets are joined by lines only, so a door is crossed on leaving the first room
        and on entering the last one.
        """
        reach, doors = 0, list[int]()
        while True:
            ahead = (cell[0] + step[0], cell[1] + step[1])
            kind = self.border(cell, ahead)
            if kind == WALL:
                return
            if kind != SAME:
                reach += 1
                doors += [kind] if kind >= 0 else []
                seen = self.zone_at(ahead)
                if seen == zone:  # from there another start cell sees the same zones from a shorter range
                    return
                key = (seen, tuple(sorted(doors)))
                best[key] = min(best.get(key, FAR), reach)
                if self.kinds[seen] != STREET:
                    return
            cell = ahead

    @cached_property
    def far(self) -> tuple[tuple[int, ...], ...]:
        """Distances with every door open, locked and vault doors too (BP-15.R8); FAR where there is no way."""
        table = []
        for start in range(len(self.zones)):
            distance = [FAR] * len(self.zones)
            distance[start] = 0
            queue = deque([start])
            while queue:
                zone = queue.popleft()
                for other, _ in self.neighbours[zone]:
                    if distance[other] == FAR:
                        distance[other] = distance[zone] + 1
                        queue.append(other)
            table.append(tuple(distance))
        return tuple(table)

    def angle(self, zone: int) -> int:
        """Return the clockwise angle of a zone's centre around the board's centre, north = 0, in 1/32768 turns (BP-16.R1).

        A zone's centre is the mean of the centres of its cells, the board's that of the grid's rectangle.  A vault, and a
        zone whose centre is the board's, has 0.
        """
        cells = self.cells[zone]
        count = len(cells)
        east = sum(2 * c + 1 for _, c in cells) - count * self.columns
        north = count * self.rows - sum(2 * r + 1 for r, _ in cells)
        common = math.gcd(east, north)
        if common == 0:
            return 0
        # Reduced fractions first: zones in the same direction get the same number, whatever their distance.
        return round(math.atan2(east // common, north // common) / math.tau * 32768) % 32768

    def centre(self, zone: int) -> tuple[int, int]:
        """Return the centre in half cells: the middle of cell (0, 0) is (1, 1).  Vaults are in a row below the board."""
        cells = self.cells[zone]
        if not cells:
            place = next(n for n, vault in enumerate(self.vaults) if vault.zone == zone)
            return 2 * self.rows + 2, 2 * place * max(1, self.columns - 1) // max(1, len(self.vaults) - 1) + 1
        row = sum(2 * r + 1 for r, _ in cells) / len(cells)
        column = sum(2 * c + 1 for _, c in cells) / len(cells)
        return math.floor(row + 0.5), math.floor(column + 0.5)

    def clockwise(self, first: int, zones: Sequence[int]) -> list[int]:
        """Return zones in spawning order from ``first`` (BP-16.R1): by angle, ties by number."""
        origin = self.angle(first)
        return sorted(zones, key=lambda zone: (zone != first, (self.angle(zone) - origin) % 32768, zone))


def _better(one: Ray, other: Ray) -> bool:
    """Return whether ``one`` makes ``other`` redundant: the same zone, not farther, and no more doors."""
    return one != other and one.zone == other.zone and one.range <= other.range and set(one.doors) <= set(other.doors)


def border_of(first: Cell, second: Cell) -> Border:
    """Return the border of two cells in either order."""
    return (first, second) if first < second else (second, first)
