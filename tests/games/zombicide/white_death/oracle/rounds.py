"""Whole rounds: turns in any order, the Zombies' Phase, the End Phase (WD-3)."""

from __future__ import annotations

from functools import partial

from tests.games.zombicide.oracle.asking import Play, Question, Undefined
from tests.games.zombicide.white_death.oracle.actions import carry_out
from tests.games.zombicide.white_death.oracle.birth import spawn_step
from tests.games.zombicide.white_death.oracle.cards import draw_and_store
from tests.games.zombicide.white_death.oracle.ends import test_end
from tests.games.zombicide.white_death.oracle.horde import activate
from tests.games.zombicide.white_death.oracle.levels import gain
from tests.games.zombicide.white_death.oracle.table import Survivor, Table
from tests.games.zombicide.white_death.oracle.turn import Turn

#: Quests that survivors leave by the Exit.
EXITS = ("6", "7", "10")


class Rounds:
    """A table with the rules that need the whole game: additional turns, cards after a kill."""

    def __init__(self, table: Table) -> None:
        self.table = table
        table.link = self._link
        table.cleared = self._cleared

    # ---- hooks

    def _cleared(self, zone: str) -> Play[None]:
        """Hold Your Nose (WD-24.27)."""
        for one in self.table.in_zone(zone):
            if one.own("hold_your_nose"):
                yield from draw_and_store(self.table, one)

    def _link(self) -> Play[None]:
        """Additional turns before a siege, in roster order (WD-24.57)."""
        table = self.table
        for one in [one for one in table.in_play() if one.own("zombie_link")]:
            if not one.in_play:
                continue
            left, used, searched, ordered, skills = one.actions, one.used, one.searched, one.ordered, one.own("plus_1_action")
            one.actions, one.used, one.searched, one.ordered = one.full(), set(), False, False
            yield from self._turn(one)
            if one.own("plus_1_action") > skills:
                raise Undefined  # what happens to the actions of an interrupted turn
            one.actions, one.used, one.searched, one.ordered = left, used, searched, ordered

    # ---- turns

    def _turn(self, by: Survivor) -> Play[None]:
        own = Turn(self.table, by)
        interrupted, self.table.acting = self.table.acting, by.name
        before, self.table.now = self.table.now, own
        by.used.clear()
        text = ""
        while text != "end" and own.goes_on():
            text = yield Question(by.name, frozenset(own.texts()), rest=True)
            yield from carry_out(own, text)
        by.actions = 0
        self.table.acting, self.table.now = interrupted, before
        if by.in_play:
            yield from self._leave(by)

    def _leave(self, by: Survivor) -> Play[None]:
        """WD-25.9, WD-25.84, WD-25.94."""
        table = self.table
        if table.quest not in EXITS or by.zone not in table.exit or table.crowd(by.here):
            return
        here, guards = by.here, table.guards[by.here]
        some = [f"exit {number}" for number in range(guards)] if table.quest != "6" else []
        answer = yield from table.ask(by.name, ["exit", "stay", *some], partial(str, "exit"))
        if answer == "stay":
            return
        number = int(answer.removeprefix("exit ")) if answer != "exit" else guards
        by.zone = None
        by.slots.clear()
        table.guards[here] -= number
        table.escaped += number
        test_end(table)

    def players_phase(self, first: str | None = None) -> Play[None]:
        """One survivor after the other in any order; ``first`` is already in its turn."""
        table = self.table
        while waiting := [one for one in table.in_play() if not one.done]:
            if first is not None:
                one, first = table.survivor(first), None
            else:
                texts = [f"activate {one.name}" for one in waiting]
                if len(texts) > 1 and not table.automatic:
                    answer = yield Question(table.speaker(), frozenset(texts), rest=True)
                else:
                    answer = texts[0]
                one = table.survivor(answer.removeprefix("activate "))
            table.turn = one.name
            yield from self._turn(one)
            one.done = True

    # ---- the other phases

    def zombies_phase(self, *, moves: bool = True, spawns: bool = True) -> Play[None]:
        table = self.table
        table.phase, table.turn = "zombies", None
        if moves:
            yield from activate(table, list(table.zombies))
        if spawns:
            yield from spawn_step(table)

    def end_phase(self) -> Play[None]:
        """WD-3.6; then the next round begins."""
        table = self.table
        table.phase = "end"
        treated: set[str] = set()
        for medic in [one for one in table.in_play() if one.own("medic")]:
            wounded = [one for one in table.in_zone(medic.here) if one.wounds and one.name not in treated]
            for one in wounded:
                one.wounds -= 1
                treated.add(one.name)
            yield from gain(table, medic, len(wounded))
        table.noise.clear()
        table.freeze.clear()
        for one in table.survivors:
            one.boon = None
            for card in one.slots.values():
                card.loaded = True
            if one.in_play and one.own("regeneration"):
                one.wounds = 0
            one.actions = one.full() if one.in_play else 0
            one.done = one.searched = one.ordered = False
            one.used.clear()
        test_end(table)
        table.phase = "players"
        table.round += 1
        yield from self._empress()

    def _empress(self) -> Play[None]:
        """WD-25.114."""
        table = self.table
        here = table.beacon
        if table.quest != "9" or here is None or table.crowd(here) or not (table.in_zone(here) or table.guards[here]):
            return
        ways = [zone for zone in table.board.touching(here) if table.board.walks(here, zone)]
        if table.automatic:
            raise Undefined  # towards the Exit by the shortest path: the choice between several
        answer = yield from table.ask(None, ["stay", *(f"use empress {zone}" for zone in ways)], partial(str, "stay"))
        if answer != "stay":
            table.beacon = answer.removeprefix("use empress ")
            test_end(table)
