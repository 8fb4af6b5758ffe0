"""Activation of zombies: freeze, attacks, targets, paths, the Defiler's advance (WD-11, WD-16, WD-17)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection
from functools import partial

from tests.games.zombicide.oracle.asking import Play
from tests.games.zombicide.oracle.pieces import Miniature
from tests.games.zombicide.white_death.oracle.ends import test_end
from tests.games.zombicide.white_death.oracle.harm import allocate, deaths, frail, zombie_attack
from tests.games.zombicide.white_death.oracle.table import KINDS, Survivor, Table

CLASSES = (("walker", "fatty", "runner"), ("abomination",))
Legal = Callable[[str, str], bool]


def legal_for(table: Table, kinds: Collection[str]) -> Legal:
    return table.board.strides if "abomination" in kinds else table.board.shambles


def activate(table: Table, zombies: Collection[Miniature], taunter: Survivor | None = None) -> Play[None]:
    """WD-17.16; with a taunter the zombies see no other survivor (WD-24.51)."""
    frozen = {zombie.zone for zombie in zombies} & table.freeze
    table.freeze -= frozen
    act = [zombie for zombie in zombies if zombie.zone not in frozen]
    yield from _step(table, act, taunter)
    yield from _step(table, [zombie for zombie in act if zombie.kind == "runner" and zombie in table.zombies], taunter)


def _step(table: Table, act: list[Miniature], taunter: Survivor | None) -> Play[None]:
    def prey(zone: str) -> bool:
        return table.peopled(zone) if taunter is None else taunter.zone == zone

    attackers = [zombie for zombie in act if prey(zombie.zone)]
    for zone in table.board.zones:
        fighting = sorted((zombie.kind for zombie in attackers if zombie.zone == zone), key=KINDS.index)
        if fighting:
            yield from _attack(table, zone, fighting, taunter)
    movers = [zombie for zombie in act if zombie not in attackers]
    goes: list[tuple[list[Miniature], str]] = []
    for zone in table.board.zones:
        for kinds in CLASSES:
            group = [zombie for zombie in movers if zombie.zone == zone and zombie.kind in kinds]
            if group:
                there = yield from _way(table, zone, legal_for(table, kinds), taunter)
                if there is not None:
                    goes.append((group, there))
    for group, there in goes:
        for zombie in group:
            zombie.zone = there
    if goes:
        test_end(table)
    if any(zombie.kind == "defiler" for zombie in movers):
        yield from advance(table)


def _attack(table: Table, zone: str, fighting: list[str], taunter: Survivor | None) -> Play[None]:
    """All attacks of a zone are allocated, then suffered in roster order, by the Guards last (WD-17.3)."""
    targets = table.in_zone(zone) if taunter is None else [taunter]
    single = frail(table, zone, table.guards[zone]) if taunter is None else Counter()
    taken = yield from allocate(table, "wound", None, targets, single, fighting, 1)
    for one in targets:
        if taken[one.name]:
            yield from zombie_attack(table, one, taken[one.name])
    deaths(table, zone, taken)


# ---- targets and ways


def targets(table: Table, zone: str, legal: Legal) -> list[str]:
    """The zones of WD-17.5 that are targets of a group; empty if there are none."""
    board = table.board
    reached = board.distances(zone, legal)
    seen = [there for there in board.zones if table.peopled(there) and board.sight(zone, there) is not None]
    loud = [there for there in board.zones if table.loudness(there)]
    for candidates in ([there for there in seen if there in reached], seen, [there for there in loud if there in reached], loud):
        if candidates:
            most = max(table.loudness(there) for there in candidates)
            return [there for there in candidates if table.loudness(there) == most]
    return []


def _target(table: Table, zone: str, legal: Legal, taunter: Survivor | None) -> Play[str | None]:
    found = targets(table, zone, legal) if taunter is None else [taunter.here] if taunter.in_play else []
    if not found or zone in found:
        return None
    return (yield from table.ask(None, [f"target {there}" for there in found], partial(str, f"target {found[0]}"))).removeprefix("target ")


def _way(table: Table, zone: str, legal: Legal, taunter: Survivor | None) -> Play[str | None]:
    """The zone that the group moves to (WD-17.10); None if it stays."""
    target = yield from _target(table, zone, legal, taunter)
    if target is None:
        return None
    board = table.board
    steps: list[str] = []
    for graph in (legal, board.strides, lambda a, b: b in board.touching(a)):
        steps = steps or board.first_steps(zone, target, graph)
    if not steps:
        return None
    best = next((there for there in steps if legal(zone, there)), steps[0])
    there = (yield from table.ask(None, [f"path {there}" for there in steps], partial(str, f"path {best}"))).removeprefix("path ")
    return there if legal(zone, there) else None


# ---- the Defiler


def advance(table: Table) -> Play[None]:
    """Move the linked token one zone towards the Beacon, through everything (WD-11.4 to WD-11.6)."""
    goal = table.beacon_zone()
    if table.linked is None or goal is None:
        return
    board = table.board
    steps = board.first_steps(table.spawn[table.linked], goal, lambda a, b: b in board.touching(a))
    if steps:
        answer = yield from table.ask(None, [f"path {there}" for there in steps], partial(str, f"path {steps[0]}"))
        there = answer.removeprefix("path ")
        table.spawn[table.linked] = there
        defile(table, there)


def defile(table: Table, zone: str) -> None:
    """Lay a Defile token; an objective there is removed (WD-4.20 to WD-4.25)."""
    if zone not in table.board.defiled:
        table.board.defiled.add(zone)
        if zone in table.objectives:
            table.removed[table.objectives.pop(zone)] += 1
    test_end(table)
