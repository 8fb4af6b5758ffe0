"""Wounds: who gets them, the mask, the card lost to the first one, death by the second (AP-15); fire (AP-17)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import partial

from tests.games.zombicide.apocalypse.oracle import data
from tests.games.zombicide.apocalypse.oracle.table import Survivor, Table
from tests.games.zombicide.oracle.asking import Play
from tests.games.zombicide.oracle.table import Zombie


def suffer(table: Table, one: Survivor, wounds: int) -> Play[None]:
    """AP-15.R6; cards may be discarded instead before the wounds are taken (BP-22.76)."""
    while wounds and one.in_play and one.has("is_that_all_youve_got") and one.slots:
        answers = ["accept", *(f"drop {slot}" for slot in one.slots)]
        last = max(one.slots, key=data.SLOTS.index)
        answer = yield from table.ask(one.name, answers, partial(str, f"drop {last}" if one.wounds + wounds >= 2 else "accept"))
        if answer == "accept":
            break
        table.drop(one, answer.removeprefix("drop "))
        wounds -= 1
    for _ in range(wounds):
        if not one.in_play:
            return
        masks = one.cards("goalie_mask")
        if masks and (yield from table.ask(one.name, ["mask", "accept"], partial(str, "mask"))) == "mask":
            table.drop(one, masks[0])
            continue
        if one.wounds:
            table.kill(one)
        else:
            one.wounds = 1
            yield from lose_card(table, one)


def lose_card(table: Table, one: Survivor) -> Play[None]:
    """Lose one carried card of the survivor's choice, if any (AP-15.R2, AP-D-4)."""
    if one.slots:
        highest = max(one.slots, key=data.SLOTS.index)
        answer = yield from table.ask(one.name, [f"lose {slot}" for slot in one.slots], partial(str, f"lose {highest}"))
        table.drop(one, answer.removeprefix("lose "))


def attack(table: Table, zone: str, attackers: Iterable[Zombie], targets: list[Survivor]) -> Play[None]:
    """All wounds of the zone are distributed, then suffered in roster order (AP-15.R7)."""
    deadly = data.WOUNDS[table.danger()]
    strikes = [
        zombie.kind
        for kind in data.KINDS
        for zombie in attackers
        if zombie.kind == kind
        for _ in range(deadly if data.base(kind) == "abomination" else 1)
    ]
    struck: dict[Survivor, Counter[str]] = {one: Counter() for one in targets}
    for number, kind in enumerate(strikes):
        answers = [f"wound {one.name}" for one in targets]
        answer = yield from table.ask(None, answers, partial(_whom, struck, len(strikes) - number))
        struck[next(one for one in targets if answer == f"wound {one.name}")][kind] += 1
    for one in targets:
        yield from strike(table, one, struck[one])


def strike(table: Table, one: Survivor, wounds: Counter[str]) -> Play[None]:
    """Wounds of one zombie attack by id; toxic blood is one, too (AP-10.13, AP-10.R5, BP-13.R15)."""
    left = sum(n for kind, n in wounds.items() if not one.meets("ironclad", kind))
    if left and one.has("tough") and table.phase == "zombies" and not one.tough_used:  # BP-22.50
        one.tough_used = True
        left -= 1
    yield from suffer(table, one, left)


def _whom(struck: dict[Survivor, Counter[str]], left: int) -> str:
    """AP-D-3."""
    unwounded = [one for one in struck if not one.wounds]
    if left + sum(some.total() for some in struck.values()) <= len(unwounded):
        return f"wound {next(one for one in unwounded if not struck[one]).name}"
    least = min(one.xp for one in struck)
    return f"wound {[one for one in struck if one.xp == least][-1].name}"


# ---- fire ---------------------------------------------------------------------------------------------------------------


def slay(table: Table, zombies: Iterable[Zombie]) -> None:
    zombies = list(zombies)
    for zombie in zombies:
        table.remove(zombie)


def burn(table: Table, zone: str) -> list[Zombie]:
    """Spilled gasoline catches fire, with everything connected by a chain of it. Return the zombies that die (AP-17)."""
    chain = [zone]
    for here in chain:
        chain += [there for there in table.board.neighbours(here) if there in table.gasoline and there not in chain]
    dead = [zombie for zombie in table.zombies if zombie.zone in chain]
    for here in chain:
        table.gasoline.remove(here)
        table.fires[here] = 3  # AP-17.R2
    slay(table, dead)
    for car in table.cars:
        if car.zone in chain:
            for card in car.supplies:
                table.discard(card)
    victims = [one for one in table.in_play() if one.zone in chain]
    table.cars = [car for car in table.cars if car.zone not in chain]
    table.kill(*victims)
    table.test_end()
    return dead


def spread(table: Table) -> list[Zombie]:
    """Gasoline next to a fire catches fire as well (AP-17.3). Return the zombies that die."""
    dead = []
    for zone in table.board.zones:
        if zone in table.gasoline and any(there in table.fires for there in table.board.neighbours(zone)):
            dead += burn(table, zone)
    return dead


def scorch(table: Table) -> None:
    """Everybody in a burning zone dies, and nobody gets experience (AP-17.7, AP-17.R6, AP-17.R7)."""
    slay(table, [zombie for zombie in table.zombies if zombie.zone in table.fires])
    table.kill(*[one for one in table.in_play() if one.zone in table.fires])


def settle(table: Table) -> None:
    """Zombies have entered other zones: fires and exits for zombies remove them, then the ends are tested (AP-3.R1)."""
    scorch(table)
    if table.mission is not None:
        table.mission.set_aside(table)
    table.test_end()


def explode(table: Table) -> Play[list[tuple[Survivor, list[Zombie]]]]:
    """Time Bombs explode in zone order (AP-26.R9). Return who has killed which zombies."""
    bombs = sorted(table.bombs, key=lambda bomb: table.board.index(bomb[0]))
    table.bombs = []
    killed = []
    for zone, owner in bombs:
        dead = table.zombies_in(zone)
        present = owner.in_play
        slay(table, dead)
        table.kill(*table.in_zone(zone))
        table.test_end()
        if zone in table.gasoline:
            dead = dead + burn(table, zone)
        if present and owner.in_play:
            killed.append((owner, dead))
    return killed
    yield
