"""Build and check boards from quests and from plain grids: cells, links, doors, vaults (BP-4).

The result is a ``Board`` (``topology.py``); everything that a caller needs can be imported from here.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from zombicide_env.core.words import suggest

from .codes import BLUE, CLOSED, FOREVER, GREEN, LOCKED, NO_COLOUR, OPEN, RAMPART, RED, ROOM, RUIN, STREET, VAULT
from .quest_types import Quest
from .topology import LINE, OPENING, SAME, WALL, Board, BoardError, Border, Cell, Door, Ray, Vault, border_of

__all__ = [
    "DOOR_LINKS",
    "LINE",
    "LINKS",
    "OPENING",
    "SAME",
    "WALL",
    "Board",
    "BoardError",
    "Border",
    "Cell",
    "Door",
    "Ray",
    "Vault",
    "check_label",
    "grid_board",
    "quest_board",
    "with_levels",
]

#: Link words of a plain grid (``grid_board``): start state, key, colour of the token.
DOOR_LINKS: Final = {
    "open door": (OPEN, NO_COLOUR, "neutral"),
    "closed door": (CLOSED, NO_COLOUR, "neutral"),
    "locked door": (LOCKED, FOREVER, "neutral"),
    "blue door": (LOCKED, BLUE, "blue"),
    "green door": (LOCKED, GREEN, "green"),
    "red door": (LOCKED, RED, "red"),
}
LINKS: Final = ("wall", "passage", *DOOR_LINKS)
_LABEL: Final = re.compile(r"[0-9]?[A-Za-z][A-Za-z0-9_]*")


class _Builder:
    """Collects cells, borders and doors and checks them."""

    def __init__(self, rows: Sequence[Sequence[str]]) -> None:
        if not rows or not rows[0]:
            raise BoardError("the board has no cells")
        for number, row in enumerate(rows):
            if len(row) != len(rows[0]):
                raise BoardError(f"row {number} has {len(row)} cells, row 0 has {len(rows[0])}; all rows have the same length")
        labels = list(dict.fromkeys(label for row in rows for label in row if label != "."))
        for label in labels:
            check_label(label)
        self.zones = labels
        self.kinds = [STREET if _first_letter(label).islower() else ROOM for label in labels]
        self.grid = tuple(tuple(labels.index(label) if label != "." else -1 for label in row) for row in rows)
        self.touching: dict[tuple[int, int], list[Border]] = {}
        for cell, ahead in self._pairs():
            a, b = self.grid[cell[0]][cell[1]], self.grid[ahead[0]][ahead[1]]
            if a >= 0 and b >= 0 and a != b:
                self.touching.setdefault((min(a, b), max(a, b)), []).append((cell, ahead))
        self.borders: dict[Border, int] = {
            border: LINE for (a, b), borders in self.touching.items() if self.kinds[a] == self.kinds[b] == STREET for border in borders
        }
        self.doors: list[Door] = []
        self.vaults: list[Vault] = []
        self._check_connected()

    def _pairs(self) -> list[Border]:
        found: list[Border] = []
        for r, row in enumerate(self.grid):
            for c in range(len(row)):
                if c + 1 < len(row):
                    found.append(((r, c), (r, c + 1)))
                if r + 1 < len(self.grid):
                    found.append(((r, c), (r + 1, c)))
        return found

    def _check_connected(self) -> None:
        for zone, label in enumerate(self.zones):
            cells = {(r, c) for r, row in enumerate(self.grid) for c, other in enumerate(row) if other == zone}
            start = min(cells)
            reached, queue = {start}, [start]
            while queue:
                r, c = queue.pop()
                for cell in ((r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)):
                    if cell in cells and cell not in reached:
                        reached.add(cell)
                        queue.append(cell)
            if reached != cells:
                raise BoardError(f"the cells of zone {label!r} do not hang together; give the parts different labels")

    def index(self, label: str, where: str) -> int:
        if label not in self.zones:
            raise BoardError(f"{where}: there is no zone {label!r}{suggest(label, self.zones)}")
        return self.zones.index(label)

    def door(self, door: Door) -> None:
        pair = sorted(door.zones)
        if any(sorted(other.zones) == pair for other in self.doors):
            raise BoardError(f"two doors between {self.zones[pair[0]]} and {self.zones[pair[1]]}; one is enough")
        for border in door.at if door.vault < 0 else ():
            self.borders[border] = len(self.doors)
        self.doors.append(door)

    def finish(self) -> Board:
        for number, door in enumerate(self.doors):
            names = " and ".join(self.zones[zone] for zone in door.zones)
            if door.vault < 0 and all(self.kinds[zone] == STREET for zone in door.zones):
                raise BoardError(f"a door between the streets {names}; streets are open to each other (BP-4.3)")
            pair = (min(door.zones), max(door.zones))
            if any(self.borders.get(border) not in (None, number) for border in self.touching.get(pair, [])):
                raise BoardError(f"{names} are joined by a door and in another way; one kind of passage between two zones")
        return Board(tuple(self.zones), tuple(self.kinds), self.grid, self.borders, tuple(self.doors), tuple(self.vaults))


def check_label(label: str) -> None:
    """Raise ``BoardError`` for an invalid label."""
    if not _LABEL.fullmatch(label):
        raise BoardError(f"{label!r} is not a label; use letters, digits and _, beginning with a letter (small: street, capital: room)")


def _first_letter(label: str) -> str:
    return label.lstrip("0123456789")[0]


def quest_board(quest: Quest) -> Board:
    """Return the board of a quest: openings and doors are at single borders."""
    builder = _Builder(quest.cells)
    for opening in quest.openings:
        builder.borders[border_of(*opening.at)] = OPENING
    for door in quest.doors:
        border = border_of(*door.at)
        if border in builder.borders:
            raise BoardError(f"{' and '.join(door.zones)}: a door and another passage at the same border; list one of them")
        zones = (builder.zones.index(door.zones[0]), builder.zones.index(door.zones[1]))
        builder.door(Door(zones, door.state, door.key, door.colour, (border,)))
    for number, vault in enumerate(quest.vaults):
        zone = len(builder.zones)
        first = len(builder.doors)
        builder.zones.append(vault.zone)
        builder.kinds.append(VAULT)
        for label, cell in vault.doors:
            state = LOCKED if vault.key else CLOSED
            builder.door(Door((builder.zones.index(label), zone), state, vault.key, vault.colour, ((cell, cell),), number))
        builder.vaults.append(Vault(zone, vault.colour, tuple(range(first, len(builder.doors)))))
    return with_levels(builder.finish(), quest.ramparts, quest.ruins, quest.ladders)


def with_levels(board: Board, ramparts: Collection[str], ruins: Collection[str], ladders: Iterable[Sequence[str]]) -> Board:
    """Return the board with ramparts, ruins and printed ladders.  Raises ``BoardError`` for zones that cannot have them."""
    ladders = list(ladders)
    if not ramparts and not ruins and not ladders:
        return board
    kinds = list(board.kinds)
    for labels, printed, kind in ((ramparts, STREET, RAMPART), (ruins, ROOM, RUIN)):
        for label in labels:
            zone = board.index(label)
            if kinds[zone] != printed:
                raise BoardError(
                    f"{label!r} can be no {'rampart' if kind == RAMPART else 'ruin'}; ramparts have small labels, ruins capitals"
                )
            kinds[zone] = kind
    pairs = set()
    for first, second in ladders:
        a, b = board.index(first), board.index(second)
        if b not in board.beside[a] or {kinds[a], kinds[b]} != {STREET, RAMPART}:
            raise BoardError(f"a ladder joins {first} and {second}; it joins a rampart with a street next to it")
        pairs.add((min(a, b), max(a, b)))
    return replace(board, kinds=tuple(kinds), ladders=frozenset(pairs))


def grid_board(cells: str, links: Mapping[str, str] | None = None, vaults: Mapping[str, Mapping[str, object]] | None = None) -> Board:
    """Return a board from a plain grid.

    ``cells``: labels separated by blanks, row by row, ``.`` no zone; labels that begin with a lowercase letter are streets, others rooms.
    ``links``: ``"a-B"`` -> one of ``LINKS``, valid at every border of the two zones; streets are open to each other unless
    the link is ``wall``, everything else is walled.  ``vaults``: label -> {doors: zones, colour: violet or yellow}; their
    doors are closed unless ``links`` says otherwise.  Raises ``BoardError``.
    """
    builder = _Builder([line.split() for line in cells.splitlines() if line.strip()])
    spec = {label: _vault_spec(builder, label, entry) for label, entry in (vaults or {}).items()}
    told: dict[tuple[str, str], str] = {}
    for name, word in (links or {}).items():
        ends = tuple(name.split("-"))
        if len(ends) != 2 or word not in LINKS:
            remedy = f"write 'a-B: closed door'; the words are {', '.join(LINKS)}"
            raise BoardError(f"link {name!r}: {word!r}: {remedy}")
        first, second = ends if ends[0] not in spec else ends[::-1]
        if (first, second) in told or (second, first) in told:
            raise BoardError(f"link {name!r} is given twice")
        told[first, second] = word
        if second in spec:
            _check_vault_link(name, word, first, spec[second][1])
            continue
        a, b = builder.index(first, f"link {name!r}"), builder.index(second, f"link {name!r}")
        if (min(a, b), max(a, b)) not in builder.touching:
            raise BoardError(f"link {name!r}: the zones do not touch along a side")
        if builder.kinds[a] == builder.kinds[b] == STREET and word != "wall":
            raise BoardError(f"link {name!r}: two streets can only be parted by a wall, not joined by {word!r}")
    _link(builder, told)
    for number, (label, (colour, doors)) in enumerate(spec.items()):
        zone, first_door = len(builder.zones), len(builder.doors)
        builder.zones.append(label)
        builder.kinds.append(VAULT)
        for name in doors:
            start, key, tint = DOOR_LINKS[told.get((name, label), "closed door")]
            inside = builder.zones.index(name)
            cell = next((r, c) for r, row in enumerate(builder.grid) for c, other in enumerate(row) if other == inside)
            tint = colour if tint == "neutral" else tint
            builder.door(Door((inside, zone), start, key, tint, ((cell, cell),), number))
        builder.vaults.append(Vault(zone, colour, tuple(range(first_door, len(builder.doors)))))
    return builder.finish()


def _link(builder: _Builder, told: Mapping[tuple[str, str], str]) -> None:
    """Set walls, openings and doors of the grid; doors are numbered in reading order of their first border."""
    by_place: list[tuple[Border, tuple[int, int], str]] = []
    for (first, second), word in told.items():
        if first in builder.zones and second in builder.zones:
            a, b = builder.zones.index(first), builder.zones.index(second)
            pair = (min(a, b), max(a, b))
            by_place.append((builder.touching[pair][0], pair, word))
    for _, pair, word in sorted(by_place):
        borders = builder.touching[pair]
        if word == "wall":
            for border in borders:
                builder.borders.pop(border, None)
        elif word == "passage":
            builder.borders.update(dict.fromkeys(borders, OPENING))
        else:
            start, key, colour = DOOR_LINKS[word]
            builder.door(Door(pair, start, key, colour, tuple(borders)))


def _vault_spec(builder: _Builder, label: str, entry: Mapping[str, object]) -> tuple[str, tuple[str, ...]]:
    check_label(label)
    if label in builder.zones or not _first_letter(label).isupper():
        raise BoardError(f"vault {label!r}: take a label that begins with a capital letter and is not on the board")
    doors, colour = entry.get("doors", ()), str(entry.get("colour", "violet"))
    if not isinstance(doors, (list, tuple)) or not doors:
        raise BoardError(f"vault {label!r}: doors is a list of the zones that it is joined to")
    if colour not in ("violet", "purple", "yellow"):
        raise BoardError(f"vault {label!r}: colour {colour!r} is unknown; use violet or yellow")
    for name in doors:
        builder.index(str(name), f"vault {label!r}")
    return "yellow" if colour == "yellow" else "purple", tuple(str(name) for name in doors)


def _check_vault_link(name: str, word: str, zone: str, doors: Sequence[str]) -> None:
    if zone not in doors:
        raise BoardError(f"link {name!r}: the vault has no door to {zone}; add it to the vault's doors")
    if word not in DOOR_LINKS:
        raise BoardError(f"link {name!r}: {word!r}: a vault is joined by doors (BP-4.10)")
