"""Fights by day, retreats, capture, Day scoring (12.2 to 12.6, section 15)."""

from __future__ import annotations

from tests.games.z_game.oracle.movement import Movement
from tests.games.z_game.oracle.pieces import Fight, Person, Play
from tests.games.z_game.oracle.tables import CARDS, DECKS, TRANSPORT


class Fights(Movement):
    """Against zombies and against people."""

    def due(self, p: int) -> list[int]:
        return sorted(loc for loc, squads in self.squads.items() if [p, True] in squads)

    def healthy(self, p: int, loc: int) -> int:
        return sum(not c.exhausted for c in self.own(p, loc))

    def d2(self) -> Play:
        if self.rounds:
            while any(self.due(p) for p in range(self.n)):
                for p in list(self.seats()):
                    if self.due(p):
                        yield from self.zombie_fight(p)
        else:
            for p in self.seats():
                while self.due(p):
                    yield from self.zombie_fight(p)

    def strength(self, side: int) -> int:
        fight = self.fight
        assert fight is not None
        p, place = fight.sides[side], self.board[fight.at]
        fort = 0
        if place.owner == p or (fight.kind == "people" and side == 0 and place.owner != fight.sides[1]):
            fort = place.intact
        return sum(c.fight for c in self.own(p, fight.at)) + fight.bonus[side] + fort

    def weapons(self, side: int, node: str) -> Play:
        """Cards one at a time (ZG-15.3, ZG-15.16, ZG-15.17); in people fights they are kept until the reveal."""
        fight = self.fight
        assert fight is not None
        p, used = fight.sides[side], []
        healthy = self.healthy(p, fight.at)
        while True:

            def fits(card: str) -> bool:
                if card in TRANSPORT:
                    return self.is_(p, "bikers") and healthy > 0 and not fight.rides[side]
                return card in CARDS and CARDS[card]["fight"] > 0 and fight.weapons[side] < healthy

            answer = yield from self.ask(p, node, ["done", *self.cards(p, "use", fits)])
            if answer == "done":
                return used
            card = answer.split()[1]
            self.lose(p, card)
            if fight.kind != "people":
                self.discard(card)
            used.append(card)
            if card in TRANSPORT:
                fight.rides[side] = 1
                fight.bonus[side] += min(CARDS[card]["capacity"], healthy)
            else:
                fight.weapons[side] += 1
                fight.guns[side] += CARDS[card]["deck"] == "firearm"
                bees = CARDS[card]["deck"] == "melee" and fight.kind != "people" and self.is_(p, "bees")
                fight.bonus[side] += CARDS[card]["fight"] + bees

    def zombies(self) -> tuple[int, int]:
        """Strength and reward of the card, of two in a herd (ZG-17.8)."""
        strength, reward = divmod(self.take("zombies"), 16)
        if strength == 1 and "herd_instinct" in self.on:
            more, too = divmod(self.take("zombies"), 16)
            strength, reward = strength + more, reward + too
        return strength, reward

    def rewards(self, p: int, n: int) -> Play:
        for _ in range(n):
            die = self.die()
            search = "survivor_search" in self.on
            if die == 6 or (search and die == 1):
                decks = [deck for deck in DECKS if self.available(p, deck) and not (search and deck == "character")]
                if not decks:
                    continue
                answer = yield from self.ask(p, "LOOT_DECK", [f"draw {deck}" for deck in decks])
                yield from self.draw(p, answer.split()[1], reward=True)
            else:
                yield from self.draw(p, DECKS[die - 1], reward=True)

    def zombie_fight(self, p: int) -> Play:
        answer = yield from self.ask(p, "ZF_PICK", [f"resolve {loc}" for loc in self.due(p)])
        loc = int(answer.split()[1])
        self.fight = Fight("zombie", loc, [p])
        answer = yield from self.ask(p, "ZF_STANCE", ["fight", "retreat"])
        won = False
        if answer == "fight":
            strength, reward = self.zombies()
            place = self.board[loc]
            self.fight.against = strength + bool(place.intact and place.owner != p)
            self.fight.reward = reward
            yield from self.weapons(0, "ZF_WEAPON")
            won = self.strength(0) >= self.fight.against
        self.fight = None
        if won:
            for squad in self.squads[loc]:
                squad[1] = squad[1] and squad[0] != p
            self.settle(loc)
            yield from self.rewards(p, reward)
        else:
            yield from self.retreat(p, loc, None, 0)
        self.settle(loc)
        self.eliminations()

    def settle(self, loc: int) -> None:
        """ZG-12.58, ZG-12.59."""
        squads, place = self.squads.get(loc, []), self.board[loc]
        if len(squads) == 1 and not squads[0][1] and place.intact and place.owner != squads[0][0]:
            place.ruin()
            self.players[squads[0][0]].captures += 1

    def d3(self) -> Play:
        for p in self.seats():
            while meetings := sorted(
                loc for loc, squads in self.squads.items() if len(squads) > 1 and any(seat == p for seat, _ in squads)
            ):
                answer = yield from self.ask(p, "PF_PICK", [f"resolve {loc}" for loc in meetings])
                loc = int(answer.split()[1])
                while len(self.squads.get(loc, [])) > 1:
                    yield from self.people_fight(loc)

    def people_fight(self, loc: int) -> Play:
        d, a = (squad[0] for squad in self.squads[loc][:2])
        self.fight = Fight("people", loc, [d, a])
        answer = yield from self.ask(d, "PF_STANCE", ["fight", "retreat"])
        if answer == "retreat":
            self.fight = None
            yield from self.retreat(d, loc, a, 0)
        else:
            played = yield from self.weapons(0, "PF_WEAPON")
            played += yield from self.weapons(1, "PF_WEAPON")
            strength = [self.strength(0), self.strength(1)]
            guns, self.fight = self.fight.guns, None
            for card in played:
                self.discard(card)
            if strength[0] > strength[1]:
                yield from self.retreat(a, loc, d, guns[0])
            elif strength[1] > strength[0]:
                yield from self.retreat(d, loc, a, guns[1])
            else:
                yield from self.go_back(a, loc)
        self.settle(loc)
        self.eliminations()

    def contested(self, loc: int) -> bool:
        squads = self.squads.get(loc, [])
        return len(squads) > 1 or any(due for _, due in squads)

    def go_back(self, a: int, loc: int) -> Play:
        """ZG-12.41."""
        for person in self.own(a, loc):
            origin = person.origin
            if origin is not None and not self.hostile(a, origin) and not self.contested(origin):
                person.at = origin
                self.join(a, origin)
        self.clear(loc)
        if self.own(a, loc):
            yield from self.retreat(a, loc, None, 0)

    def killed(self, person: Person, winner: int | None) -> None:
        if person.leader and winner is not None:
            self.players[winner].leaders_killed += 1
        self.dies(person)

    def retreat(self, p: int, loc: int, winner: int | None, guns: int) -> Play:
        """ZG-12.44."""
        squad = self.own(p, loc)
        victims: list[Person] = []
        n = min(guns, len(squad))
        while len(victims) < n:
            last = victims[-1].index if victims else -1
            left = [c for c in squad if c.index > last]
            fit = [c for i, c in enumerate(left) if len(left) - i >= n - len(victims)]
            answer = yield from self.ask(p, "RT_VICTIM", [f"victim {c.name}" for c in fit])
            victims.append(self.people[answer.split()[1]])
        for person in list(victims):
            if not person.exhausted and self.players[p].hand["armour"]:
                answer = yield from self.ask(p, "RT_ARMOUR", [f"lose {person.name}", f"save {person.name}"])
                if answer.startswith("save"):
                    self.play_card(p, "armour")
                    victims.remove(person)
        for person in squad:
            hit = person in victims or person.exhausted
            if hit and not person.leader and winner is not None and self.is_(winner, "raiders") and self.die() >= 3:
                self.gain(winner, person.name)
            elif hit or (person.leader and person.retreats):
                self.killed(person, winner)
        squad = self.own(p, loc)
        self.clear(loc)
        if not squad:
            return
        open_ = [there for there in self.board[loc].near if not self.contested(there) and not self.board[there].face_down]
        goals = [there for there in open_ if self.friendly(p, there)] or [there for there in open_ if self.neutral(there)]
        if not goals:
            for person in squad:
                self.killed(person, winner)
            self.clear(loc)
            return
        answer = yield from self.ask(p, "RT_LOC", [f"to {there}" for there in goals])
        goal = int(answer.split()[1])
        fights = self.neutral(goal)
        for person in squad:
            person.at, person.exhausted, person.retreats = goal, True, person.retreats + 1
        self.clear(loc)
        self.join(p, goal)
        if fights:
            strength, reward = self.zombies()
            if sum(c.fight for c in squad) >= strength:
                yield from self.rewards(p, reward)
            else:
                for person in squad:
                    self.dies(person)
                self.clear(goal)

    def d4(self) -> Play:
        for player in self.players:
            player.vp += 3 * player.leaders_killed + player.captures
        if max(player.vp for player in self.players) >= self.target:
            self.finish("target")
        return
        yield
