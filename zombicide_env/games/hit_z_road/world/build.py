"""Build the WORLD record from content and options."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..content import Card, cards, faces
from ..numbers.layout import DICE, EVENTS, LEVELS, REMOVED, RESULTS, REWARDS, RULES, TOKENS, P, R
from ..numbers.state import WORLD
from ..options import Options

__all__ = ["build_world"]


def build_world(options: Options) -> np.ndarray[Any, Any]:
    """Return the world of a game, an array of shape (1,) and dtype ``WORLD``."""
    players = options.players
    world = np.zeros(1, WORLD)
    w = world[0]
    w["n_players"] = players
    w["n_routes"] = R if players == P else R - 1  # HZ-4.2
    w["solo"] = players == 1
    w["automatic"] = options.decisions == "actions"
    w["reward_by"] = REWARDS.index(options.reward)
    if options.max_rounds is not None and options.shortened:
        w["max_rounds"] = options.max_rounds * (1 if options.at_max_rounds == "truncation" else -1)
    w["n_cards"] = len(cards())
    for number, die in enumerate(DICE):
        w["face"][number] = [RESULTS.index(result) for result in faces()[die]]
    for card in cards():
        _fill_card(w, card, players)
    for level in range(1, LEVELS + 1):  # HZ-2.5, HZ-2.6, HZ-12.R2
        w["n_level"][level] = ((w["level"] == level) & (w["in_play"] == 1)).sum() - REMOVED
    return world


def _fill_card(w: Any, card: Card, players: int) -> None:
    number = card.number
    for name in ("level", "gives", "zombies", "horde", "points"):
        w[name][number] = getattr(card, name)
    w["in_play"][number] = players == P or not card.symbol  # HZ-12.1
    w["event"][number] = EVENTS.index(card.event)
    w["token"][number] = TOKENS.index(card.token) if card.token else 0
    w["rule"][number] = RULES.index(card.rule)
