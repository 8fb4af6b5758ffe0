"""Whole rounds of Apocalypse: the order of turns, how a turn ends, the four phases (AP-3, AP-11, AP-22)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import partial
from random import Random
from typing import Any

from tests.games.zombicide.apocalypse.oracle import master
from tests.games.zombicide.apocalypse.oracle.actions import carry_out, learn
from tests.games.zombicide.apocalypse.oracle.birth import spawn_step
from tests.games.zombicide.apocalypse.oracle.fight import worth
from tests.games.zombicide.apocalypse.oracle.harm import explode
from tests.games.zombicide.apocalypse.oracle.horde import Activation
from tests.games.zombicide.apocalypse.oracle.table import Survivor, Table
from tests.games.zombicide.apocalypse.oracle.turn import Turn
from tests.games.zombicide.oracle.asking import GameOver, Play, Question
from tests.games.zombicide.oracle.lockstep import Lockstep
from tests.games.zombicide.oracle.ring import Ring

#: Verbs that a random turn uses half of the time when it can; and those that it mostly avoids.
OFTEN = ("open", "drive", "ignite", "start", "board", "craft", "shoot", "trick shot", "melee", "search", "use")
SELDOM = ("drop", "trade", "reorganise", "noise", "end", "leave", "seat")


def _verb(text: str) -> str:
    """The verb; a Trick shot counts as a different verb from other shots."""
    verb, *words = text.split()
    return "trick shot" if verb == "shoot" and len(words) > 2 else verb


class Pair(Lockstep[Table]):
    """Engine and oracle in lockstep; rearrangements are short."""

    def choose(self, texts: Collection[str]) -> str:
        closing = sorted(text for text in texts if text.split()[0] in ("done", "keep", "discard"))
        if closing and self.rng.random() < 0.6:
            return self.rng.choice(closing)
        verbs = sorted({text.split()[0] for text in texts})
        verb = self.rng.choice(verbs)
        return self.rng.choice(sorted(text for text in texts if text.split()[0] == verb))


class Rounds(Ring[Survivor]):
    """A position that engine and oracle play on."""

    table: Table

    def __init__(self, document: Mapping[str, Any], rng: Random) -> None:
        super().__init__(Pair(document, rng, Table.read), rng)
        self.table.acted = self.acted  # the same set: the actions left depend on it
        self.table.link = self._link_turns
        passed = (self.go - self.table.first_player) % len(self.table.players)
        for step in range(passed):  # conformance 1.5
            number = (self.table.first_player + step) % len(self.table.players)
            self.acted |= set(self.table.players[number])
            self.table.passed.add(number)

    def play(self, rounds: int) -> int:
        """Play ``rounds`` rounds. Return the number of decisions compared."""
        pair = self.pair
        self.turn(self._survivor(self.table.turn or ""), dealt=True)
        for _ in range(rounds):
            self.players_phase()
            for step, phase in self._phases():
                if not pair.over:
                    pair.run(step, phase())
        return pair.questions

    def _phases(self) -> list[tuple[str, Any]]:
        """The other phases, at once or step by step."""
        steps = {
            "activation_step": self._activation_step,
            "spawn_step": self._spawn_step,
            "zombie_master_phase": partial(master.phase, self.table),
            "end_phase": self._end_phase,
        }
        if self.rng.random() < 0.5:
            return list(steps.items())

        def whole() -> Play[None]:
            for phase in steps.values():
                yield from phase()

        return [("round", whole)]

    def _survivor(self, name: str) -> Survivor:
        one = self.table.survivor(name)
        assert isinstance(one, Survivor)
        return one

    # ---- Players' Phase

    def pass_on(self) -> None:
        self.table.passed.add(self.go)
        super().pass_on()

    def waiting(self) -> list[Survivor]:
        names = self.table.players[self.go]
        waiting = [self._survivor(one.name) for one in self.table.in_play() if one.name not in self.acted]
        own = [one for one in waiting if one.name in names]
        return [one for one in waiting if one in own or one.has("tactician")] if own else []  # BP-22.70

    def turn(self, by: Survivor, *, dealt: bool = False) -> None:
        pair, table = self.pair, self.table
        own = self._begin(by, dealt=dealt)
        ended = False
        while not pair.over and not ended and own.goes_on():
            wanted = own.texts()
            pair.same(pair.position.decider(), by.name, "whose turn it is")
            pair.same(sorted(pair.position.legal_texts()), sorted(wanted), "the texts of the turn")
            text = self._choose(wanted)
            pair.questions += 1
            table.tell_sight = self.rng.random() < 0.05
            pair.act(text, self._deed(own, text))
            ended = text == "end" or table.turn is None
        if not pair.over and not ended:  # the turn has ended by itself
            assert table.turn is None or not by.in_play

    def _link_turns(self) -> Play[None]:
        """Additional turns before an extra activation, even one without effect (BP-22.64)."""
        waiting = [one for one in self.table.in_play() if one.has("zombie_link")]
        while waiting := [one for one in waiting if one.in_play]:
            texts = [f"activate {one.name}" for one in waiting]
            answer = yield from self.table.ask(None, texts, partial(str, texts[0]))
            by = self._survivor(answer.removeprefix("activate "))
            waiting.remove(by)
            yield from self._additional(by)

    def _additional(self, by: Survivor) -> Play[None]:
        """A complete turn within the current activity; the interrupted turn resumes as it was."""
        table = self.table
        before = self._survivor(table.turn) if table.turn is not None else None
        if before is not None:
            table.interrupted.append((before.name, before.actions, before.searched))
        own = self._begin(by, dealt=False)
        while table.turn == by.name and own.goes_on():
            text = yield Question(by.name, frozenset(own.texts()), rest=True)
            yield from self._deed(own, text, additional=True)
        table.turn = None
        if before is not None:
            table.turn, before.actions, before.searched = table.interrupted.pop()

    def _choose(self, wanted: set[str]) -> str:
        """Choose every verb equally often, except for the listed ones."""
        verbs = sorted({_verb(one) for one in wanted})
        often = [verb for verb in verbs if verb in OFTEN]
        verbs = [verb for verb in verbs if verb not in SELDOM or self.rng.random() < 0.15] or ["end"]
        verb = self.rng.choice(often if often and self.rng.random() < 0.5 else verbs)
        return self.rng.choice(sorted(one for one in wanted if _verb(one) == verb))

    def _begin(self, by: Survivor, *, dealt: bool) -> Turn:
        table = self.table
        table.turn = by.name
        if not dealt:
            by.actions = table.full_actions(by)
            by.searched = False
        elif table.active.get("zg2") == by.name and "actions" not in self.pair.document["survivors"][by.name]:
            by.actions = table.full_actions(by)
        table.gifts.pop(by.name, None)
        if table.loud is not None and table.loud[1] is by:
            table.loud = None  # BP-22.71
        own = Turn(table, None, by)  # type: ignore[arg-type]  # there is one here
        own.killed_in = self.killed_in.setdefault(by.name, set())
        return own

    def _deed(self, own: Turn, text: str, *, additional: bool = False) -> Play[None]:
        """Carry out the action, and the end of the turn if it is one (AP-26.R11)."""
        by, table = own.by, self.table
        yield from carry_out(own, text)
        if text != "end" and own.goes_on():
            return
        by.actions = 0
        if not additional:
            self.acted.add(by.name)
        table.turn = None
        if not by.in_play:
            return
        if own.quiet and by.has("rotten"):
            by.rotten = True  # BP-22.33
        if table.crampt(by):
            table.end_card("zg2")
        if table.leaves_at_end(by) and (yield from table.ask(by.name, ["exit", "stay"], partial(str, "exit"))) == "exit":
            table.leave(by)

    # ---- the other phases

    def _activation_step(self) -> Play[None]:
        table = self.table
        table.phase, table.turn = "zombies", None
        table.end_card("zg3")
        table.end_card("zg4")
        yield from Activation(table, table.zombies, whole=True).play()
        for owner, dead in (yield from explode(table)):
            owner.xp += worth(owner, dead)
        for one in table.survivors:
            yield from learn(table, one)

    def _spawn_step(self) -> Play[None]:
        self.table.phase = "zombies"
        yield from spawn_step(self.table)

    def _end_phase(self) -> Play[None]:
        """AP-22.R1."""
        table = self.table
        table.test_end()
        table.noise.clear()
        for one in table.in_play():
            for card in one.slots.values():
                card.loaded = True
            if one.has("regeneration"):
                one.wounds = 0
        for person in table.survivors:
            person.tough_used = False
        table.passed.clear()
        self.next_round()
        for zone in list(table.fires):
            table.fires[zone] -= 1
            if not table.fires[zone]:
                del table.fires[zone]
        if table.round >= 30:
            table.outcome = "draw"
            raise GameOver
        table.round += 1
        table.phase = "players"
        return
        yield
