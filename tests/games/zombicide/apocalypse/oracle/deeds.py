"""What a survivor of Apocalypse does in his turn, carried out (AP-11, AP-14, AP-16, AP-17)."""

from __future__ import annotations

from collections import Counter
from functools import partial

from tests.games.zombicide.apocalypse.oracle import data
from tests.games.zombicide.apocalypse.oracle.birth import open_door
from tests.games.zombicide.apocalypse.oracle.cards import arrange, gain_card, rewards, search, search_car
from tests.games.zombicide.apocalypse.oracle.data import CARDS, CRAFTING
from tests.games.zombicide.apocalypse.oracle.fight import Attack, blast, blasts, first_targets, worth
from tests.games.zombicide.apocalypse.oracle.harm import burn, scorch, slay, spread, suffer
from tests.games.zombicide.apocalypse.oracle.horde import Activation
from tests.games.zombicide.apocalypse.oracle.table import Car, Survivor, Table
from tests.games.zombicide.apocalypse.oracle.turn import Turn
from tests.games.zombicide.oracle.asking import Card, Play
from tests.games.zombicide.oracle.table import Zombie
from tests.games.zombicide.oracle.turn import BLOODLUST

_SHOWS = ("open", "melee", "shoot", "noise", "place_bomb", "drive")  # AP-26.R8


def deed(turn: Turn, text: str) -> Play[None]:
    """Carry out one text of the turn, with all that follows from it."""
    verb, *words = text.split()
    table, by = turn.table, turn.by
    if verb == "drop":
        if words[0] in by.minis:
            del by.minis[words[0]]
            table.discard(words[0])
        else:
            table.drop(by, words[0])
        return
    _pending(turn, verb, words)
    if verb in _SHOWS or words[:1] == ["loud"]:
        _show(turn)
    level = by.level()
    if verb in ("melee", "shoot"):
        yield from _attack(turn, text)
    else:
        yield from _DEEDS[verb](turn, *words)
    yield from rewards(turn)
    yield from learn(table, by, level, turn)


def _pending(turn: Turn, verb: str, words: list[str]) -> None:
    """A free action that has to be used at once is lost by any other one (BP-22)."""
    if verb != "move" and words[:1] != ["sprint"]:
        turn.run, turn.blitz = False, 0
    if verb not in ("melee", "shoot"):
        turn.attack = ()


def _show(turn: Turn) -> None:
    """He is seen: the raincoat goes before the action is carried out (AP-26.R8), the Rotten token too (BP-22.33)."""
    turn.by.rotten = turn.quiet = False
    for slot in turn.by.cards("stinky_raincoat"):
        turn.table.drop(turn.by, slot)


def learn(table: Table, by: Survivor, before: int, turn: Turn | None = None) -> Play[None]:
    """Levels reached, one after the other (AP-8.R1, AP-D-16); what they add to a turn of his in progress is there at once (BP-8.R5)."""
    for level in range(before + 1, by.level() + 1):
        if not by.alive:
            return
        skill = "plus_1_action"
        if level > 1:
            if by.name not in data.PEOPLE:
                continue
            choices = data.PEOPLE[by.name][level - 1]
            answer = yield from table.ask(by.name, [f"learn {one}" for one in choices], partial(str, f"learn {choices[0]}"))
            skill = answer.removeprefix("learn ")
        by.skills.append(skill)
        if turn is not None and skill == "plus_1_action":
            by.actions += 1
        elif turn is not None and skill.startswith("free_"):
            turn.free[skill.removeprefix("free_").removesuffix("_action")] += 1


def _credit(turn: Turn, dead: list[Zombie], *, melee: bool = False) -> None:
    """Kills count for mini-missions, for the raincoat, for Hold your nose (AP-12.R3, AP-26.R8)."""
    turn.tally += Counter(data.base(one.kind) for one in dead)
    turn.tally["melee"] += len(dead) * melee
    turn.own_kills += sum(one.zone == turn.by.zone for one in dead)
    turn.killed_in |= {one.zone for one in dead}


# ---- fighting ------------------------------------------------------------------------------------------------------------


def _attack(turn: Turn, text: str) -> Play[None]:
    table, by = turn.table, turn.by
    is_blast = text in blasts(table, by)
    zone = text.split()[1] if text.startswith("shoot") else turn.here
    there = len(table.zombies_in(zone))
    turn.pay("melee" if text.startswith("melee") else "ranged")
    turn.attack = ()
    if is_blast:
        dead = blast(table, by, zone, text.split()[2])
        if by.in_play:
            by.xp += worth(by, dead)
            _credit(turn, dead)
    else:
        attack = Attack(table, by, text)
        attack.once = bool(by.has("one_reroll_per_turn")) and "once" not in turn.used
        usable = attack.once
        yield from attack.play()
        if usable and not attack.once:
            turn.used.add("once")
        _credit(turn, attack.killed, melee=text.startswith("melee"))
        dead = attack.killed
    if there and dead and by.has("hit_and_run"):
        turn.run = True


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
            yield from suffer(table, table.survivor(answer.removeprefix("hit ")), 1)  # type: ignore[arg-type]
            continue
        first = first_targets([kind for kind in data.KINDS if table.zombies_in(zone, kind)])
        mortal = [kind for kind in first if data.TOUGHNESS[data.base(kind)] == 1]
        if not mortal:
            return
        dead = table.zombies_in(zone, mortal[0])[:1]
        slay(table, dead)
        by.xp += worth(by, dead)
        _credit(turn, dead)


# ---- moving --------------------------------------------------------------------------------------------------------------


def _go(turn: Turn, survivor: Survivor, zone: str) -> None:
    turn.table.unseat(survivor)
    survivor.zone = zone


def _pay_move(turn: Turn, cost: int) -> None:
    blitz = min(cost, turn.blitz)
    free = min(cost - blitz, turn.free["move"])
    turn.blitz -= blitz
    turn.free["move"] -= free
    turn.by.actions -= cost - blitz - free


def _move(turn: Turn, zone: str) -> Play[None]:
    if turn.run:
        turn.run = False
    else:
        _pay_move(turn, 1 + turn.penalty())
    _go(turn, turn.by, zone)
    scorch(turn.table)
    return
    yield


def _use(turn: Turn, skill: str, *words: str) -> Play[None]:
    table, by = turn.table, turn.by
    zone = words[0] if words else ""
    turn.used.add(skill)
    if skill == "sprint":
        yield from _move(turn, zone)
    elif skill in ("charge", "jump", *BLOODLUST):
        by.actions -= {"charge": turn.penalty(), "jump": 1 + turn.full_penalty()}.get(skill, 1 + turn.penalty())
        turn.attack = BLOODLUST.get(skill, ())
        _go(turn, by, zone)
    elif skill == "taunt":
        yield from Activation(table, table.zombies_in(zone), by).play()
    elif skill == "shove":
        for zombie in table.zombies_in(turn.here):
            zombie.zone = zone
    elif skill == "lifesaver":
        for name in words[1].split("+"):
            _go(turn, table.survivor(name), turn.here)  # type: ignore[arg-type]
    elif skill == "loud":
        table.loud = (turn.here, by)
    elif skill == "medic":
        table.survivor(zone).wounds -= 1
    else:
        table.gifts[zone] += 1
    scorch(table)


# ---- doors, objectives, small things -----------------------------------------------------------------------------------------


def _open(turn: Turn, zone: str, means: str = "") -> Play[None]:
    """AP-13.1."""
    means = means or turn.means()[0]
    turn.pay("door")
    turn.tally["door"] += 1
    if means != "break_in" and "noisy_door" in CARDS[means].marks:
        turn.table.noise[turn.here] += 1
    yield from open_door(turn.table, turn.here, zone, turn.table.players_next(turn.by))


def _close(turn: Turn, zone: str) -> Play[None]:
    turn.by.actions -= 1
    turn.table.board.border(turn.here, zone).open = False
    return
    yield


def _take(turn: Turn) -> Play[None]:
    """AP-11.2, AP-26.R1, the medicine of mission 2 (AP-26.M2)."""
    turn.by.actions -= 1
    turn.tally["objective"] += 1
    colour = turn.table.objectives.pop(turn.here)
    if colour == "medicine":
        turn.by.wounds = 0
    else:
        turn.by.xp += 5
    turn.table.unlock(colour)
    for token in turn.table.tokens:
        token.active = token.active or token.colour == colour
    return
    yield


def _reload(turn: Turn) -> Play[None]:
    """AP-14.R6."""
    turn.by.actions -= 1
    held = [turn.by.slots[slot] for slot in data.HANDS if slot in turn.by.slots]
    first = next(card for card in held if not card.loaded)
    for card in held:
        card.loaded = card.loaded or card.name == first.name
    return
    yield


def _noise(turn: Turn) -> Play[None]:
    turn.by.actions -= 1
    turn.table.noise[turn.here] += 1
    return
    yield


def _end(turn: Turn) -> Play[None]:
    turn.by.actions = 0
    turn.free.clear()
    turn.used |= set(turn.by.skills)
    return
    yield


def _reorganise(turn: Turn) -> Play[None]:
    turn.by.actions -= 1
    yield from arrange(turn.table, turn.by, asked=True)


def _trade(turn: Turn, name: str) -> Play[None]:
    turn.by.actions -= 1
    partner = turn.table.survivor(name)
    assert isinstance(partner, Survivor)
    yield from arrange(turn.table, turn.by, partner, asked=True)
    yield from arrange(turn.table, partner)


def _search(turn: Turn, name: str = "") -> Play[None]:
    if name:
        yield from search_car(turn, next(car for car in turn.table.cars if car.name == name))
    else:
        yield from search(turn)


# ---- cars, fuel, crafting ----------------------------------------------------------------------------------------------------


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
    """A die; on 6 the car is started (AP-16.2, AP-16.R11)."""
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
        _credit(turn, dead)
    return
    yield


def _place_bomb(turn: Turn) -> Play[None]:
    """AP-26.R9."""
    turn.by.actions -= 1
    turn.table.drop(turn.by, turn.by.in_hands("time_bomb") or "")
    turn.table.noise[turn.here] += 1
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
    yield from arrange(table, by)


_DEEDS = {
    "move": _move,
    "use": _use,
    "open": _open,
    "close": _close,
    "take": _take,
    "reload": _reload,
    "noise": _noise,
    "end": _end,
    "reorganise": _reorganise,
    "trade": _trade,
    "search": _search,
    "board": _board,
    "leave": _leave,
    "seat": _seat,
    "start": _start,
    "drive": _drive,
    "pour": _pour,
    "ignite": _ignite,
    "place_bomb": _place_bomb,
    "craft": _craft,
}
