"""Texts of actions, one per action and the same in every state: ``bid 4``, ``pay gas``, ``shoot 0``."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from zombicide_env.core.game import NotationError

from ..numbers.actions import ACTIONS
from ..numbers.layout import RESOURCES

__all__ = ["legal_texts", "parse", "text_of"]


@cache
def _texts() -> tuple[str, ...]:
    texts = []
    for index in range(ACTIONS.size):
        block, args = ACTIONS.decode(index)
        if block.name in ("pay", "take"):
            texts.append(f"{block.name} {RESOURCES[args[0]]}")
        elif block.name in ("bid", "route"):
            texts.append(f"{block.name} {args[0] + 1}")
        else:
            texts.append(" ".join([block.name, *map(str, args)]))
    return tuple(texts)


@cache
def _indices() -> dict[str, int]:
    return {text: index for index, text in enumerate(_texts())}


def text_of(action: int) -> str:
    """Return the text of an action index.  Raises ``CodecError`` outside the action space."""
    ACTIONS.decode(action)
    return _texts()[action]


def legal_texts(mask: np.ndarray[Any, Any]) -> list[str]:
    """Return texts of the actions that the mask allows, in the order of the action space."""
    return [_texts()[action] for action in np.flatnonzero(mask).tolist()]


def parse(text: str, mask: np.ndarray[Any, Any]) -> int:
    """Return the legal action that the text names.  Raises ``NotationError``, which lists the legal texts, the closest first."""
    action = _indices().get(text)
    if action is not None and mask[action]:
        return action
    raise NotationError.of(text, legal_texts(mask))
