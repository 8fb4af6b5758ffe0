"""Activation of zombies: escapes, attacks, destinations, paths, splitting, the second action of Runners (BP-15, BP-17)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from functools import partial

from tests.games.zombicide.oracle.asking import Play
from tests.games.zombicide.oracle.harm import deaths, zombie_wounds
from tests.games.zombicide.oracle.table import KINDS, Survivor, Table, Zombie


class Activation:
    """``activate(Z)`` of BP-15.R14; with a taunter the zombies see no other survivor (BP-22.59)."""

    def __init__(self, table: Table, zombies: Collection[Zombie], taunter: Survivor | None = None) -> None:
        self.table = table
        self.zombies = list(zombies)
        self.taunter = taunter

    def play(self) -> Play[None]:
        for number in (1, 2):
            able = [zombie for zombie in self._still_there() if number == 1 or zombie.kind == "runner"]
            if self.taunter is None:
                self._escapes([zombie for zombie in able if zombie.kind == "necromancer"])
                able = [zombie for zombie in able if zombie in self.table.zombies]
            fought = yield from self._attacks(able)
            yield from self._moves([zombie for zombie in able if zombie not in fought])

    def _still_there(self) -> list[Zombie]:
        return [zombie for zombie in self.zombies if zombie in self.table.zombies]

    # ---- (i) escapes

    def _escapes(self, necromancers: list[Zombie]) -> None:
        for zone in self.table.board.zones:
            for necromancer in necromancers:
                if necromancer.zone == zone and zone in escape_zones(self.table, necromancer):
                    escape(self.table, necromancer)

    # ---- (ii) attacks

    def _targets(self, zone: str) -> list[Survivor]:
        """Survivors who may be attacked there (BP-15.R2)."""
        return [one for one in self.table.in_zone(zone) if not self.table.ignored(one) and self.taunter in (None, one)]

    def _attacks(self, able: list[Zombie]) -> Play[list[Zombie]]:
        fought = []
        for zone in self.table.board.zones:
            attackers = [zombie for kind in KINDS for zombie in able if zombie.zone == zone and zombie.kind == kind]
            targets = self._targets(zone)
            if not attackers or not targets:
                continue
            assigned: dict[Survivor, Counter[str]] = {target: Counter() for target in targets}
            for zombie in attackers:
                answers = [f"wound {target.name}" for target in targets]
                answer = yield from self.table.ask(None, answers, partial(_least_hurt, zombie.kind, assigned))
                assigned[self.table.survivor(answer.removeprefix("wound "))][zombie.kind] += 1
            for target in targets:  # they are in roster order
                yield from zombie_wounds(self.table, target, assigned[target])
            deaths(self.table)
            fought += attackers
        return fought

    # ---- (iii) moves: everything is decided on one position, then all move at once (BP-15.R7)

    def _moves(self, movers: list[Zombie]) -> Play[None]:
        goes: list[tuple[Zombie, str]] = []
        added: list[Zombie] = []
        for zone in self.table.board.zones:
            group = [zombie for zombie in movers if zombie.zone == zone]
            ordinary = [zombie for zombie in group if zombie.kind != "necromancer" or self.taunter is not None]
            if ordinary:
                yield from self._group(zone, ordinary, goes, added)
            for necromancer in group:
                if necromancer not in ordinary:
                    yield from self._flight(necromancer, goes)
        for zombie, there in goes:
            zombie.zone = there
        self.table.zombies += added
        self.zombies += added

    def _destinations(self, zone: str) -> list[str]:
        """The set T (BP-15.R4)."""
        if self.taunter is not None:
            return [] if self.taunter.zone is None else [self.taunter.zone]
        board = self.table.board
        visible = [there for there in board.zones if self._targets(there) and board.sight(zone, there) is not None]
        candidates = visible or board.zones
        loudest = max(self.table.loudness(there) for there in candidates)
        return [there for there in candidates if self.table.loudness(there) == loudest and loudest > 0]

    def _first_steps(self, zone: str) -> list[str]:
        """The set F in zone order; empty if the group stays (BP-15.R6, BP-15.R8, BP-15.R9)."""
        destinations = self._destinations(zone)
        if zone in destinations:
            return []
        found: set[str] = set()
        for there in destinations:
            found |= self.table.board.second_zones(zone, there)
        return [there for there in self.table.board.zones if there in found]

    def _group(self, zone: str, group: list[Zombie], goes: list[tuple[Zombie, str]], added: list[Zombie]) -> Play[None]:
        routes = self._first_steps(zone)
        if not routes:
            return
        for kind in KINDS:
            members = [zombie for zombie in group if zombie.kind == kind]
            if kind in ("abomination", "necromancer"):  # they never split (BP-15.17)
                for zombie in members:
                    goes.append((zombie, (yield from self._choose(routes))))
            elif members:
                yield from self._split(kind, members, routes, goes, added)

    def _split(
        self, kind: str, members: list[Zombie], routes: list[str], goes: list[tuple[Zombie, str]], added: list[Zombie]
    ) -> Play[None]:
        """BP-15.R11."""
        each, rest = divmod(len(members), len(routes))
        larger = list(routes) if rest else []
        if rest:
            wanted = len(routes) - rest
            available = min(wanted, self.table.supply[kind])
            new = [Zombie(kind, "") for _ in range(available)]
            self.table.supply[kind] -= available
            added += new
            members = [*members, *new]
            if available < wanted:
                larger = []
                while len(larger) < rest + available:
                    larger.append((yield from self._choose([there for there in routes if there not in larger])))
        for there in routes:
            for _ in range(each + (there in larger)):
                goes.append((members.pop(), there))
        assert not members

    def _choose(self, routes: list[str], default: str | None = None) -> Play[str]:
        answer = yield from self.table.ask(None, [f"path {there}" for there in routes], lambda: f"path {default or routes[0]}")
        return answer.removeprefix("path ")

    def _flight(self, necromancer: Zombie, goes: list[tuple[Zombie, str]]) -> Play[None]:
        """A Necromancer goes to the nearest escape zone (BP-15.21, BP-17.R5)."""
        board = self.table.board
        zones = escape_zones(self.table, necromancer)
        for doors_open in (False, True):
            far = board.distances(necromancer.zone, doors_open=doors_open)
            reached = [zone for zone in zones if zone in far]
            if reached:
                near = [zone for zone in reached if far[zone] == min(far[other] for other in reached)]
                steps = [
                    path[1]
                    for zone in near
                    for path in sorted(
                        board.all_shortest_paths(necromancer.zone, zone, doors_open=doors_open),
                        key=lambda path: [board.index(step) for step in path],
                    )
                    if len(path) > 1 and board.border(path[0], path[1]).passable
                ]
                if steps:
                    routes = [zone for zone in board.zones if zone in steps]
                    goes.append((necromancer, (yield from self._choose(routes, steps[0]))))
                return


def _least_hurt(kind: str, assigned: dict[Survivor, Counter[str]]) -> str:
    """BP-D-24."""
    ironclad = [one for one in assigned if one.has(f"ironclad:{kind}")]
    return f"wound {min(ironclad or assigned, key=lambda one: one.wounds + assigned[one].total()).name}"


def escape_zones(table: Table, necromancer: Zombie) -> list[str]:
    """BP-17.R3."""
    foreign = [zone for zone in table.board.zones if zone != necromancer.entry and any(t.zone == zone and t.active for t in table.tokens)]
    if foreign:
        return foreign
    return [token.zone for token in table.tokens if token.zone == necromancer.entry][:1]


def escape(table: Table, necromancer: Zombie) -> None:
    """BP-17.6, BP-17.9, BP-17.R6."""
    table.remove(necromancer)
    if necromancer.token is not None and necromancer.token in table.tokens:
        necromancer.token.colour = "red"
    if len(table.tokens) >= table.limit:
        table.lose("necromancer")


def ritual(table: Table) -> None:
    """Dark ritual (BP-18.4, BP-18.R1)."""
    necromancers = [zombie for zombie in table.zombies if zombie.kind == "necromancer"]
    leaving = [
        one
        for one in necromancers
        if any(other is not one and (other.zone == one.zone or table.board.border(one.zone, other.zone).passable) for other in necromancers)
    ]
    for zone in table.board.zones:
        for one in leaving:
            if one.zone == zone:
                escape(table, one)
