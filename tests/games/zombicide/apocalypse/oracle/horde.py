"""Activation of zombies: attacks, targets, paths, and the Zombie Master's choices (AP-18, AP-19)."""

from __future__ import annotations

from collections.abc import Collection
from functools import partial

from tests.games.zombicide.apocalypse.oracle import data
from tests.games.zombicide.apocalypse.oracle.harm import attack, settle
from tests.games.zombicide.apocalypse.oracle.table import Survivor, Table
from tests.games.zombicide.oracle.asking import Play
from tests.games.zombicide.oracle.table import Zombie

FAR = 999


class Activation:
    """``activate(Z)`` of AP-18.R10; ``whole`` is that of the Zombies' Phase, ``actions`` limits what each may spend."""

    def __init__(
        self, table: Table, zombies: Collection[Zombie], taunter: Survivor | None = None, *, actions: int = 3, whole: bool = False
    ) -> None:
        self.table = table
        self.begun = {zombie: zombie.zone for zombie in zombies}  # where each was when the activation started
        self.taunter = taunter
        self.actions = actions
        if whole and "zg5" in table.active:  # until the end of the Zombies' Phase (AP-21.R7)
            table.puppets = [zombie for zombie in table.zombies if zombie.zone == table.active["zg5"]]

    def play(self) -> Play[None]:
        for number in range(1, self.actions + 1):
            able = [one for one in self.begun if one in self.table.zombies and data.ACTIONS[data.base(one.kind)] >= number]
            fought = yield from self._attacks(able)
            yield from self._moves([zombie for zombie in able if zombie not in fought], number)

    def _targets(self, zone: str) -> list[Survivor]:
        return [one for one in self.table.in_zone(zone) if not self.table.ignored(one) and self.taunter in (None, one)]  # type: ignore[misc]  # there is one here

    def _attacks(self, able: list[Zombie]) -> Play[list[Zombie]]:
        fought = []
        for zone in self.table.board.zones:
            attackers = [zombie for zombie in able if zombie.zone == zone]
            targets = self._targets(zone)
            if attackers and targets:
                yield from attack(self.table, zone, attackers, targets)
                fought += attackers
        return fought

    # ---- moves: everything is decided on one position, then all move at once (AP-18.R7)

    def _moves(self, movers: list[Zombie], number: int) -> Play[None]:
        goes: list[tuple[Zombie, str]] = []
        place = self.table.board.index
        stacks: dict[tuple[int, int, int, bool], list[Zombie]] = {}
        for one in movers:
            led = one in self.table.puppets
            stacks.setdefault((place(one.zone), data.KINDS.index(one.kind), place(self.begun[one]), led), []).append(one)
        for stack in (stacks[key] for key in sorted(stacks)):
            last = number == min(self.actions, data.ACTIONS[data.base(stack[0].kind)])
            yield from self._stack(stack, goes, last=last)
        for zombie, there in goes:
            zombie.zone = there
        settle(self.table)

    def _goals(self, zone: str, led: bool) -> list[str]:
        """The set T (AP-18.R2)."""
        table = self.table
        if self.taunter is not None:
            goals = [self.taunter.zone] if self.taunter.zone else []
        else:
            zones = table.board.zones
            seen = [there for there in zones if self._targets(there) and table.board.sight(zone, there) is not None]
            goals = []
            if seen:
                goals = [there for there in seen if table.loudness(there) == max(map(table.loudness, seen))]
            elif led:
                goals = []  # AP-21.R7
            elif table.loud is not None:
                goals = [table.loud[0]]
            elif not (table.free_when_quiet and not any(table.noise.values()) and not table.steady):  # AP-18.R6
                most = max(table.sound(there) for there in zones)
                goals = [there for there in zones if table.sound(there) == most > 0]
        return [there for there in goals if there != zone]

    def _stack(self, stack: list[Zombie], goes: list[tuple[Zombie, str]], *, last: bool) -> Play[None]:
        """AP-18.R3 to R5, AP-19.R1."""
        board = self.table.board
        zone, begun = stack[0].zone, self.begun[stack[0]]
        barred = {begun} if last or not board.neighbours(begun) else set()
        found = {step for goal in self._goals(zone, stack[0] in self.table.puppets) for step in board.second_zones(zone, goal)} - barred
        ways = [there for there in board.zones if there in found]
        free = not ways
        if not self.table.mastered:
            yield from self._by_themselves(ways, stack, goes)
            return
        if free:
            ways = [there for there in board.neighbours(zone) if there not in barred]
        if not ways:
            return
        while stack:
            answers = [f"path {there}" for there in ways]
            if len(ways) > 1:
                answers += [f"path {there} {n}" for there in ways for n in range(1, len(stack))]
            answer = yield from self.table.ask("zombie_master", answers, partial(self._default, ways, free))
            _, there, *number = answer.split()
            for _ in range(int(number[0]) if number else len(stack)):
                goes.append((stack.pop(), there))

    def _by_themselves(self, ways: list[str], stack: list[Zombie], goes: list[tuple[Zombie, str]]) -> Play[None]:
        """Without a Zombie Master zombies split, and miniatures are added (AP-2.R4, BP-15.R11); Abominations never do (BP-15.17)."""
        table, kind = self.table, stack[0].kind
        if not ways:
            return
        if data.base(kind) == "abomination":
            for zombie in stack:
                goes.append((zombie, (yield from self._players(ways))))
            return
        each, rest = divmod(len(stack), len(ways))
        new = [Zombie(kind, stack[0].zone) for _ in range(min(table.supply[kind], len(ways) - rest if rest else 0))]
        table.supply[kind] -= len(new)
        table.zombies += new
        self.begun |= dict.fromkeys(new, self.begun[stack[0]])
        larger = list(ways) if rest + len(new) == len(ways) else []
        while len(larger) < rest + len(new):
            larger.append((yield from self._players([there for there in ways if there not in larger])))
        for there in ways:
            for _ in range(each + (there in larger)):
                goes.append(((new or stack).pop(), there))

    def _players(self, ways: list[str]) -> Play[str]:
        answer = yield from self.table.ask(None, [f"path {there}" for there in ways], partial(str, f"path {ways[0]}"))
        return answer.removeprefix("path ")

    def _default(self, ways: list[str], free: bool) -> str:
        """AP-D-17, AP-D-18."""
        camps = [one.zone or "" for one in self.table.in_play()]

        def badness(there: str) -> tuple[bool, int]:
            far = self.table.board.distances(there, doors_open=free)
            return free and there in self.table.fires, min((far.get(camp, FAR) for camp in camps), default=FAR)

        return f"path {min(ways, key=badness)}"
