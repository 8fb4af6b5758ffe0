"""Tile sides of White Death: 3 x 3 cells of street, rampart, room or ruin, rotated and laid out in a grid (WD-1.1, WD-4.5)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from string import ascii_lowercase
from typing import Final

from zombicide_env.games.source import Source, csv_rows

Cell = tuple[int, int]
#: Directions clockwise from north.
STEPS: Final[Mapping[str, Cell]] = {"N": (-1, 0), "E": (0, 1), "S": (1, 0), "W": (0, -1)}
_TURN: Final = {"N": "E", "E": "S", "S": "W", "W": "N"}
_TERRAIN: Final = ("street", "rampart", "indoor", "ruin")
_OPEN: Final = ("street", "rampart")
_EDGES: Final = (*_OPEN, "opening", "breach", "wall")
_TILE_COLUMNS: Final = ("tile", "row", "col", "zone", "terrain", "objective", "status", "confidence")
_OPENING_COLUMNS: Final = ("tile", "zone_a", "zone_b", "row_a", "col_a", "row_b", "col_b", "kind", "status")
_EDGE_COLUMNS: Final = ("tile", "side", "position", "row", "col", "zone", "edge", "status")


@dataclass(frozen=True)
class Side:
    """A side of a tile.

    ``terrain``, ``letter``: by cell; the letter of a room or ruin, "" for street and rampart, whose cells are zones.
    ``links``: passages and ladders inside.  ``edges``: what is on the outer sides of cells.  ``objective``: a cell of its place.
    """

    id: str
    terrain: Mapping[Cell, str]
    letter: Mapping[Cell, str]
    links: tuple[tuple[Cell, Cell, str], ...]
    edges: Mapping[tuple[Cell, str], str]
    objective: Cell | None

    def turned(self, rotation: int) -> Side:
        """Return the side rotated clockwise by 0, 90, 180 or 270 degrees."""
        side = self
        for _ in range(rotation // 90):
            side = Side(
                side.id,
                {_turn(cell): what for cell, what in side.terrain.items()},
                {_turn(cell): what for cell, what in side.letter.items()},
                tuple((_turn(a), _turn(b), kind) for a, b, kind in side.links),
                {(_turn(cell), _TURN[way]): what for (cell, way), what in side.edges.items()},
                None if side.objective is None else _turn(side.objective),
            )
        return side

    def labels(self) -> dict[Cell, str]:
        """Return zones as labels of quest files: last digit of the tile, letter; streets and ramparts a, b, c ... in reading order."""
        small = iter(ascii_lowercase)
        return {cell: self.id[1] + (self.letter[cell] or next(small)) for cell in sorted(self.terrain)}


def _turn(cell: Cell) -> Cell:
    return cell[1], 2 - cell[0]


def load_sides(tiles: Source, openings: Source, edges: Source) -> dict[str, Side]:
    """Return the sides by id, from ``tiles.csv``, ``tile_openings.csv`` and ``tile_edges.csv``.  Raises ``ContentError``."""
    terrain: dict[str, dict[Cell, str]] = {}
    letter: dict[str, dict[Cell, str]] = {}
    places: dict[str, Cell] = {}
    for row in csv_rows(tiles, _TILE_COLUMNS):
        side, cell = row.required("tile"), (row.integer("row", 0, 2), row.integer("col", 0, 2))
        kind = row.choice("terrain", _TERRAIN)
        terrain.setdefault(side, {})[cell] = kind
        letter.setdefault(side, {})[cell] = "" if kind in _OPEN else row.required("zone")
        if row["objective"]:
            places.setdefault(side, cell)
    links: dict[str, list[tuple[Cell, Cell, str]]] = {side: [] for side in terrain}
    for row in csv_rows(openings, _OPENING_COLUMNS):
        a, b = ((row.integer(f"row_{end}", 0, 2), row.integer(f"col_{end}", 0, 2)) for end in "ab")
        links[row.choice("tile", terrain)].append((a, b, row.choice("kind", ("passage", "ladder"))))
    borders: dict[str, dict[tuple[Cell, str], str]] = {side: {} for side in terrain}
    for row in csv_rows(edges, _EDGE_COLUMNS):
        cell = (row.integer("row", 0, 2), row.integer("col", 0, 2))
        borders[row.choice("tile", terrain)][cell, row.choice("side", STEPS)] = row.choice("edge", _EDGES)
    for side, cells in terrain.items():
        if len(cells) != 9 or len(borders[side]) != 12:
            tiles.fail(1, f"tile {side}: {len(cells)} cells and {len(borders[side])} outer borders; a side has 9 and 12")
    return {side: Side(side, terrain[side], letter[side], tuple(links[side]), borders[side], places.get(side)) for side in terrain}


@dataclass(frozen=True)
class Laid:
    """Rotated sides in a grid.

    ``label``, ``terrain``: by cell of the board.  ``passages``, ``ladders``: pairs of cells, with their origin (tile, seam).
    ``objectives``: printed places, a cell each, with the side.
    """

    grid: tuple[tuple[tuple[str, int], ...], ...]
    label: Mapping[Cell, str]
    terrain: Mapping[str, str]
    passages: tuple[tuple[Cell, Cell, str], ...]
    ladders: tuple[tuple[Cell, Cell], ...]
    objectives: tuple[tuple[Cell, str], ...]

    @property
    def rows(self) -> int:
        return 3 * len(self.grid)

    @property
    def columns(self) -> int:
        return 3 * len(self.grid[0])

    def beside(self, cell: Cell) -> list[Cell]:
        """Return cells of the board that share a side with the cell."""
        around = [(cell[0] + r, cell[1] + c) for r, c in STEPS.values()]
        return [other for other in around if other in self.label]

    def ways(self) -> dict[str, set[str]]:
        """Return zone -> zones that a survivor can enter by printed borders: lines, passages, ladders (WD-4.3, WD-4.9)."""
        found: dict[str, set[str]] = {zone: set() for zone in self.label.values()}
        joined = [(a, b) for a, b, _ in self.passages] + [*self.ladders]
        for cell, zone in self.label.items():
            kind = self.terrain[zone]
            joined += [(cell, other) for other in self.beside(cell) if kind in _OPEN and self.terrain[self.label[other]] == kind]
        for a, b in joined:
            if self.label[a] != self.label[b]:
                found[self.label[a]].add(self.label[b])
                found[self.label[b]].add(self.label[a])
        return found


def lay_sides(sides: Mapping[str, Side], grid: Sequence[Sequence[tuple[str, int]]]) -> Laid:
    """Join a grid of (side, clockwise rotation) to one board; seams are joined according to the tiles."""
    label: dict[Cell, str] = {}
    terrain: dict[str, str] = {}
    edge: dict[tuple[Cell, str], str] = {}
    passages: list[tuple[Cell, Cell, str]] = []
    ladders: list[tuple[Cell, Cell]] = []
    objectives: list[tuple[Cell, str]] = []
    for (top, left), side in _placed(sides, grid):
        labels = side.labels()
        for cell, kind in side.terrain.items():
            label[top + cell[0], left + cell[1]] = labels[cell]
            terrain[labels[cell]] = kind
        for a, b, kind in side.links:
            pair = (top + a[0], left + a[1]), (top + b[0], left + b[1])
            if kind == "ladder":
                ladders.append(pair)
            else:
                passages.append((*pair, "tile"))
        edge |= {((top + cell[0], left + cell[1]), way): what for (cell, way), what in side.edges.items()}
        if side.objective is not None:
            objectives.append(((top + side.objective[0], left + side.objective[1]), side.id))
    for (cell, way), ours in edge.items():
        other = (cell[0] + STEPS[way][0], cell[1] + STEPS[way][1])
        theirs = edge.get((other, _TURN[_TURN[way]]))
        if theirs is not None and other > cell and _joins(ours, theirs):
            passages.append((cell, other, "seam"))
    return Laid(tuple(map(tuple, grid)), label, terrain, tuple(sorted(passages)), tuple(sorted(ladders)), tuple(sorted(objectives)))


def _placed(sides: Mapping[str, Side], grid: Sequence[Sequence[tuple[str, int]]]) -> Iterator[tuple[Cell, Side]]:
    for row, line in enumerate(grid):
        for column, (side, rotation) in enumerate(line):
            yield (3 * row, 3 * column), sides[side].turned(rotation)


def _joins(a: str, b: str) -> bool:
    """Return whether an edge pair joins: gaps that face each other are a passage, and so is a breach that opens on a street."""
    gaps = ("opening", "breach")
    return (a in gaps and b in gaps) or {a, b} == {"breach", "street"}


__all__ = ["STEPS", "Cell", "Laid", "Side", "lay_sides", "load_sides"]
