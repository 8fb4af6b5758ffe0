"""The state of the game: the board, the cards, chance, decisions, elimination and the end."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable
from typing import Any

from tests.games.z_game.oracle.pieces import Ask, Fight, Over, Person, Place, Play, Player
from tests.games.z_game.oracle.tables import BOARDS, CARDS, DECKS, ORDER, PEOPLE, TARGETS, TILES


class Table:
    """A game of ``n`` players; ``chance`` holds the results of dice and decks, in order, ``hidden`` the face-down setup."""

    def __init__(self, n: int, config: dict[str, Any], chance: deque[tuple[str, int]], hidden: dict[str, Any]) -> None:
        self.n, self.chance = n, chance
        self.target, self.cap = TARGETS[config.get("target", "standard")]
        self.cap = config.get("max_turns") or self.cap
        self.trade = config.get("trade", "full")
        self.leader_speed = config.get("leader_speed", 1)
        self.rounds = config.get("zombie_fight_order") == "rounds"
        self.skips = config.get("auto_skip", True)
        self.on = {key for key, value in config.items() if value is True}
        self.board: list[Place] = []
        for row in BOARDS[n]:
            self.board.append(Place(row["type"], [int(i) for i in row["neighbours (idx)"].split(",")], int(row["ring"])))
        self.dist = [self.distances(start) for start in range(len(self.board))]
        self.people = {name: Person(name, i, leader, *skills, pile) for i, (name, (leader, *skills, pile)) in enumerate(PEOPLE.items())}
        self.players = [Player(seat) for seat in range(n)]
        self.decks = {deck: Counter({name: card["count"] for name, card in CARDS.items() if card["deck"] == deck}) for deck in DECKS}
        self.discards: dict[str, Counter[str]] = {deck: Counter() for deck in DECKS}
        if "few_but_effective" not in self.on:
            for person in self.people.values():
                if not person.leader:
                    person.zone = "deck"
                    self.decks["character"][person.name] += 1
        self.tiles = [Counter(tiles) for tiles in hidden["tiles"]]
        self.reserve: list[str] = list(hidden["reserve"])
        for place, kind in zip(self.board, hidden["types"], strict=True):
            if "terrain_knowledge" in self.on and place.type in TILES:
                place.type = None
            elif "fog_of_war" in self.on and place.type in TILES:
                place.type, place.face_down = kind, True
            else:
                self.neutral_marker(place)
        self.turn, self.phase = 1, "s1_factions"
        self.first = hidden["first"]
        self.squads: dict[int, list[list[Any]]] = {}
        self.fight: Fight | None = None
        self.end: str | None = None
        self.winners: list[int] = []
        self.dawn: list[int | None] = []

    # ---- chance

    def take(self, kind: str) -> int:
        found, value = self.chance.popleft()
        assert found == kind, (found, value, kind)
        return value

    def die(self) -> int:
        return self.take("dice")

    # ---- the board (sections 2 and 3)

    def distances(self, start: int) -> list[int]:
        found, border = {start: 0}, [start]
        while border:
            border = [
                there
                for here in border
                for there in self.board[here].near
                if there not in found and not found.update({there: found[here] + 1})
            ]
        return [found[loc] for loc in range(len(self.board))]

    def neutral_marker(self, place: Place) -> None:
        if place.type in ("police", "fire"):
            place.owner, place.intact = "neutral", 1

    def own(self, p: int, loc: int | None = None) -> list[Person]:
        """Characters of a player on the board, or in one place, in ascending order."""
        return [c for c in self.people.values() if c.zone == "board" and c.player == p and (loc is None or c.at == loc)]

    def there(self, loc: int) -> list[Person]:
        return [c for c in self.people.values() if c.zone == "board" and c.at == loc]

    def hostile(self, p: int, loc: int) -> bool:
        place = self.board[loc]
        if place.face_down:
            return False
        return any(c.player != p for c in self.there(loc)) or (place.intact > 0 and place.owner != p)

    def friendly(self, p: int, loc: int) -> bool:
        return not self.hostile(p, loc) and bool(self.own(p, loc) or (self.board[loc].intact and self.board[loc].owner == p))

    def neutral(self, loc: int) -> bool:
        return not self.there(loc) and not self.board[loc].intact

    def controller(self, loc: int) -> int | None:
        return next((p for p in range(self.n) if self.friendly(p, loc)), None)

    def count(self, p: int, kind: str) -> int:
        return sum(place.type == kind and not place.face_down and self.friendly(p, loc) for loc, place in enumerate(self.board))

    # ---- cards (section 7)

    def lose(self, p: int, card: str) -> None:
        assert self.players[p].hand[card] > 0
        self.players[p].hand[card] -= 1
        self.players[p].hand = +self.players[p].hand

    def discard(self, card: str) -> None:
        if card in self.people:
            person = self.people[card]
            if "few_but_effective" in self.on:
                in_play = any(player.faction == person.pile for player in self.players)
                person.leave("pile" if in_play else "box")
                return
            person.leave("discard")
            self.discards["character"][card] += 1
        else:
            self.discards[CARDS[card]["deck"]][card] += 1

    def play_card(self, p: int, card: str) -> None:
        self.lose(p, card)
        self.discard(card)

    def gain(self, p: int, card: str) -> None:
        self.players[p].hand[card] += 1
        if card in self.people:
            self.people[card].leave("hand", p)

    def dies(self, person: Person) -> None:
        if person.leader:
            person.leave("box")
        else:
            self.discard(person.name)

    def pile(self, p: int) -> list[str]:
        return [c.name for c in self.people.values() if c.zone == "pile" and c.pile == self.players[p].faction]

    def available(self, p: int, deck: str) -> bool:
        if deck == "character" and "few_but_effective" in self.on:
            return bool(self.pile(p))
        return bool(self.decks[deck].total() + self.discards[deck].total())

    def reshuffle(self, deck: str) -> None:
        assert DECKS[self.take("shuffle")] == deck
        self.decks[deck], self.discards[deck] = self.discards[deck], Counter()
        if deck == "character":
            for card in self.decks[deck]:
                self.people[card].zone = "deck"

    def draw(self, p: int, deck: str, reward: bool = False, to_base: bool = False) -> Play:
        if not self.available(p, deck):
            others = [d for d in DECKS if d != deck and self.available(p, d)]
            if reward and "survivor_search" in self.on and "character" in others:
                others.remove("character")
            if not others:
                return
            called_for = reward or (deck == "character" and "few_but_effective" in self.on)  # ZG-12.28, ZG-17.13
            answer = yield from self.ask(p, "SUBSTITUTE", [*([] if called_for else ["pass"]), *(f"draw {d}" for d in others)])
            if answer == "pass":
                return
            deck = answer.split()[1]
        if deck == "character" and "few_but_effective" in self.on:
            answer = yield from self.ask(p, "DRAW_FIGHTER", [f"draw {name}" for name in self.pile(p)])
            card = answer.split()[1]
        else:
            if not self.decks[deck]:
                self.reshuffle(deck)
            last = self.decks[deck].total() == 1 and bool(self.discards[deck])
            if last:  # the deck becomes empty with this card (ZG-7.7)
                (card,) = self.decks[deck]
                self.decks[deck] = Counter()
                self.reshuffle(deck)
            assert self.take("draw") == p * 8 + DECKS.index(deck)
            came = ORDER[self.take("came")]
            if last:
                assert came == card
            else:
                card = came
                assert self.decks[deck][card] > 0
                self.decks[deck] = self.decks[deck] - Counter([card])
        if to_base and card in self.people:
            self.deploy(p, self.people[card], self.players[p].base)
        else:
            self.gain(p, card)

    def deploy(self, p: int, person: Person, loc: int | None) -> None:
        person.leave("board", p)
        person.at = loc

    # ---- decisions

    def ask(self, p: int, node: str, answers: Iterable[str]) -> Play:
        answers = list(answers)
        assert answers and len(set(answers)) == len(answers)
        if self.skips and len(answers) == 1:
            return answers[0]
        answer = yield Ask(p, node, answers)
        assert answer in answers
        return answer

    def seats(self) -> Iterable[int]:
        """ZG-10.1, ZG-10.3."""
        for k in range(self.n):
            p = (self.first + k) % self.n
            if not self.players[p].eliminated:
                yield p

    def is_(self, p: int, faction: str) -> bool:
        return self.players[p].faction == faction

    # ---- the end (section 5)
    def eliminations(self) -> None:
        """ZG-5.14."""
        for player in self.players:
            p = player.seat
            if player.eliminated or self.own(p) or any(place.intact and place.owner == p for place in self.board):
                continue
            player.eliminated = True
            for card in list(player.hand.elements()):
                self.play_card(p, card)
        if all(player.eliminated for player in self.players):
            self.finish("eliminated")

    def finish(self, end: str) -> None:
        self.end = end

        def rank(player: Player) -> tuple[int, ...]:
            return player.vp, len(self.own(player.seat)), player.food + player.medicine, player.hand.total()

        best = max(map(rank, self.players))
        self.winners = [player.seat for player in self.players if rank(player) == best]
        raise Over

    # ---- names

    def called(self, p: int) -> str:
        return self.players[p].faction or f"player_{p}"

    def seat(self, name: str) -> int:
        return next(p for p in range(self.n) if self.called(p) == name)

    def name(self, owner: int | str | None) -> str | None:
        return owner if owner is None or isinstance(owner, str) else self.called(owner)

    def listed(self, cards: Iterable[str]) -> list[str]:
        return sorted(cards, key=ORDER.index)
