"""Night (section 14)."""

from __future__ import annotations

from tests.games.z_game.oracle.evening import Evening
from tests.games.z_game.oracle.fights import Fights
from tests.games.z_game.oracle.pieces import Fight, Play


class Night(Fights, Evening):
    """Night attack, Infection, Labour results, Night scoring."""

    def n1(self) -> Play:
        for loc, place in enumerate(self.board):
            n = len(self.there(loc))
            if not n and place.horde:
                place.ruin()
            elif n >= 4 or (n and place.horde):
                place.attacked = 2
            elif n and not place.intact:
                place.attacked = 1
        self.eliminations()
        for p in self.seats():
            while attacked := [loc for loc, place in enumerate(self.board) if place.attacked and not place.fought and self.own(p, loc)]:
                answer = yield from self.ask(p, "NA_PICK", [f"resolve {loc}" for loc in attacked])
                yield from self.night_fight(p, int(answer.split()[1]))
                self.eliminations()

    def night_fight(self, p: int, loc: int) -> Play:
        place = self.board[loc]
        dice: list[int] = []
        for _ in range(place.attacked):
            die = self.die()
            while die == 1 and "herd_instinct" in self.on:
                die = self.die()
            dice.append(die)
        self.fight = Fight("night", loc, [p], dice=dice, against=sum(dice))
        yield from self.weapons(0, "NA_WEAPON")
        won = self.strength(0) >= self.fight.against
        self.fight = None
        place.fought = True
        if won:
            if place.type == "street":
                self.players[p].street = True
            return
        place.ruin()
        if place.pending:
            place.lapse()
        for person in self.own(p, loc):
            if person.exhausted or (person.leader and person.retreats):
                self.dies(person)
        squad = self.own(p, loc)
        if not squad:
            return
        for person in squad:  # the place is lost, so it is no longer friendly
            person.at = None
        safe = [there for there, other in enumerate(self.board) if not other.attacked and not other.face_down and there != loc]
        mine = [there for there in range(len(self.board)) if self.friendly(p, there)]
        goals = [there for there in safe if there in mine]
        key = self.dist[loc].__getitem__
        if not goals:
            goals = [there for there in safe if self.neutral(there)]

            def key(there: int) -> int:
                return min(self.dist[there][own] for own in mine or [loc])

        goals = [there for there in goals if key(there) == min(map(key, goals))]
        for person in squad:
            person.at = loc
        if not goals:
            for person in squad:
                self.dies(person)
            return
        answer = yield from self.ask(p, "NR_LOC", [f"to {there}" for there in goals])
        for person in squad:
            person.at, person.retreats = int(answer.split()[1]), person.retreats + 1
            person.exhausted = person.exhausted or not person.leader

    def n2(self) -> Play:
        for p in self.seats():
            for person in self.own(p):
                if person.exhausted and not person.leader:
                    if self.die() >= 4:
                        person.exhausted = False
                    else:
                        self.dies(person)
        return
        yield

    def n3(self) -> Play:
        for p in ((self.first + k) % self.n for k in range(self.n)):  # of eliminated players, too
            for loc, place in enumerate(self.board):
                if not place.pending or place.pending_owner != p:
                    continue
                if not self.own(p, loc):
                    place.lapse()
                    continue
                n, kind = place.pending, place.pending_kind
                place.pending, place.pending_owner, place.pending_kind = 0, None, None
                if kind == "repair":
                    n = min(n, place.ruined)
                    place.ruined -= n
                place.owner, place.intact = p, place.intact + n
                self.players[p].erected += kind == "new"
                yield from self.degrade(p, loc)
        for k in range(1, self.n + 1):
            seat = (self.first - k) % self.n
            if not self.players[seat].eliminated:
                self.first = seat
                return

    def n4(self) -> Play:
        street = next(loc for loc, place in enumerate(self.board) if place.type == "street")
        for player in self.players:
            player.vp += 2 * player.erected + 2 * bool(player.street and self.own(player.seat, street))
        if max(player.vp for player in self.players) >= self.target:
            self.finish("target")
        if self.turn >= self.cap:
            self.finish("cap")
        return
        yield
