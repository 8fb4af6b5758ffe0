"""Combat actions: permitted declarations, dice, hits, misses (BP-13, BP-22)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from tests.games.zombicide.oracle.asking import HANDS, SLOTS, Card, Play, Undefined
from tests.games.zombicide.oracle.harm import deaths, friendly_fire
from tests.games.zombicide.oracle.table import BLUE_SKILLS, KINDS, Survivor, Table, Token, Zombie

TOUGHNESS = {"walker": 1, "fatty": 2, "runner": 1, "abomination": 3, "necromancer": 1}  # section 10
PRIORITY = {"walker": 1, "fatty": 2, "abomination": 2, "runner": 3, "necromancer": 4}
FREE_WORD = {"melee": "barbarian", "ranged": "iron_rain", "magic": "mana_rain"}
VERB = {"melee": "melee", "ranged": "shoot", "magic": "cast"}


@dataclass(frozen=True)
class Profile:
    """One way to use a card (values of the public card list)."""

    mode: str
    near: int
    far: int
    dice: int
    accuracy: int
    damage: int
    dual: bool = False
    noisy: bool = False
    ammo: str = ""
    reload: bool = False


CARDS: dict[str, tuple[Profile, ...]] = {
    "axe": (Profile("melee", 0, 0, 1, 4, 1, dual=True),),
    "dagger": (Profile("melee", 0, 0, 1, 4, 1, dual=True),),
    "great_sword": (Profile("melee", 0, 0, 5, 5, 1),),
    "hammer": (Profile("melee", 0, 0, 1, 4, 2, dual=True),),
    "short_sword": (Profile("melee", 0, 0, 1, 4, 1, dual=True),),
    "sword": (Profile("melee", 0, 0, 2, 4, 1, dual=True),),
    "short_bow": (Profile("ranged", 0, 1, 1, 3, 1, ammo="plenty_of_arrows"),),
    "longbow": (Profile("ranged", 1, 3, 1, 3, 1, ammo="plenty_of_arrows"),),
    "crossbow": (Profile("ranged", 1, 3, 2, 4, 2, ammo="plenty_of_bolts"),),
    "hand_crossbow": (Profile("ranged", 0, 3, 2, 3, 1, dual=True, ammo="plenty_of_bolts", reload=True),),
    "repeating_crossbow": (Profile("ranged", 0, 1, 3, 5, 1, dual=True, ammo="plenty_of_bolts"),),
    "orcish_crossbow": (
        Profile("ranged", 1, 2, 2, 3, 2, ammo="plenty_of_bolts", reload=True),
        Profile("melee", 0, 0, 2, 3, 2),
    ),
    "death_strike": (Profile("magic", 0, 1, 1, 4, 2, dual=True, noisy=True),),
    "fireball": (Profile("magic", 0, 1, 3, 4, 1, dual=True, noisy=True),),
    "lightning_bolt": (Profile("magic", 0, 3, 1, 4, 1, dual=True, noisy=True),),
    "mana_blast": (Profile("magic", 0, 1, 1, 4, 1, dual=True, noisy=True),),
    "inferno": (Profile("magic", 0, 1, 4, 4, 2, dual=True, noisy=True),),
}


def family(survivor: Survivor, skill: str, mode: str) -> int:
    """How often the survivor has the skill for this type of combat ("Combat" is any: BP-22.R1)."""
    return survivor.has(f"{skill}_{mode}") + survivor.has(f"{skill}_combat")


def ready(survivor: Survivor, mode: str) -> list[tuple[Card, Profile]]:
    """Cards that the survivor may use for this type of combat now, by slot (BP-13.3, BP-22.48)."""
    found = []
    for slot, card in sorted(survivor.slots.items(), key=lambda held: SLOTS.index(held[0])):
        for profile in CARDS.get(card.name, ()):
            held = slot in HANDS or (mode == "magic" and survivor.has("spellbook"))
            if profile.mode == mode and held and (card.loaded or not profile.reload):
                found.append((card, profile))
    return found


def is_dual(survivor: Survivor, profile: Profile) -> bool:
    return bool(profile.dual or survivor.has("ambidextrous") or (survivor.has("swordmaster") and profile.mode == "melee"))


def in_reach(table: Table, survivor: Survivor, profile: Profile, zone: str) -> bool:
    """BP-13.12, BP-22.1, BP-22.63."""
    assert survivor.zone is not None
    seen = table.board.sight(survivor.zone, zone)
    if profile.mode == "melee":
        return zone == survivor.zone
    if seen == 0 and survivor.has("point_blank"):
        return True
    return seen is not None and profile.near <= seen <= profile.far + survivor.has("plus_1_max_range")


def texts(table: Table, survivor: Survivor) -> set[str]:
    """Every combat action that the survivor may declare."""
    found = set()
    for mode, verb in VERB.items():
        cards = ready(survivor, mode)
        number = Counter(card.name for card, _ in cards)
        for card, profile in cards:
            aims = [zone for zone in table.board.zones if table.zombies_in(zone) and in_reach(table, survivor, profile, zone)]
            pair = number[card.name] >= 2 and is_dual(survivor, profile)
            for zone in aims:
                place = "" if mode == "melee" else f" {zone}"
                found.add(f"{verb}{place} {card.name}")
                if pair:
                    found.add(f"{verb}{place} {card.name}+{card.name}")
            if pair and survivor.has("trick_shot") and mode != "melee":
                found |= {
                    f"{verb} {one} {card.name} {two} {card.name}"
                    for one in aims
                    for two in aims
                    if table.board.index(one) < table.board.index(two)
                }
    return found


class Attack:
    """One combat action, declared by its text."""

    def __init__(self, table: Table, by: Survivor, text: str, pay: Callable[[], None] | None = None) -> None:
        self.table = table
        self.by = by
        self.pay = pay  # payment, if not a normal action
        self.killed: list[Zombie] = []
        verb, *words = text.split()
        self.mode = next(mode for mode, word in VERB.items() if word == verb)
        assert by.zone is not None
        self.zones = [by.zone] if self.mode == "melee" else words[0::2]
        names = words if self.mode == "melee" else words[1::2]
        used = names[0].split("+")
        self.name = used[0]
        self.each = len(used)  # cards used against each zone
        self.cards = [card for card, _ in ready(by, self.mode) if card.name == self.name][: self.each * len(self.zones)]
        self.profile = next(profile for profile in CARDS[self.name] if profile.mode == self.mode)
        self.damage = self._damage()
        self.reaper = family(by, "reaper", self.mode) > 0
        self.dead_necromancers: list[Zombie] = []

    # ---- numbers

    def _damage(self) -> int:
        damage = self.profile.damage
        if self.mode == "melee" and self.by.has("super_strength"):
            damage = max(3, damage)
        for kind in (self.mode, "combat"):
            damage += self.by.has(f"plus_1_damage:{kind}")
        return damage + self.by.has(f"plus_1_damage_with:{self.name}")

    def _dice(self, base: int) -> int:
        """BP-13.R2; only two of three items in hand count (BP-13.8, BP-13.R24)."""
        daggers = 0
        if self.mode == "melee":
            others = self.by.in_hand("dagger") - (self.each if self.name == "dagger" else 0)
            daggers = int(self.name == "dagger") if self.each == 2 else min(1, others)
        bonus = family(self.by, "plus_1_die", self.mode) + self.by.wounds * family(self.by, "frenzy", self.mode)
        return self.each * (base + daggers + bonus)

    def _modified(self, die: int) -> int:
        return min(6, die + family(self.by, "plus_1_to_roll", self.mode))

    # ---- sequence (BP-13.R7)

    def play(self) -> Play[None]:
        table, by = self.table, self.by
        numbers = []
        for zone in self.zones:
            base, crowd = self.profile.dice, len(table.zombies_in(zone))
            if by.has(FREE_WORD[self.mode]) and base != crowd:
                better = "replace" if crowd > base else "printed"  # BP-D-16
                answer = yield from table.ask(by.name, ["replace", "printed"], partial(str, better))
                base = crowd if answer == "replace" else base
            numbers.append(self._dice(base))
        if self.pay is None:
            by.actions -= 1
        else:
            self.pay()
        by.rotten = by.invisible = False
        rolls = yield from self._roll(numbers)
        if self.profile.noisy:
            table.noise[by.zone or ""] += 1
        for card in self.cards:
            card.loaded = card.loaded and not self.profile.reload
        hits = [sum(die >= self.profile.accuracy for die in roll) for roll in rolls]
        level = by.level()
        for zone, number in zip(self.zones, hits, strict=True):
            yield from self._hit(zone, number)
        if self.mode != "melee":
            for zone, roll, number in zip(self.zones, rolls, hits, strict=True):
                yield from self._miss(zone, len(roll) - number)
        if level == 0 and by.level() > 0:  # BP-8.5
            by.skills.append("plus_1_action")
            by.actions += 1
        if by.level() > 1 and by.name in BLUE_SKILLS:
            raise Undefined  # an ID card offers a choice of skills
        for necromancer in self.dead_necromancers:
            yield from remove_token(table, necromancer)

    def _roll(self, numbers: list[int]) -> Play[list[list[int]]]:
        table, by = self.table, self.by
        rolls = [table.roll(number) for number in numbers]
        pack = [card.name for slot, card in by.slots.items() if slot.startswith("pack")]
        rerolls = int(self.mode == "ranged" and self.profile.ammo in pack) + int(by.has("lucky") > 0)

        def default() -> str:
            results = [self._modified(die) >= self.profile.accuracy for roll in rolls for die in roll]
            return "reroll" if 2 * sum(results) < len(results) else "accept"  # BP-D-17

        while rerolls and (yield from table.ask(by.name, ["reroll", "accept"], default)) == "reroll":
            rolls = [table.roll(number) for number in numbers]
            rerolls -= 1
        results = []
        for roll in rolls:
            all_dice = new = [self._modified(die) for die in roll]
            while family(by, "roll6_die", self.mode) and 6 in new:
                new = [self._modified(die) for die in table.roll(new.count(6))]
                all_dice = all_dice + new
            results.append(all_dice)
        return results

    def _free_choice(self, zone: str) -> bool:
        """Whether the shooter chooses the targets and misses are harmless (BP-22.52, BP-22.63)."""
        return self.mode == "melee" or bool(self.by.has("marksman") or (self.by.has("point_blank") and zone == self.by.zone))

    def _hit(self, zone: str, hits: int) -> Play[None]:
        table = self.table
        for _ in range(hits):
            present = [kind for kind in KINDS if table.zombies_in(zone, kind)]
            if not self._free_choice(zone):
                first = min((PRIORITY[kind] for kind in present), default=0)
                present = [kind for kind in present if PRIORITY[kind] == first]
            mortal = [kind for kind in present if TOUGHNESS[kind] <= self.damage]
            if not mortal:
                return
            answers = [f"hit {kind}" for kind in mortal]
            if self.reaper:
                answers += [f"reap {kind}" for kind in mortal if len(table.zombies_in(zone, kind)) > 1]
            verb, kind = (yield from table.ask(self.by.name, answers, partial(_best_hit, answers))).split()
            self._kill(table.zombies_in(zone, kind)[0])
            if verb == "reap":
                self.reaper = False
                self._kill(table.zombies_in(zone, kind)[0])

    def _kill(self, zombie: Zombie) -> None:
        self.table.remove(zombie)
        self.killed.append(zombie)
        self.by.xp += (5 if zombie.kind == "abomination" else 1) * (2 if self.by.has(f"collector:{zombie.kind}") else 1)
        if zombie.kind == "necromancer":
            self.dead_necromancers.append(zombie)

    def _miss(self, zone: str, misses: int) -> Play[None]:
        """BP-13d."""
        if self._free_choice(zone) or self.by.has("steady_hand"):
            return
        candidates = [one for one in self.table.in_zone(zone) if one is not self.by and not one.has("low_profile")]
        if not candidates:
            return
        struck: Counter[Survivor] = Counter()
        for _ in range(misses):
            answers = [f"miss {one.name}" for one in candidates]
            answer = yield from self.table.ask(self.by.name, answers, partial(self._least_hurt, candidates, struck))
            struck[self.table.survivor(answer.removeprefix("miss "))] += 1
        for one in candidates:
            yield from friendly_fire(self.table, one, struck[one], self.damage)
        deaths(self.table)

    def _least_hurt(self, candidates: list[Survivor], struck: Counter[Survivor]) -> str:
        """BP-D-21."""
        return f"miss {min(candidates, key=lambda one: one.wounds + self.damage * struck[one]).name}"


def _best_hit(answers: list[str]) -> str:
    """BP-D-18, BP-D-19, BP-D-20."""
    kind = next(kind for kind in ("abomination", "necromancer", "runner", "fatty", "walker") if f"hit {kind}" in answers)
    return f"reap {kind}" if f"reap {kind}" in answers else f"hit {kind}"


def _nearest_token(table: Table, zones: list[str]) -> str:
    """BP-D-27."""
    active = [zone for zone in zones if any(token.zone == zone and token.active for token in table.tokens)]
    if not active:
        return f"remove {zones[0]}"  # BP-0.R2
    far = {zone: table.board.distances(zone) for zone in active}
    camps = [one.zone for one in table.in_play()]
    return f"remove {min(far, key=lambda zone: min(far[zone].get(camp or '', 999) for camp in camps))}"


def remove_token(table: Table, necromancer: Zombie) -> Play[None]:
    """A Necromancer has been killed (BP-17.7, BP-17.R7, BP-17.R11)."""
    own = necromancer.token if necromancer.token in table.tokens else None
    zones = [zone for zone in table.board.zones if any(token.zone == zone for token in table.tokens)]
    if zones:
        answer = yield from table.ask(None, [f"remove {zone}" for zone in zones], lambda: _nearest_token(table, zones))
        there = [token for token in table.tokens if token.zone == answer.removeprefix("remove ")]

        def rank(token: Token) -> int:
            if token is own:
                return 0
            if not token.active:
                return 3
            return 2 if token.colour == "necromancer" else 1

        table.tokens.remove(min(there, key=rank))
    if own is not None and own in table.tokens:
        own.colour = "red"
