"""Combat actions: permitted declarations, dice, hits, misses (WD-15, WD-24); the attacks of Guards (WD-13)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from tests.games.zombicide.oracle.asking import HANDS, Card, Play
from tests.games.zombicide.white_death.oracle.drops import remove
from tests.games.zombicide.white_death.oracle.ends import test_end
from tests.games.zombicide.white_death.oracle.harm import allocate, deaths, frail, friendly_fire
from tests.games.zombicide.white_death.oracle.sheets import BONUS, CARDS, GUARDS, IMPROVISED, Profile
from tests.games.zombicide.white_death.oracle.table import KINDS, Survivor, Table

DAMAGE = {"walker": 1, "fatty": 2, "runner": 1, "abomination": 3, "defiler": 1}  # WD-10.1
PRIORITY = {"fatty": 1, "abomination": 1, "walker": 2, "runner": 3, "defiler": 4}  # WD-15.14
FREE_WORD = {"melee": "barbarian", "ranged": "iron_rain", "magic": "mana_rain"}
VERB = {"melee": "melee", "ranged": "shoot", "magic": "cast"}


def spells_at_hand(table: Table, one: Survivor) -> list[tuple[str, Card]]:
    """Cards in hand, and with Spellbook the combat spells of the backpack."""
    held = one.hand_cards()
    if table.has(one, "spellbook"):
        magic = {name for name, profile in CARDS.items() if profile.mode == "magic"}
        held += [(slot, card) for slot, card in one.sorted() if slot not in HANDS and card.name in magic]
    return held


def weapons(table: Table, one: Survivor) -> list[tuple[Card, Profile]]:
    """Loaded weapons and spells in use."""
    cards = [(card, CARDS[card.name]) for _, card in spells_at_hand(table, one) if card.name in CARDS]
    return [(card, profile) for card, profile in cards if card.loaded]


def is_dual(table: Table, one: Survivor, profile: Profile) -> bool:
    return bool(profile.dual or table.has(one, "ambidextrous") or (table.has(one, "swordmaster") and profile.mode == "melee"))


def reaches(table: Table, one: Survivor, profile: Profile, zone: str) -> bool:
    """WD-15.2, WD-15.13, WD-24.1, WD-24.36, WD-24.54, WD-24.56."""
    far = table.sees(one, zone)
    if far is None:
        return False
    near, most = profile.near, profile.far
    if profile.mode == "melee":
        if table.has(one, "reach"):
            near, most = 0, 1
        if table.has(one, "close_quarters_master") and profile.polearm:
            near = 0
    else:
        most += table.has(one, "plus_1_max_range") + (one.boon == "plus_1_max_range")
        most += one.own("range_2_plus_plus_1_max_range") if far >= 2 else 0
        if far == 0 and table.has(one, "point_blank"):
            near = 0
    return near <= far <= most


def attack_texts(table: Table, one: Survivor) -> set[str]:
    """Every attack with a card that the survivor may declare."""
    found = set()
    ready = weapons(table, one)
    number = Counter(card.name for card, _ in ready)
    for card, profile in ready:
        for zone in table.board.zones:
            if table.crowd(zone) and reaches(table, one, profile, zone):
                place = "" if profile.mode == "melee" and zone == one.zone else f" {zone}"
                found.add(f"{VERB[profile.mode]}{place} {card.name}")
                if number[card.name] > 1 and is_dual(table, one, profile):
                    found.add(f"{VERB[profile.mode]}{place} {card.name}+{card.name}")
    return found


@dataclass
class Shot:
    """What is rolled, from where, at what, with which modifiers."""

    table: Table
    by: Survivor  # who gets the AP and decides
    mode: str
    source: str
    zone: str
    dice: int
    accuracy: int
    damage: int
    skill: Callable[[str], int]
    guards: int = 0  # that shoot
    killed: int = 0
    within: bool = False  # another attack, which continues after this one

    def family(self, skill: str) -> int:
        """How often a skill applies to this type of combat ("combat" is any type: WD-8.9)."""
        return self.skill(f"{skill}_{self.mode}") + self.skill(f"{skill}_combat")

    # ---- dice

    def value(self, die: int) -> int:
        return min(6, die + self.family("plus_1_to_roll")) if die != 1 else 1

    def hits(self, values: list[int]) -> int:
        return sum(value != 1 and value >= self.accuracy for value in values)

    def roll(self) -> Play[list[int]]:
        values = [self.value(die) for die in self.table.roll(self.dice)]
        if self.skill("lucky"):
            default = "reroll" if 2 * self.hits(values) < len(values) else "accept"
            if (yield from self.table.ask(self.by.name, ["reroll", "accept"], partial(str, default))) == "reroll":
                values = [self.value(die) for die in self.table.roll(self.dice)]
        new = values
        while self.family("roll6_die") and 6 in new:
            new = [self.value(die) for die in self.table.roll(new.count(6) * self.family("roll6_die"))]
            values = values + new
        self.damage += values.count(6) * self.family("roll6_damage")
        return values

    # ---- hits and misses

    def free_choice(self) -> bool:
        """Whether targets are chosen freely and misses are harmless."""
        return bool(self.mode == "melee" or self.skill("marksman") or (self.skill("point_blank") and self.source == self.zone))

    def play(self) -> Play[None]:
        self.within, self.table.attacking = self.table.attacking, True
        values = yield from self.roll()
        hits = self.hits(values)
        yield from self.hit(hits)
        if not self.free_choice() and not self.skill("steady_hand"):
            yield from self.miss(len(values) - hits)

    def hit(self, hits: int) -> Play[None]:
        table = self.table
        reaper = self.family("reaper") > 0
        for _ in range(hits):
            present = [kind for kind in KINDS if table.zombies_in(self.zone, kind)]
            if not self.free_choice():
                first = min((PRIORITY[kind] for kind in present), default=0)
                present = [kind for kind in present if PRIORITY[kind] == first]
            mortal = [kind for kind in present if DAMAGE[kind] <= self.damage]
            if not mortal:
                return
            answers = [f"hit {kind}" for kind in mortal]
            answers += [f"reap {kind}" for kind in mortal if reaper and len(table.zombies_in(self.zone, kind)) > 1]
            verb, kind = (yield from table.ask(self.by.name, answers, partial(_best_hit, answers))).split()
            for zombie in table.zombies_in(self.zone, kind)[: 2 if verb == "reap" else 1]:
                self.killed += 1
                self.by.xp += 5 if kind == "abomination" else 1
                remove(table, zombie)
            reaper = reaper and verb == "hit"
            if not table.crowd(self.zone):  # the remaining hits are lost; Hold Your Nose draws before the misses (WD-24.27)
                yield from table.cleared(self.zone)
                return

    def miss(self, misses: int) -> Play[None]:
        """Friendly fire (WD-15.21)."""
        table = self.table
        candidates = [one for one in table.in_zone(self.zone) if not table.has(one, "low_profile") and (self.guards or one is not self.by)]
        guards = table.guards[self.zone] - (self.guards if self.source == self.zone else 0)
        taken = yield from allocate(
            table, "miss", self.by.name, candidates, frail(table, self.zone, guards), ["miss"] * misses, self.damage
        )
        for one in candidates:
            if taken[one.name]:
                yield from friendly_fire(table, one, len(taken[one.name]), self.damage)
        if any(taken.values()):
            deaths(table, self.zone, taken)

    def end(self) -> None:
        """A freeze token if a skill lays one (WD-16.1, WD-24.29)."""
        if self.family("freeze") and self.table.crowd(self.zone):
            self.table.freeze.add(self.zone)
        self.table.attacking = self.within
        test_end(self.table)


def _best_hit(answers: list[str]) -> str:
    """D20, D22."""
    kind = next(kind for kind in ("abomination", "defiler", "runner", "fatty", "walker") if f"hit {kind}" in answers)
    return f"reap {kind}" if f"reap {kind}" in answers else f"hit {kind}"


def carries(name: str, skill: str, mode: str) -> int:
    """Whether the card has the skill for attacks with it."""
    return int(name in CARDS and CARDS[name].mode == mode and CARDS[name].skill == skill)


class Attack:
    """One combat action of a survivor, declared by its text."""

    def __init__(self, table: Table, by: Survivor, text: str) -> None:
        self.table, self.by = table, by
        verb, *words = text.split()
        if verb == "use":
            self.mode = words[0].rpartition("_")[2]
            self.profile, self.names = IMPROVISED[self.mode], [""]
            self.zone = words[1] if len(words) > 1 else by.here
        else:
            self.names = words[-1].split("+")
            self.profile = CARDS[self.names[0]]
            self.mode = self.profile.mode
            self.zone = words[0] if len(words) > 1 else by.here
        self.far = table.sees(by, self.zone) or 0
        self.boon = by.boon
        ready = [card for card, _ in weapons(table, by) if card.name == self.names[0]]
        self.cards = ready[: len(self.names)]

    @property
    def dual(self) -> bool:
        return is_dual(self.table, self.by, self.profile)

    def skill(self, name: str) -> int:
        """Skills of the survivor and of the card, some only at a distance (WD-24.21), and the Blessing's."""
        far = self.table.has(self.by, f"range_2_plus_{name}") if self.far >= 2 else 0
        return self.table.has(self.by, name) + far + carries(self.names[0], name, self.mode) + (self.boon == name)

    def family(self, skill: str) -> int:
        return self.skill(f"{skill}_{self.mode}") + self.skill(f"{skill}_combat")

    def _bonus(self) -> int:
        """Dice from the other item in use (WD-15.8, WD-15.9); an improvised weapon is not one of the two items in hand."""
        if not self.cards:
            return 0
        held = [card.name for _, card in spells_at_hand(self.table, self.by)]
        if len(self.names) == 2:
            return int(self.names[0] in BONUS[self.mode])
        if self.names[0] in held:
            held.remove(self.names[0])
        return int(any(name in BONUS[self.mode] for name in held))

    def _damage(self) -> int:
        damage = self.profile.damage
        if damage == 1 and (self.family("damage_2") or self.names == ["shashka", "shashka"]):
            damage = 2
        if self.mode == "melee" and self.skill("super_strength"):
            damage = 3
        return damage + self.family("plus_1_damage")

    def number(self, base: int) -> int:
        """Number of dice when each weapon has ``base`` dice before bonuses."""
        return len(self.names) * (base + self._bonus() + self.family("plus_1_die"))

    def promise(self) -> tuple[int, int, int]:
        """Priority of this attack in automatic mode, lowest first: most dice, nearest zone, lowest (D17)."""
        base = self.profile.dice
        if self.skill(FREE_WORD[self.mode]):
            base = max(base, self.table.crowd(self.zone))
        return -self.number(base), self.far, self.table.board.zones.index(self.zone)

    def _escalated(self, chain: list[str]) -> int:
        """One extra die for each attack of the type that was made just before this one (WD-24.74)."""
        same = next((number for number, mode in enumerate(reversed(chain)) if mode != self.mode), len(chain))
        return same * self.skill(f"escalation_{self.mode}") + len(chain) * self.skill("escalation_combat")

    def play(self, pay: Callable[[], None], chain: list[str]) -> Play[Shot]:
        """``chain``: types of the attacks that were made just before this one."""
        table, by = self.table, self.by
        base, crowd = self.profile.dice, table.crowd(self.zone)
        if self.skill(FREE_WORD[self.mode]) and base != crowd:
            better = "replace" if crowd > base else "printed"
            base = crowd if (yield from table.ask(by.name, ["replace", "printed"], partial(str, better))) == "replace" else base
        dice = self.number(base) + self._escalated(chain)
        shot = Shot(table, by, self.mode, by.here, self.zone, dice, self.profile.accuracy, self._damage(), self.skill)
        pay()
        by.boon = None
        for card in self.cards:
            card.loaded = card.loaded and not self.profile.reload
        yield from shot.play()
        if self.profile.noisy:
            table.noise[shot.source] += 1
        shot.end()
        return shot


def guards_attack(table: Table, by: Survivor, mode: str, source: str, zone: str, number: int) -> Play[None]:
    """Guards of a zone attack, ``number`` of them (WD-13.8, WD-13.9)."""

    def skill(name: str) -> int:
        return by.own(f"guards_{name}")

    def family(name: str) -> int:
        return skill(f"{name}_{mode}") + skill(f"{name}_combat")

    profile = GUARDS[mode]
    dice = number * (profile.dice + family("plus_1_die"))
    damage = 2 if family("damage_2") else profile.damage
    damage = (3 if mode == "melee" and skill("super_strength") else damage) + family("plus_1_damage")
    shot = Shot(table, by, mode, source, zone, dice, profile.accuracy, damage, skill, guards=number)
    yield from shot.play()
    shot.end()
