"""The missions: their boards, victory and defeat, their special rules (AP-4.R1 to R4, AP-26c)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import yaml

import zombicide_env.games.zombicide.apocalypse as edition
from tests.games.zombicide.apocalypse.oracle import data
from tests.games.zombicide.apocalypse.oracle.terrain import Ground
from tests.games.zombicide.oracle.asking import GameOver
from tests.games.zombicide.oracle.board import Border, Cell

if TYPE_CHECKING:
    from tests.games.zombicide.apocalypse.oracle.table import Survivor, Table

_STEPS = ((0, 1), (1, 0), (0, -1), (-1, 0))


@cache
def sheet(number: int) -> Any:
    """The mission's file: board and tokens."""
    folder = Path(edition.__file__).parent / "content" / "quests"
    return yaml.safe_load(next(folder.glob(f"{number:02}_*.yaml")).read_text(encoding="utf-8"))


class TileGround(Ground):
    """A board of tiles: doors lie on one side of one street cell, and openings join rooms wherever they touch."""

    sides: dict[tuple[Cell, Cell], str]  # street cell and direction -> the room behind the door there

    @classmethod
    def of(cls, number: int) -> TileGround:
        text = sheet(number)
        ground = cls()
        ground.sides = {}
        for r, line in enumerate(text["cells"].splitlines()):
            for c, label in enumerate(line.split()):
                if label not in ground.zones:
                    ground.zones.append(label)
                ground.cells.setdefault(label, set()).add((r, c))
                ground.at[r, c] = label
        for (r, c), label in ground.at.items():
            for dr, dc in _STEPS:
                other = ground.at.get((r + dr, c + dc), label)
                if other != label and not ground.is_room(label) and not ground.is_room(other):
                    ground.borders[frozenset((label, other))] = Border("line")
        for opening in text["openings"]:
            ground.borders[frozenset(opening["zones"])] = Border("passage")
        for door in text["doors"]:
            (r, c), (r2, c2) = door["at"]
            ground.sides[(r, c), (r2 - r, c2 - c)] = door["zones"][1]
            ground.borders[frozenset(door["zones"])] = Border("door", open=door["state"] == "open", locked="locked_until" in door)
        ground._find_open_buildings()
        return ground

    def sight(self, a: str, b: str) -> int | None:
        """BP-5.R1 with AP-4.R4; symmetric, so that a line begins in the street wherever there is one at an end."""
        if a == b:
            return 0
        if a in self.burning or b in self.burning:
            return None
        if self.is_room(a) and self.is_room(b) and self.border(a, b).passable:
            return 1
        lengths = [crossed for start in self._starts(a) for there, crossed in self._line(*start) if there == b]
        return min(lengths, default=None)

    def _starts(self, zone: str) -> Iterator[tuple[Cell, Cell, int]]:
        """Cells and directions in which lines leave the zone, with the borders that they have crossed."""
        if not self.is_room(zone):
            yield from ((cell, step, 0) for cell in self.cells[zone] for step in _STEPS)
        for (cell, (dr, dc)), room in self.sides.items():
            if room == zone and self.border(self.at[cell], zone).open:
                yield cell, (-dr, -dc), 1

    def _line(self, cell: Cell, step: Cell, crossed: int) -> Iterator[tuple[str, int]]:
        """Zones on a line through the streets, up to the first room that a door opens."""
        here = self.at[cell]
        if crossed:
            yield here, crossed
        while not (crossed and here in self.burning):
            room = self.sides.get((cell, step))
            if room is not None:
                if self.border(here, room).open:
                    yield room, crossed + 1
                return
            cell = cell[0] + step[0], cell[1] + step[1]
            there = self.at.get(cell)
            if there is None or self.is_room(there):
                return
            if there != here:
                crossed += 1
                yield there, crossed
            here = there


@dataclass(eq=False)
class Mission:
    """One mission, and its progress."""

    number: int
    red: bool = False  # somebody in play has reached Red, after that survivor's action (AP-8.R1)
    open: bool = False  # the Exit of mission 1
    escaped: int = 0
    neutralised: int = 0
    supplies_out: int = 0
    carried_off: Counter[str] = field(default_factory=Counter)
    recruits: list[str] = field(default_factory=list)

    @property
    def special(self) -> dict[str, Any]:
        special: dict[str, Any] = sheet(self.number)["special"]
        return special

    def required(self, table: Table) -> int:
        return {1: 4, 2: 5, 3: 6}[len(table.players)]

    # ---- ends (AP-26c)

    def test(self, table: Table) -> None:
        """Victory, then failure, then the draw of an empty board (AP-3.R1, AP-3.R4)."""
        taken = not table.objectives
        if self.number == 1 and taken and all(self.carried_off[card] or self._held(table, card) for card in data.GOODS):
            self.open = True
        if self._won(table, taken):
            table.outcome = "won"
            raise GameOver
        left = sum(one.alive and one.zone is None for one in table.survivors)
        playing = len(table.in_play())
        neutral = sum(colour == "red" for colour in table.objectives.values())
        if self.escaped >= 4 or (self.number == 9 and left + playing + neutral < self.required(table)):
            table.lose("quest")
        if not playing:
            table.outcome = "draw"
            raise GameOver

    def _held(self, table: Table, card: str) -> bool:
        return any(one.name == card for survivor in table.in_play() for one in survivor.slots.values())

    def _won(self, table: Table, taken: bool) -> bool:
        left = [one for one in table.survivors if one.alive and one.zone is None]
        playing = table.in_play()
        complete = bool(left) and not playing
        zones = {one.zone for one in playing}
        active = {token.zone for token in table.tokens if token.active}
        return {
            0: taken,
            1: taken and all(self.carried_off[card] for card in data.GOODS),
            2: complete,
            3: self.red,
            4: taken and len(zones) == 1 and zones <= active and not any(zombie.zone in zones for zombie in table.zombies),
            5: taken,
            6: complete and self.supplies_out >= 6,
            7: self.neutralised >= 2,
            8: "A01" in zones and not table.zombies_in("A01"),
            9: taken and len(left) >= self.required(table),
            10: taken,
        }[self.number]

    # ---- special rules

    def leaves_at_end(self, table: Table, one: Survivor) -> bool:
        """Whether the survivor may use the Exit as its turn ends (AP-26.R11)."""
        return one.zone in table.exits and (self.number == 2 or (self.number == 1 and self.open))

    def takes_along(self, one: Survivor) -> None:
        self.carried_off.update(card.name for card in one.slots.values())

    def set_aside(self, table: Table) -> None:
        """Remove the zombies in the exits for zombies, one by one (AP-26.M7, AP-26.R15)."""
        for zone in self.special.get("zombie_exits", []):
            for zombie in sorted(table.zombies_in(zone), key=lambda one: data.KINDS.index(one.kind)):
                table.zombies.remove(zombie)
                self.escaped += 1
                self.test(table)
