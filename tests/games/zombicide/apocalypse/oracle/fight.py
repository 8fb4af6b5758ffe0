"""Combat actions: permitted declarations, dice, hits, toxic blood, weapons that destroy a zone (AP-10, AP-14)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import partial

from tests.games.zombicide.apocalypse.oracle import data
from tests.games.zombicide.apocalypse.oracle.data import CARDS, Profile
from tests.games.zombicide.apocalypse.oracle.harm import burn, slay, strike, suffer
from tests.games.zombicide.apocalypse.oracle.table import Survivor, Table
from tests.games.zombicide.oracle.asking import Play
from tests.games.zombicide.oracle.table import Zombie

VERB = {"melee": "melee", "ranged": "shoot"}
REPLACES = {"melee": "barbarian", "ranged": "iron_rain"}


def family(one: Survivor, skill: str, mode: str) -> int:
    """How often the survivor has the skill for this type of combat (AP-8.R4)."""
    return one.has(f"{skill}_{mode}") + one.has(f"{skill}_combat")


def profile_of(name: str, mode: str) -> Profile | None:
    return next((profile for profile in CARDS[name].profiles if profile.mode == mode), None)


def in_reach(table: Table, one: Survivor, profile: Profile, zone: str) -> bool:
    """AP-14.1, BP-22.1, BP-22.63, Blackout."""
    assert one.zone is not None
    seen = table.board.sight(one.zone, zone)
    if seen is None or (seen >= 2 and "zg3" in table.active):
        return False
    if seen == 0 and one.has("point_blank"):
        return True
    return profile.near <= seen <= profile.far + one.has("plus_1_max_range")


def texts(table: Table, one: Survivor) -> set[str]:
    """Every combat action that the survivor may declare, regardless of payment."""
    found = set()
    for mode, verb in VERB.items():
        held = [one.slots[slot] for slot in data.HANDS if slot in one.slots]
        ready = [card for card in held if profile_of(card.name, mode) and (mode == "melee" or card.loaded)]
        for name in {card.name for card in ready}:
            profile = profile_of(name, mode)
            assert profile is not None
            zones = [one.zone or ""] if mode == "melee" else table.board.zones
            aims = [zone for zone in zones if table.zombies_in(zone) and (mode == "melee" or in_reach(table, one, profile, zone))]
            dual = "dual" in CARDS[name].marks or one.has("ambidextrous") or (mode == "melee" and one.has("swordmaster"))
            for zone in aims:
                place = "" if mode == "melee" else f" {zone}"
                found.add(f"{verb}{place} {name}")
                if dual and sum(card.name == name for card in ready) == 2:
                    found.add(f"{verb}{place} {name}+{name}")
                    if mode == "ranged" and one.has("trick_shot"):
                        found |= {f"shoot {zone} {name} {there} {name}" for there in aims if zones.index(zone) < zones.index(there)}
    return found | blasts(table, one)


def blasts(table: Table, one: Survivor) -> set[str]:
    """Weapons that destroy everything in a zone, aimed at any zone in sight and range (AP-14.R5)."""
    found = set()
    for name in {one.slots[slot].name for slot in data.HANDS if slot in one.slots}:
        profile = profile_of(name, "destroy")
        if profile is not None:
            found |= {f"shoot {zone} {name}" for zone in table.board.zones if in_reach(table, one, profile, zone)}
    return found


# ---- hits ------------------------------------------------------------------------------------------------------------


def rank(kind: str) -> tuple[int, int]:
    """Steps 2 to 11 of AP-14.R2."""
    return data.PRIORITY[data.base(kind)], data.TYPES.index(data.type_of(kind))


def first_targets(kinds: Iterable[str]) -> list[str]:
    """Targets of the kinds that come first."""
    kinds = list(kinds)
    first = min(map(rank, kinds), default=None)
    return [kind for kind in kinds if rank(kind) == first]


class Attack:
    """One combat action, declared by its text; ``killed`` and ``earned`` are its results."""

    def __init__(self, table: Table, by: Survivor, text: str) -> None:
        self.table = table
        self.by = by
        verb, *words = text.split()
        self.mode = next(mode for mode, word in VERB.items() if word == verb)
        assert by.zone is not None
        self.home = by.zone
        self.zones = [by.zone] if self.mode == "melee" else words[:-1:2]  # two with Trick shot (BP-22.75)
        used = len(words[-1].split("+")) if len(self.zones) == 1 else 2
        self.name = words[-1].split("+")[0]
        held = [by.slots[slot] for slot in data.HANDS if slot in by.slots]
        self.cards = [card for card in held if card.name == self.name and (self.mode == "melee" or card.loaded)][:used]
        profile = profile_of(self.name, self.mode)
        assert profile is not None
        self.profile = profile
        self.reaper = family(by, "reaper", self.mode) > 0
        self.killed: list[Zombie] = []
        self.struck = False  # whether hits have killed, fire excluded: it is not a combat action (BP-22.24)
        self.once = False  # whether one_reroll_per_turn can be used

    def play(self) -> Play[None]:
        """In the order of BP-13.R7 and of the conformance page, section 5."""
        table, by, profile = self.table, self.by, self.profile
        numbers = []
        for zone in self.zones:
            number, crowd = profile.dice, len(table.zombies_in(zone))
            if by.has(REPLACES[self.mode]) and number != crowd:
                better = "replace" if crowd > number else "printed"
                number = crowd if (yield from table.ask(by.name, ["replace", "printed"], partial(str, better))) == "replace" else number
            number += family(by, "plus_1_die", self.mode) + by.wounds * family(by, "frenzy", self.mode)
            numbers.append(number * len(self.cards) // len(self.zones))
        rolls = yield from self._roll(numbers)
        if profile.noisy:
            table.noise[self.home] += len(self.cards)  # AP-7.2
        if "reload" in CARDS[self.name].marks and self.mode == "ranged":
            for card in self.cards:
                card.loaded = False
        for zone, dice in zip(self.zones, rolls, strict=True):
            yield from self._hits(zone, sum(die >= profile.accuracy for die in dice))
        self.struck = bool(self.killed)
        for zone in self.zones:
            if self.name == "flamethrower" and zone in table.gasoline:
                self._credit(burn(table, zone))

    def _roll(self, numbers: list[int]) -> Play[list[list[int]]]:
        table, by = self.table, self.by
        plus = family(by, "plus_1_to_roll", self.mode)
        ammo = self.mode == "ranged" and by.cards(f"plenty_of_ammo_{CARDS[self.name].ammo}")
        sources = ["ammo"] * bool(ammo) + ["once"] * self.once + ["lucky"] * (by.has("lucky") > 0)
        rolls = [table.roll(number) for number in numbers]

        def default() -> str:
            hits = [min(6, die + plus) >= self.profile.accuracy for dice in rolls for die in dice]
            return "reroll" if 2 * sum(hits) < len(hits) else "accept"  # BP-D-17

        for source in sources:  # AP-8.R4
            if (yield from table.ask(by.name, ["reroll", "accept"], default)) == "accept":
                break
            rolls = [table.roll(number) for number in numbers]
            if source == "once":
                self.once = False
        return [self._with_sixes([min(6, die + plus) for die in dice], plus) for dice in rolls]

    def _with_sixes(self, dice: list[int], plus: int) -> list[int]:
        """BP-22.26, BP-22.R4."""
        new = dice
        while (more := family(self.by, "roll6_die", self.mode)) and 6 in new:
            new = [min(6, die + plus) for die in self.table.roll(more * new.count(6))]
            dice = dice + new
        return dice

    # ---- hits

    def free(self, zone: str) -> bool:
        """Whether all zombies can be chosen and no survivor is hit (AP-14.R8, AP-14.R11, AP-14.R4); the attacker's death is irrelevant."""
        at_hand = self.by.has("point_blank") and zone == self.home
        return self.mode == "melee" or self.name == "sniper_rifle" or bool(self.by.has("marksman") or at_hand)

    @property
    def damage(self) -> int:
        damage = self.profile.damage
        if self.mode == "melee" and self.by.has("super_strength"):
            damage = max(3, damage)
        damage += self.by.has(f"plus_1_damage:{self.mode}") + self.by.has("plus_1_damage:combat")
        return damage + self.by.has(f"plus_1_damage_with:{self.name}")

    def mortal(self, zone: str) -> list[str]:
        """Ids that the next hit can kill (AP-14.R3, AP-10.10)."""
        present = [kind for kind in data.KINDS if self.table.zombies_in(zone, kind)]
        if not self.free(zone):
            present = first_targets(present)
        safe = "" if self.mode == "melee" else "berserker"
        return [kind for kind in present if data.TOUGHNESS[data.base(kind)] <= self.damage and data.type_of(kind) != safe]

    def _hits(self, zone: str, number: int) -> Play[None]:
        table = self.table
        while number:
            exposed = [] if self.free(zone) else [one for one in table.in_zone(zone) if one is not self.by and not one.has("low_profile")]
            if exposed:
                answers = [f"hit {one.name}" for one in exposed]
                fewest = min(exposed, key=lambda one: one.wounds).name
                answer = yield from table.ask(self._assigns(), answers, partial(str, f"hit {fewest}"))  # AP-D-7
                yield from suffer(table, table.survivor(answer.removeprefix("hit ")), self.damage)  # type: ignore[arg-type]  # there is one here
                number -= 1
                continue
            mortal = self.mortal(zone)
            if not mortal:
                return
            answers = [f"hit {kind}" for kind in mortal]
            if self.reaper:
                answers += [f"reap {kind}" for kind in mortal if len(table.zombies_in(zone, kind)) > 1]
            verb, kind = (yield from table.ask(self._assigns(), answers, partial(_best, answers))).split()
            number -= 1
            self.reaper = self.reaper and verb == "hit"
            yield from self._kill(table.zombies_in(zone, kind)[: 2 if verb == "reap" else 1])

    def _assigns(self) -> str:
        """AP-10.R5: after the survivor's death the player continues."""
        return self.by.name if self.by.in_play else self.table.players_next(self.by)

    def _kill(self, dead: list[Zombie]) -> Play[None]:
        """The kill, then the blood that sprays (AP-10.13, AP-10.R5)."""
        sprayed = [zombie for zombie in dead if data.type_of(zombie.kind) == "toxic" and zombie.zone == self.by.zone]
        slay(self.table, dead)
        self._credit(dead)
        self.table.test_end()
        yield from strike(self.table, self.by, Counter(zombie.kind for zombie in sprayed))

    def _credit(self, dead: list[Zombie]) -> None:
        if self.by.in_play:
            self.by.xp += worth(self.by, dead)
            self.killed += dead


def worth(by: Survivor, dead: Iterable[Zombie]) -> int:
    """Experience for kills (AP-8.2, AP-8.R2, BP-22.49)."""
    return sum((5 if data.base(one.kind) == "abomination" else 1) * (2 if by.meets("collector", one.kind) else 1) for one in dead)


def _best(answers: list[str]) -> str:
    """AP-D-6, AP-D-7."""
    order = [f"{prefix}{base}" for base in ("abomination", "fatty", "runner", "dog", "walker") for prefix in ("", "berserker_", "toxic_")]
    kind = next(kind for kind in order if f"hit {kind}" in answers)
    return f"reap {kind}" if f"reap {kind}" in answers else f"hit {kind}"


def blast(table: Table, by: Survivor, zone: str, name: str) -> list[Zombie]:
    """A weapon that destroys everything in the zone (AP-14.R5). Return the zombies that the survivor has killed."""
    table.drop(by, by.in_hands(name) or "")
    table.noise[by.zone or ""] += 1
    dead = table.zombies_in(zone)
    slay(table, dead)
    table.kill(*table.in_zone(zone))
    table.test_end()
    if zone in table.gasoline:
        dead = dead + burn(table, zone)
    return dead
