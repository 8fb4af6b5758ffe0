"""A second implementation of the rules, written from the rules alone and for reading: the compiled one must never differ from it.

A game is a generator that yields every question (``Ask``) and is sent the text of the answer.  Boards, cards and characters are
read from the tables of the rules.  Dice and cards are taken from ``chance``, which the other implementation fills with what it rolled
and drew; what it shuffled face down (tiles) is told at the start.
"""

from __future__ import annotations

import re
from collections import Counter, deque
from collections.abc import Generator, Iterable
from dataclasses import dataclass, field
from importlib import resources
from typing import Any

Play = Generator["Ask", str, Any]
RULES = resources.files("zombicide_env").joinpath("docs/rules/z_game.md").read_text(encoding="utf-8")


def table(rule: str) -> list[dict[str, str]]:
    """Rows of the table that follows a rule."""
    after = RULES.split(f"</a>**{rule}** ", 1)[1]
    lines = re.split(r"\n\s*\n", after, maxsplit=1)[1].splitlines()
    rows = []
    for line in lines:
        if not line.startswith("|"):
            break
        rows.append([re.sub(r"`\[.\]`|`", "", cell).strip() for cell in line.strip("|").split("|")])
    return [dict(zip(rows[0], row, strict=True)) for row in rows[2:]]


def number(text: str) -> int:
    found = re.search(r"\d+", text)
    return int(found[0]) if found else 0


DECKS = ("character", "firearm", "melee", "special", "transport")
CARDS = {
    row["id"]: {"deck": row["deck"], **{key: number(row[key]) for key in ("count", "fight", "eng", "sci", "capacity")}}
    for row in table("ZG-7.21")
}
PEOPLE = {
    row["id"]: (row["kind"] == "leader", *map(number, row["F/E/S/Sp"].split("/")[:3]), row["pile in mode 6.7"]) for row in table("ZG-8.7")
}
ORDER = [*CARDS, *(name for name, person in PEOPLE.items() if not person[0])]  # indices of ZG-10.15
FACTIONS = {row["Faction id"].split()[0]: row for row in table("ZG-4.9")}
BOARDS = {4: table("ZG-3.6"), 3: table("ZG-3.7"), 2: table("ZG-3.8")}
ZOMBIES = {
    f"{row['Strength']}/{reward}": number(row[f"Reward {reward}"])
    for row in table("ZG-7.25")
    for reward in range(4)
    if number(row[f"Reward {reward}"])
}
TILES = ("house", "shop", "pharmacy", "police", "fire", "parking")
PROJECTS = ("build_barricade", "build_outpost", "upgrade", "repair_1", "repair_2", "car_fort")
EFFECTS = ("destroy", "horde", "steal", "destroy_and_steal", "scout")
TRANSPORT = ("car", "chopper", "horse", "bicycle")
TARGETS = {"blitz": (10, 20), "standard": (15, 30), "epic": (20, 40)}
FIGHTING = ("ZF_STANCE", "ZF_WEAPON", "PF_STANCE", "PF_WEAPON", "NA_WEAPON")


class Over(Exception):
    """The game has ended (ZG-5.10, ZG-5.13, ZG-5.14)."""


@dataclass
class Ask:
    """A question: whose, which node, the answers."""

    player: int
    node: str
    answers: list[str]


@dataclass
class Place:
    """A location."""

    type: str | None
    near: list[int]
    ring: int
    owner: int | str | None = None
    intact: int = 0
    ruined: int = 0
    pending: int = 0
    pending_owner: int | None = None
    pending_kind: str | None = None
    horde: bool = False
    face_down: bool = False
    attacked: int = 0
    fought: bool = False
    searched: bool = False

    def ruin(self) -> None:
        """ZG-9.5."""
        self.ruined += self.intact
        self.intact, self.owner = 0, None

    def lapse(self) -> None:
        """The project there is lost (ZG-13.15)."""
        if self.pending_kind != "repair":
            self.ruined += self.pending
        self.pending, self.pending_owner, self.pending_kind = 0, None, None


@dataclass
class Person:
    """A character."""

    name: str
    index: int
    leader: bool
    fight: int
    eng: int
    sci: int
    pile: str
    zone: str = "box"
    player: int | None = None
    at: int | None = None
    exhausted: bool = False
    moved: bool = False
    origin: int | None = None
    job: str = "none"
    retreats: int = 0

    def leave(self, zone: str, player: int | None = None) -> None:
        self.zone, self.player, self.at, self.origin = zone, player, None, None
        self.exhausted = self.moved = False
        self.job, self.retreats = "none", 0


@dataclass
class Player:
    seat: int
    faction: str | None = None
    base: int | None = None
    food: int = 2
    medicine: int = 0
    vp: int = 0
    brewed: int = 0
    hand: Counter[str] = field(default_factory=Counter)
    scheme: list[str] = field(default_factory=list)
    leaders_killed: int = 0
    captures: int = 0
    erected: int = 0
    street: bool = False
    eliminated: bool = False
    passed: bool = False


@dataclass
class Fight:
    kind: str
    at: int
    sides: list[int]
    bonus: list[int] = field(default_factory=lambda: [0, 0])
    weapons: list[int] = field(default_factory=lambda: [0, 0])
    guns: list[int] = field(default_factory=lambda: [0, 0])
    rides: list[int] = field(default_factory=lambda: [0, 0])
    against: int | None = None
    reward: int | None = None
    dice: list[int] | None = None


#: Name of a phase by the method that plays it.
PHASE_IDS = {
    "m1": "m1_recount", "m2": "m2_draw", "m3a": "m3a_scheming", "m3b": "m3b_business", "m3c": "m3c_foreign_trade",
    "m4": "m4_placement", "m5": "m5_feeding", "m6": "m6_discard", "d1": "d1_movement", "d2": "d2_zombie_fights",
    "d3": "d3_people_fights", "d4": "d4_day_scoring", "e1": "e1_construction", "e2": "e2_sabotage", "e3": "e3_medicine",
    "e4": "e4_flareup", "n1": "n1_night_attack", "n2": "n2_infection", "n3": "n3_labour", "n4": "n4_night_scoring",
}  # fmt: skip


class Oracle:
    """A game of ``n`` players; ``chance`` holds what dice and decks give, in order, ``hidden`` what lies face down at the start."""

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
            answer = yield from self.ask(p, "SUBSTITUTE", [f"draw {d}" for d in others])
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

    # ---- asking

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

    # ---- the course of the game (section 10)

    def play(self) -> Play:
        try:
            yield from self.setup()
            while True:
                if self.turn > 1:
                    for phase in (self.m1, self.m2, self.m3a, self.m3b, self.m3c, self.m4, self.m5, self.m6):
                        yield from self.run(phase)
                for phase in (self.d1, self.d2, self.d3, self.d4, self.e1, self.e2, self.e3, self.e4, self.n1, self.n2, self.n3, self.n4):
                    yield from self.run(phase)
                    self.eliminations()
                self.turn += 1
                for place in self.board:
                    place.horde = place.fought = place.searched = False
                    place.attacked = 0
                for person in self.people.values():
                    person.exhausted = person.moved = False
                    person.origin, person.job, person.retreats = None, "none", 0
                for player in self.players:
                    player.leaders_killed = player.captures = player.erected = 0
                    player.street = False
        except Over:
            pass

    def run(self, phase: Any) -> Play:
        self.phase = PHASE_IDS[phase.__name__]
        yield from phase()

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

    # ---- setup (section 4)

    def setup(self) -> Play:
        if "terrain_knowledge" in self.on:
            self.phase = "s0_tiles"
            yield from self.lay_tiles()
        self.phase = "s1_factions"
        order = [(self.first + k) % self.n for k in range(self.n)]
        for p in order:
            free = [f for f in FACTIONS if not any(self.is_(q, f) for q in range(self.n))]
            answer = yield from self.ask(p, "FACTION", [f"faction {f}" for f in free])
            self.players[p].faction = answer.split()[1]
        self.phase = "s2_bases"
        for p in reversed(order):
            free = [loc for loc, place in enumerate(self.board) if place.type == "base" and not place.intact]
            answer = yield from self.ask(p, "BASE", [f"base {loc}" for loc in free])
            loc = int(answer.split()[1])
            self.players[p].base = loc
            self.board[loc].owner, self.board[loc].intact = p, 2
        factions = {player.faction for player in self.players}
        if "few_but_effective" in self.on:
            for person in self.people.values():
                if not person.leader and person.pile in factions:
                    person.zone = "pile"
        for p in order:
            row = FACTIONS[str(self.players[p].faction)]
            for name in (row["Leader"], row["Starting fighter"]):
                if "few_but_effective" not in self.on and not self.people[name].leader:
                    self.decks["character"] -= Counter([name])
                self.deploy(p, self.people[name], self.players[p].base)
            for card in row["Named cards"].split(", "):
                self.decks[CARDS[card]["deck"]] -= Counter([card])
                self.gain(p, card)
        for p in order:
            for _ in range(number(FACTIONS[str(self.players[p].faction)]["Random melee cards"])):
                yield from self.draw(p, "melee")
        if "quick_start" in self.on:
            self.phase = "s3_quick"
            for p in order:
                yield from self.claim(p)

    def lay_tiles(self) -> Play:
        k = 0
        while (free := [loc for loc, place in enumerate(self.board) if place.type is None]) and len(free) > len(self.reserve):
            p = (self.first + k) % self.n
            k += 1
            answer = yield from self.ask(p, "TILE_TYPE", [f"tile {kind}" for kind in TILES if self.tiles[p][kind]])
            kind = answer.split()[1]
            self.tiles[p][kind] -= 1
            circle = min(self.board[loc].ring for loc in free)
            answer = yield from self.ask(p, "TILE_PLACE", [f"at {loc}" for loc in free if self.board[loc].ring == circle])
            self.lay(int(answer.split()[1]), kind)
        for loc, kind in zip(free, self.reserve, strict=True):
            self.lay(loc, kind)

    def lay(self, loc: int, kind: str) -> None:
        self.board[loc].type = kind
        self.neutral_marker(self.board[loc])

    def turn_up(self, loc: int) -> None:
        if self.board[loc].face_down:
            assert self.take("tile") == loc
            self.board[loc].face_down = False
            self.neutral_marker(self.board[loc])

    def claim(self, p: int) -> Play:
        player = self.players[p]
        near = [
            loc
            for loc in self.board[player.base or 0].near
            if self.board[loc].type not in ("base", "street") and not isinstance(self.board[loc].owner, int)
        ]
        answer = yield from self.ask(p, "QS_LOC", [f"claim {loc}" for loc in near])
        loc = int(answer.split()[1])
        self.turn_up(loc)
        place = self.board[loc]
        place.owner, place.intact = p, 1
        if place.type == "shop":
            player.food += 2
        elif place.type == "pharmacy":
            player.medicine += 2
        else:
            yield from self.draw(p, {"house": "character", "police": "firearm", "fire": "melee", "parking": "transport"}[str(place.type)])
        yield from self.draw(p, "character", to_base=True)

    # ---- Morning (section 11)

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
        """Face down before a player; whose it is and what it is he sees later (ZG-11.10)."""
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
        """Whether distinct cards meet all wishes."""
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
        """Raise so many of those who lie; no decision when none or all can be raised."""
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

    # ---- movement (12.1)

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
        """Squads without members are no more."""
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

    # ---- fights (12.2 to 12.5, section 15)

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

    # ---- evening (section 13)

    def idle(self, p: int, loc: int | None = None) -> list[Person]:
        return [c for c in self.own(p, loc) if not c.exhausted and c.job == "none"]

    def icons(self, p: int, icon: str) -> int:
        return sum(n for card, n in self.players[p].hand.items() if card in CARDS and CARDS[card][icon])

    def outposts(self, p: int) -> list[int]:
        return [loc for loc, place in enumerate(self.board) if place.owner == p and place.intact == 2]

    def degrade(self, p: int, new: int) -> Play:
        """ZG-9.8."""
        while len(self.outposts(p)) > 2 and new in self.outposts(p):
            answer = yield from self.ask(p, "DEGRADE", [f"degrade {loc}" for loc in self.outposts(p) if loc != new])
            self.board[int(answer.split()[1])].intact = 1

    def gears(self, p: int, kind: str) -> int:
        return {"build_barricade": 2, "build_outpost": 2 if self.is_(p, "bees") else 4, "upgrade": 2, "repair_1": 1, "repair_2": 2}[kind]

    def sites(self, p: int, kind: str) -> list[int]:
        found = []
        for loc, place in enumerate(self.board):
            if place.type == "street" or place.pending:
                continue
            if kind == "car_fort":
                fits = bool(self.players[p].hand["car"]) and self.friendly(p, loc) and place.intact < 2
            else:
                fits = {
                    "build_barricade": place.intact + place.ruined == 0,
                    "build_outpost": place.intact + place.ruined == 0,
                    "upgrade": place.intact == 1 and place.owner == p and not place.ruined,
                    "repair_1": place.ruined > 0,
                    "repair_2": place.ruined == 2,
                }[kind]
                group = self.idle(p, loc)
                fits = fits and bool(group) and sum(c.eng for c in group) + self.icons(p, "eng") >= self.gears(p, kind)
            if fits:
                found.append(loc)
        return found

    def e1(self) -> Play:
        for p in self.seats():
            while True:
                kinds = [f"project {kind}" for kind in PROJECTS if self.sites(p, kind)]
                answer = yield from self.ask(p, "BLD_KIND", ["pass", *kinds])
                if answer == "pass":
                    break
                kind = answer.split()[1]
                answer = yield from self.ask(p, "BLD_LOC", [f"at {loc}" for loc in self.sites(p, kind)])
                loc = int(answer.split()[1])
                place = self.board[loc]
                if kind == "car_fort":
                    self.play_card(p, "car")
                    place.ruined -= place.ruined > 0
                    place.owner, place.intact = p, place.intact + 1
                    yield from self.degrade(p, loc)
                    continue
                yield from self.work(p, loc, "build", self.gears(p, kind), 0)
                place.pending = 2 if kind in ("build_outpost", "repair_2") else 1
                place.pending_owner = p
                place.pending_kind = "repair" if kind.startswith("repair") else "upgrade" if kind == "upgrade" else "new"

    def enough(self, p: int, gears: int, flasks: int) -> bool:
        """Whether the cards in hand reach so many gears and flasks; ``books`` count for one of them."""
        hand = self.players[p].hand
        only = [
            sum(n for card, n in hand.items() if card in CARDS and CARDS[card][a] and not CARDS[card][b])
            for a, b in (("eng", "sci"), ("sci", "eng"))
        ]
        both = sum(n for card, n in hand.items() if card in CARDS and CARDS[card]["eng"] and CARDS[card]["sci"])
        return max(0, gears - only[0]) + max(0, flasks - only[1]) <= both

    def work(self, p: int, loc: int, job: str, gears: int, flasks: int) -> Play:
        """WORK_CHAR, WORK_CARD and WORK_SKILL until so many gears and flasks are there; medicine goes on until it is stopped."""
        heals, group = job == "medicine", self.idle(p, loc)
        have, last = [0, 0], -1

        def lacks(extra: Iterable[Person] = ()) -> tuple[int, int]:
            extra = list(extra)
            return max(0, gears - have[0] - sum(c.eng for c in extra)), max(0, flasks - have[1] - sum(c.sci for c in extra))

        first = True
        while first or heals or lacks() != (0, 0):
            later = [c for c in group if c.index > last]
            fit = [c for i, c in enumerate(later) if self.enough(p, *lacks(later[i:]))]
            stop = [] if first or not self.enough(p, *lacks()) else ["done"]
            answer = yield from self.ask(p, "WORK_CHAR", stop + [f"worker {c.name}" for c in fit])
            if answer == "done":
                break
            first = False
            person = self.people[answer.split()[1]]
            person.job, last = job, person.index
            have[0], have[1] = have[0] + person.eng, have[1] + person.sci
        while heals or lacks() != (0, 0):
            usable = {}
            for card in CARDS:
                if self.players[p].hand[card]:
                    usable[card] = self.skills(p, card, heals, lacks())
            cards = [f"use {card}" for card, skills in usable.items() if skills]
            answer = yield from self.ask(p, "WORK_CARD", (["done"] if heals and lacks() == (0, 0) else []) + cards)
            if answer == "done":
                break
            card = answer.split()[1]
            self.play_card(p, card)
            skills = usable[card]
            if job == "sabotage" and CARDS[card]["eng"] and CARDS[card]["sci"]:
                answer = yield from self.ask(p, "WORK_SKILL", [f"as {skill}" for skill in skills])
                skills = [answer.split()[1]]
            have[skills[0] == "science"] += 1
        return have[1] // 2

    def skills(self, p: int, card: str, heals: bool, lacks: tuple[int, int]) -> list[str]:
        """What the card may be used for: only what is lacking, and only if the rest can still be reached."""
        if heals:
            return ["science"] if CARDS[card]["sci"] else []
        found = []
        self.players[p].hand -= Counter([card])
        if CARDS[card]["eng"] and lacks[0] and self.enough(p, lacks[0] - 1, lacks[1]):
            found.append("engineering")
        if CARDS[card]["sci"] and lacks[1] and self.enough(p, lacks[0], lacks[1] - 1):
            found.append("science")
        self.players[p].hand += Counter([card])
        return found

    def aims(self, p: int, loc: int, effect: str) -> list[int]:
        combo = "sabotage_combo" in self.on
        if effect in (("destroy", "steal") if combo else ("destroy_and_steal",)) or (effect == "scout" and "fog_of_war" not in self.on):
            return []
        found = []
        for there in self.board[loc].near:
            place, holder = self.board[there], self.controller(there)
            if place.face_down:
                fits = effect == "scout"
            else:
                marker = place.intact > 0 and place.owner != p
                steal = holder is not None and holder != p and bool(self.players[holder].hand)
                fits = {
                    "destroy": marker,
                    "horde": marker or any(c.player != p for c in self.there(there)),
                    "steal": steal,
                    "destroy_and_steal": marker or steal,
                    "scout": False,
                }[effect] and place.type != "base"
            if fits:
                found.append(there)
        return found

    def e2(self) -> Play:
        for p in self.seats():
            while True:
                starts = []
                for loc in range(len(self.board)):
                    group = self.idle(p, loc)
                    lack = max(0, 2 - sum(c.eng for c in group)), max(0, 2 - sum(c.sci for c in group))
                    if group and self.enough(p, *lack) and any(self.aims(p, loc, effect) for effect in EFFECTS):
                        starts.append(loc)
                answer = yield from self.ask(p, "SAB_FROM", ["pass", *(f"from {loc}" for loc in starts)])
                if answer == "pass":
                    break
                yield from self.sabotage(p, int(answer.split()[1]))
                self.eliminations()

    def sabotage(self, p: int, loc: int) -> Play:
        answer = yield from self.ask(p, "SAB_KIND", [f"effect {effect}" for effect in EFFECTS if self.aims(p, loc, effect)])
        effect = answer.split()[1]
        aims = self.aims(p, loc, effect)
        answer = yield from self.ask(p, "SAB_TARGET", [f"target {there}" for there in aims])
        aim = int(answer.split()[1])
        second = None
        if effect == "scout":
            answer = yield from self.ask(p, "SAB_TARGET", ["done", *(f"target {there}" for there in aims if there > aim)])
            second = None if answer == "done" else int(answer.split()[1])
        yield from self.work(p, loc, "sabotage", 2, 2)
        place, holder = self.board[aim], self.controller(aim)
        if self.die() < (4 if effect == "scout" else 4 + place.intact):
            return
        if effect == "scout":
            answer = yield from self.ask(p, "SCOUT_SWAP", ["keep"] + ["swap"] * (second is not None))
            if answer == "swap":
                assert second is not None
                other = self.board[second]
                place.type, other.type = other.type, place.type
        if effect in ("destroy", "destroy_and_steal") and place.owner != p:
            place.ruin()
        if effect == "horde":
            place.horde = True
        if effect in ("steal", "destroy_and_steal") and holder not in (None, p) and self.players[int(holder or 0)].hand:
            card = ORDER[self.take("taken")]
            self.lose(int(holder or 0), card)
            self.gain(p, card)

    def e3(self) -> Play:
        kinds = {"pharmacy_business", "survivor_search"} & self.on
        for p in self.seats():
            while True:
                brew = []
                for loc in range(len(self.board)):
                    group = self.idle(p, loc)
                    if group and sum(c.sci for c in group) + self.icons(p, "sci") >= 2:
                        brew.append(f"brew {loc}")
                healers = []
                if "pharmacy_business" in self.on:
                    for loc, place in enumerate(self.board):
                        if place.type == "pharmacy" and self.friendly(p, loc) and self.dawn[loc] != p and not place.searched:
                            healers += self.idle(p, loc)
                seekers = self.idle(p) if "survivor_search" in self.on else []
                if kinds:
                    answers = ["do brew"] * bool(brew) + ["do search_medicine"] * bool(healers) + ["do search_survivors"] * bool(seekers)
                    answer = yield from self.ask(p, "MED_KIND", ["pass", *answers])
                    if answer == "do brew":
                        answer = yield from self.ask(p, "MED_LOC", brew)
                else:
                    answer = yield from self.ask(p, "MED_LOC", ["pass", *brew])
                if answer == "pass":
                    break
                if answer.startswith("brew"):
                    doses = yield from self.work(p, int(answer.split()[1]), "medicine", 0, 2)
                    self.players[p].brewed += doses
                    continue
                group = sorted(healers if answer == "do search_medicine" else seekers, key=lambda c: c.index)
                found = yield from self.ask(p, "WORK_CHAR", [f"worker {c.name}" for c in group])
                person = self.people[found.split()[1]]
                person.job = "medicine"
                if answer == "do search_medicine":
                    self.board[int(person.at or 0)].searched = True
                    self.players[p].medicine += 2
                elif self.die() == 6:
                    yield from self.draw(p, "character")

    def e4(self) -> Play:
        for p in self.seats():
            figures = self.own(p)
            for person in figures:
                person.exhausted = not person.leader
            fighters = [c for c in figures if not c.leader]
            yield from self.raising(p, "FLARE_RAISE", fighters, self.players[p].medicine + self.players[p].brewed)
        for player in self.players:
            player.brewed = 0

    # ---- night (section 14)

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
        for person in squad:  # the place is lost: it is friendly no more
            person.at = None
        safe = [there for there, other in enumerate(self.board) if not other.attacked and not other.face_down and there != loc]
        mine = [there for there in range(len(self.board)) if self.friendly(p, there)]
        goals = [there for there in safe if there in mine]
        key = self.dist[loc].__getitem__
        if not goals:
            goals = [there for there in safe if there in place.near and self.neutral(there)]

            def key(there: int) -> int:
                return min((self.dist[there][own] for own in mine), default=0)

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
        for p in ((self.first + k) % self.n for k in range(self.n)):  # of who is out, too
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

    # ---- what is seen

    def called(self, p: int) -> str:
        return self.players[p].faction or f"player_{p}"

    def seat(self, name: str) -> int:
        return next(p for p in range(self.n) if self.called(p) == name)

    def name(self, owner: int | str | None) -> str | None:
        return owner if owner is None or isinstance(owner, str) else self.called(owner)

    def listed(self, cards: Iterable[str]) -> list[str]:
        return sorted(cards, key=ORDER.index)

    def describe(self, ask: Ask | None) -> dict[str, Any]:
        factions = [player.faction for player in self.players if player.faction]
        piles = {f: [c.name for c in self.people.values() if c.zone == "pile" and c.pile == f] for f in factions}
        day = self.phase.startswith("d")
        return {
            "game": "z_game",
            "turn": self.turn,
            "phase": self.phase,
            "node": ask.node if ask else None,
            "to_act": self.called(ask.player) if ask else None,
            "first_player": self.called(self.first),
            "outcome": "over" if self.end else "ongoing",
            "end": self.end,
            "winners": [self.called(p) for p in self.winners],
            "fight": self.described_fight(ask.node) if ask and ask.node in FIGHTING else None,
            "squads": {loc: [self.called(p) + "*" * due for p, due in squads] for loc, squads in sorted(self.squads.items())}
            if day
            else {},
            "locations": {loc: self.described_place(loc) for loc in range(len(self.board))},
            "characters": {name: self.described_person(person) for name, person in self.people.items()},
            "players": {self.called(player.seat): self.described_player(player) for player in self.players},
            "decks": {deck: self.listed(cards.elements()) for deck, cards in self.decks.items()},
            "discards": {deck: self.listed(cards.elements()) for deck, cards in self.discards.items()},
            "deck_sizes": {deck: cards.total() for deck, cards in self.decks.items()} | {"zombie": sum(ZOMBIES.values())},
            "zombie_deck": ZOMBIES,
            "piles": piles if "few_but_effective" in self.on else None,
        }

    def described_fight(self, node: str) -> dict[str, Any]:
        fight = self.fight
        assert fight is not None
        people = fight.kind == "people"
        return {
            "kind": fight.kind,
            "at": fight.at,
            "player": None if people else self.called(fight.sides[0]),
            "defender": self.called(fight.sides[0]) if people else None,
            "attacker": self.called(fight.sides[1]) if people else None,
            "strength": {self.called(p): self.strength(side) for side, p in enumerate(fight.sides)},
            "against": fight.against,
            "reward": fight.reward,
            "dice": fight.dice,
        }

    def described_place(self, loc: int) -> dict[str, Any]:
        place = self.board[loc]
        keys = ("type", "intact", "ruined", "pending", "pending_kind", "horde", "face_down", "attacked")
        return {key: getattr(place, key) for key in keys} | {
            "neighbours": place.near,
            "owner": self.name(place.owner),
            "pending_owner": self.name(place.pending_owner),
            "controller": self.name(self.controller(loc)),
        }

    def described_person(self, person: Person) -> dict[str, Any]:
        keys = ("zone", "at", "exhausted", "moved", "origin", "job")
        found = {key: getattr(person, key) for key in keys}
        return found | {"player": self.name(person.player), "retreats_today": person.retreats}

    def described_player(self, player: Player) -> dict[str, Any]:
        keys = ("seat", "faction", "base", "food", "medicine", "vp", "brewed", "leaders_killed", "captures", "eliminated")
        return {key: getattr(player, key) for key in keys} | {
            "hand": self.listed(player.hand.elements()),
            "hand_size": player.hand.total(),
            "scheme": self.listed(player.scheme),
        }
