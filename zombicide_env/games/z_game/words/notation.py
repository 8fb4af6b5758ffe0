"""Texts of actions (ZG-20.2): the node defines the meaning of the action families, ``move kif``, ``to 9``, ``use axe``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np

from zombicide_env.core.decisions import Decision
from zombicide_env.core.game import NotationError

from ..numbers import decisions as ASK
from ..numbers.actions import ACTIONS
from ..numbers.layout import CARDS, CHARACTERS, DECKS, FACTIONS
from ..rules.table import TABLE

__all__ = ["asked", "called", "commits", "legal_texts", "node_of", "open_text", "parse", "text_of"]

Array = np.ndarray[Any, Any]

_NAMES: Final[Mapping[str, Sequence[str]]] = {"char": CHARACTERS, "card": CARDS, "deck": DECKS}


def called(state: Array, seat: int) -> str:
    """Return the name of a player: the faction, before it is chosen the seat."""
    faction = int(state[0]["faction"][seat])
    return f"player_{seat}" if faction < 0 else FACTIONS[faction]


def asked(state: Array) -> Decision | None:
    """Return the row of the decision on top of the agenda, None: no player decides."""
    s: Any = state[0]
    return None if s["outcome"] or s["depth"] == 0 else TABLE.decisions[int(s["stack"][s["depth"] - 1, 0])]


def node_of(state: Array) -> tuple[str | None, int]:
    """Return the name of the node on top of the agenda and the deciding seat; (None, -1): none."""
    row = asked(state)
    if row is None:
        return None, -1
    return ASK.NAMES[row.code - ASK.FIRST], int(state[0]["stack"][state[0]["depth"] - 1, 1])


def text_of(state: Array, action: int) -> str:
    """Return the text of an action at the node of the state; outside the node: the family's name and its argument."""
    block, args = ACTIONS.decode(action)
    row = asked(state)
    form = row.notation.get(block.name) if row else None
    if form and "{}" not in form:
        return form
    name = ""
    if args:
        if block.name == "seat":
            name = called(state, args[0])
        else:
            names = row.menu if row and block.name == "option" else _NAMES.get(block.name, ())
            name = names[args[0]] if args[0] < len(names) else str(args[0])
    elif form:  # the player concerned
        name = CHARACTERS[int(state[0]["stack"][state[0]["depth"] - 1, 2])]
    return form.format(name) if form else " ".join(filter(None, (block.name, name)))


def open_text(before: Array, text: str) -> str:
    """Return the public text of an action: of a card laid face down only the verb."""
    verb = text.partition(" ")[0]
    row = asked(before)  # a card laid face down (ZG-19.1)
    return verb if row and row.secret and verb == row.notation["card"].partition(" ")[0] else text


def commits(state: Array) -> bool:
    """Return whether cards are being laid face down for a people fight (ZG-12.38)."""
    row = asked(state)
    return bool(row and row.secret and row.phase)


def legal_texts(state: Array, mask: Array) -> list[str]:
    """Return texts of the actions that the mask allows, in the order of the action space."""
    return [text_of(state, action) for action in np.flatnonzero(mask).tolist()]


def parse(state: Array, text: str, mask: Array) -> int:
    """Return the legal action that the text names.  Raises ``NotationError``, which lists the legal texts, the closest first."""
    actions = np.flatnonzero(mask).tolist()
    texts = [text_of(state, action) for action in actions]
    if text in texts:
        return actions[texts.index(text)]
    raise NotationError.of(text, texts)
