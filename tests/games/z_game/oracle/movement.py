"""Movement (12.1)."""

from __future__ import annotations

from tests.games.z_game.oracle.morning import Morning
from tests.games.z_game.oracle.opening import Opening
from tests.games.z_game.oracle.pieces import Person, Play
from tests.games.z_game.oracle.tables import CARDS, TRANSPORT


class Movement(Opening, Morning):
    """Groups, rides, paths; squads in order of arrival."""

    def movable(self, p: int) -> list[Person]:
        return [c for c in self.own(p) if not c.moved and all(d.player == p for d in self.there(int(c.at or 0)))]

    def d1(self) -> Play:
        self.dawn = [self.controller(loc) for loc in range(len(self.board))]
        self.squads = {}
        for person in self.own_all():
            self.join(int(person.player or 0), int(person.at or 0))
        for player in self.players:
            player.passed = False
        while any(not player.passed for player in self.players):
            for k in range(self.n):
                p = (self.first + k) % self.n
                if not self.players[p].passed and (self.players[p].eliminated or not self.movable(p)):
                    self.players[p].passed = True
                if not self.players[p].passed:
                    yield from self.move(p)

    def own_all(self) -> list[Person]:
        return [c for p in range(self.n) for c in self.own(p)]

    def join(self, p: int, loc: int) -> None:
        """ZG-12.14, ZG-12.15."""
        squads = self.squads.setdefault(loc, [])
        if not any(seat == p for seat, _ in squads):
            squads.append([p, False])

    def clear(self, loc: int) -> None:
        """Remove squads without members."""
        if loc in self.squads:
            self.squads[loc] = [squad for squad in self.squads[loc] if self.own(squad[0], loc)]
            if not self.squads[loc]:
                del self.squads[loc]

    def move(self, p: int) -> Play:
        cancelled = False
        while True:
            answer = yield from self.ask(p, "MV_CHAR", ["pass", *(f"move {c.name}" for c in self.movable(p))])
            if answer == "pass":
                self.players[p].passed = True
                return
            group = [self.people[answer.split()[1]]]
            start = int(group[0].at or 0)
            while True:
                more = [c for c in self.own(p, start) if not c.moved and c.index > group[-1].index]
                answer = yield from self.ask(p, "MV_MORE", ["done", *(f"with {c.name}" for c in more)])
                if answer == "done":
                    break
                group.append(self.people[answer.split()[1]])
            answer = yield from self.ask(p, "MV_RIDE", ["walk", *self.rides(p, group)])
            ride = None if answer == "walk" else answer.split()[1]
            at = yield from self.path(p, group, start, ride)
            fog = "fog_of_war" in self.on
            answer = yield from self.ask(p, "MV_CONFIRM", ["confirm", *(["cancel"] if not cancelled and not fog else [])])
            if answer == "cancel":
                cancelled = True
                continue
            if not fog:
                self.step(p, group, start, at, ride)
            fort = self.board[at].intact and self.board[at].owner == p
            if not fort and len(self.own(p, at)) == len(group):
                next(squad for squad in self.squads[at] if squad[0] == p)[1] = True
            return

    def rides(self, p: int, group: list[Person]) -> list[str]:
        if any(c.exhausted for c in group):
            return []
        return self.cards(p, "ride", lambda card: card in TRANSPORT and CARDS[card]["capacity"] >= len(group))

    def step(self, p: int, group: list[Person], start: int, to: int, ride: str | None) -> None:
        if ride:
            self.play_card(p, ride)
        left = int(group[0].at or 0)
        for person in group:
            person.moved, person.origin, person.at = True, start, to
        self.clear(left)
        self.join(p, to)

    def path(self, p: int, group: list[Person], start: int, ride: str | None) -> Play:
        lone_leader = len(group) == 1 and group[0].leader and not group[0].exhausted
        reach = self.leader_speed if lone_leader else 1
        if ride:
            reach = 3 if ride == "chopper" and self.is_(p, "bikers") else reach + 1
        at, steps = start, 0
        while steps < reach and not (steps and self.hostile(p, at)):
            ways = [f"to {loc}" for loc in self.board[at].near if loc != start]
            answer = yield from self.ask(p, "MV_STEP", ["stop"] * (steps > 0) + ways)
            if answer == "stop":
                break
            at, steps = int(answer.split()[1]), steps + 1
            if "fog_of_war" in self.on:
                self.turn_up(at)
                self.step(p, group, start, at, ride if steps == 1 else None)
        return at
