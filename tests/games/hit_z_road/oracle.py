"""An independent implementation (oracle) of the rules, written for readability from the rules alone; the engine must always agree.

A game is a generator that yields every decision (``Ask``) and is sent the text of the answer.  Dice and cards are taken from
``chance``, which the engine fills with its results.
"""

from __future__ import annotations

import csv
from collections import Counter, deque
from collections.abc import Callable, Generator
from dataclasses import dataclass, field
from importlib import resources
from typing import Any

RESOURCES = ("ammo", "gas", "adrenaline")
Play = Generator["Ask", str, Any]
DATA = resources.files("zombicide_env.games.hit_z_road.content").joinpath("cards.csv").read_text(encoding="utf-8")
CARDS: dict[str, dict[str, Any]] = {
    row["id"]: {key: int(text) if text.isdecimal() else text for key, text in row.items()} for row in csv.DictReader(DATA.splitlines())
}
PHASE = {"bid": "auction", "pay_bid": "payment", "route": "route", "pay_route": "cost", "take": "bonus"} | dict.fromkeys(
    ("lose_resource", "toll", "fanatic"), "event"
)


class Gone(Exception):
    """The last survivor of the player whose turn it is has died (HZ-10.1)."""


@dataclass
class Ask:
    """A decision: its player, its kind, the legal answers, the default answers, open units."""

    player: int
    decision: str
    answers: list[str]
    default: str
    due: int = 0

    @property
    def phase(self) -> str:
        return PHASE.get(self.decision, "battle")


@dataclass
class Group:
    """A player."""

    survivors: int = 5
    own: dict[str, int] = field(default_factory=lambda: dict.fromkeys(RESOURCES, 4))
    tokens: Counter[str] = field(default_factory=Counter)
    cards: list[str] = field(default_factory=list)
    bonus: int = 0
    liquidator: bool = False

    @property
    def all(self) -> int:
        return sum(self.own.values())

    @property
    def points(self) -> int:
        return self.bonus + sum(CARDS[card]["vp"] for card in self.cards)

    def lose(self, n: int) -> None:
        self.survivors = max(0, self.survivors - n)
        if not self.survivors:
            raise Gone


class Oracle:
    """A game for ``n`` players; ``chance`` holds the future dice, cards and turn order cards, in order."""

    def __init__(self, n: int, chance: deque[tuple[str, str]]) -> None:
        self.chance = chance
        self.rows = 4 if n == 4 else 3
        self.solo = n == 1
        self.groups: list[Group | None] = [Group() for _ in range(n)]
        self.order = [int(self.take("order")[-1]) for _ in range(n)]
        self.round = 0
        self.bids = dict.fromkeys(range(n), 0)
        self.routes: dict[int, list[str]] = {}
        self.taken: dict[int, int] = {}
        self.keys: dict[int, int] = {}
        self.battle: dict[str, Any] | None = None
        self.last_roll: dict[str, Any] | None = None
        self.over = False
        self.winners: list[int] = []
        self.scores: dict[int, int] = {}
        self.bonus_cards: dict[str, int | None] = {}
        self.grade: str | None = None

    def take(self, kind: str) -> str:
        found, value = self.chance.popleft()
        assert found == kind, (found, value, kind)
        return value

    def group(self, p: int) -> Group:
        group = self.groups[p]
        assert group is not None
        return group

    def ask(self, ask: Ask) -> Play:
        """HZ-0.R3: a decision with one answer is skipped."""
        if len(ask.answers) == 1:
            return ask.answers[0]
        answer = yield ask
        assert answer in ask.answers
        return answer

    # ---- sequence of play (HZ-15)

    def play(self) -> Play:
        for self.round in range(1, 9):
            self.planning()
            yield from self.auction()
            for p in list(self.order):
                try:
                    yield from self.turn(p)
                except Gone:
                    self.groups[p] = None
                    self.order.remove(p)
                    self.battle = None
                if not self.order:
                    self.over, self.scores = True, dict.fromkeys(range(len(self.groups)), 0)
                    return
        self.scoring()

    def planning(self) -> None:
        """HZ-4, HZ-10.R1, HZ-13.1."""
        self.taken, self.routes = {}, {}
        for row in range(1, self.rows + 1):
            open_cards = {1: 0, 2: 1, 3: 2}[row] if self.solo else 2
            self.routes[row] = [self.take("card") for _ in range(open_cards)] + ["hidden"] * (2 - open_cards)
        missing = self.rows - len(self.order)
        self.keys = {} if self.solo or missing == 0 else {self.rows: 2} if missing == 1 else {self.rows - 1: 2, self.rows: 4}

    def auction(self) -> Play:
        """HZ-5.R1, literally; payment in the old order (HZ-5.R5); the new one (HZ-5.R6)."""
        order, bid = self.order, dict.fromkeys(self.order, 0)
        self.bids = bid
        high, leader, passes, cur = 0, None, 0, 0
        while len(order) > 1 and passes < len(order) - (leader is not None):
            p = order[cur]
            legal = [f"bid {v}" for v in range(high + 1, 11) if v <= self.group(p).all]
            answer = yield from self.ask(Ask(p, "bid", ["pass", *legal], "pass"))
            if answer == "pass":
                passes += 1
            else:
                bid[p] = high = int(answer.split()[1])
                leader, passes = p, 0
            cur = (cur + 1) % len(order)
        for p in order:
            yield from self.pay(p, bid[p], "pay_bid")
        self.order = [*sorted((p for p in order if bid[p]), key=lambda p: -bid[p]), *(p for p in order if not bid[p])]
        self.bids = dict.fromkeys(self.order, 0)

    def pay(self, p: int, units: int, decision: str) -> Play:
        own = self.group(p).own
        for due in range(units, 0, -1):
            answers = [f"pay {r}" for r in RESOURCES if own[r]]
            most = max(RESOURCES, key=lambda r: own[r])  # the first of equals
            answer = yield from self.ask(Ask(p, decision, answers, f"pay {most}", due))
            own[answer.split()[1]] -= 1

    def cost(self, row: int) -> int:
        return (2 if row == 3 else 0) if self.solo else self.keys.get(row, 0)

    def turn(self, p: int) -> Play:
        """HZ-6.1, HZ-6.8."""
        rows = [row for row in self.routes if row not in self.taken and self.cost(row) <= self.group(p).all]
        answer = yield from self.ask(Ask(p, "route", [f"route {row}" for row in rows], f"route {min(rows, key=self.value)}"))
        row = int(answer.split()[1])
        self.taken[row] = p
        yield from self.pay(p, self.cost(row), "pay_route")
        if self.solo and row == 1:
            for due in (2, 1):
                answer = yield from self.ask(Ask(p, "take", [f"take {r}" for r in RESOURCES], "take adrenaline", due))
                self.group(p).own[answer.split()[1]] += 1
        for place in (0, 1):
            if self.routes[row][place] == "hidden":
                self.routes[row][place] = self.take("card")
            yield from self.card(p, self.routes[row][place])

    def value(self, row: int) -> int:
        """HZ-D-3, HZ-14.R2."""
        zombies = [CARDS[card]["zombies"] for card in self.routes[row] if card != "hidden"]
        if not self.solo:
            return sum(zombies) + 2 * self.cost(row)
        e = 1 if self.round <= 2 else 2 if self.round <= 5 else 4
        return {1: 2 * e - 2, 2: zombies[0] + e if zombies else 0, 3: sum(zombies) + 2}[row]

    # ---- a card (HZ-6.2)

    def card(self, p: int, name: str) -> Play:
        group, card = self.group(p), CARDS[name]
        for resource in RESOURCES:
            group.own[resource] += card[resource]
        blasted = yield from self.event(p, card)
        won = True
        if card["zombies"] and not blasted:
            self.battle = {"card": name, "zombies": card["zombies"], "horde": card["horde"], "rule": card["rule"] or None}
            self.battle |= {"step": "start", "melee_round": 0, "wounds": 0, "strikes": 0}
            won = yield from self.fight(p, card)
            self.battle = None
        if won:
            group.cards.append(name)

    def roll(self, kind: str, black: int, red: int = 0) -> Counter[str]:
        dice = {"black": Counter(self.take("dice") for _ in range(black)), "red": Counter(self.take("red") for _ in range(red))}
        self.last_roll = {"kind": kind} | {colour: dict(results) for colour, results in dice.items()}
        return dice["black"] + dice["red"]

    def event(self, p: int, card: dict[str, Any]) -> Play:
        """HZ-17d. Return True if the fanatic has ended the battle before it begins."""
        group, kind = self.group(p), str(card["event"])
        own, tokens = group.own, group.tokens
        if kind == "take_token":
            tokens[card["token"]] += 1
        elif kind == "gain_survivor":
            group.survivors = min(7, group.survivors + 1)
        elif kind == "lose_survivor":
            group.lose(1)
        elif kind == "lose_resource" and group.all:
            yield from self.pay(p, 1, "lose_resource")
        elif kind.startswith("toll_"):
            for due in range(int(kind[-1]), 0, -1):
                answers = ["pay gas", "sacrifice"] if own["gas"] else ["sacrifice"]
                if (yield from self.ask(Ask(p, "toll", answers, "pay gas", due))) == "sacrifice":
                    group.lose(1)
                else:
                    own["gas"] -= 1
        elif kind == "map_check":
            group.bonus += 6 * tokens.pop("map", 0)
        elif kind == "liquidator":
            group.liquidator = True
        elif kind == "fanatic_fee" and tokens["fanatic"]:
            answers = ["give", "refuse"] if own["ammo"] >= 3 else ["refuse"]
            if (yield from self.ask(Ask(p, "fanatic", answers, "refuse"))) == "give":
                own["ammo"] -= 3
            else:
                tokens["fanatic"] -= 1
        elif kind == "fanatic_blast" and tokens["fanatic"]:
            tokens["fanatic"] -= 1
            return True
        else:
            self.mishap(group, kind)
        return False

    def mishap(self, group: Group, kind: str) -> None:
        """Events without a choice."""
        if kind == "sniper_check":
            group.lose(0 if group.tokens["sniper_rifle"] else 2)
            group.tokens["sniper_rifle"] = max(0, group.tokens["sniper_rifle"] - 1)
        elif kind == "roulette":
            group.lose(self.roll("event", group.survivors)["wounded"])
        elif kind == "rescue":
            results = self.roll("event", 1)
            group.lose(0 if results["kill"] or results["double"] else 1)
        elif kind == "injury_check" and group.tokens["injured"]:
            group.tokens["injured"] -= 1
            group.lose(1)
        elif kind == "toxic_check":
            group.lose(group.tokens["toxic_gas"])

    # ---- the battle (HZ-7.R1)

    def molotov(self, p: int, threat: int) -> Play:
        group = self.group(p)
        if not group.tokens["molotov"]:
            return False
        answer = yield from self.ask(Ask(p, "molotov", ["molotov", "keep"], "molotov" if threat >= group.survivors else "keep"))
        group.tokens["molotov"] -= answer == "molotov"
        return answer == "molotov"

    def fight(self, p: int, card: dict[str, Any]) -> Play:
        """Return True if won, False if fled."""
        group, b, rule = self.group(p), self.battle, card["rule"]
        assert b is not None
        own, horde = group.own, 0 if group.liquidator and group.tokens["school_bus"] else card["horde"]

        def threat() -> int:
            return int(b["zombies"]) + 2 * horde

        if (yield from self.molotov(p, threat())):
            return True
        shots = min(own["ammo"], b["zombies"] // 2)
        answer = yield from self.ask(Ask(p, "shoot", [f"shoot {n}" for n in range(own["ammo"] + 1)], f"shoot {shots}"))
        n = int(answer.split()[1])
        b["step"] = "flee"
        if n:
            own["ammo"] -= n
            results = self.roll("ranged", 2 * n)
            b["zombies"] = max(0, b["zombies"] - results["kill"] - results["double"])
            b["zombies"] += results["wounded"] if rule == "ranged_bites" else 0
            if not b["zombies"] or (yield from self.molotov(p, threat())):
                return True
        if own["gas"] >= 2 and rule != "no_flee":
            default = "flee" if threat() >= group.survivors + own["adrenaline"] else "fight"
            if (yield from self.ask(Ask(p, "flee", ["flee", "fight"], default))) == "flee":
                own["gas"] -= 2
                return False
        b["step"] = "melee"
        while True:
            if b["melee_round"] and (yield from self.molotov(p, threat())):
                return True
            yield from self.melee_round(p, horde, may_spend=lambda: own["adrenaline"] > 0 and rule != "no_adrenaline")
            if not b["zombies"]:
                return True

    def melee_round(self, p: int, horde: int, may_spend: Callable[[], bool]) -> Play:
        """HZ-7.R3."""
        group, b = self.group(p), self.battle
        assert b is not None
        b["melee_round"] += 1
        red = min(horde, group.survivors)
        results = self.roll("melee", group.survivors - red, red)
        group.lose(results["horror"])
        b["zombies"] = max(0, b["zombies"] - results["kill"] - results["double"])
        b["wounds"], b["strikes"] = results["wounded"], results["adrenaline"] + results["double"]
        while b["wounds"]:
            answer = yield from self.ask(Ask(p, "wounded", ["save", "sacrifice"] if may_spend() else ["sacrifice"], "save"))
            b["wounds"] -= 1
            if answer == "save":
                group.own["adrenaline"] -= 1
            else:
                group.lose(1)
        while b["strikes"] and b["zombies"] and may_spend():
            default = "strike" if group.own["adrenaline"] >= 2 or b["zombies"] == 1 else "hold"
            if (yield from self.ask(Ask(p, "strike", ["strike", "hold"], default))) == "hold":
                break
            group.own["adrenaline"] -= 1
            b["zombies"] -= 1
            b["strikes"] -= 1
        b["strikes"] = 0

    # ---- the end (HZ-11, HZ-13)

    def scoring(self) -> None:
        self.over = True
        alive = {p: group for p, group in enumerate(self.groups) if group}
        self.scores = {p: group.points if group else 0 for p, group in enumerate(self.groups)}
        if self.solo:
            self.scores[0] += min(alive[0].survivors, *alive[0].own.values())
            self.winners = [0]
            self.grade = f"grade_{1 + sum(self.scores[0] >= least for least in (6, 11, 16, 19, 22))}"
            return
        if len(alive) > 1:
            for category in ("adrenaline", "gas", "ammo", "survivors"):
                amounts = {p: group.survivors if category == "survivors" else group.own[category] for p, group in alive.items()}
                most = [p for p, n in amounts.items() if n == max(amounts.values())]
                self.bonus_cards[category] = most[0] if len(most) == 1 else None
                if len(most) == 1:
                    self.scores[most[0]] += 3
        best = max((self.scores[p], group.survivors) for p, group in alive.items())
        self.winners = [p for p, group in alive.items() if (self.scores[p], group.survivors) == best]

    # ---- interface to the engine

    def describe(self, ask: Ask | None) -> dict[str, Any]:
        names, size, left = [f"player_{p}" for p in range(len(self.groups))], 2 * self.rows, 8 - self.round
        deck = {level: size * min(rounds, max(0, left - below)) for level, rounds, below in ((1, 2, 6), (2, 3, 3), (3, 3, 0))}
        return {
            "game": "hit_z_road",
            "round": self.round,
            "phase": ask.phase if ask else "over",
            "decision": ask.decision if ask else None,
            "to_act": names[ask.player] if ask else None,
            "legal": sorted(ask.answers) if ask else [],
            "due": ask.due if ask else 0,
            "turn_order": [names[p] for p in self.order],
            "deck_left": sum(deck.values()),
            "deck": deck,
            "keys": {} if self.over else self.keys,
            "routes": {} if self.over else self.routes,
            "taken": {} if self.over else {row: names[p] for row, p in self.taken.items()},
            "bids": {names[p]: self.bids.get(p, 0) for p in self.order},
            "battle": self.battle,
            "last_roll": self.last_roll,
            "outcome": ("won" if self.winners else "lost") if self.over else "ongoing",
            "winners": [names[p] for p in self.winners],
            "scores": {names[p]: score for p, score in self.scores.items()},
            "bonus_cards": {category: None if p is None else names[p] for category, p in self.bonus_cards.items()},
            "grade": self.grade,
            "players": {name: self.player(group) for name, group in zip(names, self.groups, strict=True)},
        }

    def player(self, group: Group | None) -> dict[str, Any]:
        seen = group or Group(survivors=0, own=dict.fromkeys(RESOURCES, 0))
        return {
            "alive": group is not None,
            "survivors": seen.survivors,
            **seen.own,
            "tokens": {token: n for token, n in seen.tokens.items() if n},
            "cards": sorted(seen.cards, key=list(CARDS).index),
            "bonus": seen.bonus,
            "vp": seen.points,
            "liquidator": seen.liquidator,
        }
