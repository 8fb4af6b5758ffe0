"""Players in a ring, each of whom activates its survivors one after the other (BP-3, AP-3): engine and oracle in lockstep."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, Generic, TypeVar

from tests.games.zombicide.oracle.lockstep import Lockstep
from tests.games.zombicide.oracle.table import Survivor, Table

S = TypeVar("S", bound=Survivor)


class Ring(Generic[S]):
    """The Players' Phase; an edition defines who waits and what a turn is, and plays the other phases."""

    def __init__(self, pair: Lockstep[Any], rng: Random) -> None:
        self.rng = rng
        self.pair = pair
        self.table: Table = pair.table
        self.killed_in: dict[str, set[str]] = {}
        names = [one.name for one in self.table.survivors]
        self.acted = set(names[: names.index(self.table.turn or "")])
        self.go = next(number for number, own in enumerate(self.table.players) if self.table.turn in own)

    def waiting(self) -> Sequence[S]:
        """Survivors that may be activated now; if none, the player's part is over."""
        raise NotImplementedError

    def turn(self, by: S) -> None:
        """The whole turn of a survivor."""
        raise NotImplementedError

    def pass_on(self) -> None:
        """The next player's part of the round begins."""
        self.go = (self.go + 1) % len(self.table.players)

    def players_phase(self) -> None:
        """BP-3.2, BP-3.R5, AP-3.2, AP-11.1."""
        for _ in self.table.players:
            while not self.pair.over and (waiting := self.waiting()):
                self.turn(self._activated(waiting))
            self.pass_on()
        if not self.pair.over:
            self.pair.same(self.pair.position.decider(), None, "who decides after the last turn")

    def _activated(self, waiting: Sequence[S]) -> S:
        pair, own = self.pair, self.table.players[self.go]
        if len(waiting) == 1 or self.table.automatic:
            return next(one for one in waiting if one.name in own)  # BP-D-36
        asked = next(other.name for other in self.table.in_play() if other.name in own)
        pair.same(pair.position.decider(), asked, "who activates")
        pair.same(sorted(pair.position.legal_texts()), sorted(f"activate {other.name}" for other in waiting), "who may be activated")
        one = self.rng.choice(waiting)
        pair.questions += 1
        pair.steps.append({asked: f"activate {one.name}"})
        pair.position.play(f"activate {one.name}")
        return one

    def next_round(self) -> None:
        """No survivor has acted, and the First player token passes to the next player with a survivor in play (BP-20.4)."""
        table = self.table
        self.killed_in.clear()
        self.acted.clear()
        for _ in table.players:
            table.first_player = (table.first_player + 1) % len(table.players)
            if any(one.name in table.players[table.first_player] for one in table.in_play()):
                break
        self.go = table.first_player
