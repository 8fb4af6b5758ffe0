"""Wounds, armour and death (WD-15.20 to WD-15.29, WD-13.14)."""

from __future__ import annotations

from collections import Counter
from functools import partial

from tests.games.zombicide.oracle.asking import Play
from tests.games.zombicide.oracle.carrying import suffer
from tests.games.zombicide.white_death.oracle.ends import deaths_lose, test_end
from tests.games.zombicide.white_death.oracle.table import Survivor, Table

ARMOUR, SHIELD, IRON = 3, 4, 5
GUARD, EMPRESS = "guard", "empress"


def frail(table: Table, zone: str, guards: int) -> Counter[str]:
    """Guards and the Empress, who take one attack or miss each, and no more."""
    return Counter({GUARD: guards, EMPRESS: int(table.empress_in(zone))})


def allocate(
    table: Table, verb: str, who: str | None, candidates: list[Survivor], single: Counter[str], each: list[str], damage: int
) -> Play[dict[str, list[str]]]:
    """Allocate attacks (by kind) or misses one after the other to survivors and the frail ones (WD-13.14, WD-15.21)."""
    taken: dict[str, list[str]] = {name: [] for name in (*(one.name for one in candidates), GUARD, EMPRESS)}
    for kind in each:
        answers = [one.name for one in candidates] + [name for name in single if len(taken[name]) < single[name]]
        if not answers:
            break
        default = partial(_safe, table, verb, candidates, taken, answers, kind, damage)
        answer = yield from table.ask(who, [f"{verb} {name}" for name in answers], default)
        taken[answer.removeprefix(f"{verb} ")].append(kind)
    return taken


def _safe(
    table: Table, verb: str, candidates: list[Survivor], taken: dict[str, list[str]], answers: list[str], kind: str, damage: int
) -> str:
    """The policy `safe` of WD-27.1."""
    if GUARD in answers and (not deaths_lose(table) or not candidates):
        return f"{verb} {GUARD}"
    proof = [one for one in candidates if table.has(one, f"ironclad_{kind}")]
    return f"{verb} {min(proof or candidates, key=lambda one: one.wounds + damage * len(taken[one.name])).name}"


def zombie_attack(table: Table, one: Survivor, attackers: list[str]) -> Play[None]:
    """One survivor suffers the attacks allocated to it: Ironclad, Tough, armor, cards (WD-15.29)."""
    wounds = Counter(kind for kind in attackers if not table.has(one, f"ironclad_{kind}"))
    if table.has(one, "tough") and table.phase == "zombies" and wounds.total():
        wounds["abomination" if wounds["abomination"] else next(kind for kind in wounds if wounds[kind])] -= 1
    left = yield from _armour(table, one, wounds.total() - wounds["abomination"])
    yield from suffer(table, one, left + wounds["abomination"], drops=table.has(one, "is_that_all_youve_got") > 0)


def friendly_fire(table: Table, one: Survivor, hits: int, damage: int) -> Play[None]:
    tough = bool(table.has(one, "tough") and hits)
    if tough and damage == 1:
        hits -= 1
    left = (yield from _armour(table, one, hits)) * damage
    yield from suffer(table, one, max(0, left - (tough and damage > 1)), drops=table.has(one, "is_that_all_youve_got") > 0)


def armour_of(table: Table, one: Survivor) -> tuple[int, int] | None:
    """Value needed and bonus to each die of the best armor (WD-15.26, WD-24.71)."""
    iron = bool(table.has(one, "iron_hide"))
    ways = []
    if "body" in one.slots and one.slots["body"].name == "heavy_armour":
        ways.append((ARMOUR, int(iron)))
    elif iron:
        ways.append((IRON, 0))
    if any(card.name == "battle_shield" for _, card in one.hand_cards()):
        ways.append((SHIELD, 0))
    return min(ways, key=lambda way: way[0] - way[1], default=None)


def _armour(table: Table, one: Survivor, number: int) -> Play[int]:
    """Roll armor dice against attacks or hits. Return how many are left. A natural 1 fails."""
    armour = armour_of(table, one)
    if not number or armour is None:
        return number
    need, plus = armour
    for again in (table.has(one, "lucky") > 0, False):
        saved = sum(die != 1 and min(6, die + plus) >= need for die in table.roll(number))
        default = "reroll" if 2 * saved < number else "accept"
        if not again or (yield from table.ask(one.name, ["reroll", "accept"], partial(str, default))) == "accept":
            break
    return number - saved


def deaths(table: Table, zone: str, taken: dict[str, list[str]]) -> None:
    """Survivors with three wounds die, and the Guards of the zone that were hit."""
    table.guards[zone] -= len(taken[GUARD])
    table.empress_dead |= bool(taken[EMPRESS])
    for one in table.in_play():
        if one.wounds >= 3:
            table.kill(one)
    test_end(table)
