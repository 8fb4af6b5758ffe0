"""Actions of a survivor, carried out (BP-9, BP-11, BP-14, BP-22, BP-24)."""

from __future__ import annotations

from functools import partial

from tests.games.zombicide.oracle.asking import HANDS, SLOTS, Card, Play, Undefined
from tests.games.zombicide.oracle.birth import open_door
from tests.games.zombicide.oracle.cards import gain_card, passes, reorganise, search, trade
from tests.games.zombicide.oracle.carrying import arrange
from tests.games.zombicide.oracle.fight import Attack, remove_token
from tests.games.zombicide.oracle.horde import Activation
from tests.games.zombicide.oracle.table import BLUE_SKILLS
from tests.games.zombicide.oracle.turn import BLOODLUST, DOOR_DICE, Turn, mode_of


def carry_out(turn: Turn, text: str) -> Play[None]:
    """Carry out one text of the turn, with all its consequences."""
    verb, *words = text.split()
    if verb == "drop":
        turn.table.drop(turn.by, words[0])
    else:
        _lose_pending(turn, verb, words, text)
        if verb in ("melee", "shoot", "cast"):
            yield from _attack(turn, text)
        else:
            yield from _DEEDS[verb](turn, *words)
        if turn.by.has("free_reload") and verb != "end":
            for slot, card in turn.by.slots.items():
                card.loaded = card.loaded or slot in HANDS
    if turn.by.in_play and turn.quiet and turn.by.has("rotten") and (verb == "end" or not turn.goes_on()):
        turn.by.rotten = True  # BP-22.33


def _lose_pending(turn: Turn, verb: str, words: list[str], text: str) -> None:
    moves = verb == "move" or words[:1] == ["sprint"]
    if not moves:
        turn.run, turn.blitz = False, 0
    if verb not in ("melee", "shoot", "cast") or mode_of(text) not in turn.attack:
        turn.attack = ()


def _noise(turn: Turn) -> None:
    turn.table.noise[turn.here] += 1
    _seen(turn)


def _seen(turn: Turn) -> None:
    """Attacks and noise reveal the survivor (BP-22.33, BP-24.6)."""
    turn.by.rotten = turn.by.invisible = turn.quiet = False


def _gain(turn: Turn, points: int) -> None:
    by = turn.by
    before = by.level()
    by.xp += points
    if before == 0 and by.level() > 0:
        by.skills.append("plus_1_action")
        by.actions += 1
    if by.level() > max(1, before) and by.name in BLUE_SKILLS:
        raise Undefined  # an ID card offers a choice of skills


# ---- moving


def _move(turn: Turn, zone: str) -> Play[None]:
    if turn.run:
        turn.run = False
    else:
        turn.pay_move(1 + turn.penalty())
    turn.by.zone = zone
    return
    yield


def _use(turn: Turn, skill: str, *words: str) -> Play[None]:
    table, by = turn.table, turn.by
    zone = words[0] if words else ""
    turn.used.add(skill)
    if skill == "charge":
        by.actions -= turn.penalty()
        by.zone = zone
    elif skill in BLOODLUST:
        by.actions -= 1 + turn.penalty()
        by.zone = zone
        turn.attack = BLOODLUST[skill]
    elif skill == "sprint":
        yield from _move(turn, zone)
    elif skill == "jump":
        by.actions -= 1 + turn.crowd(turn.here)
        by.zone = zone
    elif skill == "taunt":
        yield from Activation(table, table.zombies_in(zone), by).play()
    elif skill == "shove":
        for zombie in table.zombies_in(turn.here):
            zombie.zone = zone
    elif skill == "lifesaver":
        for name in words[1].split("+"):
            table.survivor(name).zone = turn.here
    elif skill == "loud":
        table.loud = (turn.here, by)
        _seen(turn)
    else:
        turn.gifts[zone] += 1


# ---- fighting


def _attack(turn: Turn, text: str) -> Play[None]:
    turn.quiet = False
    attack = Attack(turn.table, turn.by, text, partial(turn.pay, mode_of(text)))
    yield from attack.play()
    turn.killed_in |= {zombie.zone for zombie in attack.killed}
    if attack.killed and turn.by.has("hit_and_run"):
        turn.run = True
    if turn.by.has("blitz"):
        turn.blitz += sum(not turn.crowd(zone) for zone in {zombie.zone for zombie in attack.killed})


def _bile(turn: Turn, zone: str) -> Play[None]:
    _throw(turn, "dragon_bile")
    if len(turn.things.bile) == 4:
        zones = [there for there in turn.table.board.zones if there in turn.things.bile]
        oldest = f"remove {turn.things.bile[0]}"
        answer = yield from turn.table.ask(turn.by.name, [f"remove {there}" for there in zones], partial(str, oldest))
        turn.things.bile.remove(answer.removeprefix("remove "))
    turn.things.bile.append(zone)


def _throw(turn: Turn, card: str) -> None:
    turn.by.actions -= 1
    turn.table.drop(turn.by, next(slot for slot in HANDS if slot in turn.by.slots and turn.by.slots[slot].name == card))


def _torch(turn: Turn, zone: str) -> Play[None]:
    table = turn.table
    _throw(turn, "torch")
    burnt = table.zombies_in(zone)
    points = sum((5 if one.kind == "abomination" else 1) * (2 if turn.by.has(f"collector:{one.kind}") else 1) for one in burnt)
    for zombie in burnt:
        table.remove(zombie)
    for survivor in table.in_zone(zone):
        table.kill(survivor)
    turn.things.bile = [there for there in turn.things.bile if there != zone]
    table.test_end()
    if turn.by.in_play:
        _gain(turn, points)
    else:
        turn.by.xp += points
    for necromancer in [zombie for zombie in burnt if zombie.kind == "necromancer"]:
        yield from remove_token(table, necromancer)
    if burnt:
        turn.killed_in.add(zone)
        turn.blitz = int(bool(turn.by.has("blitz")))


# ---- doors


def _open(turn: Turn, zone: str, means: str = "") -> Play[None]:
    means = means or turn.means()[0]
    here = turn.here
    turn.pay("door")
    if means != "break_in":
        _noise(turn)
        number, need = DOOR_DICE[means]
        if number and not (yield from _door_roll(turn, number, need)):
            return
    yield from open_door(turn.table, here, zone)


def _door_roll(turn: Turn, number: int, need: int) -> Play[bool]:
    for again in range(1 + min(1, turn.by.has("lucky")), 0, -1):
        hits = sum(die >= need for die in turn.table.roll(number))
        default = "reroll" if 2 * hits < number else "accept"
        if again > 1 and (yield from turn.table.ask(turn.by.name, ["reroll", "accept"], partial(str, default))) == "accept":
            break
    return hits > 0


def _close(turn: Turn, zone: str) -> Play[None]:
    turn.by.actions -= 1
    turn.table.board.border(turn.here, zone).open = False
    return
    yield


# ---- spells and small things


def _enchant(turn: Turn, target: str, spell: str) -> Play[None]:
    table = turn.table
    turn.pay("enchantment")
    card = turn.copy(spell)
    assert card is not None
    turn.spent.append(card)
    card.cast_in = turn
    _noise(turn)
    if spell == "repulse":
        zones = turn.pushes(target)
        answer = yield from table.ask(turn.by.name, [f"path {zone}" for zone in zones], partial(str, f"path {zones[0]}"))
        for zombie in table.zombies_in(target):
            zombie.zone = answer.removeprefix("path ")
        return
    survivor = table.survivor(target)
    if spell == "healing":
        survivor.wounds = max(0, survivor.wounds - 1)
    elif spell == "invisibility":
        survivor.invisible = True
    else:
        if table.automatic:
            raise Undefined  # section 25 has no default for it
        own = Turn(table, turn.things, survivor)
        answer = yield from table.ask(target, ["stay", *(f"move {zone}" for zone in own.steps(2))], partial(str, "stay"))
        if answer != "stay":
            survivor.zone = answer.removeprefix("move ")


def _take(turn: Turn, card: str = "") -> Play[None]:
    turn.by.actions -= 1
    if card:
        turn.things.vaults[turn.here].remove(card)
        yield from gain_card(turn, Card(card))
        yield from arrange(turn.table, turn.by, None, passes)
        return
    colour = turn.things.objectives.pop(turn.here)
    if colour == "blue":
        for pair in turn.things.blue_doors:
            turn.table.board.borders[pair].locked = False
    _gain(turn, 5)


def _reload(turn: Turn) -> Play[None]:
    turn.by.actions -= 1
    held = [turn.by.slots[slot] for slot in HANDS if slot in turn.by.slots]
    first = next(card for card in held if not card.loaded)
    for card in held:
        card.loaded = card.loaded or card.name == first.name
    return
    yield


def _consume(turn: Turn, food: str) -> Play[None]:
    turn.table.drop(turn.by, next(slot for slot in SLOTS if slot in turn.by.slots and turn.by.slots[slot].name == food))
    _gain(turn, 1)
    return
    yield


def _make_noise(turn: Turn) -> Play[None]:
    turn.by.actions -= 1
    _noise(turn)
    return
    yield


def _end(turn: Turn) -> Play[None]:
    turn.by.actions = 0
    turn.free.clear()
    turn.used |= set(turn.by.skills)
    return
    yield


_DEEDS = {
    "move": _move,
    "use": _use,
    "bile": _bile,
    "torch": _torch,
    "open": _open,
    "close": _close,
    "enchant": _enchant,
    "take": _take,
    "reload": _reload,
    "consume": _consume,
    "noise": _make_noise,
    "end": _end,
    "reorganise": reorganise,
    "trade": trade,
    "search": search,
}
