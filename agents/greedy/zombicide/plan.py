"""Where each survivor wants to go: the quest's objectives and keys, the Exit, somewhere to arm oneself."""

from __future__ import annotations

from typing import Final

from zombicide_env.games.zombicide.layout import (
    ABOMINATION,
    ANY_COLOUR,
    GOAL_ALL_IN,
    GOAL_ALL_TAKEN,
    GOAL_ARTEFACTS,
    GOAL_EXIT,
    GOAL_KILLED,
    GOAL_LEVEL,
    GOAL_NO_ZOMBIE_IN,
    GOAL_QUEST_ABOMINATION,
    GOAL_TAKEN,
    GOAL_TAKEN_AT,
    GOAL_TEAM_HOLDS,
    GOAL_VAULT_CARD,
    LOCKED,
    NONE,
    RED,
)

from .board import LOCK_COST, UNREACHABLE
from .gear import in_hands
from .view import UNKNOWN, View

#: A lock on the way counts as that many steps when somebody decides where to wait for the key.
_LOCK_STEPS: Final = 4
#: Survivors whose hands are worth less than this look for equipment while the danger level is low.
ARMED: Final = 1.15
_ARMING_ROUNDS: Final = 3


class Plan:
    """The team's intentions in one position.

    Attributes:
        target: zone that each survivor heads for, -1: none.
        wanted: zones with something that somebody should take.
        leaving: the Exit is open to the team.
        hunting: experience is a goal of the quest.
    """

    def __init__(self, view: View) -> None:
        self.view = view
        board = view.board
        self.fields: dict[int, list[int]] = {}
        self.objectives = view.objectives()
        self.vaults = view.vault_cards()
        self.hunting = False
        self.leaving = False
        self.searching = False
        goals = self._goals()
        self.wanted: set[int] = set()
        self.target: list[int] = [NONE] * board.survivors
        self._assign(goals)
        self._arm()

    # ---- distances ---------------------------------------------------------------------------------------------
    def field(self, target: int) -> list[int]:
        found = self.fields.get(target)
        if found is None:
            found = self.fields[target] = self.view.board.field(target, self.view.doors)
        return found

    def way(self, survivor: int, zone: int | None = None) -> float:
        """Steps from a zone (default: where the survivor stands) to his target, locks and closed doors counted in."""
        target = self.target[survivor]
        if target < 0:
            return 0.0
        return _steps(self.field(target)[self.view.zone[survivor] if zone is None else zone])

    # ---- goals --------------------------------------------------------------------------------------------------
    def _goals(self) -> list[int]:
        """Zones to which the unfulfilled victory conditions of the current step point (BP-23)."""
        waiting = [g for g in self.view.board.goals if not self._met(g[1], g[2], max(1, g[3]))]
        step = min((g[0] for g in waiting), default=0)
        zones: list[int] = []
        for goal_step, kind, a, _ in waiting:
            if goal_step == step:
                zones += self._zones_of(kind, a)
        return list(dict.fromkeys(zones))

    def _met(self, kind: int, a: int, need: int) -> bool:
        """Is that victory condition fulfilled already?  Conditions that only the end of the game tells are not."""
        s = self.view.s
        if kind == GOAL_ALL_TAKEN:
            return not self.objectives
        if kind == GOAL_KILLED:
            return int(s["killed"][a]) >= need
        if kind == GOAL_TAKEN:
            return int(s["taken"][a]) >= need
        if kind == GOAL_TAKEN_AT:
            return int(s["taken_at"][a]) >= need
        if kind == GOAL_ARTEFACTS:
            return int(s["artefacts"]) >= need
        if kind == GOAL_LEVEL:
            return int(s["level_reached"]) >= a
        if kind == GOAL_VAULT_CARD:
            return int(s["vault_taken"][a]) >= need
        if kind == GOAL_QUEST_ABOMINATION:
            return int(s["quest_abomination"]) == -2
        if kind == GOAL_NO_ZOMBIE_IN:
            return self.view.crowd[a] == 0
        return False

    def _zones_of(self, kind: int, a: int) -> list[int]:
        view = self.view
        if kind == GOAL_EXIT:
            self.leaving = True
            return view.board.exits
        if kind == GOAL_ALL_TAKEN:
            return list(self.objectives)
        if kind == GOAL_TAKEN:
            return [z for z, colour in self.objectives.items() if colour in (a, UNKNOWN)]
        if kind == GOAL_TAKEN_AT:
            return [a]
        if kind in (GOAL_ARTEFACTS, GOAL_VAULT_CARD):
            return [z for z, cards in self.vaults.items() if cards]
        if kind in (GOAL_ALL_IN, GOAL_NO_ZOMBIE_IN):
            return [a]
        if kind == GOAL_KILLED and a != ABOMINATION:
            return [z for z, zombies in enumerate(view.zombies) if zombies[a]]
        if kind in (GOAL_KILLED, GOAL_QUEST_ABOMINATION, GOAL_TEAM_HOLDS):
            self.searching = True
        if kind == GOAL_LEVEL:
            self.hunting = True
        return []

    def _keys(self) -> list[int]:
        """Objectives that may unlock a door that is still locked (BP-23.R3)."""
        board, doors = self.view.board, self.view.doors
        colours = {board.door_key[d] for d in range(board.n_doors) if doors[d] == LOCKED}
        if not colours:
            return []
        if RED in colours or ANY_COLOUR in colours:  # the last objective is the key
            return list(self.objectives)
        return [z for z, colour in self.objectives.items() if colour in (*colours, UNKNOWN)]

    # ---- who goes where ----------------------------------------------------------------------------------------
    def _assign(self, goals: list[int]) -> None:
        view = self.view
        near = [z for z in goals if self._reachable(z)]
        locked = [z for z in goals if z not in near]
        keys = [z for z in self._keys() if z not in near] if locked else []
        open_keys = [z for z in keys if self._reachable(z)]
        self.leaving = self.leaving and any(z in view.board.exits for z in near)
        if self.leaving:
            exits = [z for z in near if z in view.board.exits]
            for i in view.team:
                self.target[i] = min(exits, key=lambda z: self.field(z)[view.zone[i]])
            return
        errands = near + open_keys
        self.wanted = {z for z in errands if z in self.objectives or self.vaults.get(z)}
        if not errands:
            errands = self._prey() if self.hunting else []
        ahead = [z for z in locked + keys if z not in open_keys]
        if not errands and not ahead:
            return
        self._send(errands, ahead)

    def _send(self, errands: list[int], ahead: list[int]) -> None:
        """One survivor runs each errand that is near; the others go on towards what comes after it."""
        view = self.view
        free = list(view.team)
        todo = list(errands)
        while todo and free:
            cost, zone, runner = min((self.field(z)[view.zone[i]] + 0.1 * view.xp[i] / 43, z, i) for z in todo for i in free)
            first = len(todo) == len(errands)
            if cost >= LOCK_COST or (not first and cost > 4):
                break
            self.target[runner] = zone
            free.remove(runner)
            todo.remove(zone)
        rest = todo or ahead or errands
        for i in free:
            self.target[i] = min(rest, key=lambda z: (_steps(self.field(z)[view.zone[i]]), z))

    def _reachable(self, zone: int) -> bool:
        field = self.field(zone)
        return any(field[self.view.zone[i]] < LOCK_COST for i in self.view.team)

    def _prey(self) -> list[int]:
        """Zones with zombies that the team may well fight."""
        view = self.view
        return [z for z in range(view.board.n) if 0 < view.crowd[z] <= 2 * len(view.team) and not view.toughest(z) and self._reachable(z)]

    def _arm(self) -> None:
        """Early in the game, poorly armed survivors without an errand go to a room close by to search it."""
        view, board = self.view, self.view.board
        errands = {self.target[i] for i in view.team} & (self.wanted | set(board.exits))
        for i in view.team:
            idle = self.target[i] < 0 and self.searching
            early = view.round <= _ARMING_ROUNDS and self.target[i] not in errands and in_hands(view, i) < ARMED
            if idle or early:
                steps = board.steps(view.zone[i], view.doors)
                rooms = [z for z in range(board.n) if board.searchable[z] and not view.crowd[z] and steps[z] <= (9 if idle else 1)]
                if rooms:
                    self.target[i] = min(rooms, key=lambda z: (steps[z], z))


def _steps(cost: int) -> float:
    if cost >= UNREACHABLE:
        return 30.0
    return cost % LOCK_COST + _LOCK_STEPS * (cost // LOCK_COST)
