"""Texts of White Death's own actions, and of those that are several actions (Guard Action, Lifesaver, Double Casting)."""

from __future__ import annotations

import re
from typing import Any, Final

from ...table.codes import RULE_BANISH, RULE_BEACON_TAKEN, RULE_CACHE
from ..edition import SLOT_NAMES
from ..numbers.guards import ORDERS
from ..numbers.layout import SLOTS, D
from ..numbers.spells import BLESSINGS, TWICE
from ..numbers.tokens import GIFTS
from ..rules.table import TABLE
from .names import Names

__all__ = ["expand", "is_part", "text"]

_AT_NEIGHBOUR: Final = {
    "dragon_fire": "dragonfire",
    "ladder_take": "ladder take",
    "ladder_place": "ladder place",
    "cauldron": "cauldron",
    "tip": "tip",
    "collect": "take artefact",
    "improvised_reach": "use improvised_weapon_melee",
    "empress": "use empress",
}
_PLAIN: Final = {
    "improvised_melee": "use improvised_weapon_melee",
    "ladder_pick": "ladder take",
    "pick_up": "take artefact",
    "safe_search": "use safe_search",
    "miss_guard": "miss guard",
    "wound_guard": "wound guard",
}
LIMITS: Final = (
    "speed: six survivors on quest 1 (50 zones) make 0.60 to 0.72 of the steps per second of Black Plague's quest 1 (30 zones)",
    "speed: 1,024 games stepped call by call do not fit into a cache of 32 megabytes, and make 0.43 to 0.52 of them",
    "rule-based play: `greedy` never wins quest 4 and hardly ever quest 7",
)
#: First words of actions that are only the beginning of a compound: those of the family, and those that ``expand`` splits.
PARTS: Final = ("ready", "aim", "rescue")
_PARTS: Final = ("guards", "order", "number", "where", "upon", "twice", "along")
_GUARDS: Final = re.compile(r"^guards (\S+?)(?::(\d+))? (move|melee|shoot|cauldron|tip|push)(?: (\S+))?$")
_LIFESAVER: Final = re.compile(r"^use lifesaver (\S+) ((?:\w+\+)*(?:\w+|guards:[1-9]\d*))$")
_DOUBLE: Final = re.compile(r"^enchant (\S+)\+(\S+) (\S+(?: \S+)?)$")


def text(w: Any, s: Any, names: Names, name: str, args: tuple[int, ...], code: int, actor: int) -> str | None:
    """Return the text of White Death's own action, None for one of the family's."""
    if name in _PLAIN:
        return _PLAIN[name]
    if name in _AT_NEIGHBOUR:
        start = s["beacon_zone"] if name == "empress" else s["zone"][actor]
        return f"{_AT_NEIGHBOUR[name]} {names.zones[start if args[0] == D else w['neighbour'][start, args[0]]]}"
    if name.startswith("strike_"):
        slot = ("strike_left", "strike_right", "strike_body").index(name)
        return f"melee {names.zones[w['neighbour'][s['zone'][actor], args[0]]]} {_items(w, s, names, actor, slot)}"
    if name in ("order", "order_what", "order_number", "rescue_guards", "twice"):
        return _part(s, names, name, args[0])
    if name == "choose" and "aim" in TABLE.places.get(code, ()):  # a target of zombies
        return f"aim {names.zones[args[0]]}"
    if name in ("bless", "leap", "dash"):
        return _spell(names, name, args)
    return _further(w, s, names, name, args, code)


def _further(w: Any, s: Any, names: Names, name: str, args: tuple[int, ...], code: int) -> str | None:
    if name == "improvised_ranged":
        return f"use improvised_weapon_ranged {names.zones[args[0]]}"
    if name == "wound_empress":
        return None if name in TABLE.decisions[code].notation else "wound empress"
    if name == "quest_take":
        rules = {int(rule[0]) for rule in w["rule"][: w["n_rules"]]}
        return "take beacon" if RULE_BEACON_TAKEN in rules else "take dragon_bile" if RULE_CACHE in rules else "take card"
    if name == "quest_token":
        rules = {int(rule[0]) for rule in w["rule"][: w["n_rules"]]}
        return f"quest {'banish' if RULE_BANISH in rules else 'cleanse'} spawn_{args[0] + 1}"
    if name == "transmute":
        return f"use transmutation {SLOT_NAMES[args[0]]}"
    if name == "exit_with":
        return f"exit {args[0]}"
    if name in ("give_gift", "receive_gift"):
        return f"{name.partition('_')[0]} {GIFTS[args[0]]}"
    if name == "master":
        return f"learn {names.skills[args[0]]}"
    return None


def _part(s: Any, names: Names, name: str, number: int) -> str:
    if name == "order":
        return f"guards {names.zones[number]}"
    if name == "order_what":
        return f"order {ORDERS[number]}"
    if name == "order_number":
        there = s["guards"][s["stack"][s["depth"] - 1][2]]
        return "number all" if number + 1 == there else f"number {number + 1}"
    return f"along {number}" if name == "rescue_guards" else f"twice {TWICE[number]}"


def _spell(names: Names, name: str, args: tuple[int, ...]) -> str:
    if name == "bless":
        return f"enchant {names.survivors[args[1]]} baba_yagas_blessing {BLESSINGS[args[0]]}"
    return f"enchant {names.survivors[args[0]]} {'jump_spell' if name == 'leap' else 'sprint_spell'}"


def _items(w: Any, s: Any, names: Names, actor: int, slot: int) -> str:
    """Return the card of the slot, twice if an earlier slot in hand holds the same card."""
    cards = w["copy_card"][s["inv"][actor]]
    item = names.cards[cards[slot]]
    return f"{item}+{item}" if any(cards[t] == cards[slot] for t in range(min(slot, SLOTS))) else item


def is_part(text: str) -> bool:
    """Return whether the text is only the beginning of a compound, which ``expand`` splits."""
    words = text.split()
    return words[0] in _PARTS and not _GUARDS.match(text)


def expand(text: str) -> list[str]:
    """Return the texts of the single actions of a Guard Action, a Lifesaver or a spell cast twice; [] for another text."""
    if match := _GUARDS.match(text):
        where = [f"where {match[4]}"] if match[4] else []
        return [f"guards {match[1]}", f"order {match[3]}", f"number {match[2] or 'all'}", *where]
    if match := _LIFESAVER.match(text):
        who = match[2].split("+")
        guards = next((part.partition(":")[2] for part in who if part.startswith("guards:")), "0")
        return [f"use lifesaver {match[1]}", *(f"rescue {name}" for name in who if ":" not in name), "done", f"along {guards}"]
    if text.startswith("use lifesaver "):
        return [text]
    if match := _DOUBLE.match(text):
        return [f"twice {match[3]}", f"upon {match[1]}", f"upon {match[2]}"]
    return []
