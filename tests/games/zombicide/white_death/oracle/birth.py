"""Spawning: cards, shortages, Abominations, the Defiler, sieges, and who reacts (WD-11, WD-18, WD-24.13, WD-24.46)."""

from __future__ import annotations

from functools import partial
from typing import Any

from tests.games.zombicide.oracle.asking import Play, Undefined
from tests.games.zombicide.oracle.pieces import Miniature
from tests.games.zombicide.white_death.oracle.ends import test_end
from tests.games.zombicide.white_death.oracle.fight import Attack, attack_texts
from tests.games.zombicide.white_death.oracle.horde import activate, defile, targets
from tests.games.zombicide.white_death.oracle.levels import learn
from tests.games.zombicide.white_death.oracle.moves import reflex_move
from tests.games.zombicide.white_death.oracle.table import KINDS, NUMBERED, Table


def spawn_step(table: Table) -> Play[None]:
    """Numbered tokens in order, the Defiler's last; more cards with seven and more survivors (WD-18.1, WD-22)."""
    order = [*NUMBERED, "spawn_defiler"]
    for token in order:
        if token in table.spawn:
            yield from Spawning(table).card(token)
    more = (max(0, len(table.survivors) - 6) + 1) // 2
    number = 0
    while number < more and (there := [token for token in order if token in table.spawn]):
        yield from Spawning(table).card(there[number % len(there)])
        number += 1


class Spawning:
    """Effects of one Zombie card or one Aaahh!!."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.activated = False  # at most one extra activation for each card (WD-18.12)
        self.zones: set[str] = set()  # where zombies were placed

    def card(self, token: str) -> Play[None]:
        """WD-18.13."""
        table = self.table
        card = self._draw()
        if card is None:
            return
        if isinstance(card, str) and card.startswith("siege"):
            yield from table.link()
        yield from self._resolve(card, token)
        yield from self.react()
        table.zombie_discard.append(card)

    def _draw(self) -> Any:
        table = self.table
        if not table.zombie_deck and table.zombie_discard:
            if len({str(card) for card in table.zombie_discard}) > 1:
                raise Undefined
            table.zombie_deck, table.zombie_discard = table.zombie_discard, []
        return table.zombie_deck.pop(0) if table.zombie_deck else None

    def _resolve(self, card: Any, token: str) -> Play[None]:
        table = self.table
        zone = table.spawn.get(token, "")  # the Defiler may have died in an additional turn before a siege
        if card == "necromancer":
            yield from self._necromancer(token)
        elif card == "abomination_1":
            yield from self._abomination(zone)
        elif isinstance(card, str) and card.startswith("siege"):
            _, _, what = card.partition("_")
            kind, _, number = (what or "walker_1").rpartition("_")
            yield from self._siege(kind, int(number))
        elif isinstance(card, str) and card.startswith("extra_activation_"):
            if table.danger() != "blue":
                yield from activate(table, table.present(card.removeprefix("extra_activation_")))
        elif isinstance(card, str):
            kind, _, number = card.rpartition("_")
            yield from self.place(kind, int(number), zone)
        else:
            brings = card.get(table.danger(), {})
            for kind in KINDS:
                if kind in brings:
                    yield from self.place(kind, brings[kind], zone)

    # ---- miniatures

    def _put(self, kind: str, number: int, zone: str) -> int:
        there = min(number, self.table.supply[kind])
        self.table.supply[kind] -= there
        self.table.zombies += [Miniature(kind, zone) for _ in range(there)]
        if there:
            self.zones.add(zone)
        return there

    def place(self, kind: str, number: int, zone: str) -> Play[None]:
        """WD-18.14."""
        if self._put(kind, number, zone) < number:
            yield from self._abomination(zone)
        test_end(self.table)

    def _abomination(self, zone: str) -> Play[None]:
        """WD-18.5."""
        table = self.table
        there = table.present("abomination")
        if not there:
            self._put("abomination", 1, zone)
        elif not self.activated:
            self.activated = True
            yield from activate(table, there)

    def _necromancer(self, token: str) -> Play[None]:
        """WD-11.1, WD-11.3."""
        table = self.table
        there = table.present("defiler")
        if there:
            yield from activate(table, there)
            return
        zone = table.spawn[token]
        self._put("defiler", 1, zone)
        table.spawn["spawn_defiler"] = zone
        table.linked = token
        defile(table, zone)

    def _siege(self, kind: str, number: int) -> Play[None]:
        """WD-18.9, WD-18.10, WD-18.15; the default decides which zones go short, the lowest get theirs."""
        table = self.table
        zones = table.board.in_order(table.board.defiled)
        short = [zone for zone in zones if self._put(kind, number, zone) < number]
        if short:
            if not table.automatic:
                raise Undefined  # no vector asks which zones go short
            yield from self._abomination(short[0])
        test_end(table)
        yield from self.react()  # immediately after the placement (WD-18.13, WD-24.13)
        self.zones.clear()
        yield from climb(table)

    # ---- reactions

    def react(self) -> Play[None]:
        """Combat Reflexes and Sidestep, in roster order."""
        table = self.table
        for one in list(table.in_play()):
            near = {zone for zone in self.zones if zone == one.zone or zone in table.board.touching(one.here)}
            if one.own("combat_reflexes") and near:
                yield from self._reflexes(one.name, near)
            if one.own("sidestep") and near and one.in_play:
                yield from reflex_move(table, one)

    def _reflexes(self, name: str, near: set[str]) -> Play[None]:
        table = self.table
        one = table.survivor(name)
        texts = {text for text in attack_texts(table, one) if Attack(table, one, text).zone in near}
        if not texts:
            return
        attacks = sorted((Attack(table, one, text).promise(), text) for text in texts)
        if table.automatic and len(attacks) > 1 and attacks[0][0] == attacks[1][0]:
            raise Undefined  # two items of the same promise
        answer = yield from table.ask(name, ["stay", *texts], partial(str, attacks[0][1]))
        if answer == "stay":
            return
        shot = yield from Attack(table, one, answer).play(lambda: None, [])
        yield from learn(table, one)
        if shot.killed and table.has(one, "hit_and_run") and shot.mode in ("melee", "ranged", "magic"):
            yield from reflex_move(table, one)


def climb(table: Table) -> Play[None]:
    """The second part of a siege: zombies stopped by a rampart climb it (WD-18.10)."""
    board = table.board
    goes: list[tuple[list[Miniature], str]] = []
    for zone in board.zones:
        group = [zombie for zombie in table.zombies_in(zone) if zombie.kind in ("walker", "fatty", "runner")]
        below = any(board.border(zone, r) == "level" for r in board.touching(zone)) and not board.on_wall(zone)
        if not group or not below or zone in table.freeze or table.peopled(zone):
            continue
        found = targets(table, zone, board.shambles)
        if not found or zone in found:
            continue
        answer = yield from table.ask(None, [f"target {there}" for there in found], partial(str, f"target {found[0]}"))
        target = answer.removeprefix("target ")
        far = board.distances(zone, board.strides).get(target)
        if far is None or board.distances(zone, board.shambles).get(target, 999) <= far:
            continue
        ways = [
            r
            for r in board.touching(zone)
            if board.border(zone, r) == "level" and board.on_wall(r) and board.distances(r, board.strides).get(target) == far - 1
        ]
        if ways:
            answer = yield from table.ask(None, [f"path {r}" for r in ways], partial(str, f"path {ways[0]}"))
            goes.append((group, answer.removeprefix("path ")))
    for group, there in goes:
        for zombie in group:
            zombie.zone = there
    test_end(table)
