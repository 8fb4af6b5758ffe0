"""A survivor's turn: its legal actions, and their cost (AP-6, AP-11).  ``actions.py`` carries them out."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from tests.games.zombicide.apocalypse.oracle import data
from tests.games.zombicide.apocalypse.oracle.data import CARDS, CRAFTING
from tests.games.zombicide.apocalypse.oracle.fight import texts
from tests.games.zombicide.apocalypse.oracle.table import Car, Survivor, Table
from tests.games.zombicide.oracle.carrying import exchanges
from tests.games.zombicide.oracle.table import Zombie
from tests.games.zombicide.oracle.turn import Turn as Common


def passes(giver: Survivor, taker: Survivor) -> list[tuple[str, str]]:
    """Any exchange within a survivor's own slots; with a partner swapping keeps the numbers, else the receiver needs room."""
    if giver is taker:
        return [(a, b) for a in giver.slots for b in data.SLOTS if a != b]
    return [(a, b) for a in giver.slots for b in data.SLOTS if b in taker.slots or len(taker.slots) < taker.limit]


def at_hand(card: str, slot: str) -> int:
    """BP-D-14: dice times probability times damage, plus a bonus for cards that open doors."""
    kind = CARDS[card]
    dealt = [one.dice * (7 - one.accuracy) * one.damage for one in kind.profiles]
    return 1 + max(dealt, default=0) + 3 * ("door" in kind.marks)


@dataclass(eq=False)
class Turn(Common):
    """The turn of one survivor of Apocalypse."""

    table: Table
    by: Survivor
    tally: Counter[str] = field(default_factory=Counter)  # counts for mini-missions (AP-12.R3)
    since: dict[str, Counter[str]] = field(default_factory=dict)  # the tally when a mini-mission was laid down
    own_kills: int = 0  # in the survivor's own zone (AP-26.R8)

    # ---- queries

    @property
    def car(self) -> Car | None:
        return self.table.car_of(self.by)

    def full_penalty(self) -> int:
        """AP-6.2, Clutching Hands."""
        crowd = self.crowd(self.here)
        return crowd + ("zg4" in self.table.active) if crowd else 0

    def penalty(self) -> int:
        return 0 if self.by.has("slippery") else self.full_penalty()

    def searchable(self) -> bool:
        """AP-12.1, BP-22.53; there is no room in a car."""
        if self.table.mission is not None and self.here in self.table.mission.special.get("no_search", []):
            return False
        return self.car is None and (bool(self.by.has("scavenger")) or self.table.board.is_room(self.here))

    def steps(self, most: int) -> dict[str, int]:
        """Zones that a move of the given number of zones may end in, with its steps (AP-6.R3)."""
        found = {self.here: 0}
        edge = [self.here]
        for step in range(1, most + 1):
            through = [zone for zone in edge if zone == self.here or not (self.crowd(zone) or zone in self.table.fires)]
            edge = [there for zone in through for there in self.table.board.neighbours(zone)]
            for zone in edge:
                found.setdefault(zone, step)
        found.pop(self.here)
        return found

    def affords_attack(self, text: str) -> bool:
        return self.affords("melee" if text.startswith("melee") else "ranged")

    # ---- counts

    def stir(self) -> None:
        """Attacks and noise end the Rotten token (BP-22.33)."""
        self.by.rotten = self.quiet = False

    def make_noise(self) -> None:
        self.table.noise[self.here] += 1
        self.stir()

    def credit(self, dead: list[Zombie], *, melee: bool = False) -> None:
        """Kills count for mini-missions, for the raincoat, for Hold your nose (AP-12.R3, AP-26.R8)."""
        self.tally += Counter(data.base(one.kind) for one in dead)
        self.tally["melee"] += len(dead) * melee
        self.own_kills += sum(one.zone == self.by.zone for one in dead)
        self.killed_in |= {one.zone for one in dead}

    def blitzes(self, dead: list[Zombie]) -> None:
        """A Move for each zone whose last zombie the survivor has killed (BP-22.25)."""
        if self.by.has("blitz"):
            self.blitz += sum(not self.crowd(zone) for zone in {one.zone for one in dead})

    # ---- legal actions

    def texts(self) -> set[str]:
        """Every text of this turn."""
        found = {"end", *(f"drop {slot}" for slot in self.by.slots), *(f"drop {mini}" for mini in self.by.minis)}
        found |= {text for text in texts(self.table, self.by) if self.affords_attack(text)}
        if not self.by.searched and not self.crowd(self.here):
            if self.car is None and self.affords("search"):
                found.add("search")
            if self.by.actions or self.free["search"] or (self.free["nose"] and self.here in self.killed_in):  # BP-22.45
                found |= self._car_searches()
        found |= self._skills() | self._medic()
        if self.car is None:
            if self.may_move():
                found |= {f"move {zone}" for zone in self.steps(self.reach())}
            found |= self._doors()
            if self.table.mission is not None and self.table.mission.number == 9 and self.here in self.table.exits:
                found.add("exit")
        if self.by.actions:
            found |= self._plain() | self._wheels() | self._tools()
        return found

    def _neutral_soon(self) -> bool:
        """AP-26.M7."""
        mission, tokens = self.table.mission, self.table.tokens
        here = any(token.zone == self.here and token.active for token in tokens)
        return mission is not None and mission.number == 7 and here and not self.crowd(self.here)

    def _plain(self) -> set[str]:
        others = [one for one in self.table.in_zone(self.here) if one is not self.by]
        found = {"noise", *exchanges(self.table, self.by, others, passes, at_hand)}
        if any(not card.loaded for slot, card in self.by.slots.items() if slot in data.HANDS):
            found.add("reload")
        if self.car is None:
            if self.here in self.table.objectives or self._neutral_soon():
                found.add("take")
            if self.by.has("lock_it_down"):
                found |= {f"close {zone}" for zone in self.table.board.zones if self._door(zone) == "open"}
        return found

    def means(self) -> list[str]:
        """AP-13.R1."""
        held = {card.name for slot, card in self.by.slots.items() if slot in data.HANDS and "door" in CARDS[card.name].marks}
        return sorted(held) + (["break_in"] if self.by.has("break_in") else [])

    def _skills(self) -> set[str]:
        """Skills used on foot; Taunt, Loud! and Born leader from a car as well."""
        found = super()._skills()
        if self.by.actions < 1 + self.full_penalty():
            found = {text for text in found if not text.startswith("use jump")}
        if self.car is not None:
            found = {text for text in found if text.split()[1] in ("taunt", "loud", "born_leader")}
        return found

    def _medic(self) -> set[str]:
        """AP-8.R4."""
        if not self._unused("medic"):
            return set()
        return {f"use medic {one.name}" for one in self.table.in_zone(self.here) if one.wounds}

    # ---- cars (AP-16)

    def cars_here(self) -> list[Car]:
        return [car for car in self.table.cars if car.zone == self.here]

    def _car_searches(self) -> set[str]:
        """AP-16.R8."""
        cars = self.cars_here() if self.car is None else [self.car]
        return {f"search {car.name}" for car in cars if not (car.kind == "pimpmobile" and car.searched)}

    def _wheels(self) -> set[str]:
        car = self.car
        if car is None:
            if self.crowd(self.here):
                return set()
            cars = self.cars_here()
            free = [(one, seat) for one in cars for seat in data.SEATS if one.seats[seat] is None]
            return {f"board {one.name}.{seat}" if len(cars) > 1 else f"board {seat}" for one, seat in free}
        found = {"leave", *(f"seat {seat}" for seat in data.SEATS if car.seats[seat] is None)}
        if car.seats["driver"] is self.by and not car.started:
            found.add("start")
        if car.seats["driver"] is self.by and car.started and self.table.driving:
            found |= {f"drive {ways[-1]}" for ways in self.drives().values()}
        return found

    def drives(self) -> dict[str, list[str]]:
        """Final zones of a drive with the zones entered on the way there (AP-16.R3)."""
        table = self.table

        def open_road(zone: str) -> list[str]:
            return [there for there in table.board.neighbours(zone) if not table.board.is_room(there) and there not in table.fires]

        found = {zone: [zone] for zone in open_road(self.here)}
        for middle in list(found):  # in canonical order
            for zone in open_road(middle):
                if zone != self.here:
                    found.setdefault(zone, [middle, zone])
        return found

    # ---- fuel, bombs, crafting (AP-17, AP-26.R9, AP-14.R7)

    def _tools(self) -> set[str]:
        table, by = self.table, self.by
        found = set()
        if by.in_hands("gasoline") and self.here not in table.gasoline and self.here not in table.fires:
            found.add("pour")
        if by.in_hands("lighter"):
            found |= {f"ignite {zone}" for zone in [self.here, *table.board.neighbours(self.here)] if zone in table.gasoline}
        if by.in_hands("time_bomb"):
            found.add("place_bomb")
        for product, parts in CRAFTING.items():
            if all(by.cards(part) for part in parts) and table.piles[product] and (product != "stinky_raincoat" or self.own_kills):
                found.add(f"craft {product}")
        return found | self._supplies()

    def _supplies(self) -> set[str]:
        """AP-26.M6."""
        if self.table.mission is None or self.table.mission.number != 6:
            return set()
        goods = self.by.cards(*data.GOODS)
        found = {f"stow {car.name} {slot}" for car in self.cars_here() for slot in goods}
        return found | {f"unstow {car.name} {card}" for car in self.cars_here() for card in car.supplies}
