"""Moving cards: storing, rearranging, trading, searching, events, mini-missions, rewards (AP-9, AP-12, AP-16.R8)."""

from __future__ import annotations

from collections import Counter
from functools import partial

from tests.games.zombicide.apocalypse.oracle import data
from tests.games.zombicide.apocalypse.oracle.birth import place
from tests.games.zombicide.apocalypse.oracle.data import CARDS, TASKS
from tests.games.zombicide.apocalypse.oracle.harm import lose_card
from tests.games.zombicide.apocalypse.oracle.table import Car, Table
from tests.games.zombicide.apocalypse.oracle.turn import Turn, passes
from tests.games.zombicide.oracle.asking import Card, Play, Undefined
from tests.games.zombicide.oracle.carrying import Rearrangement, arrange


def gain_card(turn: Turn, card: Card, *, drawn: bool = False, pile: bool = False) -> Play[bool]:
    """Store a card or discard it. Return whether Destiny replaces it (AP-12.R6, BP-9.R2, BP-22.57, BP-22.67)."""
    by, table = turn.by, turn.table
    matching = drawn and bool(by.has("matching_set")) and "dual" in CARDS[card.name].marks
    twin = False
    moves = Rearrangement(table, passes)
    while True:
        keeps = [f"keep {slot}" for slot in data.SLOTS if slot not in by.slots and len(by.slots) < by.limit]
        answers = [*keeps, "discard", *moves.own_steps(by), *(["use matching_set"] if matching else [])]
        answers += ["use destiny"] if drawn and not pile and destined(turn) else []
        default = "use matching_set" if matching else (keeps or ["discard"])[0]  # AP-D-8
        answer = yield from table.ask(by.name, answers, partial(str, default))
        if answer == "use destiny":
            turn.used.add("destiny")
            table.discard(card.name)
            if twin:
                yield from gain_card(turn, Card(card.name))
            return True
        if answer == "use matching_set":
            matching = False
            twin = card.name in table.equipment
            if twin:
                table.equipment.remove(card.name)
            table.shuffled = True
        elif answer == "discard":
            table.discard(card.name)
            break
        elif answer.startswith("keep"):
            by.slots[answer.removeprefix("keep ")] = card
            break
        else:
            moves.own_step(by, answer)
    if twin:
        yield from gain_card(turn, Card(card.name))
    return False


def destined(turn: Turn) -> bool:
    return bool(turn.by.has("destiny")) and "destiny" not in turn.used


def resist(turn: Turn, name: str) -> Play[bool]:
    """Whether Destiny replaces a card that would take effect at once (BP-22.67, BP-24.R2)."""
    if not destined(turn) or (yield from turn.table.ask(turn.by.name, ["discard", "use destiny"], partial(str, "discard"))) == "discard":
        return False
    turn.used.add("destiny")
    turn.table.discard(name)
    return True


def draw(table: Table) -> str | None:
    """The top card of the equipment deck; undefined for a shuffled deck, unless all cards are equal (AP-12.3)."""
    if not table.equipment:
        table.equipment = list((+table.discards).elements())
        table.discards.clear()
        table.shuffled = True
    if table.shuffled and len(set(table.equipment)) > 1:
        raise Undefined
    return table.equipment.pop(0) if table.equipment else None


def search(turn: Turn) -> Play[None]:
    """AP-12.R2, AP-12.R6."""
    by, table = turn.by, turn.table
    turn.pay("search")
    by.searched = True
    left = 1 + by.has("search_plus_1_card") + len(by.cards("flashlight"))
    while left and by.in_play:
        left -= 1
        name = draw(table)
        if name is None:
            break
        category = CARDS[name].category
        if category in ("event", "mini_mission") and (yield from resist(turn, name)):
            left += 1
            continue
        if category == "event":
            yield from happen(turn, name)
        elif category == "mini_mission":
            begin(turn, name)
        else:
            left += yield from gain_card(turn, Card(name), drawn=True)
        if name == "aaahh" or category == "mini_mission":
            break
    yield from arrange(table, by, None, passes)


def happen(turn: Turn, name: str) -> Play[None]:
    """Resolve an event, then discard its card (AP-26.R7)."""
    by, table = turn.by, turn.table
    table.discard(name)
    if name == "aaahh":
        yield from place(table, "walker", 1, turn.here)
    elif name == "first_aid":
        wounded = [by, *table.in_zone(turn.here)]
        healed = next((one for one in wounded if one.wounds), None)
        if healed is not None:
            healed.wounds -= 1
    elif name == "car_alarm":
        table.noise[turn.here] += 3
    elif name == "second_wind":
        by.actions += 1
    elif name == "rusty_nail":
        yield from lose_card(table, by)


def begin(turn: Turn, mini: str) -> None:
    """Lay a mini-mission next to the inventory (AP-12.5)."""
    turn.by.minis[mini] = set()
    turn.since[mini] = turn.tally.copy()


def search_car(turn: Turn, car: Car) -> Play[None]:
    """AP-16.R8."""
    by, table = turn.by, turn.table
    if turn.free["search"]:
        turn.free["search"] -= 1
    elif turn.free["nose"] and turn.here in turn.killed_in:  # BP-22.45
        turn.free["nose"] -= 1
    else:
        by.actions -= 1
    by.searched = True
    if car.kind == "pimpmobile":
        car.searched = True
        there = [name for name in data.PIMP if table.piles[name]]
        if there:
            if not table.pimp_cards:
                raise Undefined
            name = table.pimp_cards.pop(0)
            table.piles[name] -= 1
            yield from gain_card(turn, Card(name), drawn=True, pile=True)
    else:
        left = len(table.equipment) + table.discards.total()  # every card once
        while left:
            left -= 1
            found = draw(table)
            if found is None:
                break
            if CARDS[found].category == "weapon":
                if (yield from gain_card(turn, Card(found), drawn=True)):
                    left = len(table.equipment) + table.discards.total()  # including those that Destiny has replaced
                    continue
                break
            if found == "aaahh" and (yield from resist(turn, found)):
                left = len(table.equipment) + table.discards.total()
                continue
            table.discard(found)
            if found == "aaahh":
                yield from place(table, "walker", 1, turn.here)
                break
    yield from arrange(table, by, None, passes)


# ---- mini-missions -------------------------------------------------------------------------------------------------------


def rewards(turn: Turn) -> Play[None]:
    """Finished mini-missions: a card of the player's choice (AP-12.6, AP-12.7, AP-12.R4)."""
    by, table = turn.by, turn.table
    while by.in_play:
        for mini, done in by.minis.items():
            earned = turn.tally - turn.since.get(mini, Counter())
            done |= {task for task, (what, needed) in TASKS[mini].items() if earned[what] >= needed}
        finished = next((mini for mini in TASKS if mini in by.minis and len(by.minis[mini]) == len(TASKS[mini])), None)
        if finished is None:
            return
        del by.minis[finished]
        table.discard(finished)
        if not table.equipment:
            table.equipment = list((+table.discards).elements())
            table.discards.clear()
        if not table.equipment:
            continue
        answers = [f"reward {name}" for name in dict.fromkeys(table.equipment)]
        name = (yield from table.ask(by.name, answers, partial(_dearest, table.equipment))).removeprefix("reward ")
        table.equipment.remove(name)
        table.shuffled = True
        if CARDS[name].category == "event":
            yield from happen(turn, name)
        elif CARDS[name].category == "mini_mission":
            begin(turn, name)
        else:
            yield from gain_card(turn, Card(name))
            yield from arrange(table, by, None, passes)


def _dearest(deck: list[str]) -> str:
    """AP-D-9."""

    def value(name: str) -> int:
        kind = CARDS[name]
        return max(one.dice * one.damage for one in kind.profiles) if kind.category == "weapon" else 0

    return f"reward {max((name for name in CARDS if name in deck), key=value)}"
