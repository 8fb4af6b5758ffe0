"""Spawning: zombie cards, escorts, the limit of Abominations, manholes, buildings, the Zombie Master's cards (AP-13, AP-20, AP-21)."""

from __future__ import annotations

from functools import partial
from typing import Any

from tests.games.zombicide.apocalypse.oracle import data
from tests.games.zombicide.apocalypse.oracle.harm import settle, spread
from tests.games.zombicide.apocalypse.oracle.horde import Activation
from tests.games.zombicide.apocalypse.oracle.table import Table
from tests.games.zombicide.oracle.asking import Play, Undefined
from tests.games.zombicide.oracle.birth import rooms_to_fill
from tests.games.zombicide.oracle.table import Zombie


def spawn_step(table: Table) -> Play[None]:
    """A card for every active spawn zone in order, then the lasting cards of the phase end (AP-20.R1, AP-21.R7)."""
    for token in [token for token in table.tokens if token.active]:
        if any(other is token for other in table.tokens):  # one that an additional turn has neutralized is skipped (BP-16.R2)
            yield from resolve(table, token.zone)
    table.end_card("zg1")
    table.end_card("zg5")
    table.puppets = []


def resolve(table: Table, zone: str) -> Play[None]:
    """The next card, drawn for a zone."""
    if not table.deck:
        if table.deck_discard or table.lying:
            raise Undefined  # a deck of unknown order
        return
    card = table.deck.pop(0)
    if isinstance(card, str) and card in data.MASTER:  # AP-21.R1 to R3
        table.hand.append(card)
        while len(table.hand) > 3:
            own = sorted(table.hand)
            answer = yield from table.ask("zombie_master", [f"discard {one}" for one in own], partial(str, f"discard {own[0]}"))
            table.hand.remove(answer.removeprefix("discard "))
            table.lying.append(answer.removeprefix("discard "))
        return
    table.deck_discard.append(card)
    if isinstance(card, str) and card.startswith("extra_activation_"):
        effect = table.danger() != "blue"  # read as the card is drawn (BP-8.R4)
        if table.link is not None:
            yield from table.link()
        if effect:
            what = card.removeprefix("extra_activation_")
            yield from activate(table, [kind for kind in data.KINDS if _called(kind, what)])
    elif isinstance(card, str) and card.startswith("manhole_"):
        holes = [hole for hole, tile in table.manholes if any(one.zone in tile for one in table.in_play())]  # as it is drawn (AP-20.R3)
        for hole in holes:
            yield from bring(table, card.removeprefix("manhole_"), hole)
    elif card != "none":
        yield from bring(table, card, zone)


def _called(kind: str, what: str) -> bool:
    """AP-20.R2, AP-10.15."""
    toxic = data.type_of(kind) == "toxic"
    return toxic if what == "toxic" else not toxic and data.base(kind) == what


def bring(table: Table, card: Any, zone: str) -> Play[None]:
    kind, _, number = card.rpartition("_") if isinstance(card, str) else ("", "", "")
    line = card.get(table.danger(), {}) if not kind else {kind: int(number)}
    for one in data.KINDS:
        if one in line:
            yield from place(table, one, line[one], zone)


def activate(table: Table, kinds: list[str]) -> Play[None]:
    yield from Activation(table, [zombie for zombie in table.zombies if zombie.kind in kinds]).play()


def place(table: Table, kind: str, number: int, zone: str) -> Play[None]:
    """AP-20.R4."""
    if data.base(kind) == "abomination":
        for _ in range(number):
            there = sum(data.base(zombie.kind) == "abomination" for zombie in table.zombies)
            if there >= data.LIMIT[table.danger()]:
                yield from place(table, kind.replace("abomination", "fatty"), 1, zone)  # AP-10.R2
            else:
                yield from _put(table, kind, 1, zone)
        return
    put = yield from _put(table, kind, number, zone)
    if data.base(kind) == "fatty" and put:
        yield from place(table, kind.replace("fatty", "walker"), 2 * put, zone)


def _put(table: Table, kind: str, number: int, zone: str) -> Play[int]:
    """Place as many as there are; a shortage activates the kind (AP-20.3)."""
    put = min(number, table.supply[kind])
    table.supply[kind] -= put
    table.zombies += [Zombie(kind, zone) for _ in range(put)]
    settle(table)
    if put < number:
        yield from activate(table, [kind])
    return put


def open_door(table: Table, here: str, there: str, who: str, *, battered: bool = False) -> Play[None]:
    """Open a door; a building opened for the first time spawns, in the order named by ``who`` (AP-13, BP-12.R1)."""
    board = table.board
    board.border(here, there).open = True
    if table.mission is not None and table.mission.special.get("twin_doors"):  # AP-26.M7
        behind = set().union(*(board.building(zone) for zone in (here, there) if board.is_room(zone)))
        for pair, border in board.borders.items():
            border.open = border.open or (border.kind == "door" and bool(pair & behind))
    for side in (here, there) if battered else (there,):
        for room in (yield from rooms_to_fill(table, side, who)):
            yield from resolve(table, room)
    spread(table)
