"""Whole rounds: the order of turns, how a turn ends, the Zombies' Phase, the End Phase (BP-3, BP-11.R9, BP-20)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import partial
from random import Random
from typing import Any

from tests.games.zombicide.oracle.actions import carry_out
from tests.games.zombicide.oracle.asking import Play, Undefined
from tests.games.zombicide.oracle.birth import spawn_step
from tests.games.zombicide.oracle.horde import Activation, ritual
from tests.games.zombicide.oracle.lockstep import Lockstep
from tests.games.zombicide.oracle.ring import Ring
from tests.games.zombicide.oracle.table import Survivor, Table
from tests.games.zombicide.oracle.turn import Things, Turn


class Rounds(Ring[Survivor]):
    """A position that engine and oracle play on for some rounds."""

    def __init__(self, document: Mapping[str, Any], rng: Random) -> None:
        super().__init__(Lockstep(document, rng, Table.read), rng)
        self.things = Things.read(document)
        self.exits: list[str] = document["board"].get("exit", [])
        self.gifts: Counter[str] = Counter()

    def play(self, rounds: int) -> int:
        """Play ``rounds`` rounds. Return the number of decisions compared."""
        pair = self.pair
        self.table.link = self._link_turns
        self.turn(self.table.survivor(self.table.turn or ""))
        for _ in range(rounds):
            self.players_phase()
            for step, phase in (("zombies_phase", self._zombies_phase), ("end_phase", self._end_phase)):
                if not pair.over:
                    pair.run(step, phase())
        return pair.questions

    # ---- Players' Phase

    def waiting(self) -> list[Survivor]:
        names = self.table.players[self.go]
        waiting = [one for one in self.table.in_play() if one.name not in self.acted]
        own = [one for one in waiting if one.name in names]
        return [one for one in waiting if one in own or one.has("tactician")] if own else []  # BP-22.70

    def turn(self, by: Survivor) -> None:
        pair = self.pair
        self.table.turn = by.name
        own = self._begin(by)
        ended = False
        while not pair.over and not ended and own.goes_on():
            wanted = own.texts()
            pair.same(pair.position.decider(), by.name, "whose turn it is")
            pair.same(sorted(pair.position.legal_texts()), sorted(wanted), "the texts of the turn")
            verbs = sorted({one.split()[0] for one in wanted})
            verb = "open" if "open" in verbs and self.rng.random() < 0.5 else self.rng.choice(verbs)
            text = self.rng.choice(sorted(one for one in wanted if one.split()[0] == verb))
            pair.questions += 1
            pair.act(text, self._deed(own, text))
            ended = text == "end"
            if not pair.over:
                self._compare(by, own.searched, over=ended or not own.goes_on())
        self.acted.add(by.name)

    def _begin(self, by: Survivor) -> Turn:
        by.actions += self.gifts.pop(by.name, 0)
        if self.table.loud is not None and self.table.loud[1] is by:
            self.table.loud = None  # BP-22.71
        own = self.table.now = Turn(self.table, self.things, by)
        own.killed_in = self.killed_in.setdefault(by.name, set())
        return own

    def _link_turns(self) -> Play[None]:
        """Additional turns before an extra activation (BP-22.64)."""
        waiting = [one for one in self.table.in_play() if one.has("zombie_link")]
        while waiting := [one for one in waiting if one.in_play]:
            texts = [f"activate {one.name}" for one in waiting]
            answer = yield from self.table.ask(None, texts, partial(str, texts[0]))
            by = self.table.survivor(answer.removeprefix("activate "))
            waiting.remove(by)
            yield from self._additional(by)

    def _additional(self, by: Survivor) -> Play[None]:
        table = self.table
        left, skills = by.actions, by.has("plus_1_action")
        by.actions = 3 + skills
        own = self._begin(by)
        text = ""
        while text != "end" and own.goes_on():
            texts = own.texts()
            automatic, table.automatic = table.automatic, False
            text = yield from table.ask(by.name, texts, str)
            table.automatic = automatic
            yield from self._deed(own, text)
        if by.has("plus_1_action") > skills:
            raise Undefined  # whether the interrupted turn gets the fourth action too
        by.actions = left if by.in_play else 0

    def _deed(self, own: Turn, text: str) -> Play[None]:
        """Carry out the action, and the end of the turn if it is one (BP-11.R9)."""
        by = own.by
        yield from carry_out(own, text)
        self.gifts.update(own.gifts)
        own.gifts.clear()
        if text == "end" or not own.goes_on():
            by.actions = 0
            if by.zone in self.exits and not own.crowd(own.here):
                answer = yield from self.table.ask(by.name, ["exit", "stay"], partial(str, "exit"))
                if answer == "exit":
                    by.zone, by.rotten, by.invisible = None, False, False
                    by.slots.clear()

    def _compare(self, by: Survivor, searched: bool, *, over: bool) -> None:
        """Everybody's actions, and the survivor's own Search."""
        told = self.pair.position.describe()["survivors"]
        self.pair.same(told[by.name]["searched"], searched, f"Search of {by.name}")
        for one in self.table.survivors:
            actions = one.actions + (self.gifts[one.name] if one is not by else 0)  # a gift is for the recipient's next turn (BP-22.58)
            if not one.in_play or one.name in self.acted or (one is by and over):
                actions = 0
            self.pair.same(told[one.name]["actions"], actions, f"actions of {one.name}")

    # ---- the other phases

    def _zombies_phase(self) -> Play[None]:
        table = self.table
        table.phase, table.turn = "zombies", None
        yield from Activation(table, table.zombies).play()
        yield from spawn_step(table)
        if table.cabal:
            ritual(table)

    def _end_phase(self) -> Play[None]:
        """BP-20."""
        table = self.table
        table.noise.clear()
        for one in table.survivors:
            one.actions = 3 + one.has("plus_1_action") if one.in_play else 0
            one.invisible = one.tough_used = False
            for card in one.slots.values():
                card.loaded = True
            if one.in_play and one.has("regeneration"):
                one.wounds = 0
        table.phase = "players"
        if not table.in_play():
            raise Undefined
        self.next_round()
        return
        yield
