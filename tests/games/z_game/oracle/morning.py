"""Morning (section 11)."""

from __future__ import annotations

from collections import Counter
from typing import Any

from tests.games.z_game.oracle.pieces import Person, Play
from tests.games.z_game.oracle.table import Table
from tests.games.z_game.oracle.tables import CARDS, DECKS, ORDER


class Morning(Table):
    """Recount, Draw, Trade, Placement, Feeding, Discard."""

    def m1(self) -> Play:
        for p in self.seats():
            player = self.players[p]
            player.food = 2 * (self.count(p, "base") + self.count(p, "shop"))
            player.medicine = 2 * self.count(p, "pharmacy")
            total = player.food + player.medicine
            if self.is_(p, "party") and total:
                answer = yield from self.ask(p, "REDISTRIBUTE", [f"food {i}" for i in range(total + 1)])
                player.food = int(answer.split()[1])
                player.medicine = total - player.food

    def m2(self) -> Play:
        for p in self.seats():
            draws = [("fire", "melee"), ("police", "firearm"), ("parking", "transport"), ("street", "special"), ("house", "character")]
            due = [deck for kind, deck in draws for _ in range(self.count(p, kind))]
            due += ["character"] * bool(self.count(p, "base"))
            for deck in due:
                yield from self.draw(p, deck)

    def cards(self, p: int, verb: str, wanted: Any = lambda card: True) -> list[str]:
        """A text for each type of card in the hand."""
        return [f"{verb} {card}" for card in ORDER if self.players[p].hand[card] and wanted(card)]

    def m3a(self) -> Play:
        if self.trade in ("off", "business"):
            return
        for p in self.seats():
            others = [q for q in range(self.n) if q != p and self.players[q].hand]
            answer = yield from self.ask(p, "SCH_CARD", ["pass", *(self.cards(p, "scheme") if others else [])])
            if answer == "pass":
                continue
            card = answer.split()[1]
            self.lose(p, card)
            answer = yield from self.ask(p, "SCH_SEAT", [f"target {self.called(q)}" for q in others])
            q = self.seat(answer.split()[1])
            self.lay_before(q, card)
            answer = yield from self.ask(q, "SCH_GIVE", self.cards(q, "give"))
            self.lose(q, answer.split()[1])
            self.lay_before(p, answer.split()[1])
        for player in self.players:
            for card in player.scheme:
                self.gain(player.seat, card)
            player.scheme = []

    def lay_before(self, p: int, card: str) -> None:
        """Lay cards face down before a player, who learns only later whose they are and which (ZG-11.10)."""
        self.players[p].scheme.append(card)
        if card in self.people:
            self.people[card].player = p

    def m3b(self) -> Play:
        if self.trade in ("off", "scheming"):
            return
        for a in self.seats():
            others = [q for q in ((a + k) % self.n for k in range(1, self.n)) if not self.players[q].eliminated]
            offer = yield from self.two(a, "BIZ_OFFER", "offer", ["pass"], bool(others))
            if not offer:
                continue
            wishes = yield from self.wishes(a)
            replies: dict[int, list[str]] = {}
            for b in others:
                reply = yield from self.reply(b, wishes)
                if reply:
                    replies[b] = reply
            answer = yield from self.ask(a, "BIZ_CHOOSE", ["pass", *(f"deal {self.called(b)}" for b in range(self.n) if b in replies)])
            if answer != "pass":
                b = self.seat(answer.split()[1])
                for giver, taker, cards in ((a, b, offer), (b, a, replies[b])):
                    for card in cards:
                        self.lose(giver, card)
                        self.gain(taker, card)

    def two(self, p: int, node: str, verb: str, first: list[str], possible: bool = True) -> Play:
        """One or two cards in non-decreasing order."""
        answer = yield from self.ask(p, node, first + (self.cards(p, verb) if possible else []))
        if answer == "pass":
            return []
        picked = answer.split()[1]
        left = self.players[p].hand - Counter([picked])
        more = [f"{verb} {card}" for card in ORDER[ORDER.index(picked) :] if left[card]]
        answer = yield from self.ask(p, node, ["done", *more])
        return [picked] if answer == "done" else [picked, answer.split()[1]]

    def wishes(self, p: int) -> Play:
        every = [f"ask {card}" for card in ORDER] + [f"ask any {deck}" for deck in DECKS]
        one = yield from self.ask(p, "BIZ_ASK", every)
        two = yield from self.ask(p, "BIZ_ASK", ["done", *every])
        return [text.removeprefix("ask ") for text in (one, two) if text != "done"]

    def meets(self, hand: Counter[str], wishes: list[str]) -> bool:
        """Whether distinct cards satisfy all wishes."""
        if not wishes:
            return True
        return any(n and self.fits(card, wishes[0]) and self.meets(hand - Counter([card]), wishes[1:]) for card, n in hand.items())

    def fits(self, card: str, wish: str) -> bool:
        deck = "character" if card in self.people else CARDS[card]["deck"]
        return wish in (card, f"any {deck}")

    def reply(self, b: int, wishes: list[str]) -> Play:
        hand = self.players[b].hand
        answers = ["decline"] + ["accept"] * self.meets(hand, wishes) + ["counter"] * bool(hand)
        answer = yield from self.ask(b, "BIZ_REPLY", answers)
        if answer == "decline":
            return []
        if answer == "counter":
            return (yield from self.two(b, "BIZ_COUNTER", "bid", []))
        named = [wish for wish in wishes if not wish.startswith("any ")]
        left, paid = hand - Counter(named), list(named)
        open_ = [wish for wish in wishes if wish.startswith("any ")]
        for i, wish in enumerate(open_):
            fitting = [
                card for card in ORDER if left[card] and self.fits(card, wish) and self.meets(left - Counter([card]), open_[i + 1 :])
            ]
            answer = yield from self.ask(b, "BIZ_PAY", [f"pay {card}" for card in fitting])
            paid.append(answer.split()[1])
            left = left - Counter([paid[-1]])
        return paid

    def m3c(self) -> Play:
        for p in self.seats():
            if not self.is_(p, "party"):
                continue
            may = self.players[p].hand.total() >= 2
            answer = yield from self.ask(p, "FT_CARD", ["pass", *(self.cards(p, "sell") if may else [])])
            if answer == "pass":
                continue
            self.play_card(p, answer.split()[1])
            answer = yield from self.ask(p, "FT_CARD", self.cards(p, "sell"))
            self.play_card(p, answer.split()[1])
            decks = [f"draw {deck}" for deck in DECKS if self.available(p, deck)]
            if decks:
                answer = yield from self.ask(p, "FT_DECK", decks)
                yield from self.draw(p, answer.split()[1])

    def m4(self) -> Play:
        for p in self.seats():
            while True:
                places = [f"at {loc}" for loc in range(len(self.board)) if self.friendly(p, loc)]
                fighters = self.cards(p, "place", lambda card: card in self.people) if places else []
                answer = yield from self.ask(p, "PLACE_CARD", ["pass", *fighters])
                if answer == "pass":
                    break
                name = answer.split()[1]
                answer = yield from self.ask(p, "PLACE_LOC", places)
                self.lose(p, name)
                self.deploy(p, self.people[name], int(answer.split()[1]))

    def raising(self, p: int, node: str, lying: list[Person], capacity: int) -> Play:
        """Raise the given number of those lying down; no decision if none or all can be raised."""
        if capacity >= len(lying):
            for person in lying:
                person.exhausted = False
            return
        last = -1
        for _ in range(capacity):
            up = [c for c in lying if c.exhausted and c.index > last]
            answer = yield from self.ask(p, node, ["done", *(f"raise {c.name}" for c in up)])
            if answer == "done":
                break
            person = self.people[answer.split()[1]]
            person.exhausted, last = False, person.index

    def m5(self) -> Play:
        for p in self.seats():
            player = self.players[p]
            figures = self.own(p)
            for person in figures:
                person.exhausted = True
            yield from self.raising(p, "FEED_RAISE", figures, player.food + self.is_(p, "bees"))
            while lying := [c for c in self.own(p) if c.exhausted]:
                eaten = [f"eat {c.name}" for c in lying if not c.leader and len(lying) > 1]
                eaten += self.cards(p, "eat", lambda card: card == "horse" or card in self.people)
                answer = yield from self.ask(p, "FEED_EAT", ["pass", *eaten])
                if answer == "pass":
                    break
                name = answer.split()[1]
                if player.hand[name]:
                    self.play_card(p, name)
                else:
                    self.dies(self.people[name])
                if name == "horse" or self.is_(p, "raiders"):
                    for person in self.own(p):
                        person.exhausted = False
                    break
                up = [f"raise {c.name}" for c in self.own(p) if c.exhausted]
                answer = yield from self.ask(p, "FEED_TARGET", up)
                self.people[answer.split()[1]].exhausted = False

    def m6(self) -> Play:
        for p in self.seats():
            while self.players[p].hand.total() > (10 if self.is_(p, "party") else 5):
                answer = yield from self.ask(p, "DISCARD", self.cards(p, "discard"))
                self.play_card(p, answer.split()[1])
