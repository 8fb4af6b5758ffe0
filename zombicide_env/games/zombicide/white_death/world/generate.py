"""Random quests of White Death (``generated:seed=7,tiles=4,difficulty=2``): boards of its tiles; the content is a house rule.

Every quest is winnable in principle: survivors can reach every zone by printed ways, hordes begin away from them, and the tokens of a
Defiler have a way to the Beacon without objectives.  A higher difficulty has more spawn zones and objectives.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import numpy as np

from ...table.draft import first_complete, heading, tile_lines
from ...table.generate import Spec
from .sides import Cell, Laid, Side, lay_sides

#: Goals that are drawn where a specification names none: a team reaches the Exit of most boards within two rounds.
_GOALS: Final = ("objectives", "both")
#: Minimum steps of zombies from a spawn zone to the survivors, and of the Defiler's token to the Beacon, by tiles.
_AWAY: Final = {2: 3, 3: 4, 4: 4, 6: 5, 8: 5}
_GUARDS: Final = 4  # in a group


def generate(spec: Spec, tiles: Mapping[str, Side]) -> str:
    """Return the quest file of a specification (YAML text)."""
    return first_complete(spec, lambda rng: _Draft(spec, lay_sides(tiles, _grid(spec, tiles, rng)), rng))


def _grid(spec: Spec, tiles: Mapping[str, Side], rng: np.random.Generator) -> list[list[tuple[str, int]]]:
    """Lay tiles, each once, with random sides and rotations."""
    rows, columns = spec.grid
    numbers = [str(number) for number in rng.permutation(sorted({side[:2] for side in tiles}))[: rows * columns]]
    sides = [str(rng.choice([f"{number}R", f"{number}V"])) for number in numbers]
    return [[(sides[row * columns + column], int(rng.integers(4)) * 90) for column in range(columns)] for row in range(rows)]


def _far(ways: Mapping[str, set[str]], start: str) -> dict[str, int]:
    """Return steps from a zone to all reachable ones."""
    found, todo = {start: 0}, [start]
    for zone in todo:
        for other in sorted(ways[zone]):
            if other not in found:
                found[other] = found[zone] + 1
                todo.append(other)
    return found


class _Draft:
    """A board on which tokens and goals are placed; ``complete`` returns whether it became a quest."""

    def __init__(self, spec: Spec, laid: Laid, rng: np.random.Generator) -> None:
        self.spec, self.laid, self.rng = spec, laid, rng
        self.ways = laid.ways()
        self.crow = self._beside()
        self.goal = spec.goal or str(rng.choice(_GOALS))

    def _beside(self) -> dict[str, set[str]]:
        """Return zone -> zones that share a side with it: the way of the Defiler's token (WD-11.5)."""
        label = self.laid.label
        found: dict[str, set[str]] = {zone: set() for zone in label.values()}
        for cell, zone in label.items():
            found[zone] |= {label[other] for other in self.laid.beside(cell)} - {zone}
        return found

    def _one(self, zones: list[str]) -> str:
        return zones[int(self.rng.integers(len(zones)))]

    # ---- the parts, in the order in which they are drawn ------------------------------------------------------------

    def complete(self) -> bool:
        """Draw everything; returns False if the tiles do not give a board that can be won."""
        zones = sorted(self.ways)
        if len(_far(self.ways, zones[0])) != len(zones):
            return False
        self.places = [(self.laid.label[cell], cell, side) for cell, side in self.laid.objectives]
        wanted = min(len(self.places), 1 + self.spec.difficulty + self.spec.tiles // 2)
        self.places = [self.places[int(k)] for k in sorted(self.rng.permutation(len(self.places))[:wanted])]
        objectives = {zone for zone, _, _ in self.places}
        edge = [zone for zone in self._at_edge() if zone not in objectives]
        inner = [zone for zone in zones if zone not in objectives and self.laid.terrain[zone] in ("street", "indoor")]
        if len(edge) < 2 + self.spec.difficulty or not inner:
            return False
        self.start = self._one(edge)
        away = _far(self.ways, self.start)
        self.beacon = self._one(inner)
        far_off = [zone for zone in edge if away[zone] >= _AWAY[self.spec.tiles] and zone != self.beacon]
        self.spawns = [far_off[int(k)] for k in self.rng.permutation(len(far_off))[: 1 + self.spec.difficulty]]
        if len(self.spawns) <= self.spec.difficulty or not all(self._spares(zone, objectives) for zone in self.spawns):
            return False
        exits = sorted((zone for zone in edge if zone not in (self.start, self.beacon, *self.spawns)), key=lambda zone: (-away[zone], zone))
        self.exit = exits[0] if exits and self.goal != "objectives" else ""
        if self.goal != "objectives" and not self.exit:
            return False
        return self._put_guards(away)

    def _at_edge(self) -> list[str]:
        """Return street zones at the edge of the board, in reading order."""
        rows, columns = self.laid.rows, self.laid.columns
        cells = [cell for cell in sorted(self.laid.label) if cell[0] in (0, rows - 1) or cell[1] in (0, columns - 1)]
        return list(dict.fromkeys(self.laid.label[cell] for cell in cells if self.laid.terrain[self.laid.label[cell]] == "street"))

    def _spares(self, spawn: str, objectives: set[str]) -> bool:
        """Return whether the Defiler's token is far enough from the Beacon, and has a shortest way there without an objective."""
        away = _far(self.crow, self.beacon)
        if away[spawn] < _AWAY[self.spec.tiles]:
            return False
        front = {spawn}
        while self.beacon not in front:
            front = {other for zone in front for other in self.crow[zone] if away[other] == away[zone] - 1 and other not in objectives}
            if not front:
                return False
        return True

    def _put_guards(self, away: Mapping[str, int]) -> bool:
        """Put two groups where the team may leave them, on ramparts if possible, with a cauldron each there (WD-14)."""
        self.guards: list[str] = []
        self.cauldrons: list[str] = []
        if self.exit:  # a dead Guard cannot leave, so that none has to be brought along
            return True
        near = [zone for zone in sorted(self.ways) if 0 < away[zone] <= 4 and zone not in (*self.spawns, self.beacon)]
        walls = [zone for zone in near if self.laid.terrain[zone] == "rampart"]
        order = walls or [zone for zone in near if self.laid.terrain[zone] == "street"]
        self.guards = [order[int(k)] for k in self.rng.permutation(len(order))[:2]]
        self.cauldrons = [zone for zone in self.guards if zone in walls]
        return bool(self.guards)

    # ---- the file -----------------------------------------------------------------------------------------------------

    def yaml(self) -> str:
        """Return the quest in the format of quest files."""
        spec, laid = self.spec, self.laid
        zones = list(dict.fromkeys(laid.label[cell] for cell in sorted(laid.label)))
        lines = [
            *heading(spec),
            *tile_lines(laid.grid),
            "cells: |",
            *(f"  {' '.join(laid.label[row, column] for column in range(laid.columns))}" for row in range(laid.rows)),
            f"ramparts: [{', '.join(zone for zone in zones if laid.terrain[zone] == 'rampart')}]",
            f"ruins: [{', '.join(zone for zone in zones if laid.terrain[zone] == 'ruin')}]",
            "openings:",
            *(self._border(a, b, f", kind: {kind}") for a, b, kind in laid.passages),
            "ladders:" if laid.ladders else "ladders: []",
            *(self._border(a, b) for a, b in laid.ladders),
            f"start: [{self.start}]",
            f"beacon: {self.beacon}",
            f"exit: [{self.exit}]",
            "spawn_zones:",
            *(f"  - {{zone: {zone}, number: {number}}}" for number, zone in enumerate(self.spawns, 1)),
            "defiled:",
            *(f"  - {{zone: {zone}, spawn: {number}}}" for number, zone in enumerate(self.spawns, 1)),
            "objectives:",
            *(f"  - {{zone: {zone}, at: {list(cell)}, tile: {side}, shuffled: true}}" for zone, cell, side in self.places),
            f"guards: [{', '.join(f'{{zone: {zone}, count: {_GUARDS}}}' for zone in self.guards)}]",
            f"cauldrons: [{', '.join(f'{{zone: {zone}}}' for zone in self.cauldrons)}]",
            "setup:",
            f"  objectives: {{shuffled_tokens: {{{self._tokens()}}}}}",
            "rules:",
            *self._rules(),
            f"win: {{steps: [[{self._wins()}]]}}",
            *(() if self.goal == "exit" else ("lose: {quest: [{when: objective_removed(any)}]}",)),
        ]
        return "\n".join(lines) + "\n"

    def _border(self, a: Cell, b: Cell, more: str = "") -> str:
        label = self.laid.label
        return f"  - {{zones: [{label[a]}, {label[b]}], at: [{list(a)}, {list(b)}]{more}}}"

    def _tokens(self) -> str:
        colours = ["blue", "green"][: max(0, min(2, len(self.places) - 1))]
        return ", ".join([*(f"{colour}: 1" for colour in colours), f"red: {len(self.places) - len(colours)}"])

    def _rules(self) -> list[str]:
        lines = [
            "  - {kind: objective_xp, colours: [red], xp: 5}",
            "  - {kind: objective_artefact, colours: [blue, green], artefacts: 1, if_none_left: {xp: 5}}",
        ]
        return lines + (["  - {kind: escape, guards: any}"] if self.exit else [])

    def _wins(self) -> str:
        taken, gone = "all_objectives_taken", "all_guards_escaped, all_survivors_escaped"
        return {"objectives": taken, "exit": gone, "both": f"{taken}, {gone}"}[self.goal]


__all__ = ["generate"]
