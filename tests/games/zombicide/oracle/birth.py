"""Spawning: zombie cards, double spawns, missing miniatures, Necromancers, buildings (BP-12, BP-16, BP-17)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from tests.games.zombicide.oracle.asking import Play, Undefined
from tests.games.zombicide.oracle.horde import Activation
from tests.games.zombicide.oracle.table import KINDS, Table, Token, Zombie


def spawn_step(table: Table) -> Play[None]:
    """A card for every active token (BP-16.R1, BP-16.R2)."""
    yield from spawn_sequence(table, [token for token in table.tokens if token.active])


def spawn_sequence(table: Table, slots: Sequence[str | Token]) -> Play[None]:
    """BP-16.R5, literally; a slot is a room or a token, which may be removed meanwhile (BP-16.R2)."""
    pending = 0
    for slot in slots:
        if lies_there(table, slot) and not (pending and endless(table)):
            pending = yield from resolve(table, zone_of(slot), 2 * pending if pending else 1)
    i = 0
    while pending and any(lies_there(table, slot) for slot in slots) and not endless(table):
        slot = slots[i % len(slots)]
        if lies_there(table, slot):
            pending = yield from resolve(table, zone_of(slot), 2 * pending)
        i += 1


def lies_there(table: Table, slot: str | Token) -> bool:
    return isinstance(slot, str) or slot in table.tokens


def endless(table: Table) -> bool:
    """Endless double spawns: by the engine's own ruling no further card is drawn."""
    return not table.deck and {str(card) for card in table.deck_discard} <= {"double_spawn"}


def zone_of(slot: str | Token) -> str:
    return slot if isinstance(slot, str) else slot.zone


def resolve(table: Table, zone: str, number: int) -> Play[int]:
    """Draw ``number`` cards for the zone. Return the number of double spawns drawn."""
    cards = [draw(table) for _ in range(number)]
    cards = [card for card in cards if card is not None]
    doubles = cards.count("double_spawn")
    for card in cards:
        if card != "double_spawn":
            doubles += yield from apply(table, card, zone)
    table.deck_discard += cards
    return doubles


def draw(table: Table) -> Any:
    """The top card; piles to be shuffled contain equal cards only, so that their order is known."""
    if not table.deck and table.deck_discard:
        if len({str(card) for card in table.deck_discard}) > 1:
            raise Undefined
        table.deck, table.deck_discard = table.deck_discard, []
    return table.deck.pop(0) if table.deck else None


def apply(table: Table, card: Any, zone: str) -> Play[int]:
    """Carry out a card other than a double spawn."""
    if card == "necromancer":
        return (yield from necromancer_card(table, zone))
    if isinstance(card, str) and card.startswith("extra_activation_"):
        effect = table.danger() != "blue"  # BP-16.7
        if table.link is not None:
            yield from table.link()
        if effect:
            yield from activate_kind(table, card.removeprefix("extra_activation_"))
        return 0
    for kind, number in line(table, card).items():
        yield from place(table, kind, number, zone)
    return 0


def line(table: Table, card: Any) -> dict[str, int]:
    """The card's line at the current danger level, in canonical order (BP-16.R12)."""
    if isinstance(card, str):
        kind, _, number = card.rpartition("_")
        brings = {kind: int(number)}
    else:
        brings = card.get(table.danger(), {})
    return {kind: brings[kind] for kind in KINDS if kind in brings}


def activate_kind(table: Table, kind: str) -> Play[None]:
    yield from Activation(table, [zombie for zombie in table.zombies if zombie.kind == kind]).play()


def place(table: Table, kind: str, number: int, zone: str) -> Play[None]:
    """BP-16.R9."""
    there = min(number, table.supply[kind])
    table.supply[kind] -= there
    table.zombies += [Zombie(kind, zone) for _ in range(there)]
    if there < number:
        yield from activate_kind(table, kind)


def necromancer_card(table: Table, zone: str) -> Play[int]:
    """BP-17.R1. Return the number of double spawns drawn for the new token (BP-16.R8)."""
    before = [zombie for zombie in table.zombies if zombie.kind == "necromancer"]
    doubles = 0
    if table.supply["necromancer"]:
        table.supply["necromancer"] -= 1
        token = Token(zone, "necromancer", active=True)
        add_token(table, token)
        table.zombies.append(Zombie("necromancer", zone, zone, token))
        doubles = yield from resolve(table, zone, 1)
    yield from Activation(table, [zombie for zombie in before if zombie in table.zombies]).play()
    return doubles


def add_token(table: Table, token: Token) -> None:
    """A token added in play takes its place by its angle (BP-16.R1)."""
    same = [number for number, other in enumerate(table.tokens) if other.zone == token.zone]
    if same:
        table.tokens.insert(same[-1] + 1, token)
        return
    table.first_spawn = table.first_spawn or token.zone
    start = table.board.angle(table.first_spawn)
    for number, other in enumerate(table.tokens):
        if _turn(table, start, other.zone) > _turn(table, start, token.zone) + 1e-9:
            table.tokens.insert(number, token)
            return
    table.tokens.append(token)


def _turn(table: Table, start: float | None, zone: str) -> float:
    angle = table.board.angle(zone)
    assert start is not None
    assert angle is not None, "positions spawn in no zone without an angle"
    turn = (angle - start) % 1.0
    return 0.0 if turn > 1 - 1e-9 else turn


def open_door(table: Table, here: str, there: str) -> Play[None]:
    """Open a door; a building that it opens for the first time is filled (BP-12)."""
    table.board.border(here, there).open = True
    yield from spawn_sequence(table, (yield from rooms_to_fill(table, there, None)))


def rooms_to_fill(table: Table, there: str, who: str | None) -> Play[list[str]]:
    """Rooms behind an opened door, in the order named by ``who``; none if there is no building, or one that is open already."""
    board = table.board
    if not board.is_room(there) or there in board.revealed:
        return []
    rooms = [zone for zone in board.zones if zone in board.building(there)]
    board.revealed |= set(rooms)
    depth = {there: 0}  # BP-12.R2: through the openings of the building
    while len(depth) < len(rooms):
        depth |= {
            room: far + 1
            for one, far in sorted(depth.items(), key=lambda item: item[1])
            for room in rooms
            if room not in depth and board.border(one, room).kind == "passage"
        }
    order: list[str] = []
    while len(order) < len(rooms):
        left = sorted((room for room in rooms if room not in order), key=lambda room: depth[room])
        answer = yield from table.ask(who, [f"order {room}" for room in left], partial(str, f"order {left[0]}"))
        order.append(answer.removeprefix("order "))
    return order
