"""Board tiles: 18 sides of 3 x 3 cells, rotated and laid out in a grid."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from string import ascii_lowercase
from typing import Final

from zombicide_env.games.source import Row, Source, csv_rows

SIDES: Final = ("north", "east", "south", "west")
EDGES: Final = ("s", "gap", "wall")
Cell = tuple[int, int]


@dataclass(frozen=True)
class Tile:
    """A tile side, upright.

    ``rows``: 3 x 3 labels, ``s`` a street cell (a zone of its own), a capital letter a room.
    ``openings``: pairs of rooms joined inside the tile.  ``edges[side]``: for each cell of an outer side
    (north and south from west to east, east and west from north to south): ``s`` street, ``gap`` or ``wall``.
    """

    id: str
    rows: tuple[tuple[str, ...], ...]
    openings: frozenset[frozenset[str]]
    edges: Mapping[str, tuple[str, ...]]
    confidence: str


@dataclass(frozen=True)
class Layout:
    """A grid of rotated tiles as cells: labels as in quest files, and the openings of the tiles."""

    tiles: tuple[tuple[tuple[str, int], ...], ...]
    rows: tuple[tuple[str, ...], ...]
    openings: frozenset[frozenset[str]]


def _three(row: Row, column: str) -> tuple[str, ...]:
    words = tuple(row[column].split())
    if len(words) != 3:
        row.fail(f"{column}: {len(words)} values; three are needed, separated by blanks")
    return words


def load_tiles(tiles: Source, openings: Source, edges: Source) -> dict[str, Tile]:
    """Return the tile sides by id, from ``tiles.csv``, ``tile_openings.csv`` and ``tile_edges.csv``."""
    grids: dict[str, tuple[tuple[str, ...], ...]] = {}
    confidence: dict[str, str] = {}
    for row in csv_rows(tiles, ("tile", "north", "middle", "south", "confidence")):
        side = row.required("tile")
        if len(side) != 2 or not side[0].isdecimal() or not side[1].isupper() or side in grids:
            row.fail(f"tile {side!r} is not a new tile side; use a digit and a capital letter, each side once")
        grids[side] = tuple(_three(row, column) for column in ("north", "middle", "south"))
        for label in (label for line in grids[side] for label in line):
            if label != "s" and not (len(label) == 1 and label.isalpha() and label.isupper()):
                row.fail(f"cell {label!r} is neither s (street) nor a capital letter (room)")
        confidence[side] = row["confidence"]
    pairs: dict[str, set[frozenset[str]]] = {side: set() for side in grids}
    for row in csv_rows(openings, ("tile", "room_a", "room_b", "confidence", "conflicts")):
        side = row.choice("tile", grids)
        rooms = {label for line in grids[side] for label in line} - {"s"}
        pairs[side].add(frozenset((row.choice("room_a", rooms), row.choice("room_b", rooms))))
    borders: dict[str, dict[str, tuple[str, ...]]] = {}
    for row in csv_rows(edges, ("tile", *SIDES)):
        side = row.choice("tile", grids)
        borders[side] = {name: _three(row, name) for name in SIDES}
        for name, cells in borders[side].items():
            for label, edge in zip(_side_cells(grids[side], name), cells, strict=True):
                if edge not in EDGES or (edge == "s") != (label == "s"):
                    row.fail(f"{name}: {edge!r} does not fit the cell {label!r}; use s for a street, gap or wall for a room")
    missing = [side for side in grids if side not in borders]
    if missing:
        edges.fail(1, f"no line for tile {missing[0]}")
    return {side: Tile(side, grids[side], frozenset(pairs[side]), borders[side], confidence[side]) for side in grids}


def _side_cells(rows: Sequence[Sequence[str]], side: str) -> list[str]:
    if side in ("north", "south"):
        return list(rows[0] if side == "north" else rows[-1])
    return [line[-1] if side == "east" else line[0] for line in rows]


def turned(tile: Tile, rotation: int) -> Tile:
    """Return the tile rotated clockwise by 0, 90, 180 or 270 degrees."""
    for _ in range(rotation // 90):
        rows = tuple(zip(*tile.rows[::-1], strict=True))
        edges = {
            "east": tile.edges["north"],
            "south": tile.edges["east"][::-1],
            "west": tile.edges["south"],
            "north": tile.edges["west"][::-1],
        }
        tile = Tile(tile.id, rows, tile.openings, edges, tile.confidence)
    return tile


def _labels(tile: Tile) -> list[list[str]]:
    """Return labels of a quest: digit and room letter; street cells a, b, c ... in reading order of the rotated tile."""
    streets = iter(ascii_lowercase)
    return [[tile.id[0] + (next(streets) if label == "s" else label) for label in line] for line in tile.rows]


def lay_out(tiles: Mapping[str, Tile], grid: Sequence[Sequence[tuple[str, int]]]) -> Layout:
    """Join a grid of (tile side, clockwise rotation) to one board (BP-4.R2): gaps that face each other across a seam are openings."""
    laid = [[turned(tiles[side], rotation) for side, rotation in line] for line in grid]
    labels = [[_labels(tile) for tile in line] for line in laid]
    rows = tuple(tuple(label for block in line for label in block[row]) for line in labels for row in range(3))
    openings: set[frozenset[str]] = set()
    for r, line in enumerate(laid):
        for c, tile in enumerate(line):
            openings |= {frozenset(tile.id[0] + room for room in pair) for pair in tile.openings}
            for row, col, side, back in ((r, c + 1, "east", "west"), (r + 1, c, "south", "north")):
                if row < len(laid) and col < len(laid[row]):
                    ours = zip(_side_cells(labels[r][c], side), tile.edges[side], strict=True)
                    theirs = zip(_side_cells(labels[row][col], back), laid[row][col].edges[back], strict=True)
                    openings |= {frozenset((a[0], b[0])) for a, b in zip(ours, theirs, strict=True) if a[1] == b[1] == "gap"}
    return Layout(tuple(map(tuple, grid)), rows, frozenset(openings))
