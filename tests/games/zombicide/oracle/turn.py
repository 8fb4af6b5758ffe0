"""A survivor's turn: its legal actions, and their cost (BP-6, BP-11, BP-22).  ``actions.py`` carries them out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

from tests.games.zombicide.oracle.asking import HANDS, SLOTS, Card
from tests.games.zombicide.oracle.carrying import exchanges, may_swap
from tests.games.zombicide.oracle.fight import CARDS, VERB, texts
from tests.games.zombicide.oracle.harm import ARMOUR
from tests.games.zombicide.oracle.table import Survivor, Table

SPELLS = ("healing", "invisibility", "repulse", "speed")
FOOD = ("apples", "salted_meat", "water")
PACK_ONLY = (*FOOD, "plenty_of_arrows", "plenty_of_bolts")
DOOR_DICE = {"axe": (0, 0), "dagger": (1, 4), "great_sword": (5, 5), "hammer": (1, 4), "short_sword": (1, 4), "sword": (2, 4)}
BODY_ITEMS = {"nelly": "dagger", "clovis": "shield"}  # BP-9.4, of the ID cards used here
FREE = ("melee", "ranged", "magic", "combat", "move", "search", "enchantment")
BLOODLUST = {
    "bloodlust_melee": ("melee",),
    "bloodlust_ranged": ("ranged",),
    "bloodlust_magic": ("magic",),
    "bloodlust_combat": ("melee", "ranged", "magic"),
}
ZONE_SKILLS = ("charge", *BLOODLUST, "sprint", "jump", "taunt")


def fits(survivor: Survivor, card: str, slot: str) -> bool:
    """BP-9.R1."""
    if slot.startswith("pack"):
        return True
    if card in PACK_ONLY:
        return False
    if slot == "body":
        return card in ARMOUR or BODY_ITEMS.get(survivor.name) == card
    return card not in ARMOUR


def passes(giver: Survivor, taker: Survivor) -> list[tuple[str, str]]:
    return [(a, b) for a in SLOTS for b in SLOTS if may_swap(giver, a, taker, b, fits)]


def at_hand(card: str, slot: str) -> int:
    """BP-D-14: armor on the body, dice times probability times damage in a hand, plus a bonus for cards that open doors."""
    if slot == "body" and card in ARMOUR:
        return 100 * (7 - ARMOUR[card])
    dealt = [row.dice * (7 - row.accuracy) * row.damage for row in CARDS.get(card, ())]
    return 1 + max(dealt, default=0) + 3 * (card in DOOR_DICE)


@dataclass
class Things:
    """Components besides those of the table."""

    objectives: dict[str, str]
    blue_doors: list[frozenset[str]]
    vaults: dict[str, list[str]]
    bile: list[str]  # oldest first
    deck: list[str]  # top first
    shuffled: bool = False  # the order of the deck is unknown

    @classmethod
    def read(cls, text: Mapping[str, Any]) -> Things:
        board = text["board"]
        return cls(
            objectives=dict(board.get("objectives", {})),
            blue_doors=[frozenset(name.split("-")) for name, kind in board.get("links", {}).items() if kind == "blue door"],
            vaults={zone: list(entry.get("cards", [])) for zone, entry in board.get("vaults", {}).items()},
            bile=[zone for zone, census in text.get("tokens", {}).items() for _ in range(census["dragon_bile"])],
            deck=list(text.get("equipment_cards", [])),
        )


@dataclass(eq=False)
class Turn:
    """State of a survivor's turn: free actions left, pending skills, skills used, enchantments cast."""

    table: Table
    things: Things
    by: Survivor
    free: Counter[str] = field(default_factory=Counter)
    attack: tuple[str, ...] = ()  # pending after Bloodlust
    run: bool = False  # pending after Hit & Run
    blitz: int = 0  # moves pending after Blitz
    used: set[str] = field(default_factory=set)
    spent: list[Card] = field(default_factory=list)  # enchantments cast
    killed_in: set[str] = field(default_factory=set)
    gifts: Counter[str] = field(default_factory=Counter)  # of a Born leader, by recipient
    searched: bool = False
    quiet: bool = True

    def __post_init__(self) -> None:
        for kind in FREE:
            self.free[kind] = self.by.has(f"free_{kind}_action")
        self.free["spellcaster"] = self.by.has("spellcaster")
        self.free["door"] = min(1, self.by.has("break_in"))
        self.free["nose"] = min(1, self.by.has("hold_your_nose"))

    # ---- paying (BP-6.R5, BP-6.R6)

    def purses(self, kind: str) -> list[str]:
        """Specific free actions that pay for this kind of action, in the order in which they are spent."""
        found = [kind]
        if kind == "search":
            ordinary = self.searchable()
            found = ["search"] if ordinary else []
            found += ["nose"] if self.here in self.killed_in else []
        if kind in ("magic", "enchantment"):
            found.append("spellcaster")
        if kind in VERB:
            found.append("combat")
        return [purse for purse in found if self.free[purse]]

    def affords(self, kind: str) -> bool:
        if kind == "search" and not self.searchable():
            return bool(self.purses(kind))
        return kind in self.attack or self.by.actions > 0 or bool(self.purses(kind))

    def pay_move(self, cost: int) -> None:
        blitz = min(cost, self.blitz)
        free = min(cost - blitz, self.free["move"])
        self.blitz -= blitz
        self.free["move"] -= free
        self.by.actions -= cost - blitz - free

    def pay(self, kind: str) -> None:
        if kind in self.attack:
            self.attack = ()
            return
        purses = self.purses(kind)
        if purses:
            self.free[purses[0]] -= 1
        else:
            self.by.actions -= 1

    # ---- queries

    @property
    def here(self) -> str:
        assert self.by.zone is not None
        return self.by.zone

    def crowd(self, zone: str) -> int:
        return len(self.table.zombies_in(zone))

    def penalty(self) -> int:
        """BP-6.3, BP-22.60."""
        return 0 if self.by.has("slippery") else self.crowd(self.here)

    def searchable(self) -> bool:
        """Whether a Search is possible here, Hold your nose excluded (BP-11.2, BP-22.53)."""
        board = self.table.board
        return bool(self.by.has("scavenger")) or (board.is_room(self.here) and self.here not in board.vaults)

    def working(self, name: str) -> list[tuple[str, Card]]:
        """Slots in which such a card works (BP-9.4, BP-22.48)."""
        book = self.by.has("spellbook") and (name in SPELLS or any(row.mode == "magic" for row in CARDS.get(name, ())))
        slots = SLOTS if book else HANDS
        return [(slot, self.by.slots[slot]) for slot in slots if slot in self.by.slots and self.by.slots[slot].name == name]

    def steps(self, most: int) -> dict[str, int]:
        """Zones that a move of the given number of zones may end in, with its steps (BP-6.4)."""
        found = {self.here: 0}
        edge = [self.here]
        for step in range(1, most + 1):
            edge = [there for zone in edge if zone == self.here or not self.crowd(zone) for there in self.table.board.neighbours(zone)]
            for zone in edge:
                found.setdefault(zone, step)
        found.pop(self.here)
        return found

    def reach(self, *, sprint: bool = False) -> int:
        """BP-6.R4."""
        most = 3 if sprint else 2 if self.by.has("two_zones_per_move") else 1
        return most + self.by.has("plus_1_zone_per_move")

    def may_move(self) -> bool:
        return self.run or self.by.actions + self.free["move"] + self.blitz >= 1 + self.penalty()

    # ---- legal actions

    def texts(self) -> set[str]:
        """Every text of this turn."""
        found = {"end", *(f"drop {slot}" for slot in self.by.slots)}
        found |= {f"consume {card.name}" for card in self.by.slots.values() if card.name in FOOD}
        found |= {text for text in texts(self.table, self.by) if self.affords(mode_of(text))}
        if self.may_move():
            found |= {f"move {zone}" for zone in self.steps(self.reach())}
        if not self.searched and not self.crowd(self.here) and self.affords("search"):
            found.add("search")
        found |= self._doors() | self._spells() | self._skills()
        if self.by.actions:
            found |= self._plain()
        return found

    def _plain(self) -> set[str]:
        """Actions that only a normal action pays for."""
        others = [one for one in self.table.in_zone(self.here) if one is not self.by]
        found = {"noise", *exchanges(self.table, self.by, others, passes, at_hand)}
        if any(not card.loaded for slot, card in self.by.slots.items() if slot in HANDS):
            found.add("reload")
        if self.here in self.things.objectives:
            found.add("take")
        found |= {f"take {card}" for card in self.things.vaults.get(self.here, [])}
        near = [zone for zone in self.table.board.zones if self.table.board.sight(self.here, zone) in (0, 1)]
        if self.working("dragon_bile"):
            found |= {f"bile {zone}" for zone in near}
        if self.working("torch"):
            found |= {f"torch {zone}" for zone in near if zone in self.things.bile}
        if self.by.has("lock_it_down"):
            found |= {f"close {zone}" for zone in self.table.board.zones if self._door(zone) == "open"}
        return found

    def _door(self, zone: str) -> str | None:
        border = self.table.board.border(self.here, zone)
        if border.kind != "door":
            return None
        return "open" if border.open else "locked" if border.locked else "closed"

    def means(self) -> list[str]:
        """BP-11.R3, BP-22.32."""
        held = {card.name for slot, card in self.by.slots.items() if slot in HANDS and card.name in DOOR_DICE}
        return sorted(held) + (["break_in"] if self.by.has("break_in") else [])

    def _doors(self) -> set[str]:
        means = self.means()
        doors = [zone for zone in self.table.board.zones if self._door(zone) == "closed"]
        if not means or not self.affords("door"):
            return set()
        if len(means) == 1:
            return {f"open {zone}" for zone in doors}
        return {f"open {zone} {one}" for zone in doors for one in means}

    def copy(self, spell: str) -> Card | None:
        """The copy of the enchantment that would be cast (BP-11.12)."""
        return next((card for _, card in self.working(spell) if card not in self.spent), None)

    def pushes(self, zone: str) -> list[str]:
        """Where Repulse may push the zombies of a zone to (BP-24.R2)."""
        far = self.table.board.distances(self.here)
        return [there for there in self.table.board.neighbours(zone) if far.get(there, 0) > far.get(zone, 999)]

    def _spells(self) -> set[str]:
        if not self.affords("enchantment"):
            return set()
        board = self.table.board
        targets = [one for one in self.table.in_play() if one.zone and board.sight(self.here, one.zone) is not None]
        found = {f"enchant {one.name} {spell}" for one in targets for spell in ("healing", "invisibility") if self.copy(spell)}
        if self.copy("speed"):
            found |= {f"enchant {one.name} speed" for one in targets if one.zone and not self.crowd(one.zone)}
        if self.copy("repulse"):
            found |= {
                f"enchant {zone} repulse"
                for zone in board.zones
                if self.crowd(zone) and board.sight(self.here, zone) is not None and self.pushes(zone)
            }
        return found

    def _skills(self) -> set[str]:
        board, by = self.table.board, self.by
        found = set()
        targets = [zone for zone in self.steps(2) if self.crowd(zone)]
        if by.has("charge") and by.actions >= self.penalty():
            found |= {f"use charge {zone}" for zone in targets}
        for skill in BLOODLUST:
            if by.has(skill) and by.actions >= 1 + self.penalty():
                found |= {f"use {skill} {zone}" for zone in targets}
        if self._unused("sprint") and self.may_move():
            found |= {f"use sprint {zone}" for zone, step in self.steps(self.reach(sprint=True)).items() if step >= 2}
        if self._unused("jump") and by.actions >= 1 + self.crowd(self.here):
            far = board.distances(self.here)
            found |= {f"use jump {zone}" for zone in board.zones if far.get(zone) == 2 and board.sight(self.here, zone) is not None}
        if self._unused("taunt"):
            found |= {f"use taunt {zone}" for zone in board.zones if self.crowd(zone) and board.sight(self.here, zone) is not None}
        if self._unused("shove") and self.crowd(self.here):
            found |= {f"use shove {zone}" for zone in board.neighbours(self.here)}
        if self._unused("lifesaver"):
            for zone in board.neighbours(self.here):
                names = [one.name for one in self.table.in_zone(zone)] if self.crowd(zone) and zone not in board.vaults else []
                for number in range(1, len(names) + 1):
                    found |= {f"use lifesaver {zone} {'+'.join(some)}" for some in combinations(names, number)}
        if self._unused("loud"):
            found.add("use loud")
        if self._unused("born_leader"):
            found |= {f"use born_leader {one.name}" for one in self.table.in_play() if one is not by}
        return found

    def _unused(self, skill: str) -> bool:
        return bool(self.by.has(skill)) and skill not in self.used

    def goes_on(self) -> bool:
        """BP-11.R10."""
        if not self.by.in_play:
            return False
        return self.by.actions > 0 or any(text != "end" and not text.startswith("drop") for text in self.texts())


def mode_of(text: str) -> str:
    verb = text.split()[0]
    return next(mode for mode, word in VERB.items() if word == verb)
