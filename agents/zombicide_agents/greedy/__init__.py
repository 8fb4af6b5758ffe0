"""``greedy``: rules-based players behind one spec.

A game that brings one along, ``game.mind()``, is played by it, compiled (``compiled``); for other families there are agents in Python,
recognised by the name of the action codec.
"""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from typing import Any, Final

from ..base import Agent, AgentError

#: The weight above 0 that makes a mind take the defaults of the rules.
AUTOMATIC: Final = "automatic"
#: Name of the action codec -> module with a class ``Greedy(game)``.
FAMILIES: Final = {"hit_z_road": "zombicide_agents.greedy.hit_z_road"}


def knows(game: Any) -> bool:
    """Are there rules of thumb for the game?"""
    return game.mind() is not None or game.action_codec.name in FAMILIES


def make_greedy(game: Any, weights: Mapping[str, float] | None = None) -> Agent:
    """The rules-based player of the game, with other weights where they are given.

    Raises:
        AgentError: no game is given, there are no rules for it, or it knows no such weight.
    """
    if game is None:
        raise AgentError("greedy plays by the rules of one game: pass the game, agents.make('greedy', game)")
    if game.mind() is not None:
        from .compiled import CompiledGreedy

        return CompiledGreedy(game, weights)
    module = FAMILIES.get(game.action_codec.name)
    if module is None:
        raise AgentError(f"greedy has no rules for {game.id!r}, which brings no player along (Game.mind). Use 'random' or a checkpoint")
    if weights:
        raise AgentError(f"greedy plays {game.id!r} without weights of its own: leave out {', '.join(weights)}")
    agent: Agent = importlib.import_module(module).Greedy(game)
    return agent


def make_automatic(game: Any) -> Agent:
    """Who plays a seat by the documented defaults of the rules; other seats as the rules-based player.

    Raises:
        AgentError: no game is given, or its rules play no seat by themselves.
    """
    mind = None if game is None else game.mind()
    if mind is None or AUTOMATIC not in mind.defaults:
        name = "a game" if game is None else repr(game.id)
        raise AgentError(
            f"automatic plays a seat that the rules can play by themselves (Apocalypse's Zombie Master); {name} has none. Use 'greedy'"
        )
    agent = make_greedy(game, {AUTOMATIC: 1.0})
    agent.name = "automatic"
    return agent
