"""The texts of actions (ZG-20.2): the node says what the families of the action space mean, ``move kif``, ``to 9``, ``use axe``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np

from ...core.game import NotationError
from .actions import ACTIONS
from .layout import CARDS, CHARACTERS, DECKS, EFFECTS, FACTIONS, N_TILES, PROJECTS, REMEDIES, SKILLS, TYPES
from .tasks import FIRST_DECISION, NODES

__all__ = ["NODE_TEXTS", "called", "commits", "legal_texts", "node_of", "open_text", "parse", "text_of"]

Array = np.ndarray[Any, Any]

_DONE: Final = {"confirm": "done"}
_CARD_PICKS: Final = {"confirm": "done", "card": "use {}"}
_STANCE: Final = {"pass": "retreat", "confirm": "fight"}

#: Node -> family -> text; {} stands for what the argument names.
NODE_TEXTS: Final[Mapping[str, Mapping[str, str]]] = {
    "TILE_TYPE": {"option": "tile {}"},
    "TILE_PLACE": {"loc": "at {}"},
    "FACTION": {"option": "faction {}"},
    "BASE": {"loc": "base {}"},
    "QS_LOC": {"loc": "claim {}"},
    "REDISTRIBUTE": {"num": "food {}"},
    "SUBSTITUTE": {"pass": "pass", "deck": "draw {}"},
    "DRAW_FIGHTER": {"card": "draw {}"},
    "SCH_CARD": {"pass": "pass", "card": "scheme {}"},
    "SCH_SEAT": {"seat": "target {}"},
    "SCH_GIVE": {"card": "give {}"},
    "BIZ_OFFER": {"pass": "pass", "card": "offer {}"} | _DONE,
    "BIZ_ASK": {"card": "ask {}", "deck": "ask any {}"} | _DONE,
    "BIZ_REPLY": {"pass": "decline", "confirm": "accept", "option": "counter"},
    "BIZ_PAY": {"card": "pay {}"},
    "BIZ_COUNTER": {"card": "bid {}"} | _DONE,
    "BIZ_CHOOSE": {"pass": "pass", "seat": "deal {}"},
    "FT_CARD": {"pass": "pass", "card": "sell {}"},
    "FT_DECK": {"deck": "draw {}"},
    "PLACE_CARD": {"pass": "pass", "card": "place {}"},
    "PLACE_LOC": {"loc": "at {}"},
    "FEED_RAISE": {"char": "raise {}"} | _DONE,
    "FEED_EAT": {"pass": "pass", "char": "eat {}", "card": "eat {}"},
    "FEED_TARGET": {"char": "raise {}"},
    "DISCARD": {"card": "discard {}"},
    "MV_CHAR": {"pass": "pass", "char": "move {}"},
    "MV_MORE": {"char": "with {}"} | _DONE,
    "MV_RIDE": {"pass": "walk", "card": "ride {}"},
    "MV_STEP": {"confirm": "stop", "loc": "to {}"},
    "MV_CONFIRM": {"confirm": "confirm", "cancel": "cancel"},
    "ZF_PICK": {"loc": "resolve {}"},
    "ZF_STANCE": _STANCE,
    "ZF_WEAPON": _CARD_PICKS,
    "LOOT_DECK": {"deck": "draw {}"},
    "PF_PICK": {"loc": "resolve {}"},
    "PF_STANCE": _STANCE,
    "PF_WEAPON": _CARD_PICKS,
    "RT_VICTIM": {"char": "victim {}"},
    "RT_ARMOUR": {"pass": "lose {}", "confirm": "save {}"},
    "RT_LOC": {"loc": "to {}"},
    "BLD_KIND": {"pass": "pass", "option": "project {}"},
    "BLD_LOC": {"loc": "at {}"},
    "WORK_CHAR": {"char": "worker {}"} | _DONE,
    "WORK_CARD": _CARD_PICKS,
    "WORK_SKILL": {"option": "as {}"},
    "SAB_FROM": {"pass": "pass", "loc": "from {}"},
    "SAB_KIND": {"option": "effect {}"},
    "SAB_TARGET": {"loc": "target {}"} | _DONE,
    "SCOUT_SWAP": {"pass": "keep", "confirm": "swap"},
    "MED_KIND": {"pass": "pass", "option": "do {}"},
    "MED_LOC": {"pass": "pass", "loc": "brew {}"},
    "FLARE_RAISE": {"char": "raise {}"} | _DONE,
    "NA_PICK": {"loc": "resolve {}"},
    "NA_WEAPON": _CARD_PICKS,
    "NR_LOC": {"loc": "to {}"},
    "DEGRADE": {"loc": "degrade {}"},
}

#: Node -> names of its menu.
_MENUS: Final[Mapping[str, Sequence[str]]] = {
    "TILE_TYPE": TYPES[:N_TILES],
    "FACTION": FACTIONS,
    "BLD_KIND": PROJECTS,
    "SAB_KIND": EFFECTS,
    "WORK_SKILL": SKILLS,
    "MED_KIND": REMEDIES,
}
_NAMES: Final[Mapping[str, Sequence[str]]] = {"char": CHARACTERS, "card": CARDS, "deck": DECKS}


def called(state: Array, seat: int) -> str:
    """Name of a player: his faction, before he has one his seat."""
    faction = int(state[0]["faction"][seat])
    return f"player_{seat}" if faction < 0 else FACTIONS[faction]


def node_of(state: Array) -> tuple[str | None, int]:
    """Name of the node on top of the agenda and the seat that decides; (None, -1): nobody does."""
    s: Any = state[0]
    if s["outcome"] or s["depth"] == 0:
        return None, -1
    frame = s["stack"][s["depth"] - 1]
    return NODES[int(frame[0]) - FIRST_DECISION], int(frame[1])


def text_of(state: Array, action: int) -> str:
    """Text of an action at the node of the state; of one that it does not have: the family's name and its argument."""
    block, args = ACTIONS.decode(action)
    node, _ = node_of(state)
    form = NODE_TEXTS[node].get(block.name) if node else None
    if node == "RT_ARMOUR" and form:
        return form.format(CHARACTERS[int(state[0]["stack"][state[0]["depth"] - 1, 2])])
    if form and "{}" not in form:
        return form
    name = ""
    if args:
        if block.name == "seat":
            name = called(state, args[0])
        else:
            names = _MENUS.get(node or "", ()) if block.name == "option" else _NAMES.get(block.name, ())
            name = names[args[0]] if args[0] < len(names) else str(args[0])
    return form.format(name) if form else " ".join(filter(None, (block.name, name)))


#: Nodes whose card only its player sees, for the time being (ZG-19.1).
_SECRET: Final = ("SCH_CARD", "SCH_GIVE", "PF_WEAPON")


def open_text(before: Array, text: str) -> str:
    """What everybody may read of what was played or drawn in a state: of a card laid face down only the verb."""
    verb = text.partition(" ")[0]
    node, _ = node_of(before)
    secret = node in _SECRET and verb in ("scheme", "give", "use")
    return verb if secret else text


def commits(state: Array) -> bool:
    """Whether somebody lays cards face down for a people fight (ZG-12.38)."""
    return node_of(state)[0] == "PF_WEAPON"


def legal_texts(state: Array, mask: Array) -> list[str]:
    """Texts of the actions that the mask allows, in the order of the action space."""
    return [text_of(state, action) for action in np.flatnonzero(mask).tolist()]


def parse(state: Array, text: str, mask: Array) -> int:
    """The legal action that the text names; ``NotationError`` lists the legal texts, the closest first."""
    actions = np.flatnonzero(mask).tolist()
    texts = [text_of(state, action) for action in actions]
    if text in texts:
        return actions[texts.index(text)]
    raise NotationError.of(text, texts)
