"""The whole state of Apocalypse: read from a position document, described as ``describe()`` does."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from tests.games.zombicide.apocalypse.oracle import data
from tests.games.zombicide.apocalypse.oracle.missions import Mission, TileGround, sheet
from tests.games.zombicide.apocalypse.oracle.terrain import Ground
from tests.games.zombicide.oracle.asking import GameOver, Undefined
from tests.games.zombicide.oracle.carrying import cards_of
from tests.games.zombicide.oracle.pieces import LEVELS
from tests.games.zombicide.oracle.table import Survivor as Person
from tests.games.zombicide.oracle.table import Table as Common
from tests.games.zombicide.oracle.table import Zombie, token_of


@dataclass(eq=False)
class Survivor(Person):
    """One survivor of the modern day."""

    minis: dict[str, set[str]] = field(default_factory=dict)  # mini-missions with the tasks done
    searched: bool = False
    reached: int = 0  # level up to which skills have been learned

    def cards(self, *names: str) -> list[str]:
        """Slots in which one of these cards lies, the lowest first."""
        return [slot for slot in data.SLOTS if slot in self.slots and self.slots[slot].name in names]

    def in_hands(self, name: str) -> str | None:
        """The hand that holds such a card (AP-9.R4)."""
        return next((slot for slot in self.cards(name) if slot in data.HANDS), None)

    def meets(self, skill: str, kind: str) -> int:
        """How often the survivor has a skill that is for this id, or for its kind, whatever the type (BP-22.36, BP-22.49, AP-0.R2)."""
        return sum(self.has(f"{skill}:{one}") for one in {kind, data.base(kind)})

    @property
    def limit(self) -> int:
        """Number of cards that the survivor may carry (AP-9.R2)."""
        return 5 - self.wounds


@dataclass(eq=False)
class Car:
    """A car with its seats."""

    name: str
    kind: str
    zone: str
    started: bool
    searched: bool
    seats: dict[str, Survivor | None]
    supplies: list[str]

    def holds(self, survivor: Survivor) -> bool:
        return survivor in self.seats.values()


@dataclass(eq=False)
class Table(Common):
    """A position of Apocalypse."""

    board: Ground
    survivors: list[Survivor]
    exits: list[str] = field(default_factory=list)
    objectives: dict[str, str] = field(default_factory=dict)
    gasoline: list[str] = field(default_factory=list)
    fires: dict[str, int] = field(default_factory=dict)  # End Timers after which they are out
    bombs: list[tuple[str, Survivor]] = field(default_factory=list)
    cars: list[Car] = field(default_factory=list)
    driving: bool = False
    manholes: list[tuple[str, list[str]]] = field(default_factory=list)  # with the zones of their tiles
    hand: list[str] = field(default_factory=list)  # of the Zombie Master
    played: list[str] = field(default_factory=list)  # in its current phase
    lying: list[str] = field(default_factory=list)  # the master's discard pile
    active: dict[str, str | None] = field(default_factory=dict)  # lasting cards and their targets
    puppets: list[Zombie] = field(default_factory=list)  # leader of Puppet Pack in this Zombies' Phase
    free_when_quiet: bool = False
    strict: bool = False  # every death loses a mission that all survivors have to leave
    mastered: bool = True  # whether the Zombie Master is played
    equipment: list[str] = field(default_factory=list)  # the deck, top first
    shuffled: bool = False  # the order of that deck is unknown
    piles: Counter[str] = field(default_factory=Counter)
    pimp_cards: list[str] = field(default_factory=list)
    locked: dict[frozenset[str], str] = field(default_factory=dict)  # doors and the objectives that open them
    round: int = 1
    mission: Mission | None = None
    steady: dict[str, int] = field(default_factory=dict)  # permanent Noise (AP-7.R4)
    tell_sight: bool = False
    acted: set[str] = field(default_factory=set)
    passed: set[int] = field(default_factory=set)  # players whose part of the round is over
    gifts: Counter[str] = field(default_factory=Counter)  # actions given by Born leaders
    interrupted: list[tuple[str, int, bool]] = field(default_factory=list)  # interrupted turns: survivor, actions left, whether it searched

    # ---- reading

    @classmethod
    def read(cls, text: Mapping[str, Any]) -> Table:
        board_text = _as_text(text["board"])
        mission = Mission(text["board"]["quest"], recruits=list(text.get("recruits", []))) if "quest" in text["board"] else None
        board = TileGround.of(mission.number) if mission else Ground.read(board_text)
        assert isinstance(board, Ground)
        survivors = [_survivor(name, entry or {}) for name, entry in text["survivors"].items()]
        by_name = {one.name: one for one in survivors}
        cars = [_car(name, entry, by_name) for name, entry in text.get("cars", {}).items()]
        zombies = [
            Zombie(kind, zone)
            for zone in board.zones
            for kind in data.KINDS
            for _ in range(text.get("zombies", {}).get(zone, {}).get(kind, 0))
        ]
        there = Counter(zombie.kind for zombie in zombies)
        supply = Counter({kind: max(0, data.BOX[kind] - there[kind]) for kind in data.KINDS}) | Counter()
        supply.update({kind: number - supply[kind] for kind, number in text.get("supply", {}).items()})
        master = text.get("zm", {})
        tokens = text.get("tokens", {})
        table = cls(
            board=board,
            survivors=survivors,
            zombies=zombies,
            supply=supply,
            noise=Counter(text.get("noise", {})),
            tokens=[token_of(entry) for entry in board_text.get("spawn", [])],
            first_spawn=None,
            limit=0,
            deck=list(text.get("zombie_cards", [])),
            deck_discard=[],
            dice=list(text.get("dice", [])),
            cabal=False,
            automatic=text.get("automatic", False),
            turn=text.get("turn") or next(one.name for one in survivors if one.in_play),
            players=[list(names) for names in text["players"].values()],
            exits=list(board_text.get("exit", [])),
            objectives=dict(board_text.get("objectives", {})),
            gasoline=[zone for zone, census in tokens.items() if census.get("gasoline")],
            fires={zone: text.get("fire_timers", {}).get(zone, 3) for zone, census in tokens.items() if census.get("fire")},
            bombs=[(zone, by_name[name]) for zone, names in text.get("bombs", {}).items() for name in names],
            cars=cars,
            driving=text.get("drive", mission is not None and mission.special.get("driving", False)),
            mission=mission,
            steady=mission.special.get("permanent_noise", {}) if mission else {},
            manholes=board_text.get("holes") or list(board_text.get("manholes", {}).items()),
            hand=list(master.get("hand", [])),
            lying=list(master.get("discard", [])),
            active=dict(master.get("active", {})),
            free_when_quiet=text.get("switches", {}).get("zm_free_when_quiet", False),
            strict=text.get("strict_all_survivors", False),
            mastered=text.get("switches", {}).get("zombie_master", True),
            equipment=list(text.get("equipment_cards", [])),
            pimp_cards=list(text.get("pimp_cards", [])),
            round=text.get("round", 1),
        )
        for car in cars:
            for one in car.seats.values():
                if one is not None:
                    one.zone = car.zone
        if mission is not None and mission.number == 8:
            table.locked = {frozenset(("s1x2", "B00")): "blue", frozenset(("s1x5", "A01")): "green"}
        table._lay_piles()
        table._lock(board_text.get("links", {}))
        board.burning = table.fires
        if text.get("first_player"):
            table.first_player = list(text["players"]).index(text["first_player"])
        return table

    def _lay_piles(self) -> None:
        """Side piles: copies of set-aside cards that nobody holds (conformance section 3)."""
        held = Counter(card.name for one in self.survivors for card in one.slots.values())
        for name, kind in data.CARDS.items():
            if "returns" in kind.marks:
                self.piles[name] = max(0, kind.copies[1] + kind.copies[2] - held[name])

    def _lock(self, links: Mapping[str, str]) -> None:
        """Coloured doors; a red one waits for the last objective (AP-13.R4, BP-4.9)."""
        for name, kind in links.items():
            colour = kind.split()[0]
            if colour in ("blue", "green", "red"):
                self.locked[frozenset(name.split("-"))] = colour
        self.unlock("")

    def unlock(self, colour: str) -> None:
        for pair, key in self.locked.items():
            if not self.objectives if key == "red" else key == colour:
                self.board.borders[pair].locked = False

    # ---- queries

    def hidden(self, survivor: Survivor) -> bool:
        """AP-18.R9."""
        return survivor.rotten or bool(survivor.cards("stinky_raincoat"))

    def ignored(self, survivor: Person) -> bool:
        assert isinstance(survivor, Survivor)
        return self.hidden(survivor)

    def loudness(self, zone: str) -> float:
        """noise(zone) of AP-7.R1; Loud! overrides (BP-22.71)."""
        if self.loud is not None and self.loud[0] == zone:
            return float("inf")
        return self.sound(zone)

    def sound(self, zone: str) -> int:
        echo = 3 if self.active.get("zg1") == zone else 0
        return self.noise[zone] + self.steady.get(zone, 0) + echo + sum(not self.ignored(one) for one in self.in_zone(zone))

    def car_of(self, survivor: Survivor) -> Car | None:
        return next((car for car in self.cars if car.holds(survivor)), None)

    def players_next(self, survivor: Person) -> str:
        """Decider for a survivor that cannot decide: the first listed survivor in play of its player, or of the team."""
        own = next(names for names in self.players if survivor.name in names)
        return next((one.name for one in self.in_play() if one.name in own), None) or self.speaker()

    # ---- changes

    def roll(self, number: int) -> list[int]:
        if self.rolled + number > len(self.dice):
            raise Undefined
        return super().roll(number)

    def discard(self, name: str) -> None:
        """To the discard pile, or back to its own pile (AP-12.R1)."""
        (self.piles if "returns" in data.CARDS[name].marks else self.discards)[name] += 1

    def drop(self, survivor: Person, slot: str) -> None:
        self.discard(survivor.slots.pop(slot).name)

    def unseat(self, survivor: Person) -> None:
        for car in self.cars:
            car.seats = {seat: None if one is survivor else one for seat, one in car.seats.items()}

    def end_card(self, card: str) -> None:
        """A lasting card is discarded (AP-21.R5)."""
        if card in self.active:
            del self.active[card]
            self.lying.append(card)

    def kill(self, *victims: Person) -> None:
        """Kill all of them at the same time (AP-15.R1, AP-12.R5, AP-16.R9)."""
        for one in victims:
            assert isinstance(one, Survivor)
            one.alive, one.zone, one.wounds, one.actions, one.rotten = False, None, 2, 0, False
            for slot in data.SLOTS:
                if slot in one.slots:
                    self.drop(one, slot)
            for mini in one.minis:
                self.discard(mini)
            one.minis.clear()
            self._gone(one)
        if victims:
            self.test_end()

    def _gone(self, one: Survivor) -> None:
        self.unseat(one)
        self.gifts.pop(one.name, 0)
        if self.active.get("zg2") == one.name:
            self.end_card("zg2")
        if self.loud is not None and self.loud[1] is one and not one.alive:
            self.loud = None

    def leave(self, *leavers: Person) -> None:
        """Leave the board with all equipment (AP-3.R4, AP-26.R13)."""
        for one in leavers:
            assert isinstance(one, Survivor)
            one.zone, one.rotten, one.actions = None, False, 0
            if self.mission is not None:
                self.mission.takes_along(one)
            one.slots.clear()
            one.minis.clear()
            self._gone(one)
        self.test_end()

    def leaves_at_end(self, one: Survivor) -> bool:
        """Whether the survivor may leave by the Exit as its turn ends (AP-26.R11)."""
        if one.zone is None or self.zombies_in(one.zone) or self.car_of(one) is not None:
            return False
        return self.mission.leaves_at_end(self, one) if self.mission else one.zone in self.exits

    def test_end(self) -> None:
        """AP-3.R1, AP-3.R4 without a mission."""
        if not any(one.alive for one in self.survivors):
            self.lose("no_survivors")
        if self.strict and self.mission is not None and self.mission.number in (2, 6) and not all(one.alive for one in self.survivors):
            self.lose("quest")  # BP-3.R2
        if self.mission is not None:
            self.mission.test(self)
        elif not self.in_play():
            self.outcome = "draw"
            raise GameOver

    # ---- description

    def told(self) -> dict[str, Any]:
        if self.outcome != "ongoing":
            return {"outcome": self.outcome, "defeat": self.defeat}
        zones, board = self.board.zones, self.board
        doors = {pair: border for pair, border in board.borders.items() if border.kind == "door"}
        bombs: dict[str, list[str]] = {}
        for zone, one in self.bombs:
            bombs.setdefault(zone, []).append(one.name)
        told = {
            "round": self.round,
            "danger": self.danger(),
            "outcome": self.outcome,
            "first_player": f"player_{self.first_player}",
            "zombies": {zone: dict(_in_order(self.zombies_in(zone))) for zone in zones},
            "noise": {zone: self.noise[zone] for zone in zones},
            "noise_total": {zone: self.sound(zone) for zone in zones},
            "doors": {
                "-".join(sorted(pair, key=board.index)): "open" if door.open else "locked" if door.locked else "closed"
                for pair, door in doors.items()
            },
            "objectives": {zone: self.objectives.get(zone) for zone in zones},
            "escaped": self.mission.escaped if self.mission else 0,
            "supplies_out": self.mission.supplies_out if self.mission else 0,
            "neutralised": self.mission.neutralised if self.mission else 0,
            "spawn": {zone: dict(Counter(token.colour for token in self.tokens if token.zone == zone)) for zone in zones},
            "spawn_order": [token.zone for token in self.tokens if token.active],
            "tokens": {zone: {"gasoline": 1} if zone in self.gasoline else {"fire": 1} if zone in self.fires else {} for zone in zones},
            "fire_timers": {zone: self.fires[zone] for zone in zones if zone in self.fires},
            "bombs": bombs,
            "cars": {car.name: _tell_car(car) for car in self.cars},
            "zm": {"hand": sorted(self.hand), "hand_size": len(self.hand), "active": self.active, "discard": sorted(self.lying)},
            "supply": {kind: self.supply[kind] for kind in data.KINDS},
            "piles": {name: self.piles[name] for name, kind in data.CARDS.items() if "returns" in kind.marks},
            "discards": {"equipment": dict(+self.discards), "zombie": len(self.deck_discard)},
            "decks": {"equipment": len(self.equipment), "zombie": len(self.deck)},
            "rolled": self.rolled,
        }
        if self.tell_sight:
            told["los"] = {
                zone: {there: seen for there in zones if there != zone and (seen := board.sight(zone, there)) is not None} for zone in zones
            }
        return told | {one.name: self._tell(one) for one in self.survivors if isinstance(one, Survivor)}

    def found(self, position: Any) -> dict[str, Any]:
        told: dict[str, Any] = position.describe()
        told["zm"]["discard"].sort()
        told["piles"].pop("wound", None)
        told["rolled"] = int(position.state["tape_pos"][0])
        for one in told["survivors"].values():
            one["unloaded"].sort()
            one["minimissions"] = {mini: sorted(done) for mini, done in one["minimissions"].items()}
        own = {one.name: self._tell(one) for one in self.survivors if isinstance(one, Survivor)}
        return told | {name: {key: told["survivors"][name][key] for key in parts} for name, parts in own.items()}

    def _tell(self, one: Survivor) -> dict[str, Any]:
        car = self.car_of(one)
        seat = next((seat for seat, who in car.seats.items() if who is one), None) if car else None
        experience = {"xp": one.xp} if one.alive else {}  # no longer counts for the dead (AP-15.R1)
        return experience | {
            "zone": one.zone,
            "alive": one.alive,
            "wounds": one.wounds,
            "actions": self.actions_of(one),
            "left": one.slots["left"].name if "left" in one.slots else None,
            "right": one.slots["right"].name if "right" in one.slots else None,
            "pack": [one.slots[slot].name for slot in data.SLOTS[2:] if slot in one.slots],
            "unloaded": sorted(slot for slot, card in one.slots.items() if not card.loaded),
            "left_board": one.alive and one.zone is None,
            "cards": len(one.slots),
            "limit": one.limit,
            "in_car": f"{car.name}.{seat}" if car else None,
            "minimissions": {mini: sorted(one.minis[mini]) for mini in one.minis},
            "hidden": self.hidden(one),
        }

    def actions_of(self, one: Survivor) -> int:
        """Actions left in the survivor's turn, else those that its turn will begin with."""
        if one.name == self.turn or self.waits(one):
            return one.actions
        if one.name in self.acted or not one.in_play:
            return 0
        return self.full_actions(one)

    def full_actions(self, one: Survivor) -> int:
        """AP-8.1, AP-21.R7."""
        actions = 3 + one.has("plus_1_action") + self.gifts[one.name]
        return max(2, actions - 1) if self.crampt(one) else actions

    def waits(self, one: Survivor) -> bool:
        """Whether a turn of the survivor is interrupted."""
        return any(name == one.name for name, *_ in self.interrupted)

    def crampt(self, one: Survivor) -> bool:
        """Whether Cramp affects the survivor's turn; an additional turn within it is separate (AP-21.R7)."""
        return self.active.get("zg2") == one.name and not self.waits(one)


def _as_text(board: Mapping[str, Any]) -> Mapping[str, Any]:
    """The mission's board in the notation of a document."""
    if "quest" not in board:
        return board
    text = sheet(board["quest"])
    objectives = {entry["zone"]: entry["colour"] for entry in text["objectives"]} | dict.fromkeys(
        text["special"].get("medicine", []), "medicine"
    )
    return {
        "spawn": [entry["zone"] + (":blue" if entry["colour"] == "blue" else "") for entry in text["spawn_zones"]],
        "exit": text["exit"],
        "objectives": objectives | board.get("objectives", {}),
        "holes": [(entry["zone"], entry["tile"]) for entry in text["special"]["manholes"]],
    }


def _in_order(zombies: list[Zombie]) -> Counter[str]:
    return Counter(zombie.kind for zombie in zombies)


def _tell_car(car: Car) -> dict[str, Any]:
    return {
        "kind": car.kind,
        "zone": car.zone,
        "started": car.started,
        "searched": car.searched,
        **{seat: one.name if one else None for seat, one in car.seats.items()},
        "supplies": car.supplies,
    }


def _car(name: str, entry: Mapping[str, Any], by_name: Mapping[str, Survivor]) -> Car:
    seats = {seat: by_name.get(entry.get(seat) or "") for seat in data.SEATS}
    started, searched = entry.get("started", False), entry.get("searched", False)
    return Car(name, entry["kind"], entry["zone"], started, searched, seats, list(entry.get("supplies", [])))


def newcomer(name: str, zone: str | None) -> Survivor:
    """A survivor who joins, without equipment (AP-26.M9)."""
    return _survivor(name, {"zone": zone})


def _survivor(name: str, entry: Mapping[str, Any]) -> Survivor:
    xp, alive = entry.get("xp", 0), entry.get("alive", True)
    skills = [*entry.get("skills", []), *(["plus_1_action"] if xp >= LEVELS[1][0] else [])]
    skills += [data.PEOPLE[name][0]] if name in data.PEOPLE else []
    return Survivor(
        name=name,
        zone=entry.get("zone"),
        alive=alive,
        wounds=entry.get("wounds", 0) if alive else 2,
        xp=xp,
        actions=entry.get("actions", 3 + skills.count("plus_1_action")),
        skills=skills,
        slots=cards_of(entry, data.HANDS),
        minis={mini: set(done) for mini, done in entry.get("minimissions", {}).items()},
        searched=entry.get("searched", False),
        reached=sum(xp >= points for points, _ in LEVELS) - 1,
    )
