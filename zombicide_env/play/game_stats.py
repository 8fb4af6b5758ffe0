"""Statistics of all agents in a game, counted from its events, for the end of a game."""

from __future__ import annotations

from collections import Counter
from typing import Any, Final

from . import views
from .session import Session

__all__ = ["game_stats"]

#: Kind of event -> the value that is summed up, "" where events are counted; in display order.
_COUNTED: Final = {
    "kill": "n",
    "attack": "",
    "wound": "n",
    "wound_by": "n",
    "heal": "n",
    "prevent": "n",
    "experience": "n",
    "objective": "",
    "search": "",
    "open": "",
    "cast": "",
    "move": "",
    "noise": "",
    "loud": "",
    "leave": "",
    "death": "",
    "battle": "",
    "shoot": "",
    "melee": "",
    "flee": "",
    "molotov": "",
    "collect": "",
    "points": "n",
    "vp": "n",
    "capture": "",
    "enslaved": "",
    "stole": "",
    "fought": "",
}


def game_stats(session: Session) -> list[dict[str, Any]]:
    """Return for each agent: ``agent``, ``name``, ``did`` (kind of event -> count or sum), ``hits`` and ``dice`` of its dice."""
    game = session.game
    counts = {agent: Counter[str]() for agent in game.agents}
    for move in session.moves:
        for found in move.events:
            who = found.values.get("who", -1)
            if not 0 <= who < len(game.agents):
                continue
            count = counts[game.agents[who]]
            if found.kind in _COUNTED:
                count[found.kind] += found.values[_COUNTED[found.kind]] if _COUNTED[found.kind] else 1
            elif found.kind == "die" and "success" in found.values:
                count["dice"] += 1
                count["hits"] += found.values["success"]
    named = views.names(game, session.state)
    return [
        {
            "agent": agent,
            "name": named[agent],
            "did": {kind: n for kind in _COUNTED if (n := count[kind])},
            "hits": count["hits"],
            "dice": count["dice"],
        }
        for agent, count in counts.items()
    ]
