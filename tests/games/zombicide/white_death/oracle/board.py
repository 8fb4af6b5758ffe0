"""The board of the oracle: current kinds of zones, passable borders, sight (WD-4, WD-5)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

Cell = tuple[int, int]
_STEPS = ((0, 1), (1, 0), (0, -1), (-1, 0))


def pair(text: str) -> frozenset[str]:
    return frozenset(text.split("-"))


@dataclass
class Board:
    """Zones in canonical order with their cells; printed features, and tokens on them."""

    zones: list[str] = field(default_factory=list)
    cells: dict[str, set[Cell]] = field(default_factory=dict)
    at: dict[Cell, str] = field(default_factory=dict)
    printed: dict[str, str] = field(default_factory=dict)  # street, rampart, indoor, ruin
    defiled: set[str] = field(default_factory=set)
    borders: dict[frozenset[str], str] = field(default_factory=dict)  # line, passage, wall, for zones that touch
    ladders: set[frozenset[str]] = field(default_factory=set)
    ropes: set[frozenset[str]] = field(default_factory=set)

    # ---- reading

    @classmethod
    def read(cls, text: Mapping[str, Any]) -> Board:
        """The board of a position document."""
        board = cls()
        for r, line in enumerate(text["cells"].splitlines()):
            for c, label in enumerate(line.split()):
                if label != ".":
                    if label not in board.zones:
                        board.zones.append(label)
                    board.cells.setdefault(label, set()).add((r, c))
                    board.at[r, c] = label
        for zone in board.zones:
            plain, special, key = ("indoor", "ruin", "ruins") if zone[0].isupper() else ("street", "rampart", "ramparts")
            board.printed[zone] = special if zone in text.get(key, ()) else plain
        for (r, c), label in board.at.items():
            for dr, dc in _STEPS:
                other = board.at.get((r + dr, c + dc), label)
                if other != label:
                    lower = not label[0].isupper() and not other[0].isupper()
                    board.borders[frozenset((label, other))] = "line" if lower else "wall"
        for name, kind in text.get("links", {}).items():
            board.borders[pair(name)] = kind
        board.defiled = set(text.get("defiled", ()))
        board.ladders = {pair(name) for name in text.get("ladders", ())}
        board.ropes = {pair(name) for name in text.get("rope_ladders", ())}
        return board

    # ---- kinds (WD-4.7, WD-4.20, WD-4.21)

    def kind(self, zone: str) -> str:
        return "defiled" if zone in self.defiled else self.printed[zone]

    def on_wall(self, zone: str) -> bool:
        return self.kind(zone) == "rampart"

    def inside(self, zone: str) -> bool:
        return self.kind(zone) in ("indoor", "ruin")

    def in_order(self, zones: Iterable[str]) -> list[str]:
        return sorted(zones, key=self.zones.index)

    # ---- borders (WD-4.9, WD-4.12, WD-4.22)

    def touching(self, zone: str) -> list[str]:
        """Zones that share a side with this one, whatever separates them (WD-4.2)."""
        return [other for other in self.zones if frozenset((zone, other)) in self.borders]

    def border(self, a: str, b: str) -> str:
        """Line, passage, level or wall as it is now; "none" if the zones do not touch."""
        printed = self.borders.get(frozenset((a, b)), "none")
        if printed == "wall" and a in self.defiled and b in self.defiled:
            return "line"
        if printed == "line" and self.on_wall(a) != self.on_wall(b):
            return "level"
        return printed

    def open(self, a: str, b: str) -> bool:
        return self.border(a, b) in ("line", "passage")

    def walks(self, a: str, b: str, *, climber: bool = False) -> bool:
        """Whether a survivor or a Guard may go from a to b."""
        ways = climber or frozenset((a, b)) in self.ladders | self.ropes
        return self.open(a, b) or (self.border(a, b) == "level" and ways)

    def shambles(self, a: str, b: str) -> bool:
        """Whether a Walker, Fatty or Runner may."""
        falls = self.on_wall(a) or frozenset((a, b)) in self.ladders
        return self.open(a, b) or (self.border(a, b) == "level" and falls)

    def strides(self, a: str, b: str) -> bool:
        """Whether an Abomination may, or a Necromancer who walks; also the graph V1 of everybody (WD-17.10)."""
        return self.border(a, b) in ("line", "passage", "level")

    def carries(self, a: str, b: str) -> bool:
        """Whether a cauldron may be taken from a to b (WD-14.3)."""
        return self.open(a, b) or (self.border(a, b) == "level" and frozenset((a, b)) in self.ladders)

    # ---- distances

    def distances(self, start: str, legal: Callable[[str, str], bool]) -> dict[str, int]:
        """Steps to every zone that can be reached over legal borders."""
        found = {start: 0}
        queue = [start]
        for here in queue:
            for there in self.touching(here):
                if there not in found and legal(here, there):
                    found[there] = found[here] + 1
                    queue.append(there)
        return found

    def first_steps(self, start: str, goal: str, legal: Callable[[str, str], bool]) -> list[str]:
        """Second zones of all shortest paths, in zone order; none without a path."""
        far = self.distances(start, legal).get(goal)
        if not far:
            return []
        return [there for there in self.touching(start) if legal(start, there) and self.distances(there, legal).get(goal) == far - 1]

    # ---- sight (WD-5.13, WD-5.14)

    def sight(self, a: str, b: str, *, ruins_open: bool = False, ghost: bool = False) -> int | None:
        """Range at which b is seen from a; None without Line of Sight."""
        if a == b:
            return 0

        def ground(zone: str) -> bool:
            return self.kind(zone) in ("street", "defiled") or (ruins_open and self.kind(zone) == "ruin")

        def room(zone: str) -> bool:
            return self.inside(zone) and not ground(zone)

        over = ghost or self.on_wall(a) or self.on_wall(b)
        if not ghost and over and any(self.kind(zone) == "indoor" for zone in (a, b)):
            return None  # WD-5.8
        ranges = []
        if not over and room(a) and room(b) and self.border(a, b) == "passage":
            ranges.append(1)
        for cell in self.cells[a]:
            for step in _STEPS:
                length = self._segment(cell, step, b, over, ground)
                if length is not None:
                    ranges.append(length)
        return min(ranges, default=None)

    def _segment(self, cell: Cell, step: Cell, goal: str, over: bool, ground: Callable[[str], bool]) -> int | None:
        """Boundaries between the cell and the goal on a straight line, if nothing on it blocks."""
        start = here = self.at[cell]
        crossed = 0
        r, c = cell
        while True:
            r, c = r + step[0], c + step[1]
            there = self.at.get((r, c))
            if there is None:
                return None
            if there != here:
                if not over and (self.border(here, there) == "wall" or (here != start and not ground(here))):
                    return None
                crossed += 1
                if there == goal:
                    return crossed
            here = there
