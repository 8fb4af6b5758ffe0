"""Where each survivor wants to go: the quest's objectives and keys, the Exit, somewhere to arm oneself."""

from __future__ import annotations

from typing import Final

from zombicide_env.games.zombicide.black_plague.edition import LEVEL_XP
from zombicide_env.games.zombicide.black_plague.numbers.layout import ABOMINATION, FATTY, NECROMANCER, PACK
from zombicide_env.games.zombicide.table.codes import (
    ANY_COLOUR,
    FAR,
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
from .fire import Fire
from .gear import in_hands
from .hunt import hunts
from .view import UNKNOWN, View

#: A lock on the way counts as that many steps when somebody decides where to wait for the key.
_LOCK_STEPS: Final = 4
#: A team whose hands are worth less than this on average looks for equipment first, for so many rounds at most.
ARMED: Final = 2.0
ARMING_ROUNDS: Final = 10
#: Steps that a survivor leaves the team for an errand of his own.
RUN: Final = 3
#: Steps that somebody else may go if that keeps the danger level down.
LEVEL_STEPS: Final = 2
#: What a closed door on the way counts for who cannot open it.
NO_KEY: Final = 4
#: Experience at which the next danger level begins, by danger level (BP-8.3).
NEXT_LEVEL: Final = (*LEVEL_XP[1:], 99_999)
OBJECTIVE_XP: Final = 5
#: Cost of the way to an artefact that is worth a detour.
DETOUR: Final = 5
#: How much one that cannot be killed counts by distance, and against a room to search.
_NEAR: Final = (1.0, 0.8, 0.4)
_FEAR: Final = 3.0


class Plan:
    """The team's intentions in one position.

    Attributes:
        target: zone that each survivor heads for, -1: none.
        wanted: zones with something that somebody should take.
        leaving: the Exit is open to the team.
        hunters: survivors after a Necromancer -> his escape would lose the game.
        hunting: experience is a goal of the quest.
        arming: the team stays near a room and searches it.
        beasts: zones with zombies that the team cannot kill and their number.
        fire: what Dragon Fire could do.
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
        self.arming = False
        self.fire = Fire(view)
        self.beasts = self._beasts()
        goals = self._goals()
        self.wanted: set[int] = set()
        self.target: list[int] = [NONE] * board.survivors
        self._assign(goals)
        self._arm()
        self._detours()
        self.hunters: dict[int, bool] = {}
        self._hunt()

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
            return []
        if kind in (GOAL_KILLED, GOAL_QUEST_ABOMINATION):
            beasts = [z for z in range(view.board.n) if view.toughest(z)]
            if beasts and self.fire.ready:
                return beasts
            self.searching = True
            return [z for z, cards in self.vaults.items() if cards]
        if kind == GOAL_TEAM_HOLDS:
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
        """The team goes together to the errand that is nearest to all; who is next to another one sees to it on the way."""
        view = self.view
        rest = errands or ahead
        goal = min(rest, key=lambda z: (self._team_way(z), z))
        for i in view.team:
            self.target[i] = goal
        free = list(view.team)
        for zone in errands:
            if zone == goal or not free:
                continue
            cost, runner = min((self._cost(i, zone) + 0.02 * view.xp[i], i) for i in free)
            if cost <= RUN and not view.crowd[zone]:
                self.target[runner] = zone
                free.remove(runner)

    def _cost(self, survivor: int, zone: int) -> float:
        """Way of a survivor to an errand, longer if others must open doors for him or his experience raises the danger level."""
        view = self.view
        way = float(self.field(zone)[view.zone[survivor]])
        if zone in self.objectives and self.raises(survivor, OBJECTIVE_XP):
            way += LEVEL_STEPS
        if view.board.steps(view.zone[survivor], view.doors)[zone] >= FAR and not self._opens(survivor):
            way += NO_KEY
        return way

    def raises(self, survivor: int, gain: float) -> bool:
        """Would that experience bring the team to the next danger level (BP-8.6)?"""
        return self.view.xp[survivor] + gain >= NEXT_LEVEL[self.view.danger_level]

    def _opens(self, survivor: int) -> bool:
        return any(c and self.view.board.card_opens[c] for c in self.view.inv[survivor][:PACK])

    def _team_way(self, zone: int) -> float:
        """Average way of the team, longer where a dark building or a crowd waits."""
        view, field = self.view, self.field(zone)
        way = sum(_steps(field[view.zone[i]]) for i in view.team) / len(view.team)
        return way + 0.3 * view.board.rooms_behind(zone, view.revealed()) + 0.2 * view.crowd[zone]

    def _reachable(self, zone: int) -> bool:
        field = self.field(zone)
        return any(field[self.view.zone[i]] < LOCK_COST for i in self.view.team)

    def _prey(self) -> list[int]:
        """Zones with zombies that the team may well fight."""
        view = self.view
        return [z for z in range(view.board.n) if 0 < view.crowd[z] <= 2 * len(view.team) and not view.toughest(z) and self._reachable(z)]

    def _arm(self) -> None:
        """A poorly armed team stays in a room close by and searches it, opening the smallest building if it has to."""
        view = self.view
        if not view.team or self.leaving:
            return
        strength = sum(in_hands(view, i) for i in view.team) / len(view.team)
        errand = any(self.target[i] >= 0 for i in view.team)
        self.arming = (self.searching and not errand) or (view.round <= ARMING_ROUNDS and strength < ARMED)
        if not self.arming:
            return
        base = self._base()
        if base < 0:
            return
        for i in view.team:
            if self.target[i] in self.wanted and self.field(self.target[i])[view.zone[i]] <= RUN and not view.crowd[self.target[i]]:
                continue
            self.target[i] = base

    def _detours(self) -> None:
        """An artefact in a vault close by arms the team better than many Searches."""
        view = self.view
        if self.leaving:
            return
        free = [i for i in view.team if self.target[i] not in self.wanted]
        for zone, cards in self.vaults.items():
            if not cards or not free or zone in self.target:
                continue
            cost, runner = min((self.field(zone)[view.zone[i]], i) for i in free)
            if cost <= DETOUR and not view.crowd[zone]:
                self.target[runner] = zone
                self.wanted.add(zone)
                free.remove(runner)

    def _hunt(self) -> None:
        """Those nearest to a Necromancer go to meet him, everybody if his escape would lose the game."""
        wanted = any(g[1] == GOAL_KILLED and g[2] == NECROMANCER and not self._met(g[1], g[2], max(1, g[3])) for g in self.view.board.goals)
        for hunt in hunts(self.view, wanted):
            for i in hunt.hunters:
                self.target[i] = hunt.meet
                self.hunters[i] = hunt.urgent

    def threat_of(self, zone: int) -> float:
        """How near those are whom the team cannot kill: they are slow, but nobody gets past them (BP-6.3)."""
        steps = self.view.board.steps(zone, self.view.doors)
        near = sum(number * _NEAR[steps[z]] for z, number in self.beasts if steps[z] < len(_NEAR))
        return near * (1.5 if near and len(self.view.open_links(zone)) < 2 else 1.0)

    def _beasts(self) -> list[tuple[int, float]]:
        """Zones with zombies that the team cannot kill: Abominations, and more Fatties than its strong weapons see to."""
        view, board = self.view, self.view.board
        strong = sum(any(c and max(board.melee_damage[c], board.shot_damage[c]) > 1 for c in view.inv[i][:PACK]) for i in view.team)
        found = []
        for z, row in enumerate(view.zombies):
            number = row[ABOMINATION] + max(0.0, row[FATTY] - 1.2 * strong)
            if number > 0:
                found.append((z, min(4.0, number)))
        return found

    def _base(self) -> int:
        """The room in which the team may search with least trouble, -1: none in reach."""
        view, board = self.view, self.view.board
        spawns, revealed = view.spawn_zones(), view.revealed()
        best, base = 1e9, -1
        for z in range(board.n):
            if not board.searchable[z] or z in spawns:
                continue
            field = self.field(z)
            way = sum(_steps(field[view.zone[i]]) for i in view.team) / len(view.team)
            if way > 8:
                continue
            cost = way + 0.8 * board.rooms_behind(z, revealed) + 1.0 * view.crowd[z] + 0.3 * sum(view.crowd[t] for t in view.open_links(z))
            cost += _FEAR * self.threat_of(z)
            if cost < best:
                best, base = cost, z
        return base


def _steps(cost: int) -> float:
    if cost >= UNREACHABLE:
        return 30.0
    return cost % LOCK_COST + _LOCK_STEPS * (cost // LOCK_COST)
