"""Games and teams as named by commands, and the agents of their seats."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final

import zombicide_agents as agents
from zombicide_agents import Agent
from zombicide_env import GAMES, make_game
from zombicide_env.core.seating import VS, as_groups, deal
from zombicide_env.core.words import spread
from zombicide_training.collect.game_results import competitive
from zombicide_training.collect.workers import Place

__all__ = ["LIMIT", "Boards", "Team", "seat_agents", "split_team", "usual_teams"]

LIMIT: Final = 60
"""Rounds of a game in an evaluation, unless the caller says otherwise."""

#: One agent for all seats, one per seat, or the agents of each role.
Team = str | Agent | Sequence[str | Agent | Sequence[str | Agent]]


@dataclass
class Boards(Place):
    """Options of commands that select a game, or one game for each of several quests."""

    #: Options that come first in the help.
    FIRST: ClassVar[tuple[str, ...]] = ("teams", "game", "quest", "survivors", "players", "games")

    game: str = "black_plague"
    """id of the game"""
    quest: tuple[str, ...] = ()
    """quests, played alternately, in games with quests; default: the first. generated:seed=0..63,tiles=2,split=test: 64 random quests"""
    survivors: int | None = None
    """number of survivors, in games with survivors; default: 6"""
    players: int | None = None
    """number of players, in competitive games; default: 4"""
    option: tuple[str, ...] = ()
    """additional options of the game, name=value"""
    max_rounds: int | None = None
    """limit of rounds, in games without an inherent end: a game that reaches it is lost, or with --option at_max_rounds=truncation
    truncated, which is not a win either. Default: 60"""

    def make_games(self) -> list[Any]:
        """Create the games with the given options, one per quest.

        Raises:
            ValueError: the game does not accept one of them, or one is given twice.
        """
        known = make_game(self.game).options
        flags = ("quest", "survivors", "players", "max_rounds")
        given = {name: getattr(self, name) for name in flags if getattr(self, name) not in (None, ())}
        wrong = [name for name in given if name not in known]
        if wrong:
            raise ValueError(f"{self.game} has no option {wrong[0]!r}; its options: {', '.join(known)}")
        given |= GAMES[self.game].form().read(self.option, given)
        if "max_rounds" in known:
            given.setdefault("max_rounds", LIMIT)
        named = given.pop("quest", ())
        quests = [quest for name in ((named,) if isinstance(named, str) else named) for quest in spread(name)]
        return [make_game(self.game, quest=quest, **given) for quest in quests] or [make_game(self.game, **given)]


def split_team(text: str) -> list[list[str]]:
    """Split ``a+b vs c`` into the specs of each role, ``[["a", "b"], ["c"]]``; a "+" in a path that exists belongs to it.

    Raises:
        ValueError: a side of ``vs`` is empty.
    """
    roles = re.split(rf"\s+{VS}\s+", text)
    if any(VS in role.split() for role in roles):
        raise ValueError(f"team {text!r}: {VS!r} has a role on both sides, and the whole is quoted: 'greedy {VS} random'")
    return [_specs(role) for role in roles]


def _specs(role: str) -> list[str]:
    pieces, found = role.split("+"), []
    while pieces:
        count = next((n for n in range(len(pieces), 1, -1) if _is_one("+".join(pieces[:n]))), 1)
        found.append("+".join(pieces[:count]).strip())
        pieces = pieces[count:]
    return found


def _is_one(spec: str) -> bool:
    """Return whether every "+" in a text is in a path that exists: an argument or the value of an option."""
    return all(os.path.exists(part.strip()) for part in re.split("[:,=]", spec) if "+" in part)  # noqa: PTH110 - False for names too long


def usual_teams(game: Any) -> list[str]:
    """Return the default teams."""
    best = agents.usual(game)
    if game.type.kind == "asymmetric":
        return [f" {VS} ".join([best] * len(game.type.parts))]
    if best == "random":
        return [best]
    return [f"{best}+random"] if competitive(game) else [best, "random"]


def seat_agents(game: Any, specs: Team) -> tuple[list[Agent], list[str]]:
    """Return the agent of each seat, and its name; equal specs share one agent."""
    listed = list(specs) if isinstance(specs, Sequence) and not isinstance(specs, str) else [specs]
    seats, groups = len(game.agents), as_groups(listed)
    if len(groups) == 1 and len(groups[0]) not in (1, seats):
        raise ValueError(f"{len(groups[0])} agents for {seats} seats of {game.id}: give one for all seats, or {seats}")
    given = deal(game.type, groups, "agents")
    made: dict[str, Agent] = {}
    team: list[Agent] = []
    for spec in given:
        if isinstance(spec, Agent):
            team.append(spec)
        else:
            if spec not in made:
                made[spec] = agents.make(spec, game)
            team.append(made[spec])
    return team, [spec if isinstance(spec, str) else spec.name for spec in given]
