"""Equipment cards and zombie cards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from zombicide_env.core.words import whole_number
from zombicide_env.games.source import Row, Source, csv_rows, one_of

from .codes import (
    AMMO_ARROWS,
    AMMO_BOLTS,
    AMMO_LIGHT,
    AMMO_NONE,
    AMMO_SHELLS,
    BODY_CARD,
    COMBAT_TYPES,
    EFFECTS,
    FX_AAAHH,
    FX_NONE,
    HAND_CARD,
    LEVELS,
    MAGIC,
    MELEE,
    PACK_CARD,
    RANGED,
    TRAP_CARD,
    ZC_ABOMINATION,
    ZC_DOUBLE,
    ZC_EXTRA,
    ZC_MANHOLE,
    ZC_MASTER,
    ZC_NECROMANCER,
    ZC_SIEGE,
    ZC_SPAWN,
)
from .vocabulary import Vocabulary

PLACES: Final = {"hand": HAND_CARD, "body": BODY_CARD, "backpack": PACK_CARD, "trap": TRAP_CARD}
AMMO: Final = {"": AMMO_NONE, "arrows": AMMO_ARROWS, "bolts": AMMO_BOLTS, "light": AMMO_LIGHT, "shells": AMMO_SHELLS}
ZOMBIE_CARD_KINDS: Final = {
    "spawn": ZC_SPAWN,
    "extra_activation": ZC_EXTRA,
    "necromancer": ZC_NECROMANCER,
    "double_spawn": ZC_DOUBLE,
    "siege": ZC_SIEGE,
    "abomination": ZC_ABOMINATION,
    "manhole": ZC_MANHOLE,
    "master": ZC_MASTER,
}
CATEGORIES: Final = (
    "melee",
    "ranged",
    "ranged+melee",
    "combat spell",
    "enchantment",
    "armour",
    "shield",
    "item",
    "food",
    "trap",
    "event",
    "mini-mission",
)

_PROFILE: Final = ("mode", "range_min", "range_max", "dice", "accuracy", "damage")
_CARD: Final = (
    *("name", "category", "slot", "dual", "noisy", "opens_door", "door_noisy", "ammo", "reload"),
    *("copies", "starting", "artefact", "effect", "armour", "text"),
)
#: Columns that a box may omit if no card needs them.
_FURTHER: Final = dict.fromkeys(("skills", "polearm", "from_backpack", "pair_damage", "trap"), "")
EQUIPMENT_COLUMNS: Final = ("id", *_CARD[:3], *_PROFILE, *_CARD[3:], *_FURTHER, "source", "confidence", "conflicts")
OWN_DEFAULTS: Final = dict.fromkeys((*_PROFILE, "effect", "ammo", "armour", "text", "source", "confidence", "conflicts"), "")
OWN_DEFAULTS.update(dual="no", noisy="no", opens_door="no", door_noisy="", reload="no", starting="0", artefact="no")
#: Additional columns of zombie cards with names.
_ZOMBIE_FURTHER: Final = dict.fromkeys(("id", "pack", "source"), "")
ZOMBIE_COLUMNS: Final = ("card", *_ZOMBIE_FURTHER, "kind", *LEVELS, "confidence", "conflicts")


@dataclass(frozen=True)
class Profile:
    """One attack of a card: ``mode`` 0 melee, 1 ranged, 2 magic; range in zones; hits on ``accuracy`` or more."""

    mode: int
    range_min: int
    range_max: int
    dice: int
    accuracy: int
    damage: int


@dataclass(frozen=True)
class EquipmentCard:
    """An equipment card type.  ``opens_door``: 0 no, 1 without a roll, 2..6 the value to roll."""

    id: str
    name: str
    category: str
    place: int
    profiles: tuple[Profile, ...]
    dual: bool
    noisy: bool
    opens_door: int
    door_noisy: bool
    ammo: int
    reload: bool
    copies: int
    starting: int
    artefact: bool
    effect: int
    armour: int
    text: str
    source: str
    confidence: str
    conflicts: str
    skills: tuple[str, ...] = ()  # for attacks with the card
    polearm: bool = False
    from_backpack: bool = False
    pair_damage: int = 0  # of a pair used together, 0: as printed
    trap: tuple[str, int] | None = None  # zombies placed by an Aaahh!!

    def profile(self, *modes: int) -> Profile | None:
        """Return the profile of one of these combat types, if the card has one."""
        return next((profile for profile in self.profiles if profile.mode in modes), None)

    @property
    def in_deck(self) -> int:
        """Number of copies in the equipment deck (BP-1.10)."""
        return 0 if self.artefact else self.copies - self.starting


@dataclass(frozen=True)
class ZombieCard:
    """A zombie card.  ``brings[level]`` is (kind, number) or None; ``extra[level]`` the kind activated or None."""

    number: int
    kind: int
    brings: tuple[tuple[str, int] | None, ...]
    extra: tuple[str | None, ...]
    confidence: str
    conflicts: str
    id: str = ""  # if cards have names
    pack: str = ""  # if the box consists of packs


def _profile(row: Row) -> Profile:
    mode = COMBAT_TYPES.index(row.choice("mode", COMBAT_TYPES))
    low, high = row.integer("range_min", 0, 9), row.integer("range_max", 0, 9)
    if low > high:
        row.fail(f"range_min {low} is greater than range_max {high}")
    if mode == MELEE and high > 1:
        row.fail("a melee profile has range 0, a polearm 1 or 0-1")
    accuracy = row.threshold("accuracy")
    if not accuracy:
        row.fail("accuracy is empty; use 2+..6+")
    return Profile(mode, low, high, row.integer("dice", 1, 20), accuracy, row.integer("damage", 1, 9))


def _card(row: Row) -> EquipmentCard:
    opens = row["opens_door"]
    if opens not in ("", "no", "auto") and not (len(opens) == 2 and opens[0] in "23456" and opens[1] == "+"):
        row.fail(f"opens_door {opens!r} is unknown; use no, auto (without a roll) or 2+..6+")
    effect = FX_NONE if not row["effect"] else EFFECTS.index(row.choice("effect", EFFECTS))
    copies = row.integer("copies", 1, 99)
    card = EquipmentCard(
        id=row.required("id"),
        name=row.required("name"),
        category=row.choice("category", CATEGORIES),
        place=PLACES[row.choice("slot", PLACES)],
        profiles=(_profile(row),) if row["mode"] else (),
        dual=row.flag("dual"),
        noisy=row.flag("noisy"),
        opens_door=0 if opens in ("", "no") else 1 if opens == "auto" else int(opens[0]),
        door_noisy=row.flag("door_noisy"),
        ammo=AMMO[row.choice("ammo", AMMO)],
        reload=row.flag("reload"),
        copies=copies,
        starting=row.integer("starting", 0, copies),
        artefact=row.flag("artefact"),
        effect=effect,
        armour=row.threshold("armour"),
        text=row["text"],
        source=row["source"],
        confidence=row["confidence"],
        conflicts=row["conflicts"],
        skills=row.words("skills"),
        polearm=row.flag("polearm"),
        from_backpack=row.flag("from_backpack"),
        pair_damage=row.integer("pair_damage", 1, 9, 0),
        trap=_census(row, "trap"),
    )
    if card.opens_door and card.profile(MELEE) is None:
        row.fail("a card that opens doors needs a melee profile, whose dice are rolled (BP-11.5)")
    if (card.place == TRAP_CARD) != (card.effect == FX_AAAHH or card.category in ("event", "mini-mission")):
        row.fail("slot trap belongs to cards that are never kept: those with the effect aaahh (BP-24.9), events, mini-missions")
    return card


def load_equipment(source: Source, defaults: Mapping[str, str] = MappingProxyType({})) -> tuple[EquipmentCard, ...]:
    """Return the equipment cards in the order of the file, which is their canonical order (BP-0.R2).

    A line with the id of an earlier one adds a second profile and leaves the card's columns empty.
    """
    cards: dict[str, EquipmentCard] = {}
    for row in csv_rows(source, EQUIPMENT_COLUMNS, _FURTHER | dict(defaults)):
        name = row.required("id")
        if not name.replace("_", "").isalnum() or name != name.lower() or not name.isascii():
            row.fail(f"id {name!r} is not snake_case; use small letters, digits and _")
        if name not in cards:
            cards[name] = _card(row)
            continue
        for column in _CARD:
            if row[column] and row[column] != defaults.get(column):
                row.fail(f"{column} must be empty in the second line of {name!r}, which only adds a profile")
        first, second = cards[name], _profile(row)
        if first.profile(second.mode) is not None or (second.mode != MELEE and first.profile(RANGED, MAGIC) is not None):
            row.fail(f"{name!r} already has such a profile; a card has one melee profile and one that is ranged or magic")
        cards[name] = EquipmentCard(**{**first.__dict__, "profiles": (*first.profiles, second)})
    return tuple(cards.values())


def load_own_equipment(source: Source, known: Sequence[str]) -> tuple[EquipmentCard, ...]:
    """Return custom cards, as in ``equipment.csv``, with rare columns optional.  They are added to the equipment deck."""
    cards = load_equipment(source, OWN_DEFAULTS)
    for card in cards:
        if card.id in known:
            source.fail(1, f"card {card.id!r} is in the box already; choose another id")
        if card.artefact or card.starting:
            source.fail(1, f"{card.id}: your own cards are in the equipment deck; leave artefact and starting out")
    return cards


def _census(row: Row, column: str) -> tuple[str, int] | None:
    words = row[column].split()
    if not words:
        return None
    if len(words) != 2 or whole_number(words[1], 1, 99) is None:
        row.fail(f"{column} {row[column]!r} is not a line of a card; write a kind and a number, as in 'walker 3', or nothing")
    return words[0], int(words[1])


def _line(row: Row, level: str, kinds: Sequence[str]) -> tuple[str, int] | None:
    line = _census(row, level)
    if line and line[0] not in kinds:
        row.fail(f"{level}: kind {line[0]!r} is unknown{one_of(line[0], kinds)}")
    return line


def load_zombie_cards(source: Source, words: Vocabulary, first: int = 1) -> tuple[ZombieCard, ...]:
    """Return the zombie cards, numbered from ``first`` without gaps."""
    cards: list[ZombieCard] = []
    for row in csv_rows(source, ZOMBIE_COLUMNS, _ZOMBIE_FURTHER):
        number = row.integer("card", 1, 999)
        if number != len(cards) + first:
            row.fail(f"card {number} follows card {len(cards) + first - 1}; number the cards {first}, {first + 1} ... in order")
        kind = ZOMBIE_CARD_KINDS[row.choice("kind", ZOMBIE_CARD_KINDS)]
        brings: tuple[tuple[str, int] | None, ...] = (None,) * 4
        extra: tuple[str | None, ...] = (None,) * 4
        if kind in (ZC_SPAWN, ZC_SIEGE, ZC_MANHOLE):
            brings = tuple(_line(row, level, words.kinds) for level in LEVELS)
            if any(line and line[0] == "necromancer" for line in brings):
                row.fail("Necromancers come with cards of kind necromancer (BP-17.1)")
        elif kind == ZC_EXTRA:
            extra = tuple(row.choice(level, (*words.kinds, *words.groups)) if row[level] else None for level in LEVELS)
        elif any(row[level] for level in LEVELS):
            row.fail(f"a {row['kind']} card has no lines; leave blue, yellow, orange and red empty")
        cards.append(ZombieCard(number, kind, brings, extra, row["confidence"], row["conflicts"], row["id"], row["pack"]))
    return tuple(cards)
