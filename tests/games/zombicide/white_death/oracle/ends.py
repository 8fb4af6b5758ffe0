"""How a game ends: victory and defeat of each quest, tested after every effect (WD-3, WD-25)."""

from __future__ import annotations

from tests.games.zombicide.white_death.oracle.table import Table

BANISHABLE = ("spawn_1", "spawn_2", "spawn_3", "spawn_4")
_NEEDED = {  # colors that are lost when a Defile token removes one
    "tutorial": ("red", "blue", "green"),
    "1": ("red", "blue", "green"),
    "4": ("red",),
    "6": ("blue", "green"),
    "7": ("blue", "green"),
}


def test_end(table: Table) -> None:
    """Defeat goes before victory (WD-3.12); no freeze token lies without zombies (WD-16.1)."""
    table.freeze = {zone for zone in table.freeze if table.crowd(zone)}
    if any(not one.alive for one in table.survivors):
        table.lose("survivor_killed")
    if (table.beacon_zone() or "") in table.board.defiled:
        table.lose("beacon_defiled")
    if _lost(table):
        table.lose("quest")
    if not table.attacking and _won(table):
        table.win()


def deaths_lose(table: Table) -> bool:
    """Whether the death of a Guard is a defeat (WD-25.10)."""
    return table.quest in ("4", "6", "7", "10")


def _lost(table: Table) -> bool:
    quest = table.quest
    if deaths_lose(table) and sum(table.guards.values()) + table.escaped < table.first_guards:
        return True
    if any(table.removed[colour] for colour in _NEEDED.get(quest, ())):
        return True
    if quest == "2":
        held = [token for one in table.in_play() for token in one.tokens]
        folios = sum(token != "red" for token in held) + sum(colour != "red" for colour in table.objectives.values())
        whole = "red" in [*held, *table.objectives.values()] and not table.removed["red"]
        return bool(table.board.defiled) and not folios + whole
    if quest == "8":
        outside = sum(token in BANISHABLE and zone != table.flag for token, zone in table.spawn.items())
        left = sum(token == "red" for one in table.in_play() for token in one.tokens)
        return outside > left + sum(colour == "red" for colour in table.objectives.values())
    if quest == "9" and table.empress_dead:
        return True
    return quest in ("6", "7", "10") and not table.in_play() and not _won(table)


def _won(table: Table) -> bool:
    quest = table.quest
    if quest == "tutorial":
        return not table.objectives
    if quest == "1":
        held = sum(card.name == "dragon_bile" for one in table.in_play() for card in one.slots.values())
        up = [table.board.on_wall(one.here) for one in table.in_play()]
        up += [table.board.on_wall(zone) for zone, number in table.guards.items() if number]
        haunted = any(table.board.on_wall(zombie.zone) for zombie in table.zombies)
        return not table.objectives and held >= 4 and all(up) and not haunted
    if quest == "2":
        return not table.board.defiled
    if quest == "3":
        return table.taken >= 8
    if quest == "4":
        return "red" not in table.objectives.values()
    if quest == "5":
        return any(one.empress and one.zone in table.exit for one in table.in_play())
    if quest in ("6", "7"):
        coloured = any(colour != "red" for colour in table.objectives.values())
        return not coloured and _all_gone(table)
    if quest == "8":
        return all(zone == table.flag for zone in table.spawn.values())
    if quest == "9":
        return table.beacon in table.exit and not table.crowd(table.beacon or "")
    if quest == "10":
        return table.taken >= 8 and _all_gone(table)
    return False


def _all_gone(table: Table) -> bool:
    return not table.in_play() and not sum(table.guards.values())
