"""Draft of a random quest on tiles: doors, tokens and goals in the format of quest files; a house rule as a whole.

Every quest is winnable in principle: the streets are connected, every building has a door to them, and the objectives
that hold keys can be reached without those keys.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final, Protocol

import numpy as np

from .generate import DIFFICULTIES, GOALS, SPLITS, GenerateError, Spec
from .tiles import Layout

_MOST_DOORS: Final = 16
_MOST_TRIES: Final = 5000

Cell = tuple[int, int]
Border = tuple[Cell, Cell]


class Drawn(Protocol):
    """A randomly drawn board."""

    def complete(self) -> bool:
        """Return whether doors, tokens and goals could be placed on it."""

    def yaml(self) -> str:
        """Return the quest in the format of quest files."""


def first_complete(spec: Spec, draw: Callable[[np.random.Generator], Drawn]) -> str:
    """Return the quest file (YAML text) of the first board drawn for a specification that can be won."""
    rng = np.random.default_rng([spec.seed, SPLITS.index(spec.split), spec.tiles, spec.difficulty])
    for _ in range(_MOST_TRIES):
        draft = draw(rng)
        if draft.complete():
            return draft.yaml()
    raise GenerateError(f"{spec.text}: no board found in {_MOST_TRIES} tries; use another seed")


def heading(spec: Spec) -> list[str]:
    """Return the first lines of a quest file: the quest's origin and its name."""
    return [
        f"# house: {spec.text}",
        f"id: generated_{spec.split}_{spec.seed}_{spec.tiles}_{spec.difficulty}",
        f"title: Generated quest {spec.seed} ({spec.split})",
        f"difficulty: {DIFFICULTIES[spec.difficulty]}",
        "survivors: {min: 1, max: null}",
    ]


def tile_lines(tiles: Iterable[Iterable[tuple[str, int]]]) -> list[str]:
    """Return row by row the sides of the tiles and their rotations, in degrees."""
    rows = [", ".join(f"{{tile: {side}, rotation_cw: {turn}}}" for side, turn in row) for row in tiles]
    return ["tiles:", *(f"  - [{row}]" for row in rows)]


class Draft:
    """A board on which doors, tokens and goals are placed; ``complete`` returns whether it became a quest."""

    #: Larger boards are rejected and drawn again.
    most_zones = 70
    #: Goals that are drawn where a specification names none.
    goals: Sequence[str] = GOALS

    def __init__(self, spec: Spec, layout: Layout, rng: np.random.Generator) -> None:
        self.spec, self.layout, self.rng = spec, layout, rng
        self.cells = layout.rows
        self.streets: list[Cell] = [cell for cell, label in self._labelled() if _street(label)]
        self.doors: list[tuple[Border, int]] = []  # border, building
        self.goal = spec.goal or str(rng.choice(self.goals))

    def _labelled(self) -> Iterator[tuple[Cell, str]]:
        for row, line in enumerate(self.cells):
            for column, label in enumerate(line):
                yield (row, column), label

    def label(self, cell: Cell) -> str:
        """Return the zone of a cell."""
        return self.cells[cell[0]][cell[1]]

    def _beside(self, cell: Cell) -> list[Cell]:
        row, column = cell
        around = ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column))
        return [(r, c) for r, c in around if 0 <= r < len(self.cells) and 0 <= c < len(self.cells[0])]

    # ---- the parts, in the order in which they are drawn ------------------------------------------------------------

    def complete(self) -> bool:
        """Draw everything; returns False if the tiles do not give a board that can be won."""
        if len({label for _, label in self._labelled()}) > self.most_zones:
            return False
        if not self.streets or len(self._street_component(self.streets[0])) != len(self.streets):
            return False
        self.buildings = self._buildings()
        if not self._put_doors():
            return False
        edge = self._edge()
        spawns = 1 + self.spec.difficulty
        if len(edge) < spawns + 1:
            return False
        self.start = edge[int(self.rng.integers(len(edge)))]
        self.far = sorted((cell for cell in edge if cell != self.start), key=lambda cell: (-_steps(cell, self.start), cell))
        self.spawns = self.far[:spawns]
        return self._put_objectives()

    def _edge(self) -> list[Cell]:
        """Return the first cell of each street zone at the edge of the board, in reading order."""
        last_row, last_column = len(self.cells) - 1, len(self.cells[0]) - 1
        first: dict[str, Cell] = {}
        for cell in self.streets:
            if cell[0] in (0, last_row) or cell[1] in (0, last_column):
                first.setdefault(self.label(cell), cell)
        return list(first.values())

    def _street_component(self, first: Cell) -> set[Cell]:
        seen, todo = {first}, [first]
        while todo:
            for cell in self._beside(todo.pop()):
                if cell not in seen and _street(self.label(cell)):
                    seen.add(cell)
                    todo.append(cell)
        return seen

    def _buildings(self) -> list[tuple[str, ...]]:
        """Return the rooms joined by openings (BP-4.7), in reading order."""
        rooms = list(dict.fromkeys(label for _, label in self._labelled() if not _street(label)))
        number = {room: k for k, room in enumerate(rooms)}
        for a, b in (tuple(pair) for pair in sorted(map(sorted, self.layout.openings))):
            old, new = number[b], number[a]
            number = {room: new if k == old else k for room, k in number.items()}
        return [tuple(room for room in rooms if number[room] == k) for k in sorted(set(number.values()))]

    def _put_doors(self) -> bool:
        """Put one or two doors between every building and the streets."""
        for building, rooms in enumerate(self.buildings):
            cells = [cell for cell, label in self._labelled() if label in rooms]
            borders = [(cell, other) for cell in cells for other in self._beside(cell) if _street(self.label(other))]
            if not borders:
                return False
            wanted = 1 if len(rooms) < 3 else 2
            shuffled = [borders[int(k)] for k in self.rng.permutation(len(borders))]
            # At most one door between the same two zones.
            apart = {(self.label(cell), self.label(other)): (cell, other) for cell, other in shuffled}
            self.doors += [(border, building) for border in sorted(list(apart.values())[:wanted])]
        return 1 <= len(self.doors) <= _MOST_DOORS

    def _put_objectives(self) -> bool:
        """Put objectives in rooms; keys lock whole buildings that contain no possible place of a key."""
        rooms = [(room, building) for building, rooms in enumerate(self.buildings) for room in rooms]
        order = [rooms[int(k)] for k in self.rng.permutation(len(rooms))]
        number = 2 + self.spec.difficulty
        self.places = order[:number]
        colours = {1: (), 2: ("blue",), 3: ("blue", "green")}[self.spec.difficulty]
        held = {building for _, building in self.places}
        free = [building for building in range(len(self.buildings)) if building not in held]
        self.locked: dict[int, str] = dict(zip(free, colours, strict=False))
        self.colours = tuple(self.locked.values())
        exits = self._exits([room for room, building in order if building not in held])
        if self.goal != "objectives" and not exits:
            return False
        self.exit = exits[0] if self.goal != "objectives" else None
        return len(self.places) == number

    def _exits(self, free: list[str]) -> list[str]:
        """Return the possible places of the Exit, best first: behind a key, or else in a room of a building without objectives."""
        return [rooms[0] for building, rooms in enumerate(self.buildings) if building in self.locked] or free

    # ---- the file -----------------------------------------------------------------------------------------------------

    def yaml(self) -> str:
        """Return the quest in the format of quest files."""
        spec = self.spec
        lines = [
            *heading(spec),
            *self._tiles(),
            "cells: |",
            *(f"  {' '.join(row)}" for row in self.cells),
            "openings:",
            *self._openings(),
            "doors:",
            *self._doors(),
            f"start: [{self.label(self.start)}]",
            f"exit: [{self.exit or ''}]",
            "spawn_zones:",
            *(f"  - {{zone: {self.label(cell)}}}" for cell in self._clockwise()),
            "objectives:",
            *(f"  - {{zone: {room}, shuffled: true}}" for room, _ in self.places),
            *self._own(),
            "setup:",
            f"  objectives: {{shuffled_tokens: {{{self._tokens()}}}}}",
            "rules:",
            *self._rules(),
            f"win: {{steps: [{self._steps_to_win()}]}}",
        ]
        return "\n".join(lines) + "\n"

    def _tiles(self) -> list[str]:
        """Return the lines about tiles."""
        return tile_lines(self.layout.tiles)

    def _own(self) -> list[str]:
        """Return edition-specific lines."""
        return ["vaults: []"]

    def _openings(self) -> list[str]:
        done: set[frozenset[str]] = set()
        lines = []
        for cell, label in self._labelled():
            for other in self._beside(cell):
                pair = frozenset((label, self.label(other)))
                if pair in self.layout.openings and pair not in done and other > cell:
                    done.add(pair)
                    lines.append(f"  - {{zones: [{label}, {self.label(other)}], at: [{list(cell)}, {list(other)}]}}")
        return lines or ["  []"]

    def _doors(self) -> list[str]:
        lines = []
        for number, ((cell, other), building) in enumerate(self.doors, 1):
            key = self.locked.get(building)
            lock = f", colour: {key}, locked_until: taken({key})" if key else ""
            lines.append(f"  - {{id: {number}, zones: [{self.label(cell)}, {self.label(other)}], at: [{list(cell)}, {list(other)}]{lock}}}")
        return lines

    def _clockwise(self) -> Sequence[Cell]:
        """Return spawn zones sorted by their angle around the board's centre, from the first in reading order (BP-16.R1)."""
        middle = complex((len(self.cells[0]) - 1) / 2, (len(self.cells) - 1) / 2)

        def angle(cell: Cell) -> float:
            return float(np.angle(complex(cell[1], cell[0]) - middle))

        first = min(self.spawns)
        return sorted(self.spawns, key=lambda cell: ((angle(cell) - angle(first)) % (2 * np.pi), cell))

    def _tokens(self) -> str:
        red = len(self.places) - len(self.colours)
        return ", ".join([*(f"{colour}: 1" for colour in self.colours), f"red: {red}"])

    def _rules(self) -> list[str]:
        lines = ["  - {kind: objective_xp, xp: 5}"]
        for building, colour in self.locked.items():
            numbers = [number for number, (_, b) in enumerate(self.doors, 1) if b == building]
            lines.append(f"  - {{kind: key, objective: {colour}, unlocks_doors: {numbers}}}")
        if self.exit:
            step = ", after_step: 1" if self.goal == "both" else ""
            lines.append(f"  - {{kind: exit, zone: {self.exit}{step}}}")
        return lines

    def _steps_to_win(self) -> str:
        taken, gone = "[all_objectives_taken]", "[exit_complete]"
        return {"objectives": taken, "exit": gone, "both": f"{taken}, {gone}"}[self.goal]


def _street(label: str) -> bool:
    """Return whether a label is that of a street: it begins with a lowercase letter, after the number of its tile if it has one."""
    return label.lstrip("0123456789")[0].islower()


def _steps(a: Cell, b: Cell) -> int:
    return abs(a[0] - b[0]) + abs(a[1] - b[1])
