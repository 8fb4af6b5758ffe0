"""Wounds, armour and death (BP-13e)."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import partial
from math import comb

from tests.games.zombicide.oracle.asking import Play
from tests.games.zombicide.oracle.carrying import suffer
from tests.games.zombicide.oracle.table import Survivor, Table

ARMOUR = {"leather_armour": 5, "chainmail": 4, "plate_armour": 3}
SHIELD = 4


def zombie_wounds(table: Table, survivor: Survivor, assigned: Counter[str]) -> Play[None]:
    """One survivor suffers the zombie attacks assigned to it (order: BP-13.R15)."""
    wounds = Counter({kind: n for kind, n in assigned.items() if not survivor.has(f"ironclad:{kind}")})
    if survivor.has("tough") and not survivor.tough_used and table.phase == "zombies" and wounds.total():
        survivor.tough_used = True
        wounds["abomination" if wounds["abomination"] else next(kind for kind in wounds if wounds[kind])] -= 1  # BP-22.R9
    sure = wounds["abomination"]
    left = yield from _armour(table, survivor, wounds.total() - sure)
    yield from suffer(table, survivor, left + sure, drops=survivor.has("is_that_all_youve_got") > 0)


def friendly_fire(table: Table, survivor: Survivor, hits: int, damage: int) -> Play[None]:
    """One survivor suffers the misses of another (BP-13.22)."""
    left = yield from _armour(table, survivor, hits)
    yield from suffer(table, survivor, left * damage, drops=survivor.has("is_that_all_youve_got") > 0)


def _armour(table: Table, survivor: Survivor, number: int) -> Play[int]:
    """Armor rolls against that many wounds or hits. Return how many are left."""
    worn = survivor.slots.get("body")
    armour = worn.name if worn is not None and worn.name in ARMOUR else None
    shield = survivor.in_hand("shield") > 0
    iron = survivor.has("iron_hide") > 0
    ways = [f"armour {armour}"] if armour else ["armour iron_hide"] if iron else []
    ways += ["armour shield"] if shield else []
    if not number or not ways:
        return number
    lucky = int(survivor.has("lucky") > 0)

    def roll_of(way: str) -> tuple[int, int, int]:
        """Number needed, bonus to each die, rerolls."""
        if way == "armour shield":
            return SHIELD, 0, lucky
        if way == "armour iron_hide":
            return 5, 0, lucky + shield
        return ARMOUR[way.removeprefix("armour ")], int(iron), lucky + shield

    def best() -> str:
        def hope(way: str) -> Fraction:
            need, plus, rerolls = roll_of(way)
            return _hope(number, Fraction(sum(min(6, die + plus) >= need for die in range(1, 7)), 6), rerolls)

        return max(ways, key=hope)  # BP-D-22

    way = yield from table.ask(survivor.name, ways, best)
    need, plus, rerolls = roll_of(way)
    while True:
        saved = sum(min(6, die + plus) >= need for die in table.roll(number))
        if not rerolls:
            return number - saved
        rerolls -= 1
        again = "reroll" if 2 * saved < number else "accept"  # BP-D-22
        if (yield from table.ask(survivor.name, ["reroll", "accept"], partial(str, again))) == "accept":
            return number - saved


def _hope(dice: int, chance: Fraction, rerolls: int) -> Fraction:
    """Expected successes of ``dice`` dice if failures below the requirement are rerolled (BP-D-22)."""
    if not rerolls:
        return dice * chance
    again = _hope(dice, chance, rerolls - 1)
    odds = [comb(dice, n) * chance**n * (1 - chance) ** (dice - n) for n in range(dice + 1)]
    return sum((odd * (again if 2 * n < dice else n) for n, odd in enumerate(odds)), Fraction(0))


def deaths(table: Table) -> None:
    """All survivors with three wounds die at the same time (BP-13.R18)."""
    for survivor in table.in_play():
        if survivor.wounds >= 3:
            table.kill(survivor)
    table.test_end()
