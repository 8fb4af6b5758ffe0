"""Actions with cars, fuel and tools (AP-16, AP-17, AP-26.R9, AP-14.R7, AP-26.M6)."""

from __future__ import annotations

from functools import partial

from tests.games.zombicide.apocalypse.oracle import data
from tests.games.zombicide.apocalypse.oracle.cards import gain_card
from tests.games.zombicide.apocalypse.oracle.data import CRAFTING
from tests.games.zombicide.apocalypse.oracle.fight import first_targets, worth
from tests.games.zombicide.apocalypse.oracle.harm import burn, slay, spread, suffer
from tests.games.zombicide.apocalypse.oracle.table import Car
from tests.games.zombicide.apocalypse.oracle.turn import Turn, passes
from tests.games.zombicide.oracle.asking import Card, Play
from tests.games.zombicide.oracle.carrying import arrange


def _drive(turn: Turn, zone: str) -> Play[None]:
    """Zone by zone: dice, hits, survivors first (AP-16.R4, AP-16.R5)."""
    car = turn.car
    assert car is not None
    way = turn.drives()[zone]
    turn.by.actions -= 1
    for number, here in enumerate([car.zone, *way]):
        car.zone = here
        for one in car.seats.values():
            if one is not None:
                one.zone = here
        if number:
            turn.table.test_end()
        yield from _run_over(turn, car, here)
    mission = turn.table.mission
    if mission is not None and mission.number == 6 and car.zone in turn.table.exits:  # AP-26.M6
        mission.supplies_out += len(car.supplies)
        riders = [one for one in turn.table.survivors if car.holds(one)]  # type: ignore[arg-type]  # there is one here
        turn.table.cars.remove(car)
        turn.table.leave(*riders)


def _run_over(turn: Turn, car: Car, zone: str) -> Play[None]:
    table, by = turn.table, turn.by
    crowd = len(table.zombies_in(zone)) + sum(not car.holds(one) for one in table.in_zone(zone))
    hits = sum(die >= 4 for die in table.roll(crowd))
    while hits:
        hits -= 1
        exposed = [one for one in table.in_zone(zone) if not car.holds(one)]
        if exposed:
            fewest = min(exposed, key=lambda one: one.wounds).name
            answer = yield from table.ask(by.name, [f"hit {one.name}" for one in exposed], partial(str, f"hit {fewest}"))
            yield from suffer(table, table.survivor(answer.removeprefix("hit ")), 1)  # type: ignore[arg-type]  # there is one here
            continue
        first = first_targets([kind for kind in data.KINDS if table.zombies_in(zone, kind)])
        mortal = [kind for kind in first if data.TOUGHNESS[data.base(kind)] == 1]
        if not mortal:
            return
        dead = table.zombies_in(zone, mortal[0])[:1]
        slay(table, dead)
        by.xp += worth(by, dead)
        turn.credit(dead)
        table.test_end()


def _board(turn: Turn, seat: str) -> Play[None]:
    name, _, place = seat.rpartition(".")
    turn.by.actions -= 1
    next(car for car in turn.cars_here() if name in ("", car.name)).seats[place] = turn.by
    return
    yield


def _leave(turn: Turn) -> Play[None]:
    turn.by.actions -= 1
    turn.table.unseat(turn.by)
    return
    yield


def _seat(turn: Turn, seat: str) -> Play[None]:
    car = turn.car
    assert car is not None
    turn.by.actions -= 1
    turn.table.unseat(turn.by)
    car.seats[seat] = turn.by
    return
    yield


def _start(turn: Turn) -> Play[None]:
    """Roll a die; on 6 the car starts (AP-16.2, AP-16.R11)."""
    table, by, car = turn.table, turn.by, turn.car
    assert car is not None
    by.actions -= 1
    sources = ["once"] * (by.has("one_reroll_per_turn") > 0 and "once" not in turn.used) + ["lucky"] * (by.has("lucky") > 0)
    (die,) = table.roll(1)
    for source in sources:
        if (yield from table.ask(by.name, ["reroll", "accept"], partial(str, "reroll" if die < 6 else "accept"))) == "accept":
            break
        turn.used |= {source} & {"once"}
        (die,) = table.roll(1)
    car.started = die == 6


def _pour(turn: Turn) -> Play[None]:
    """AP-17.1, AP-17.R4."""
    turn.by.actions -= 1
    turn.table.drop(turn.by, turn.by.in_hands("gasoline") or "")
    turn.table.gasoline.append(turn.here)
    spread(turn.table)
    return
    yield


def _ignite(turn: Turn, zone: str) -> Play[None]:
    """AP-17.2, AP-17.6."""
    turn.by.actions -= 1
    turn.table.drop(turn.by, turn.by.in_hands("lighter") or "")
    dead = burn(turn.table, zone)
    if turn.by.in_play:
        turn.by.xp += worth(turn.by, dead)
        turn.credit(dead)
        turn.blitzes(dead)
    return
    yield


def _place_bomb(turn: Turn) -> Play[None]:
    """AP-26.R9."""
    turn.by.actions -= 1
    turn.table.drop(turn.by, turn.by.in_hands("time_bomb") or "")
    turn.make_noise()
    turn.table.bombs.append((turn.here, turn.by))
    return
    yield


def _craft(turn: Turn, product: str) -> Play[None]:
    """AP-14.R7."""
    by, table = turn.by, turn.table
    by.actions -= 1
    for part in CRAFTING[product]:
        table.drop(by, by.cards(part)[0])
    table.piles[product] -= 1
    yield from gain_card(turn, Card(product))
    yield from arrange(table, by, None, passes)


def _stow(turn: Turn, name: str, slot: str) -> Play[None]:
    """AP-26.M6."""
    turn.by.actions -= 1
    next(car for car in turn.cars_here() if car.name == name).supplies.append(turn.by.slots.pop(slot).name)
    return
    yield


def _unstow(turn: Turn, name: str, card: str) -> Play[None]:
    turn.by.actions -= 1
    next(car for car in turn.cars_here() if car.name == name).supplies.remove(card)
    yield from gain_card(turn, Card(card))
    yield from arrange(turn.table, turn.by, None, passes)


WHEELS = {
    "drive": _drive,
    "board": _board,
    "leave": _leave,
    "seat": _seat,
    "start": _start,
    "pour": _pour,
    "ignite": _ignite,
    "place_bomb": _place_bomb,
    "craft": _craft,
    "stow": _stow,
    "unstow": _unstow,
}
