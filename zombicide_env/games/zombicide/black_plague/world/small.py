"""Small boards with one task each: a street of a few zones with rooms along it; a house rule as a whole.

The start of the street, its direction, the places of rooms, objectives and Walkers, and the Exit are random.  A board belongs to one
split, whatever the seed: a policy that plays well on boards of ``split=test`` has learned the task rather than a board.  All zombies
are Walkers.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable, Mapping, Sequence
from typing import Final

import numpy as np

from ...table.cards import load_equipment
from ...table.generate import SPLITS, GenerateError, Spec
from .content import content_file

#: Cards of the deck if something has to be found, and the card to find.
FOOD: Final = ("apples", "salted_meat", "water")
WANTED: Final = "apples"
CARRIED: Final = "chainmail"
#: Goal -> minimum number of rooms.
_ROOMS: Final = {"exit": 0, "kill": 0, "search": 1, "objectives": 1, "carry": 1, "hold": 1, "all": 2}
_MOST_TRIES: Final = 200

Cell = tuple[int, int]
Steps = list[list[str]]
"""Winning predicates, step after step."""


def small_board(spec: Spec) -> str:
    """Return the quest file of a specification with ``tiles=0`` (YAML text)."""
    goal = spec.goal or "exit"
    needed, most = _ROOMS[goal], 2 * spec.zones
    if not needed <= spec.rooms <= most:
        raise GenerateError(f"{spec.text}: rooms={spec.rooms}; goal={goal} with zones={spec.zones} takes {needed} to {most}")
    if goal in ("kill", "hold") and not spec.zombies:
        raise GenerateError(f"{spec.text}: there is nothing to kill; add zombies=1")
    split = SPLITS.index(spec.split)
    rng = np.random.default_rng([spec.seed, split])
    for _ in range(_MOST_TRIES):
        board = "\n".join(_Board(spec, goal, rng).lines()) + "\n"
        if zlib.crc32(board.encode()) % len(SPLITS) == split:
            return "\n".join(_heading(spec, goal)) + "\n" + board
    raise GenerateError(f"{spec.text}: no board of this split found in {_MOST_TRIES} tries; add zones or rooms")


def _heading(spec: Spec, goal: str) -> list[str]:
    return [
        f"# house: {spec.text}",
        f"id: small_{goal}_{spec.split}_{spec.seed}",
        f"title: Small board {spec.seed}, {goal} ({spec.split})",
        "difficulty: easy",
        "survivors: {min: 1, max: null}",
    ]


class _Board:
    """A street along row 1 with rooms in rows 0 and 2, then mirrored and rotated."""

    def __init__(self, spec: Spec, goal: str, rng: np.random.Generator) -> None:
        self.spec, self.rng = spec, rng
        self.mirrored, self.turned = bool(self.rng.integers(2)), bool(self.rng.integers(2))
        self.streets = [chr(ord("a") + i) for i in range(spec.zones)]
        places = self._drawn([(side, column) for side in (0, 2) for column in range(spec.zones)], spec.rooms)
        self.rooms = {chr(ord("A") + i): place for i, place in enumerate(places)}
        self.start, self.far = self.streets[0], self.streets[-1]
        tasks: Mapping[str, Callable[[], Steps]] = {
            "exit": self._exit,
            "kill": self._kill,
            "search": self._search,
            "objectives": self._objectives,
            "carry": self._carry,
            "hold": self._hold,
            "all": self._all,
        }
        self.exit, self.places, self.locked = "", list[str](), ""
        self.rules = ["  - {kind: objective_xp, xp: 5}"]
        self.rules += [f"  - {{kind: replace_zombie, from: {kind}, to: walker}}" for kind in ("fatty", "runner", "abomination")]
        self.setup: list[str] = []
        self.steps = tasks[goal]()

    def _drawn(self, of: Sequence[Cell], number: int) -> list[Cell]:
        return [of[int(k)] for k in self.rng.permutation(len(of))[:number]]

    # ---- tasks: pieces and winning steps of each ------------------------------------------------------------------

    def _exit(self) -> Steps:
        self.exit = self.far if not self.rooms else str(self.rng.choice([self.far, *(r for r, (_, c) in self.rooms.items() if c)]))
        self.rules.append(f"  - {{kind: exit, zone: {self.exit}}}")
        return [["exit_complete"]]

    def _kill(self) -> Steps:
        return [[f"killed(walker) >= {self.spec.zombies}"]]

    def _search(self) -> Steps:
        self.setup.append(_only(FOOD))
        return [[f"team_holds({WANTED} 1)"]]

    def _objectives(self) -> Steps:
        self.places = list(self.rooms)
        return [["all_objectives_taken"]]

    def _carry(self) -> Steps:
        self.places = list(self.rooms)[:1]
        gift = f"objective: red, card: {CARRIED}, from: [equipment_deck], to: any_survivor, optional: true"
        self.rules.append(f"  - {{kind: objective_gives, {gift}}}")
        return [["all_objectives_taken"], [f"team_holds({CARRIED} 1)", f"all_initial_survivors_in({self.far})"]]

    def _hold(self) -> Steps:
        held = next(iter(self.rooms))
        return [[f"killed(walker) >= {self.spec.zombies}"], [f"all_initial_survivors_in({held})", f"no_zombie_in({held})"]]

    def _all(self) -> Steps:
        """Put a key in one room, the Exit behind its door, objectives in the other rooms."""
        *places, self.locked = self.rooms
        self.places, self.exit = places, self.locked
        number = list(self.rooms).index(self.locked) + 1
        self.rules += [
            f"  - {{kind: key, objective: blue, unlocks_doors: [{number}]}}",
            f"  - {{kind: exit, zone: {self.exit}, after_step: 1}}",
        ]
        return [["all_objectives_taken"], ["exit_complete"]]

    # ---- the file --------------------------------------------------------------------------------------------------

    def lines(self) -> list[str]:
        """Return the lines of the quest file about the board."""
        blue = bool(self.locked)
        tokens = f"{{{'blue: 1, ' * blue}red: {len(self.places) - blue}}}"
        spawns = sorted((self._cell(zone), zone) for zone in self.streets[::-1][: self.spec.spawns])
        zombies = [f"    - {{zone: {zone}, kind: walker}}" for zone in self._standing()]
        return [
            "cells: |",
            *(f"  {' '.join(row)}" for row in self._cells()),
            "doors:",
            *(self._doors() or ["  []"]),
            f"start: [{self.start}]",
            f"exit: [{self.exit}]",
            "spawn_zones:",
            *([f"  - {{zone: {zone}}}" for _, zone in spawns] or ["  []"]),
            "objectives:",
            *([f"  - {{zone: {zone}, shuffled: true}}" for zone in self.places] or ["  []"]),
            "vaults: []",
            "setup:",
            f"  objectives: {{shuffled_tokens: {tokens if self.places else '{}'}}}",
            "  remove_zombie_cards: {necromancer: 6}",
            *self.setup,
            "  zombies:",
            *(zombies or ["    []"]),
            "rules:",
            *self.rules,
            f"win: {{steps: {json.dumps(self.steps)}, tested: {self._tested}}}",
        ]

    @property
    def _tested(self) -> str:
        """When victory is tested: goals about the team's cards or zones count at the end of a round, as in the quest Famine."""
        where = any(word.startswith(("team_holds", "all_initial")) for step in self.steps for word in step)
        return "end_phase" if where else "after_every_event"

    def _cells(self) -> list[list[str]]:
        columns = self.spec.zones
        grid = [["."] * columns, self.streets, ["."] * columns]
        for room, (side, column) in self.rooms.items():
            grid[side][column] = room
        if self.mirrored:
            grid = [row[::-1] for row in grid]
        return [list(row) for row in zip(*grid, strict=True)] if self.turned else grid

    def _cell(self, zone: str) -> Cell:
        return next((r, row.index(zone)) for r, row in enumerate(self._cells()) if zone in row)

    def _doors(self) -> list[str]:
        lines = []
        for number, (room, (_, column)) in enumerate(self.rooms.items(), 1):
            street = self.streets[column]
            state = "colour: blue, locked_until: taken(blue)" if room == self.locked else f"state: {self.spec.doors}"
            at = f"[{list(self._cell(room))}, {list(self._cell(street))}]"
            lines.append(f"  - {{id: {number}, zones: [{room}, {street}], at: {at}, {state}}}")
        return lines

    def _standing(self) -> list[str]:
        """Return the zones of the Walkers: not at the start, and no second one in a zone before every zone has one."""
        free = [*self.streets[1:], *(room for room in self.rooms if self.spec.doors == "open" and room != self.locked)]
        order = [free[int(k)] for k in self.rng.permutation(len(free))]
        return [order[i % len(order)] for i in range(self.spec.zombies)]


def _only(cards: Sequence[str]) -> str:
    """Return the line that removes all other cards from the equipment deck."""
    deck = load_equipment(content_file("equipment.csv"))
    others = [card.id for card in deck if card.id not in cards and card.in_deck]
    return f"  remove_equipment_cards: {{{', '.join(f'{card}: all' for card in others)}}}"
