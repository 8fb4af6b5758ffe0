"""The type of a game: its sides, their information and rewards, as environments, trainers and pages need them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal, get_args

import numpy as np

from .words import unknown

__all__ = ["GameType", "Hidden", "Kind", "Rewards", "Utility"]

Kind = Literal["cooperative", "competitive", "asymmetric"]
"""One side; several sides with the same role; several sides with different roles."""
Hidden = Literal["nothing", "table", "seats"]
"""Hidden information besides future dice: none; cards face down for all players alike (decks); private to other players (hands, plans)."""
Rewards = Literal["end", "steps"]
"""When rewards are paid: only with the last step of a game, or of an agent's part in it; or with any step."""
Utility = Literal["common", "zero_sum", "general"]
"""Relation of the rewards: all agents get the same; those of the sides sum to 0; neither."""


@dataclass(frozen=True)
class GameType:
    """The type of a game with fixed options (compare the game types of OpenSpiel).

    Args:
        sides: side of each agent in seat order, numbers from 0. Agents of a side win and lose together.
        roles: role of each side. Sides with the same role are interchangeable: a player of one can play the other.
        hidden: see ``Hidden``.
        rewards: see ``Rewards``.
        utility: see ``Utility``.
        players: minimum and maximum number of agents over all options.

    Raises:
        ValueError: sides are not numbered consecutively, or a side has no role.
    """

    sides: tuple[int, ...]
    roles: tuple[str, ...]
    hidden: Hidden = "table"
    rewards: Rewards = "end"
    utility: Utility = "general"
    players: tuple[int, int] = (1, 64)

    def __post_init__(self) -> None:
        if not self.sides or sorted(set(self.sides)) != list(range(len(self.roles))):
            raise ValueError(f"sides={self.sides} with roles={self.roles}: each side, numbered from 0, has a role and an agent at least")
        for name, kinds in (("hidden", Hidden), ("rewards", Rewards), ("utility", Utility)):
            if getattr(self, name) not in get_args(kinds):
                raise ValueError(unknown(f"value of {name}", getattr(self, name), get_args(kinds)))
        if not self.players[0] <= len(self.sides) <= self.players[1]:
            raise ValueError(f"{len(self.sides)} agents in a game for {self.players[0]} to {self.players[1]}")

    @classmethod
    def team(cls, agents: int, role: str = "team", *, utility: Utility = "common", **facts: Any) -> GameType:
        """Return the type of a game with all agents on one side."""
        return cls((0,) * agents, (role,), utility=utility, **facts)

    @classmethod
    def rivals(cls, agents: int, role: str = "player", **facts: Any) -> GameType:
        """Return the type of a game in which every agent is a side of its own, all with the same role."""
        return cls(tuple(range(agents)), (role,) * agents, **facts)

    # ---- sides -----------------------------------------------------------------------------------------------

    @property
    def n_sides(self) -> int:
        """Number of sides."""
        return len(self.roles)

    @cached_property
    def kind(self) -> Kind:
        """Whether its agents play together or against each other."""
        if self.n_sides == 1:
            return "cooperative"
        return "competitive" if len(set(self.roles)) == 1 else "asymmetric"

    @cached_property
    def seats(self) -> tuple[tuple[int, ...], ...]:
        """The seats of each side, ascending."""
        return tuple(tuple(seat for seat, own in enumerate(self.sides) if own == side) for side in range(self.n_sides))

    @cached_property
    def side_names(self) -> tuple[str, ...]:
        """Display name of each side: its role, numbered if several sides have it (``player_0``)."""
        return tuple(
            role if self.roles.count(role) == 1 else f"{role}_{self.roles[:side].count(role)}" for side, role in enumerate(self.roles)
        )

    @cached_property
    def parts(self) -> dict[str, tuple[int, ...]]:
        """Role -> seats of all sides that have it, in the order of the sides."""
        return {
            role: tuple(seat for side, own in enumerate(self.seats) if self.roles[side] == role for seat in own)
            for role in dict.fromkeys(self.roles)
        }

    def side(self, which: int | str) -> int:
        """Return the number of a side, given by number or name. Raises ValueError if it does not exist."""
        if isinstance(which, str) and which in self.side_names:
            return self.side_names.index(which)
        if isinstance(which, int | np.integer) and not isinstance(which, bool) and 0 <= which < self.n_sides:
            return int(which)
        raise ValueError(unknown("side", which, self.side_names) + f" (or 0 to {self.n_sides - 1})")
