"""Meanings of the edition's words, from its file ``explanations.yaml``, and a card's numbers in words."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any, Final

from zombicide_env.games.explanations import Explanations, read_explanations

from ...table.cards import ZOMBIE_CARD_KINDS, EquipmentCard, Profile, ZombieCard
from ...table.codes import COMBAT_TYPES, LEVELS
from ...table.survivors import SurvivorSheet
from ..world.content import content_file

_MODES: Final = {
    "en": dict(zip(COMBAT_TYPES, ("Melee", "Ranged", "Magic"), strict=True)),
    "ru": dict(zip(COMBAT_TYPES, ("Рукопашная", "Стрельба", "Магия"), strict=True)),
}
_PROFILE: Final = {
    "en": "{mode}: dice {dice}, hits on {accuracy}+, damage {damage}, range {span}.",
    "ru": "{mode}: кубиков {dice}, попадает на {accuracy}+, урон {damage}, дальность {span}.",
}
_DUAL: Final = {"en": "Works in pairs.", "ru": "Действует парой."}
_NOISY: Final = {"en": "Noisy.", "ru": "Шумит."}
_RELOAD: Final = {"en": "Has to be reloaded after a shot.", "ru": "После выстрела нужна перезарядка."}
_DOOR: Final = {"en": "Opens doors{roll}{noise}.", "ru": "Открывает двери{roll}{noise}."}
_ROLL: Final = {"en": " on {}+", "ru": " на {}+"}
_LOUDLY: Final = {"en": ", with noise", "ru": ", шумно"}
#: Properties of cards besides their attacks.
_PRINTED: Final = ("dual", "noisy", "reload", "opens_door", "door_noisy", "armour")
_ARMOUR: Final = {"en": "Prevents a wound on {}+.", "ru": "Отбивает рану на {}+."}


@cache
def explanations() -> Explanations:
    """The explanations of the edition."""
    return read_explanations(content_file("explanations.yaml"))


def card_numbers(card: EquipmentCard, language: str) -> str:
    """Return what is printed on the card besides its text, in sentences."""
    told = [_profile(profile, language) for profile in card.profiles]
    told += [_DUAL[language]] if card.dual else []
    told += [_NOISY[language]] if card.noisy else []
    told += [_RELOAD[language]] if card.reload else []
    if card.opens_door:
        roll = _ROLL[language].format(card.opens_door) if card.opens_door > 1 else ""
        told.append(_DOOR[language].format(roll=roll, noise=_LOUDLY[language] if card.door_noisy else ""))
    told += [_ARMOUR[language].format(card.armour)] if card.armour else []
    return " ".join(told)


def _profile(profile: Profile, language: str) -> str:
    low, high = profile.range_min, profile.range_max
    return _PROFILE[language].format(
        mode=_MODES[language][COMBAT_TYPES[profile.mode]],
        dice=profile.dice,
        accuracy=profile.accuracy,
        damage=profile.damage,
        span=low if low == high else f"{low}-{high}",
    )


def skills_by_level(sheets: Iterable[SurvivorSheet]) -> dict[str, dict[str, tuple[str, ...]]]:
    """Return survivor -> danger level -> the skill of that level, or the skills to choose from (at blue: all skills)."""
    return {sheet.id: dict(zip(LEVELS, (sheet.blue, (sheet.yellow,), sheet.orange, sheet.red), strict=True)) for sheet in sheets}


def equipment(cards: Iterable[EquipmentCard]) -> dict[str, dict[str, Any]]:
    """Return card -> what is printed on it: its ``category`` and, if the card has them, ``profiles`` and ``_PRINTED``.

    A profile has ``mode`` (``melee``, ``ranged``, ``magic``), ``low`` and ``high`` (range in zones), ``dice``, ``accuracy`` and ``damage``.
    ``opens_door`` is 1 without a roll, else the value to roll; ``armour`` is the value to roll.
    """
    return {
        card.id: {
            "category": card.category,
            **({"profiles": [_numbers(profile) for profile in card.profiles]} if card.profiles else {}),
            **{name: getattr(card, name) for name in _PRINTED if getattr(card, name)},
        }
        for card in cards
    }


def _numbers(profile: Profile) -> dict[str, Any]:
    return {
        "mode": COMBAT_TYPES[profile.mode],
        "low": profile.range_min,
        "high": profile.range_max,
        "dice": profile.dice,
        "accuracy": profile.accuracy,
        "damage": profile.damage,
    }


def zombie_cards(cards: Iterable[ZombieCard]) -> dict[str, dict[str, Any]]:
    """Return number in the deck -> its ``kind``, and by danger level who comes (``walker 2``) or who acts once more; "" for nobody.

    Events name the card by its number in the deck, which is not the printed one in every edition.
    """
    kinds = {code: kind for kind, code in ZOMBIE_CARD_KINDS.items()}
    told = {}
    for number, card in enumerate(cards, 1):
        lines = [" ".join(map(str, came)) if came else extra or "" for came, extra in zip(card.brings, card.extra, strict=True)]
        told[str(number)] = {"kind": kinds[card.kind], **dict(zip(LEVELS, lines, strict=True))}
    return told
