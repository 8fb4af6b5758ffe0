"""``greedy``: rules-based players, one per family of games, behind one spec.

A family is recognised by the name of its action codec.  A further family adds one line to ``FAMILIES``.
"""

from __future__ import annotations

import importlib
from typing import Any, Final

from ..base import Agent, AgentError

#: Name of the action codec -> module with a class ``Greedy(game)``.
FAMILIES: Final = {
    "zombicide": "zombicide_agents.greedy.zombicide",
    "hit_z_road": "zombicide_agents.greedy.hit_z_road",
}


def knows(game: Any) -> bool:
    """Are there rules of thumb for the game?"""
    return game.action_codec.name in FAMILIES


def make_greedy(game: Any) -> Agent:
    """The rules-based player of the game.

    Raises:
        AgentError: no game is given, or there are no rules for its family.
    """
    if game is None:
        raise AgentError("greedy plays by the rules of one game: pass the game, agents.make('greedy', game)")
    family = game.action_codec.name
    module = FAMILIES.get(family)
    if module is None:
        raise AgentError(
            f"greedy has no rules for {game.id!r} (action space {family!r}); it plays: {', '.join(FAMILIES)}. Use 'random' or a checkpoint"
        )
    agent: Agent = importlib.import_module(module).Greedy(game)
    return agent
