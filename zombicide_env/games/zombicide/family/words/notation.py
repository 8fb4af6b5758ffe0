"""Text notation of actions: formatting, parsing, and compound texts that are played as several actions.

A state has one text per legal action, and parsing is the inverse of formatting.  Some moves of a player are several actions of the engine:
a Trick shot (``shoot b short_bow c short_bow``), a spell cast from the backpack (``cast b fireball``, Spellbook), Lifesaver (``use
lifesaver c bea+cid``) and the fourth to eighth zone skill of one survivor (``use taunt c``).  ``compounds`` lists them; ``expand`` splits
texts that are always compound.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

import numpy as np

from zombicide_env.core.game import NotationError

from ...table.codes import HAND_CARD, MAGIC
from ..edition import KINDS, SLOT_NAMES, ZONE_SKILLS
from ..numbers import decisions as ASK
from ..numbers import skills as SK
from ..numbers.actions import ACTIONS
from ..numbers.layout import BODY, PACK, D
from ..numbers.skills import SKILL_INDEX
from ..rules.act import act
from ..rules.table import TABLE
from . import edition_texts
from .names import Names

__all__ = ["compounds", "decision", "expand", "is_part", "legal_texts", "notation", "parse"]

Array = np.ndarray[Any, Any]

_MEANS: Final = ("open_left", "open_right", "open_body", "open_break_in")
_HANDS: Final = ("attack_left", "attack_right", "attack_body")
_USE_ZONE: Final = ("use_zone_1", "use_zone_2", "use_zone_3")
_SPELLS: Final = {"heal": "healing", "hide": "invisibility", "speed": "speed"}
_WORDS: Final = {
    "born_leader": "use born_leader",
    "trade": "trade",
    "activate": "activate",
    "miss": "miss",
    "wound": "wound",
    "rescue": "rescue",
}  # verbs whose object is a survivor
_PLAIN: Final = {
    "take_artefact": "take artefact",
    "loud": "use loud",
    "destiny": "use destiny",
    "matching_set": "use matching_set",
    "armour_hide": "armour iron_hide",
    "armour_shield": "armour shield",
}  # actions without arguments whose text differs from their name


def _record(array: Array) -> Any:
    return array[0] if array.shape else array


def decision(state: Array) -> tuple[int, int]:
    """Return the code of the decision on top of the agenda (``decisions``) and the survivor who decides; (0, -1) for none."""
    s = _record(state)
    if s["outcome"] or s["depth"] == 0:
        return 0, -1
    frame = s["stack"][s["depth"] - 1]
    if frame[0] < ASK.FIRST:
        return 0, -1
    return int(frame[0]), int(frame[1])


def acting(state: Array) -> int:
    """Return the survivor who chooses an action of a turn, -1 in other decisions."""
    code, actor = decision(state)
    return actor if code and TABLE.decisions[code].answer is act else -1


def asked_by(code: int) -> Mapping[str, str]:
    """Return the texts of the answers to a decision by blocks of actions, where they differ from those of the blocks."""
    return TABLE.decisions[code].notation if code else {}


# ---- formatting ----------------------------------------------------------------------------------------------------


def notation(world: Array, state: Array, names: Names, action: int) -> str:
    """Return the text of an action that is legal in ``state``.

    ``world`` and ``state`` are structured arrays of shape (1,) or records of them.  Raises ``CodecError`` for an index outside of the
    action space; the text of an illegal action is meaningless.
    """
    w, s = _record(world), _record(state)
    block, args = ACTIONS.decode(action)
    code, actor = decision(state)
    name = block.name
    told = edition_texts.text(w, s, names, name, args, code, actor)
    if told is not None:
        return told
    form = asked_by(code).get(name)
    if form:
        return form.format(*(names.survivors[n] if block.args[0][0] == "survivor" else names.zones[n] for n in args))
    if name in _PLAIN:
        return _PLAIN[name]
    if not args:
        return _without_argument(w, s, names, name, actor)
    if name == "choose":
        return f"ready {_zone_skill(s, actor, args[0])}"
    if block.args[0][0] == "zone":
        return _with_zone(w, s, names, name, args[0], actor)
    if block.args[0][0] == "neighbour":
        return _with_neighbour(w, s, names, name, args[0], actor)
    if block.args[0][0] == "survivor":
        who = names.survivors[args[0]]
        return f"enchant {who} {_SPELLS[name]}" if name in _SPELLS else f"{_WORDS[name]} {who}"
    if block.args[0][0] == "kind":
        return f"{name} {KINDS[args[0]]}"
    if block.args[0][0] == "slot":
        return _with_slots(w, s, names, name, args, actor)
    if name == "take_card":
        vault = w["vault_of"][s["zone"][actor]]
        return f"take {names.cards[w['copy_card'][s['vault_cards'][vault, args[0]]]]}"
    return _learn(w, s, names, args[0], actor)


def _without_argument(w: Any, s: Any, names: Names, name: str, actor: int) -> str:
    return f"armour {_item(w, s, names, actor, BODY)}" if name == "armour_body" else name


def _with_zone(w: Any, s: Any, names: Names, name: str, z: int, actor: int) -> str:
    zone = names.zones[z]
    if name in _HANDS:
        return _shot(w, s, names, actor, _HANDS.index(name), zone)
    if name in _USE_ZONE:
        return f"use {_zone_skill(s, actor, _USE_ZONE.index(name))} {zone}"
    return f"enchant {zone} repulse" if name == "repulse" else f"{name} {zone}"


def _zone_skill(s: Any, actor: int, number: int) -> str:
    held = [skill for skill in ZONE_SKILLS if s["skill"][actor, SKILL_INDEX[skill]]]
    return held[number] if number < len(held) else "nothing"


def _with_neighbour(w: Any, s: Any, names: Names, name: str, n: int, actor: int) -> str:
    here = s["zone"][actor]
    zone = names.zones[here if n == D else w["neighbour"][here, n]]
    if name in _MEANS:
        means = _door_means(w, s, names, actor)
        chosen = "break_in" if name == "open_break_in" else _item(w, s, names, actor, _MEANS.index(name))
        return f"open {zone} {chosen}" if len(means) > 1 else f"open {zone}"
    return f"use {name} {zone}" if name in ("shove", "lifesaver") else f"{name} {zone}"


def _with_slots(w: Any, s: Any, names: Names, name: str, slots: tuple[int, ...], actor: int) -> str:
    if name == "consume":
        return f"consume {_item(w, s, names, actor, slots[0])}"
    if name == "melee":
        return f"melee {_items(w, s, names, actor, slots[0])}"
    if name == "trick":
        return f"trick {_item(w, s, names, actor, slots[0])}"
    first = slots[0] + PACK if name == "ready" else slots[0]
    return " ".join([name, SLOT_NAMES[first], *(SLOT_NAMES[slot] for slot in slots[1:])])


def _learn(w: Any, s: Any, names: Names, choice: int, actor: int) -> str:
    level = int(s["stack"][s["depth"] - 1][2])
    card = w["learn_damage_with"][actor, level - 2, choice]
    if card:
        return f"learn plus_1_damage_with:{names.cards[card]}"
    return f"learn {names.skills[w['learn_orange' if level == 2 else 'learn_red'][actor, choice]]}"


def _item(w: Any, s: Any, names: Names, actor: int, slot: int) -> str:
    return names.cards[w["copy_card"][s["inv"][actor, slot]]]


def _items(w: Any, s: Any, names: Names, actor: int, slot: int) -> str:
    """Return the card of the slot, twice if the slot names a pair (BP-13.6)."""
    item = _item(w, s, names, actor, slot)
    return f"{item}+{item}" if _earlier_copies(w, s, actor, slot) else item


def _shot(w: Any, s: Any, names: Names, actor: int, slot: int, zone: str) -> str:
    verb = "cast" if w["shot"][w["copy_card"][s["inv"][actor, slot]]] == MAGIC else "shoot"
    return f"{verb} {zone} {_items(w, s, names, actor, slot)}"


def _in_hand(w: Any, s: Any, actor: int, slot: int) -> bool:
    """Return whether the card in the slot works: hands, the body slot's exception (BP-9.4), Spellbook (BP-22.48)."""
    card = w["copy_card"][s["inv"][actor, slot]]
    if not card or (slot < PACK and slot != BODY):
        return bool(card)
    if slot == BODY:
        return bool(w["card_place"][card] == HAND_CARD)
    return bool(s["skill"][actor, SK.SPELLBOOK] and w["shot"][card] == MAGIC)


def _earlier_copies(w: Any, s: Any, actor: int, slot: int) -> bool:
    copies = w["copy_card"][s["inv"][actor]]
    return any(copies[t] == copies[slot] and _in_hand(w, s, actor, t) for t in range(slot))


def _door_means(w: Any, s: Any, names: Names, actor: int) -> set[str]:
    """Return the means by which the survivor may open a door: kinds of door weapon in hand, Break-in (BP-11.R3, BP-22.32)."""
    slots = [slot for slot in range(PACK) if _in_hand(w, s, actor, slot)]
    means = {_item(w, s, names, actor, slot) for slot in slots if w["card_opens"][w["copy_card"][s["inv"][actor, slot]]]}
    return means | {"break_in"} if s["skill"][actor, SK.BREAK_IN] else means


# ---- parsing ---------------------------------------------------------------------------------------------------------


def legal_texts(world: Array, state: Array, names: Names, mask: Array) -> dict[str, int]:
    """Return text -> action of every action that ``mask`` allows, in the order of the action space."""
    return {notation(world, state, names, action): action for action in map(int, np.flatnonzero(mask))}


def parse(world: Array, state: Array, names: Names, text: str, mask: Array) -> int:
    """Return the legal action that ``text`` names.  Raises ``NotationError``, which names the legal alternatives, the closest first."""
    texts = legal_texts(world, state, names, mask)
    action = texts.get(text)
    if action is None:
        raise NotationError.of(text, texts)
    return action


# ---- compound texts ------------------------------------------------------------------------------------------------------

_LIFESAVER: Final = re.compile(r"^use lifesaver (\S+) (\S+)$")
_TRICK: Final = re.compile(r"^(?:shoot|cast) (\S+) (\S+) (\S+) \2$")


def expand(text: str) -> list[str]:
    """Return the texts of the single actions of ``text``, in order; ``[text]`` for a single action.

    The engine plays a decision with one answer automatically, so that a part of the list may not be needed.
    """
    if parts := edition_texts.expand(text):
        return parts
    if match := _LIFESAVER.match(text):
        return [f"use lifesaver {match[1]}", *(f"rescue {who}" for who in match[2].split("+")), "done"]
    if match := _TRICK.match(text):
        return [f"trick {match[2]}", f"target {match[1]}", f"target {match[3]}"]
    return [text]


def is_part(text: str) -> bool:
    """Return whether the text is only the beginning of a compound (``trick short_bow``, ``use lifesaver c``)."""
    words = text.split()
    return edition_texts.is_part(text) or words[0] in edition_texts.PARTS or (words[:2] == ["use", "lifesaver"] and len(words) == 3)


def compounds(world: Array, state: Array, names: Names, mask: Array, apply: Callable[[Array, int], Array]) -> dict[str, list[int]]:
    """Return text -> actions of every legal text that is played as several actions.

    ``apply(state, action)`` applies an action to the given state array and returns the new mask.  ``state`` is not changed.
    """
    found: dict[str, list[int]] = {}
    for text, action in legal_texts(world, state, names, mask).items():
        if is_part(text) and not edition_texts.is_part(text):
            for actions, after in _paths(state.copy(), [action], apply):
                whole = _compound_text(world, state, after, names, text, actions)
                if whole is not None:
                    found.setdefault(whole, actions)
    return found


def _paths(state: Array, actions: list[int], apply: Callable[[Array, int], Array]) -> Iterator[tuple[list[int], Array]]:
    """Yield every sequence of answers to the decisions that belong to the action just chosen."""
    mask = apply(state, actions[-1])
    code, _ = decision(state)
    if not code or TABLE.decisions[code].phase != "action":
        yield actions, state
        return
    for action in map(int, np.flatnonzero(mask)):
        yield from _paths(state.copy(), [*actions, action], apply)


def _compound_text(world: Array, before: Array, after: Array, names: Names, text: str, actions: list[int]) -> str | None:
    """Return the compound text of the action ``text`` and its further choices; None for a sequence without text."""
    w, s, t = _record(world), _record(before), _record(after)
    actor = decision(before)[1]
    block, args = ACTIONS.decode(actions[0])
    if block.name == "choose":
        return f"use {_zone_skill(s, actor, args[0])} {names.zones[ACTIONS.decode(actions[-1])[1][0]]}"
    if block.name == "lifesaver":
        source = w["neighbour"][s["zone"][actor], args[0]]
        saved = [name for i, name in enumerate(names.survivors) if s["zone"][i] == source != t["zone"][i]]
        return f"{text} {'+'.join(saved)}" if saved else None
    slot = args[0] + PACK if block.name == "ready" else args[0]
    first, second = (int(zone) for zone in t["atk_zone"])
    if block.name == "ready":
        return _shot(w, s, names, actor, slot, names.zones[first])
    if not 0 <= first < second:  # the zones are named in zone order
        return None
    item = _item(w, s, names, actor, slot)
    verb = "cast" if w["shot"][w["copy_card"][s["inv"][actor, slot]]] == MAGIC else "shoot"
    return f"{verb} {names.zones[first]} {item} {names.zones[second]} {item}"
