"""Summary of a position for readers without a board: the result of describe(), with the cards of the routes in words."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from ...prompts import compact
from ..content import Card, cards
from ..numbers.layout import RESOURCES, ROUNDS
from .describe import HIDDEN

__all__ = ["summary"]

Array = np.ndarray[Any, Any]

_LEFT_OUT: Final = ("game", "legal", "deck", "routes")


def summary(world: Array, state: Array, described: dict[str, Any]) -> dict[str, Any]:
    """Return the dictionary; ``described`` is the result of ``describe``."""
    by_id = {card.id: card for card in cards()}
    routes = {
        route: " + ".join("face down" if name == HIDDEN else _card(by_id[name]) for name in names)
        for route, names in described["routes"].items()
    }
    alone = int(world["n_players"][0]) == 1
    goal = f"reach the end of round {ROUNDS} with a survivor alive, and have {'as many' if alone else 'the most'} victory points"
    rest = {key: value for key, value in described.items() if key not in _LEFT_OUT}
    about = {"goals": [f"{goal}{' as you can' if alone else ''}"], **compact(rest)}
    return about | ({"routes": routes} if routes else {})


def _card(card: Card) -> str:
    """Return the content of a card: ``II-3 (ammo 2, zombies 5, horde 1, points 1)``."""
    told = [f"{name} {n}" for name, n in zip(RESOURCES, card.gives, strict=True) if n]
    told += [f"event {card.event}{f' {card.token}' if card.token else ''}"] if card.event else []
    told += [f"zombies {card.zombies}"] if card.zombies else []
    told += [f"horde {card.horde}"] if card.horde else []
    told += [f"rule {card.rule}"] if card.rule else []
    told += [f"points {card.points}"] if card.points else []
    return f"{card.id} ({', '.join(told) or 'nothing'})"
