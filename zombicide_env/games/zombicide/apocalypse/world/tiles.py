"""Tiles of Apocalypse: laid in a grid they give rooms, street zones that extend across seams, and manholes (AP-4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ...table.tiles import Layout, Tile, load_tiles, turned
from .content import content_file
from .rows import rows

Cell = tuple[int, int]
_SIZE = 3


@dataclass(frozen=True)
class Side(Tile):
    """A tile side and the cell of its manhole (AP-4.R2)."""

    hole: Cell


@dataclass(frozen=True)
class Laid(Layout):
    """A board; ``manholes``: for every tile the zone of its manhole and the zones that belong to it, in tile order."""

    manholes: tuple[tuple[str, tuple[str, ...]], ...]


def tiles() -> Mapping[str, Side]:
    """Return the tile sides by id."""
    plain = load_tiles(*(content_file(f"{file}.csv") for file in ("tiles", "tile_openings", "tile_edges")))
    holes = {row["tile"]: (int(row["row"]), int(row["column"])) for row in rows(content_file("tile_manholes.csv"))}
    return {side: Side(**vars(tile), hole=holes[side]) for side, tile in plain.items()}


def lay_tiles(sides: Mapping[str, Side], grid: Sequence[Sequence[tuple[str, int]]]) -> Laid:
    """Join a grid of (tile side, clockwise rotation) to one board, with zones named by AP-4.R5."""
    laid = [[turned(sides[side], rotation) for side, rotation in line] for line in grid]
    plan = [[word for tile in line for word in tile.rows[r]] for line in laid for r in range(_SIZE)]
    label: dict[Cell, str] = {}
    for r, line in enumerate(plan):
        for c, word in enumerate(line):
            if word != "s":
                label[r, c] = f"{word}{r // _SIZE}{c // _SIZE}"
            elif (r, c) not in label:
                label |= dict.fromkeys(_street(plan, (r, c)), f"s{r}x{c}")
    board = tuple(tuple(label[r, c] for c in range(len(plan[0]))) for r in range(len(plan)))
    return Laid(tuple(map(tuple, grid)), board, _openings(laid, label), _manholes(sides, grid, board))


def _street(plan: Sequence[Sequence[str]], first: Cell) -> list[Cell]:
    """Return the street cells that touch across seams, one zone (AP-4.R1)."""
    found = [first]
    for r, c in found:
        for other in ((r - 1, c), (r, c - 1), (r, c + 1), (r + 1, c)):
            if other not in found and _inside(plan, other) and _home(other) != _home((r, c)) and plan[other[0]][other[1]] == "s":
                found.append(other)
    return found


def _inside(plan: Sequence[Sequence[str]], cell: Cell) -> bool:
    return 0 <= cell[0] < len(plan) and 0 <= cell[1] < len(plan[0])


def _home(cell: Cell) -> Cell:
    """Return row and column of the tile of a cell."""
    return cell[0] // _SIZE, cell[1] // _SIZE


def _openings(laid: Sequence[Sequence[Tile]], label: Mapping[Cell, str]) -> frozenset[frozenset[str]]:
    """Return rooms joined inside tiles, and across seams where both sides are open (AP-4.R3)."""
    found: set[frozenset[str]] = set()
    for r, line in enumerate(laid):
        for c, tile in enumerate(line):
            found |= {frozenset(f"{room}{r}{c}" for room in pair) for pair in tile.openings}
            for k in range(_SIZE):
                east, south = (_SIZE * r + k, _SIZE * c + _SIZE - 1), (_SIZE * r + _SIZE - 1, _SIZE * c + k)
                if c + 1 < len(line) and tile.edges["east"][k] == line[c + 1].edges["west"][k] == "gap":
                    found.add(frozenset((label[east], label[east[0], east[1] + 1])))
                if r + 1 < len(laid) and tile.edges["south"][k] == laid[r + 1][c].edges["north"][k] == "gap":
                    found.add(frozenset((label[south], label[south[0] + 1, south[1]])))
    return frozenset(found)


def _manholes(
    sides: Mapping[str, Side], grid: Sequence[Sequence[tuple[str, int]]], board: Sequence[Sequence[str]]
) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return manholes; a zone belongs to the tile of its first cell (AP-4.R2)."""
    first: dict[str, Cell] = {}
    for r, line in enumerate(board):
        for c, zone in enumerate(line):
            first.setdefault(zone, (r, c))
    found = []
    for r, laid in enumerate(grid):
        for c, (side, rotation) in enumerate(laid):
            row, column = sides[side].hole
            for _ in range(rotation // 90):
                row, column = column, _SIZE - 1 - row
            at_home = tuple(zone for zone, cell in first.items() if _home(cell) == (r, c))
            found.append((board[_SIZE * r + row][_SIZE * c + column], at_home))
    return tuple(found)
