"""Wounds, armour and death (BP-13e)."""

from __future__ import annotations

from collections import Counter

from .table import Play, Survivor, Table

ARMOUR = {"leather_armour": 5, "chainmail": 4, "plate_armour": 3}
SHIELD = 4


def zombie_wounds(table: Table, survivor: Survivor, assigned: Counter[str]) -> Play[None]:
    """One survivor suffers what the zombies of his zone were assigned to do to him (order: BP-13.R15)."""
    wounds = Counter({kind: n for kind, n in assigned.items() if not survivor.has(f"ironclad:{kind}")})
    if survivor.has("tough") and not survivor.tough_used and table.phase == "zombies" and wounds.total():
        survivor.tough_used = True
        wounds["abomination" if wounds["abomination"] else next(kind for kind in wounds if wounds[kind])] -= 1  # BP-22.R9
    sure = wounds["abomination"]
    left = yield from _armour(table, survivor, wounds.total() - sure)
    yield from _suffer(table, survivor, left + sure)


def friendly_fire(table: Table, survivor: Survivor, hits: int, damage: int) -> Play[None]:
    """One survivor suffers the misses of another (BP-13.22)."""
    left = yield from _armour(table, survivor, hits)
    yield from _suffer(table, survivor, left * damage)


def _armour(table: Table, survivor: Survivor, number: int) -> Play[int]:
    """Armour rolls against that many wounds or hits; how many are left."""
    worn = survivor.slots.get("body")
    armour = worn.name if worn is not None and worn.name in ARMOUR else None
    shield = survivor.in_hand("shield") > 0
    iron = survivor.has("iron_hide") > 0
    ways = [f"armour {armour}"] if armour else ["armour iron_hide"] if iron else []
    ways += ["armour shield"] if shield else []
    if not number or not ways:
        return number
    way = yield from table.ask(survivor.name, ways)
    if way == "armour shield":
        need, plus = SHIELD, 0
    elif way == "armour iron_hide":
        need, plus = 5, 0
    else:
        need, plus = ARMOUR[way.removeprefix("armour ")], int(iron)
    rerolls = int(shield and way != "armour shield") + int(survivor.has("lucky") > 0)
    while True:
        saved = sum(min(6, die + plus) >= need for die in table.roll(number))
        if not rerolls:
            return number - saved
        rerolls -= 1
        if (yield from table.ask(survivor.name, ["reroll", "accept"])) == "accept":
            return number - saved


def _suffer(table: Table, survivor: Survivor, wounds: int) -> Play[None]:
    if survivor.has("is_that_all_youve_got"):
        while wounds and survivor.slots:
            answer = yield from table.ask(survivor.name, ["accept", *(f"drop {slot}" for slot in survivor.slots)])
            if answer == "accept":
                break
            table.drop(survivor, answer.removeprefix("drop "))
            wounds -= 1
    survivor.wounds = min(3, survivor.wounds + wounds)


def deaths(table: Table) -> None:
    """All who have three wounds die at the same time (BP-13.R18)."""
    for survivor in table.in_play():
        if survivor.wounds >= 3:
            table.kill(survivor)
    table.test_end()
