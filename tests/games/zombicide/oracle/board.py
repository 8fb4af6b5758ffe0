"""The board of the oracle: zones as sets of cells, borders looked up cell by cell, distances by flooding (BP-4, BP-5)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import atan2, tau
from typing import Any

Cell = tuple[int, int]
_STEPS = ((0, 1), (1, 0), (0, -1), (-1, 0))


@dataclass
class Border:
    """The border between two touching zones."""

    kind: str  # line, passage, door, wall
    open: bool = True  # of a door
    locked: bool = False

    @property
    def passable(self) -> bool:
        return self.kind in ("line", "passage") or (self.kind == "door" and self.open)

    @property
    def adjacent(self) -> bool:
        """Whether zones are joined by something that is passable when every door is open."""
        return self.kind != "wall"


@dataclass
class Board:
    """Zones in canonical order with their cells, and a border for each pair of zones that touch."""

    zones: list[str] = field(default_factory=list)
    cells: dict[str, set[Cell]] = field(default_factory=dict)
    at: dict[Cell, str] = field(default_factory=dict)
    vaults: set[str] = field(default_factory=set)
    borders: dict[frozenset[str], Border] = field(default_factory=dict)
    rows: int = 0
    cols: int = 0
    revealed: set[str] = field(default_factory=set)  # rooms whose building does not spawn (any more)

    # ---- reading

    @classmethod
    def read(cls, text: Mapping[str, Any]) -> Board:
        """The board of a position document."""
        board = cls()
        grid = [line.split() for line in text["cells"].splitlines()]
        board.rows, board.cols = len(grid), len(grid[0])
        for r, line in enumerate(grid):
            for c, label in enumerate(line):
                if label != ".":
                    if label not in board.zones:
                        board.zones.append(label)
                    board.cells.setdefault(label, set()).add((r, c))
                    board.at[r, c] = label
        for (r, c), label in board.at.items():
            for dr, dc in _STEPS:
                other = board.at.get((r + dr, c + dc))
                if other is not None and other != label:
                    both_street = not board.is_room(label) and not board.is_room(other)
                    board.borders[frozenset((label, other))] = Border("line" if both_street else "wall")
        for vault, entry in text.get("vaults", {}).items():
            board.zones.append(vault)
            board.cells[vault] = set()
            board.vaults.add(vault)
            for zone in entry["doors"]:
                board.borders[frozenset((vault, zone))] = Border("door", open=False)
        for name, kind in text.get("links", {}).items():
            board.borders[frozenset(name.split("-"))] = _border(kind)
        board._find_open_buildings()
        return board

    def is_room(self, zone: str) -> bool:
        """A building zone; vaults are such zones too (BP-4.10)."""
        return zone[0].isupper()

    def border(self, a: str, b: str) -> Border:
        return self.borders.get(frozenset((a, b)), Border("wall"))

    def index(self, zone: str) -> int:
        return self.zones.index(zone)

    # ---- buildings (BP-4.R3)

    def building(self, room: str) -> set[str]:
        """All rooms joined to this one by openings."""
        found = {room}
        grown = True
        while grown:
            more = {
                other
                for other in self.zones
                if other not in found and self.is_room(other) and any(self.border(other, one).kind == "passage" for one in found)
            }
            found |= more
            grown = bool(more)
        return found

    def _find_open_buildings(self) -> None:
        """Buildings that are open at the start never spawn, vaults among them (BP-4.10); these count as revealed (BP-12.R1)."""
        rooms = [zone for zone in self.zones if self.is_room(zone)]
        changed = True
        while changed:
            changed = False
            for room in rooms:
                if room in self.revealed:
                    continue
                for other in self.zones:
                    if not self.border(room, other).passable:
                        continue
                    if not self.is_room(other) or other in self.revealed:
                        self.revealed |= self.building(room)
                        changed = True
        self.revealed |= self.vaults

    # ---- paths

    def neighbours(self, zone: str, *, doors_open: bool = False) -> list[str]:
        def joined(other: str) -> bool:
            border = self.border(zone, other)
            return border.adjacent if doors_open else border.passable

        return [other for other in self.zones if other != zone and joined(other)]

    def distances(self, zone: str, *, doors_open: bool = False) -> dict[str, int]:
        """Distance of every zone that can be reached from this one."""
        found = {zone: 0}
        edge = [zone]
        while edge:
            following = []
            for here in edge:
                for there in self.neighbours(here, doors_open=doors_open):
                    if there not in found:
                        found[there] = found[here] + 1
                        following.append(there)
            edge = following
        return found

    def all_shortest_paths(self, start: str, goal: str, *, doors_open: bool) -> list[list[str]]:
        """Every shortest path, enumerated: slow, but literally the rule."""
        from_goal = self.distances(goal, doors_open=doors_open)
        if start not in from_goal:
            return []
        paths = [[start]]
        for left in range(from_goal[start], 0, -1):
            paths = [
                [*path, there]
                for path in paths
                for there in self.neighbours(path[-1], doors_open=doors_open)
                if from_goal.get(there) == left - 1
            ]
        return paths

    def second_zones(self, start: str, goal: str) -> set[str]:
        """Second zones of the shortest paths to one destination, closed ones dropped (BP-15.R8, BP-15.R9)."""
        paths = self.all_shortest_paths(start, goal, doors_open=False) or self.all_shortest_paths(start, goal, doors_open=True)
        return {path[1] for path in paths if len(path) > 1 and self.border(start, path[1]).passable}

    # ---- sight (BP-5.R1)

    def sight(self, a: str, b: str) -> int | None:
        """Range at which b is seen from a; None without Line of Sight."""
        if a == b:
            return 0
        if a in self.vaults or b in self.vaults:
            return None
        ranges = []
        border = self.border(a, b)
        if self.is_room(a) and self.is_room(b) and border.passable:
            ranges.append(1)
        for cell in self.cells[a]:
            for step in _STEPS:
                length = self._segment(cell, step, b)
                if length is not None:
                    ranges.append(length)
        return min(ranges, default=None)

    def _segment(self, cell: Cell, step: Cell, goal: str) -> int | None:
        """Borders crossed on the straight line from the cell to the first cell of the goal, if nothing blocks it."""
        start = here = self.at[cell]
        crossed = 0
        r, c = cell
        while True:
            r, c = r + step[0], c + step[1]
            there = self.at.get((r, c))
            if there is None:
                return None
            if there != here:
                if not self.border(here, there).passable:
                    return None
                if here != start and self.is_room(here):
                    return None  # a room between the two ends
                crossed += 1
                if there == goal:
                    return crossed
            here = there

    # ---- order of spawning (BP-16.R1)

    def angle(self, zone: str) -> float | None:
        """Clockwise angle of the zone's centre round the board's centre in turns; None at the centre and for vaults."""
        if not self.cells[zone]:
            return None
        y = sum(r + 0.5 for r, _ in self.cells[zone]) / len(self.cells[zone]) - self.rows / 2
        x = sum(c + 0.5 for _, c in self.cells[zone]) / len(self.cells[zone]) - self.cols / 2
        if abs(x) < 1e-9 and abs(y) < 1e-9:
            return None
        return atan2(y, x) / tau % 1.0  # rows grow downwards, so this turns clockwise


def _border(kind: str) -> Border:
    if kind in ("wall", "passage"):
        return Border(kind)
    return Border("door", open=kind == "open door", locked=kind not in ("open door", "closed door"))
