"""Actions of a survivor, carried out."""

from __future__ import annotations

from functools import partial

from tests.games.zombicide.oracle.asking import Play
from tests.games.zombicide.white_death.oracle.cards import aaahh, arrange, draw_and_store, restore, search, store, take_artefact
from tests.games.zombicide.white_death.oracle.drops import remove
from tests.games.zombicide.white_death.oracle.ends import test_end
from tests.games.zombicide.white_death.oracle.fight import Attack, guards_attack
from tests.games.zombicide.white_death.oracle.horde import activate
from tests.games.zombicide.white_death.oracle.levels import gain, learn
from tests.games.zombicide.white_death.oracle.sheets import AAAHH
from tests.games.zombicide.white_death.oracle.table import SLOTS, Table
from tests.games.zombicide.white_death.oracle.turn import BLOODLUST, MODES, Turn

NO_ACTION = (["taunt"], ["shove"], ["lifesaver"])  # skills that keep the chain of Escalation going (WD-24.74)


def carry_out(turn: Turn, text: str) -> Play[None]:
    """Carry out one text of the turn, with all its consequences."""
    verb, *words = text.split()
    if verb == "drop":
        turn.table.drop(turn.by, words[0])
        test_end(turn.table)
        return
    moves = verb == "move" or words[:1] == ["sprint"]
    turn.run = turn.run and moves
    improvised = words[:1] and words[0].startswith("improvised_weapon")
    mode = words[0].rpartition("_")[2] if improvised else MODES.get(verb, "")
    if mode not in turn.attack or improvised:
        turn.attack = ()
    if mode and verb != "dragonfire":
        killed = yield from _attack(turn, text, mode, free=bool(improvised))
    else:
        killed = 0
        if verb == "dragonfire":  # a Ranged Action like others for effects that depend on these (WD-12.21)
            turn.chain = [*turn.chain, "ranged"]
        elif verb != "consume" and words[:1] not in NO_ACTION:
            turn.chain = []
        yield from _DEEDS[verb](turn, *words)
    yield from learn(turn.table, turn.by)
    if killed and turn.table.has(turn.by, "hit_and_run"):
        turn.run = True
    test_end(turn.table)


def _attack(turn: Turn, text: str, mode: str, *, free: bool) -> Play[int]:
    if free:
        turn.by.used.add(text.split()[1])
    attack = Attack(turn.table, turn.by, text)
    shot = yield from attack.play((lambda: None) if free else partial(turn.pay, mode, dual=attack.dual), turn.chain)
    turn.chain = [*turn.chain, mode]
    return shot.killed


# ---- moving


def _move(turn: Turn, zone: str) -> Play[None]:
    if turn.run:
        turn.run = False
    else:
        turn.pay("move", 1 + turn.surcharge())
    turn.by.zone = zone
    test_end(turn.table)
    return
    yield


def _use(turn: Turn, skill: str, *words: str) -> Play[None]:
    table, by = turn.table, turn.by
    zone = words[0] if words else ""
    if skill != "transmutation":
        by.used.add(skill)
    if skill == "charge":
        by.actions -= turn.surcharge()
        by.zone = zone
    elif skill in BLOODLUST:
        by.actions -= 1 + turn.surcharge()
        by.zone = zone
        turn.attack = BLOODLUST[skill]
    elif skill == "sprint":
        yield from _move(turn, zone)
    elif skill == "jump":
        by.actions -= 1 + table.crowd(turn.here)
        by.zone = zone
    elif skill == "taunt":
        yield from activate(table, table.zombies_in(zone), by)
    elif skill == "shove":
        push(table, turn.here, zone)
    elif skill == "lifesaver":
        for name in words[1].split("+"):
            if name.startswith("guards:"):
                number = int(name.removeprefix("guards:"))
                table.guards[zone] -= number
                table.guards[turn.here] += number
            else:
                table.survivor(name).zone = turn.here
    elif skill == "transmutation":
        by.actions -= 1
        table.drop(by, zone)
        yield from draw_and_store(table, by)
    test_end(table)


def push(table: Table, source: str, zone: str) -> None:
    """All zombies of a zone; the Defiler Spawn token stays in the Defiler's zone (WD-29.6)."""
    for zombie in table.zombies_in(source):
        zombie.zone = zone
        if zombie.kind == "defiler":
            table.spawn["spawn_defiler"] = zone
    test_end(table)


# ---- killing a whole zone


def _blaze(turn: Turn, zone: str) -> int:
    """All actors of a zone die. Return the number of zombies."""
    table, by = turn.table, turn.by
    dead = table.zombies_in(zone)
    by.xp += sum(5 if zombie.kind == "abomination" else 1 for zombie in dead)
    for one in table.in_zone(zone):
        table.kill(one)
    table.guards[zone] = 0
    table.empress_dead |= table.empress_in(zone)
    test_end(table)
    for zombie in dead:
        remove(table, zombie)
    return len(dead)


def _dragonfire(turn: Turn, zone: str) -> Play[None]:
    """WD-12.21; a building that holds a red objective burns down (WD-25.64)."""
    table, by = turn.table, turn.by
    turn.pay("ranged")
    for name in ("torch", "dragon_bile"):
        table.drop(by, next(slot for slot, card in by.sorted() if card.name == name))
    zones = [zone]
    burns = table.quest == "4" and table.objectives.get(zone) == "red" and table.board.inside(zone)
    if burns:
        zones = building(table, zone)
    killed = 0
    for there in zones:
        killed += _blaze(turn, there)
    if burns:
        for there in zones:
            table.board.printed[there] = "ruin"
        del table.objectives[zone]
        by.xp += 5
        test_end(table)
    if killed and table.has(by, "hit_and_run"):
        turn.run = True
    return
    yield


def building(table: Table, room: str) -> list[str]:
    """WD-4.6."""
    board = table.board
    return board.in_order(board.distances(room, lambda a, b: board.inside(b) and board.border(a, b) == "passage"))


def _tip(turn: Turn, zone: str) -> Play[None]:
    turn.by.actions -= 3
    turn.table.cauldrons[turn.here] -= 1
    _blaze(turn, zone)
    return
    yield


def _cauldron(turn: Turn, zone: str) -> Play[None]:
    turn.by.actions -= 3
    turn.table.cauldrons[turn.here] -= 1
    turn.table.cauldrons[zone] += 1
    turn.by.zone = zone
    test_end(turn.table)
    return
    yield


# ---- Guards


def _guards(turn: Turn, who: str, order: str, zone: str = "") -> Play[None]:
    table, by = turn.table, turn.by
    source, _, some = who.partition(":")
    number = int(some) if some else table.guards[source]
    by.ordered = True
    evade = order == "move" and not by.own("guards_evade")
    turn.pay("guard", 1 + (table.crowd(source) if evade else 0))
    if order in ("move", "cauldron"):
        table.guards[source] -= number
        table.guards[zone] += number
    if order in ("cauldron", "tip"):
        table.cauldrons[source] -= 1
    if order == "cauldron":
        table.cauldrons[zone] += 1
    elif order == "tip":
        _blaze(turn, zone)
    elif order == "push":
        push(table, source, zone)
    elif order != "move":
        yield from guards_attack(table, by, "melee" if order == "melee" else "ranged", source, zone or source, number)
    test_end(table)


# ---- cards and small things


def _enchant(turn: Turn, target: str, spell: str, effect: str = "") -> Play[None]:
    table = turn.table
    turn.pay("enchantment")
    card = turn.spell(spell)
    assert card is not None
    turn.cast.append(card)
    card.cast_in = turn
    for name in target.split("+"):
        one = table.survivor(name)
        if spell == "healing":
            one.wounds = max(0, one.wounds - 1)
        else:
            one.boon = effect
    return
    yield


def _take(turn: Turn, *words: str) -> Play[None]:
    table, by, here = turn.table, turn.by, turn.here
    by.actions -= 1
    if words[:1] == ("artefact",):
        zone = words[1] if len(words) > 1 else here
        card = table.artefacts[zone].pop(0)
        table.taken += 1
        test_end(table)
        yield from store(table, by, card, deck=False)
        yield from arrange(table, by)
    elif words == ("card",):
        yield from _prepared(turn)
    elif words == ("dragon_bile",):
        yield from _cache(turn)
    elif words == ("beacon",):
        table.beacon, by.empress = None, True
        test_end(table)
    else:
        yield from _objective(turn, table.objectives.pop(here))


def _objective(turn: Turn, colour: str) -> Play[None]:
    """WD-25: the effects of objectives."""
    table, by, quest = turn.table, turn.by, turn.table.quest
    red = colour == "red"
    artefact = {"1": not red, "3": red, "4": not red, "5": True, "6": red, "7": red, "8": not red, "9": True, "10": red}.get(quest, False)
    if artefact and (table.artefact_deck or quest == "3"):
        test_end(table)
        if table.artefact_deck:
            yield from take_artefact(table, by)
        return
    if quest == "2" or (quest == "8" and red):
        by.tokens.append(colour)
        restore(table, by)
    if quest == "6" and not red:
        by.ropes += 1
    yield from gain(table, by, 5)
    test_end(table)


def _prepared(turn: Turn) -> Play[None]:
    """The armoury of the Tutorial (WD-25.23)."""
    table, by = turn.table, turn.by
    card = table.prepared[turn.here].pop(0)
    if card in AAAHH:
        yield from aaahh(table, by, card, searched=False)
        return  # nothing has been found that would have to be stored
    yield from store(table, by, card, deck=False)
    yield from arrange(table, by)


def _cache(turn: Turn) -> Play[None]:
    """Dragon Bile of quest 1: from the discard pile, else from the deck (WD-25.34)."""
    table = turn.table
    if table.discards["dragon_bile"]:
        table.discards["dragon_bile"] -= 1
    else:
        table.deck.remove("dragon_bile")
        table.secret = len(set(table.deck)) > 1
    yield from store(table, turn.by, "dragon_bile", deck=False)
    yield from arrange(table, turn.by)


def _quest(turn: Turn, verb: str, token: str) -> Play[None]:
    """Banishing and cleansing (WD-25.44, WD-25.103)."""
    table, by, board = turn.table, turn.by, turn.table.board
    by.actions -= 1
    zone = table.spawn[token]
    if verb == "cleanse":
        by.tokens.remove("red")
        assert table.flag is not None
        table.spawn[token] = table.flag
    else:
        by.tokens.remove(next(folio for folio in ("blue", "green", "folio") if folio in by.tokens))
        table.spawn[token] = table.start["spawn_1"] if token == "spawn_1" else table.spawn["spawn_1"]
        if zone in board.defiled:
            board.defiled -= set(board.distances(zone, lambda a, b: b in board.defiled))
    test_end(table)
    return
    yield


def _ladder(turn: Turn, verb: str, zone: str = "") -> Play[None]:
    table, by = turn.table, turn.by
    by.actions -= 1
    between = frozenset((turn.here, zone))
    if verb == "place":
        table.board.ropes.add(between)
        by.ropes -= 1
    else:
        if zone:
            table.board.ropes.remove(between)
        else:
            table.loose[turn.here] -= 1
        by.ropes += 1
    return
    yield


def _reload(turn: Turn) -> Play[None]:
    if not turn.table.has(turn.by, "free_reload"):
        turn.by.actions -= 1
    held = [card for _, card in turn.by.hand_cards()]
    first = next(card for card in held if not card.loaded)
    for card in held:
        card.loaded = card.loaded or card.name == first.name
    return
    yield


def _consume(turn: Turn, food: str) -> Play[None]:
    by = turn.by
    turn.table.drop(by, next(slot for slot in SLOTS if slot in by.slots and by.slots[slot].name == food))
    yield from gain(turn.table, by, 3)


def _noise(turn: Turn) -> Play[None]:
    turn.by.actions -= 1
    turn.table.noise[turn.here] += 1
    return
    yield


def _search(turn: Turn) -> Play[None]:
    turn.pay("search")
    yield from search(turn.table, turn.by)


def _reorganise(turn: Turn) -> Play[None]:
    turn.by.actions -= 1
    yield from arrange(turn.table, turn.by, paid=True)


def _trade(turn: Turn, name: str) -> Play[None]:
    turn.by.actions -= 1
    partner = turn.table.survivor(name)
    yield from arrange(turn.table, turn.by, partner, paid=True)
    yield from arrange(turn.table, partner)


def _end(turn: Turn) -> Play[None]:
    turn.by.actions = 0
    return
    yield


_DEEDS = {
    "move": _move,
    "use": _use,
    "dragonfire": _dragonfire,
    "enchant": _enchant,
    "take": _take,
    "quest": _quest,
    "ladder": _ladder,
    "cauldron": _cauldron,
    "tip": _tip,
    "guards": _guards,
    "reload": _reload,
    "consume": _consume,
    "noise": _noise,
    "search": _search,
    "reorganise": _reorganise,
    "trade": _trade,
    "end": _end,
}
