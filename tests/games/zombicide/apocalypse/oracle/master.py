"""The Zombie Master's Phase: the playable cards and their effects (AP-21)."""

from __future__ import annotations

from functools import partial

from tests.games.zombicide.apocalypse.oracle import data
from tests.games.zombicide.apocalypse.oracle.birth import open_door, place
from tests.games.zombicide.apocalypse.oracle.harm import settle
from tests.games.zombicide.apocalypse.oracle.horde import Activation
from tests.games.zombicide.apocalypse.oracle.table import Table
from tests.games.zombicide.oracle.asking import Play
from tests.games.zombicide.oracle.table import Zombie


def phase(table: Table) -> Play[None]:
    """One blue and one green card at most, one in all at Blue (AP-21.R4, AP-21.R12)."""
    table.phase, table.turn = "zombie_master", None
    played: list[str] = []
    while True:
        colours = {data.MASTER[card] for card in played}
        cards = [card for card in table.hand if data.MASTER[card] not in colours and not (played and table.danger() == "blue")]
        answers = [text for card in cards for text in plays(table, card)]
        if not answers:
            return
        automatic, table.automatic = table.automatic, False  # the decision comes even so
        answer = yield from table.ask("zombie_master", [*answers, "pass"], str)
        table.automatic = automatic
        if answer == "pass":
            return
        card, *words = answer.split()[1:]
        table.hand.remove(card)
        played.append(card)
        yield from _EFFECTS[card](table, *words)


def crowd(table: Table, zone: str) -> list[Zombie]:
    """Zombies there other than Abominations."""
    return [zombie for zombie in table.zombies_in(zone) if data.base(zombie.kind) != "abomination"]


def plays(table: Table, card: str) -> list[str]:
    """The card with every target on which it has an effect (AP-21.R7, AP-21.R8, AP-21.R11)."""
    board, zones = table.board, table.board.zones
    if card == "zb1":
        targets = [f" {zone} {kind}" for zone in zones for kind in data.KINDS if any(one.kind == kind for one in crowd(table, zone))]
    elif card == "zb2":
        targets = [f" {zone} {there}" for zone in zones if crowd(table, zone) for there in board.neighbours(zone)]
    elif card == "zb3":
        spawn = {token.zone for token in table.tokens if token.active}
        targets = [f" {zone}" for zone in zones if zone in spawn and not table.in_zone(zone)]
    elif card == "zb4":
        targets = []
        for pair, border in board.borders.items():
            strong = [zone for zone in sorted(pair, key=board.index) if _strength(table, zone) >= 3]
            if border.kind == "door" and not border.open and not border.locked and strong:
                targets.append(f" {strong[0]} {next(iter(pair - {strong[0]}))}")
    elif card == "zb5":
        targets = [f" {one}" for one in dict.fromkeys(table.lying) if one != "zb5"]
    elif card in ("zg1", "zg5"):
        targets = [f" {zone}" for zone in zones if card == "zg1" or table.zombies_in(zone)]
    elif card == "zg2":
        targets = [f" {one.name}" for one in table.in_play()]
    else:
        targets = [""]
    return [f"play {card}{target}" for target in targets]


def _strength(table: Table, zone: str) -> int:
    return sum(3 if data.base(one.kind) == "abomination" else 1 for one in table.zombies_in(zone))


def _jolt(table: Table, zone: str, kind: str) -> Play[None]:
    table.lying.append("zb1")
    yield from Activation(table, table.zombies_in(zone, kind), actions=1).play()


def _shove(table: Table, zone: str, there: str) -> Play[None]:
    table.lying.append("zb2")
    for number in range(3):
        there_now = {one.kind for one in crowd(table, zone)}
        kinds = [kind for kind in data.KINDS if kind in there_now]
        answers = [f"push {kind}" for kind in kinds] + ["done"] * (number > 0 and bool(kinds))
        if not answers:
            return
        answer = yield from table.ask("zombie_master", answers, partial(str, answers[0]))
        if answer == "done":
            return
        table.zombies_in(zone, answer.removeprefix("push "))[0].zone = there
        settle(table)


def _late(table: Table, zone: str) -> Play[None]:
    table.lying.append("zb3")
    more = table.danger() in ("orange", "red")
    yield from place(table, "walker", 2, zone)
    if more:
        yield from place(table, "runner", 1, zone)


def _batter(table: Table, zone: str, there: str) -> Play[None]:
    table.lying.append("zb4")
    yield from open_door(table, zone, there, "zombie_master", battered=True)


def _regurgitate(table: Table, card: str) -> Play[None]:
    table.lying.remove(card)  # zb5 itself is out of the game
    table.hand.append(card)
    return
    yield


def _lasting(card: str, table: Table, target: str | None = None) -> Play[None]:
    table.active[card] = target
    return
    yield


_EFFECTS = {
    "zb1": _jolt,
    "zb2": _shove,
    "zb3": _late,
    "zb4": _batter,
    "zb5": _regurgitate,
    **{card: partial(_lasting, card) for card in data.MASTER if data.MASTER[card] == "green"},
}
