"""Actions of an Apocalypse survivor, carried out (AP-11, AP-14, AP-16, AP-17)."""

from __future__ import annotations

from functools import partial

from tests.games.zombicide.apocalypse.oracle import data
from tests.games.zombicide.apocalypse.oracle.birth import open_door
from tests.games.zombicide.apocalypse.oracle.cards import rewards, search, search_car
from tests.games.zombicide.apocalypse.oracle.data import CARDS
from tests.games.zombicide.apocalypse.oracle.fight import Attack, blast, blasts, worth
from tests.games.zombicide.apocalypse.oracle.harm import settle
from tests.games.zombicide.apocalypse.oracle.horde import Activation
from tests.games.zombicide.apocalypse.oracle.table import Survivor, Table, newcomer
from tests.games.zombicide.apocalypse.oracle.turn import Turn, at_hand, passes
from tests.games.zombicide.apocalypse.oracle.wheels import WHEELS
from tests.games.zombicide.oracle.asking import Play
from tests.games.zombicide.oracle.carrying import arrange
from tests.games.zombicide.oracle.turn import BLOODLUST

_SHOWS = ("open", "melee", "shoot", "noise", "place_bomb", "drive")  # AP-26.R8


def carry_out(turn: Turn, text: str) -> Play[None]:
    """Carry out one text of the turn, with all its consequences."""
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
    if verb in ("melee", "shoot") or words[:1] == ["loud"]:
        turn.stir()
    if verb in ("melee", "shoot"):
        yield from _attack(turn, text)
    else:
        yield from _DEEDS[verb](turn, *words)
    yield from rewards(turn)
    yield from learn(table, by, turn)
    if by.has("free_reload") and verb != "end":
        for slot, card in by.slots.items():
            card.loaded = card.loaded or slot in data.HANDS


def _pending(turn: Turn, verb: str, words: list[str]) -> None:
    """A free action that must be used at once is lost by any other action (BP-22)."""
    if verb != "move" and words[:1] != ["sprint"]:
        turn.run, turn.blitz = False, 0
    if verb not in ("melee", "shoot"):
        turn.attack = ()


def _show(turn: Turn) -> None:
    """The raincoat is discarded before the action is carried out (AP-26.R8)."""
    for slot in turn.by.cards("stinky_raincoat"):
        turn.table.drop(turn.by, slot)


def learn(table: Table, by: Survivor, turn: Turn | None = None) -> Play[None]:
    """Levels reached, one after the other (AP-8.R1, AP-D-16); actions they add are available at once in a turn in progress (BP-8.R5)."""
    for level in range(by.reached + 1, by.level() + 1):
        if not by.alive:
            return
        by.reached = level
        if level == 3 and table.mission is not None:
            table.mission.red = True
            table.test_end()
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


# ---- fighting ------------------------------------------------------------------------------------------------------------


def _attack(turn: Turn, text: str) -> Play[None]:
    table, by = turn.table, turn.by
    is_blast = text in blasts(table, by)
    zone = text.split()[1] if text.startswith("shoot") else turn.here
    struck = bool(table.zombies_in(zone))  # by a weapon that destroys the zone; fire is no combat action (BP-22.24)
    turn.pay("melee" if text.startswith("melee") else "ranged")
    turn.attack = ()
    if is_blast:
        dead = blast(table, by, zone, text.split()[2])
        if by.in_play:
            by.xp += worth(by, dead)
            turn.credit(dead)
    else:
        attack = Attack(table, by, text)
        attack.once = bool(by.has("one_reroll_per_turn")) and "once" not in turn.used
        usable = attack.once
        yield from attack.play()
        if usable and not attack.once:
            turn.used.add("once")
        turn.credit(attack.killed, melee=text.startswith("melee"))
        dead, struck = attack.killed, attack.struck
    if struck and by.has("hit_and_run"):
        turn.run = True
    turn.blitzes(dead)


# ---- moving --------------------------------------------------------------------------------------------------------------


def _go(turn: Turn, survivor: Survivor, zone: str) -> None:
    turn.table.unseat(survivor)
    survivor.zone = zone


def _move(turn: Turn, zone: str) -> Play[None]:
    if turn.run:
        turn.run = False
    else:
        turn.pay_move(1 + turn.penalty())
    _go(turn, turn.by, zone)
    settle(turn.table)
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
            _go(turn, table.survivor(name), turn.here)  # type: ignore[arg-type]  # there is one here
    elif skill == "loud":
        table.loud = (turn.here, by)
    elif skill == "medic":
        table.survivor(zone).wounds -= 1
    else:
        table.gifts[zone] += 1
    settle(table)


# ---- doors, objectives, small things -----------------------------------------------------------------------------------------


def _open(turn: Turn, zone: str, means: str = "") -> Play[None]:
    """AP-13.1."""
    means = means or turn.means()[0]
    turn.pay("door")
    turn.tally["door"] += 1
    if means != "break_in" and "noisy_door" in CARDS[means].marks:
        turn.make_noise()
    yield from open_door(turn.table, turn.here, zone, turn.table.players_next(turn.by))


def _close(turn: Turn, zone: str) -> Play[None]:
    turn.by.actions -= 1
    turn.table.board.border(turn.here, zone).open = False
    return
    yield


def _take(turn: Turn) -> Play[None]:
    """AP-11.2, AP-26.R1; in mission 7 spawn zones are neutralised (AP-26.M7), in mission 9 survivors join (AP-26.M9)."""
    table, by = turn.table, turn.by
    by.actions -= 1
    colour = table.objectives.pop(turn.here, "")
    if not colour and table.mission is not None:
        table.tokens = [token for token in table.tokens if token.zone != turn.here]
        table.mission.neutralised += 1
        table.test_end()
        return
    turn.tally["objective"] += 1
    if colour == "medicine":
        by.wounds = 0
    else:
        by.xp += 5 if table.mission is None else table.mission.special.get("objective_xp", 5)
    table.unlock(colour)
    for token in table.tokens:
        token.active = token.active or token.colour == colour
    if table.mission is not None and table.mission.number == 9 and colour == "red":
        yield from recruit(table, by)
    table.test_end()


def recruit(table: Table, by: Survivor) -> Play[None]:
    """A new survivor for the player with the fewest alive (AP-26.M9, AP-26.R16)."""
    assert table.mission is not None
    if not table.mission.recruits:
        return
    new = newcomer(table.mission.recruits.pop(0), by.zone)
    living = [sum(one.alive and one.name in names for one in table.survivors) for names in table.players]
    fewest = [number for number, n in enumerate(living) if n == min(living)]
    answers = [f"recruit player_{number}" for number in fewest]
    answer = yield from table.ask(table.players_next(by), answers, partial(str, answers[0]))
    player = int(answer.removeprefix("recruit player_"))
    table.players[player].append(new.name)
    table.survivors.append(new)
    if player in table.passed and table.phase == "players":
        table.acted.add(new.name)


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
    turn.make_noise()
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
    yield from arrange(turn.table, turn.by, None, passes, worth=at_hand)


def _trade(turn: Turn, name: str) -> Play[None]:
    turn.by.actions -= 1
    partner = turn.table.survivor(name)
    assert isinstance(partner, Survivor)
    yield from arrange(turn.table, turn.by, partner, passes, worth=at_hand)
    yield from arrange(turn.table, partner, None, passes)


def _search(turn: Turn, name: str = "") -> Play[None]:
    if name:
        yield from search_car(turn, next(car for car in turn.table.cars if car.name == name))
    else:
        yield from search(turn)


def _exit(turn: Turn) -> Play[None]:
    """Free, at any time in the survivor's own turn (AP-26.M9)."""
    turn.table.leave(turn.by)
    return
    yield


_DEEDS = {
    "exit": _exit,
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
    **WHEELS,
}
