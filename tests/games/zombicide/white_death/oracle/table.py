"""The whole state as objects: read from a position document, described as ``describe()`` does."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from tests.games.zombicide.oracle.asking import HANDS, Card, GameOver, Play, Undefined
from tests.games.zombicide.oracle.carrying import cards_of
from tests.games.zombicide.oracle.pieces import LEVELS, Miniature, Person, Pieces
from tests.games.zombicide.white_death.oracle.board import Board
from tests.games.zombicide.white_death.oracle.sheets import SHEETS, STARTING

KINDS = ("walker", "fatty", "runner", "abomination", "defiler")
BOX = {"walker": 35, "fatty": 14, "runner": 14, "abomination": 1, "defiler": 1}  # WD-10.1
SLOTS = (*HANDS, *(f"pack{number}" for number in range(1, 8)))
NUMBERED = ("spawn_1", "spawn_2", "spawn_3", "spawn_4")


def nothing() -> Play[None]:
    return
    yield


@dataclass(eq=False)
class Survivor(Person):
    """One survivor, and what it has used in its turn."""

    ropes: int = 0
    tokens: list[str] = field(default_factory=list)
    empress: bool = False  # carries the Beacon
    boon: str | None = None  # of Baba Yaga's Blessing
    searched: bool = False
    ordered: bool = False  # its Guard Action
    done: bool = False  # has had its turn of this round
    used: set[str] = field(default_factory=set)  # skills of once per turn
    reached: int = 0  # level whose skills have been learned

    def __post_init__(self) -> None:
        self.reached = self.level()

    @property
    def here(self) -> str:
        assert self.zone is not None
        return self.zone

    def own(self, skill: str) -> int:
        """How often the survivor itself has the skill."""
        return self.skills.count(skill)

    def full(self) -> int:
        """Actions of a whole turn."""
        return 3 + self.own("plus_1_action")

    def pack(self) -> tuple[str, ...]:
        """The survivor's slots (WD-9.1, WD-24.10)."""
        return SLOTS if self.own("hoard") else SLOTS[:8]

    def hand_cards(self) -> list[tuple[str, Card]]:
        """Cards in hand; the card that the sheet allows on the body counts (WD-9.4)."""
        named = SHEETS[self.name].body if self.name in SHEETS else None
        return [(slot, card) for slot, card in self.sorted() if slot in HANDS[:2] or (slot == "body" and card.name == named)]

    def holds(self, name: str) -> bool:
        return any(card.name == name for card in self.slots.values())

    def sorted(self) -> list[tuple[str, Card]]:
        return [(slot, self.slots[slot]) for slot in SLOTS if slot in self.slots]


@dataclass(eq=False, kw_only=True)
class Table(Pieces[Survivor, Miniature]):
    """A position: the board and all components on it."""

    board: Board
    freeze: set[str]
    guards: Counter[str]
    cauldrons: Counter[str]
    loose: Counter[str]  # rope ladders on the board
    artefacts: dict[str, list[str]]  # face down, in the order in which they are taken
    objectives: dict[str, str]
    spawn: dict[str, str]  # spawn token -> zone
    linked: str | None
    beacon: str | None
    quest: str
    exit: list[str]
    flag: str | None
    prepared: dict[str, list[str]]
    zombie_deck: list[Any]
    deck: list[str]
    artefact_deck: list[str]
    turn: str | None
    acting: str | None = None  # survivor whose turn is in progress, an additional one too
    removed: Counter[str] = field(default_factory=Counter)
    zombie_discard: list[Any] = field(default_factory=list)
    discards: Counter[str] = field(default_factory=Counter)
    taken: int = 0  # artefacts
    escaped: int = 0  # Guards
    phase: str = "players"
    round: int = 1
    attacking: bool = False  # an attack is one effect, after which victory is tested
    secret: bool = False  # the order of the Equipment deck is unknown
    start: dict[str, str] = field(default_factory=dict)  # setup zones of the spawn tokens
    first_guards: int = 0
    reds: int = 0  # red objectives of the position
    empress_dead: bool = False
    cleared: Callable[[str], Play[None]] = lambda zone: nothing()
    link: Callable[[], Play[None]] = lambda: nothing()

    # ---- reading

    @classmethod
    def read(cls, text: Mapping[str, Any]) -> Table:
        """Read the table of a position document; only the keys that the oracle's positions use."""
        lying = text["board"]
        board = Board.read(lying)
        placed = [(zone, kind) for zone in board.zones for kind in KINDS for _ in range(text.get("zombies", {}).get(zone, {}).get(kind, 0))]
        zombies = [Miniature(kind, zone) for zone, kind in placed]
        supply = Counter({kind: max(0, BOX[kind] - sum(zombie.kind == kind for zombie in zombies)) for kind in KINDS})
        for kind, number in text.get("supply", {}).items():
            supply[kind] = number
        spawn = dict(zip(NUMBERED, lying.get("spawn", []), strict=False))
        start = dict(spawn)
        for zombie in zombies:
            if zombie.kind == "defiler":
                spawn["spawn_defiler"] = zombie.zone
        survivors = [_survivor(name, entry) for name, entry in text["survivors"].items()]
        turn = text.get("turn") or survivors[0].name
        for one in survivors:
            if one.name == turn:
                break
            one.done = True
        objectives = dict(lying.get("objectives", {}))
        reds = [*objectives.values(), *(token for one in survivors for token in one.tokens)].count("red")
        for one in survivors:  # WD-25.43
            if text.get("quest") == 2 and reds and one.tokens.count("red") == reds:
                one.tokens = [token for token in one.tokens if token != "red"] + ["folio"]
        return cls(
            board=board,
            survivors=survivors,
            zombies=zombies,
            supply=supply,
            noise=Counter(text.get("noise", {})),
            freeze=set(text.get("freeze", [])),
            guards=Counter(text.get("guards", {})),
            cauldrons=Counter(text.get("cauldrons", {})),
            loose=Counter(text.get("loose_ladders", {})),
            artefacts={zone: list(cards) for zone, cards in text.get("artefacts", {}).items()},
            objectives=objectives,
            spawn=spawn,
            start=start,
            linked=lying.get("linked"),
            beacon=lying.get("beacon"),
            quest=str(text.get("quest", "none")),
            exit=list(lying.get("exit", [])),
            flag=lying.get("marks", {}).get("flag"),
            prepared={zone: list(cards) for zone, cards in text.get("prepared", {}).items()},
            zombie_deck=list(text.get("zombie_cards", [])),
            deck=list(text.get("equipment_cards", [])),
            artefact_deck=list(text.get("artefact_cards", [])),
            zombie_discard=list(text["decks"]["zombie"].get("discard", [])),
            discards=Counter(text["decks"]["equipment"].get("discard", [])),
            taken=text.get("progress", {}).get("artefacts", 0),
            dice=list(text.get("dice", [])),
            automatic=text.get("automatic", False),
            turn=turn,
            first_guards=sum(text.get("guards", {}).values()),
            reds=reds,
        )

    # ---- queries

    def crowd(self, zone: str) -> int:
        return len(self.zombies_in(zone))

    def present(self, kind: str) -> list[Miniature]:
        return [zombie for zombie in self.zombies if zombie.kind == kind]

    def peopled(self, zone: str) -> bool:
        """Survivors in the zone, Guards and the Empress included (WD-13.2, WD-25.114)."""
        return bool(self.in_zone(zone) or self.guards[zone] or self.empress_in(zone))

    def empress_in(self, zone: str) -> bool:
        return self.quest == "9" and self.beacon == zone

    def loudness(self, zone: str) -> int:
        """WD-7.4."""
        return self.noise[zone] + len(self.in_zone(zone)) + self.guards[zone] + self.empress_in(zone)

    def beacon_zone(self) -> str | None:
        carrier = next((one.zone for one in self.in_play() if one.empress), None)
        return self.beacon or carrier

    def speaker(self) -> str:
        """Decider of decisions that belong to no survivor: the first survivor in play."""
        for one in self.in_play():
            return one.name
        raise Undefined

    def has(self, one: Survivor, skill: str) -> int:
        """How often a survivor has a skill, Brother in Arms included (WD-24.14)."""
        fellows = self.in_zone(one.zone) if one.zone is not None else []
        lent = 0
        if len(fellows) > 1 or (one.zone is not None and self.guards[one.zone]):
            lent = sum(fellow.own(f"brother_in_arms_{skill}") for fellow in fellows)
        return one.own(skill) + lent

    def sees(self, one: Survivor, zone: str) -> int | None:
        """Range at which a survivor sees a zone."""
        return self.board.sight(
            one.here, zone, ruins_open=bool(self.has(one, "see_through_ruins")), ghost=bool(self.has(one, "ghost_sight"))
        )

    # ---- changes

    def discard(self, card: str) -> None:
        """Put a card onto the discard pile, which also lists starting cards and artefacts."""
        self.discards[card] += 1

    def drop(self, one: Survivor, slot: str) -> None:
        self.discard(one.slots.pop(slot).name)

    def reshuffle(self) -> None:
        """The discards become the deck, except starting cards and artefacts (WD-9.11)."""
        back = Counter({card: n for card, n in self.discards.items() if card not in STARTING})
        self.discards -= back
        self.secret = len(+back) > 1
        self.deck = list(back.elements())

    def win(self) -> None:
        self.outcome = "won"
        raise GameOver

    def kill(self, one: Survivor) -> None:
        one.alive, one.zone, one.wounds, one.actions = False, None, 3, 0

    # ---- description

    def told(self) -> dict[str, Any]:
        if self.outcome != "ongoing":
            return {"outcome": self.outcome, "defeat": self.defeat}
        board = self.board
        zones = board.zones
        tokens = {zone: {token: 1 for token in sorted(self.spawn) if self.spawn[token] == zone} for zone in zones}
        told = {
            "danger": self.danger(),
            "outcome": self.outcome,
            "defeat": self.defeat,
            "phase": self.phase,
            "round": self.round,
            "zombies": {zone: {kind: n for kind in KINDS if (n := len(self.zombies_in(zone, kind)))} for zone in zones},
            "supply": {kind: self.supply[kind] for kind in KINDS},
            "noise": {zone: self.noise[zone] for zone in zones},
            "noise_total": {zone: self.loudness(zone) for zone in zones},
            "freeze": board.in_order(self.freeze),
            "defiled": board.in_order(board.defiled),
            "kinds": {zone: board.kind(zone) for zone in zones},
            "los": {a: {b: far for b in zones if b != a and (far := board.sight(a, b)) is not None} for a in zones},
            "guards": {zone: self.guards[zone] for zone in zones},
            "cauldrons": {zone: self.cauldrons[zone] for zone in zones},
            "loose_ladders": {zone: self.loose[zone] for zone in zones},
            "guards_escaped": self.escaped,
            "rope_ladders": [f"{a}-{b}" for a in zones for b in board.in_order(board.touching(a)) if self._roped(a, b)],
            "spawn": tokens,
            "linked": self.linked,
            "beacon": self.beacon_zone(),
            "objectives": {zone: self.objectives.get(zone) for zone in zones},
            "objectives_removed": {colour: self.removed[colour] for colour in ("red", "blue", "green")},
            "artefacts": {zone: len(self.artefacts.get(zone, [])) for zone in zones},
            "artefacts_taken": self.taken,
            "prepared": {zone: len(self.prepared.get(zone, [])) for zone in zones},
            "discards": {"zombie": len(self.zombie_discard), "equipment": {card: n for card, n in sorted(self.discards.items()) if n}},
            "decks": {"equipment": len(self.deck), "zombie": len(self.zombie_deck), "artefact": len(self.artefact_deck)},
            "dice_left": len(self.dice) - self.rolled,
        }
        return told | {one.name: self._tell(one) for one in self.survivors}

    def _roped(self, a: str, b: str) -> bool:
        zones = self.board.zones
        return zones.index(a) < zones.index(b) and frozenset((a, b)) in self.board.ropes

    def _tell(self, one: Survivor) -> dict[str, Any]:
        cards = dict(one.sorted())
        told = {
            "zone": one.zone,
            "alive": one.alive,
            "wounds": one.wounds,
            "xp": one.xp,
            "danger": LEVELS[one.level()][1],
            "hands": [cards[slot].name if slot in cards else None for slot in HANDS],
            "pack": [card.name for slot, card in cards.items() if slot not in HANDS],
            "unloaded": [slot for slot, card in cards.items() if not card.loaded],
            "skills": sorted(one.skills),
            "rope_ladders": one.ropes,
            "tokens": list(one.tokens),
            "beacon": one.empress,
        }
        if one.in_play:
            told["sees"] = {zone: far for zone in self.board.zones if zone != one.zone and (far := self.sees(one, zone)) is not None}
        if one.in_play and self.phase == "players":
            told |= {"actions": 0 if one.done else one.actions}
            if one.name == self.turn and not one.done:
                told |= {"searched": one.searched, "guard_action": one.ordered}
        return told

    def found(self, position: Any) -> dict[str, Any]:
        found = dict(position.describe())
        found["discards"] = {"zombie": found["discards"]["zombie"], "equipment": dict(sorted(found["discards"]["equipment"].items()))}
        found["supply"] = {kind: found["supply"][kind] for kind in KINDS}
        found["objectives_removed"] = {colour: found["objectives_removed"][colour] for colour in ("red", "blue", "green")}
        for name, one in found["survivors"].items():
            found[name] = one | {"hands": [one[slot] for slot in HANDS]}
        return found


def _survivor(name: str, entry: Mapping[str, Any]) -> Survivor:
    xp = entry.get("xp", 0)
    skills = [*(SHEETS[name].blue if name in SHEETS else ()), *entry.get("skills", []), *(["plus_1_action"] if xp >= 7 else [])]
    return Survivor(
        name=name,
        zone=entry.get("zone"),
        wounds=entry.get("wounds", 0),
        xp=xp,
        actions=entry.get("actions", 3 + skills.count("plus_1_action")) if entry.get("zone") else 0,
        skills=skills,
        slots=cards_of(entry),
        ropes=entry.get("rope_ladders", 0),
        tokens=list(entry.get("tokens", [])),
        empress=entry.get("beacon", False),
    )
