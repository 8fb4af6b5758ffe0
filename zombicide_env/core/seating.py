"""Seating: players are distributed round-robin over the seats of a side, and never across sides with different roles.

In text, the players of different roles are separated by ``vs``: ``human greedy vs search`` is a team of two players against
one player.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Any, Final, TypeVar

from .game_type import GameType

__all__ = ["VS", "as_groups", "deal", "groups"]

T = TypeVar("T")
VS: Final = "vs"


def groups(words: Sequence[str]) -> list[list[str]]:
    """Return the words between each ``vs`` and the next."""
    return [list(part) for is_vs, part in groupby(words, lambda word: word == VS) if not is_vs]


def as_groups(given: Sequence[Any]) -> Sequence[Sequence[Any]]:
    """Return groups (lists or tuples) unchanged; players without groups become one group."""
    return given if all(isinstance(part, list | tuple) for part in given) else [given]


def deal(of: GameType, given: Sequence[Sequence[T]], what: str = "players") -> tuple[T, ...]:
    """Return the player of each seat, in seat order.

    Args:
        of: the game's sides.
        given: the players of each role, in the order of the roles. Those of a role with one side are distributed round-robin over its
            seats; those of several sides with the same role, over these sides, or there is one for each of their seats. A single group in a
            game with several roles is one player for all of it, or one for each seat.
        what: name of the players in errors.

    Raises:
        ValueError: a role has no players, or more than it has seats; the message says what is expected.
    """
    seats, parts = len(of.sides), of.parts
    if len(given) == 1 and len(parts) > 1:
        group = given[0]
        if len(group) not in (1, seats):
            example = f" {VS} ".join(f"{what.upper()} OF {role.upper()}" for role in parts)
            raise ValueError(f"{len(group)} {what} for {' and '.join(parts)}: say who plays which ({example}), or name {seats}")
        return tuple(group[seat % len(group)] for seat in range(seats))
    if len(given) != len(parts):
        raise ValueError(f"{len(given)} groups of {what}, but {len(parts)} role{'s' * (len(parts) != 1)}: {', '.join(parts)}")
    dealt: dict[int, T] = {}
    for (role, own), group in zip(parts.items(), given, strict=True):
        sides = [side for side, name in enumerate(of.roles) if name == role]
        by_side = len(sides) > 1 and len(group) != len(own)
        room = len(sides) if by_side else len(own)
        if not 1 <= len(group) <= room:
            whose = f" of {role}" if len(parts) > 1 else ""
            raise ValueError(
                f"{len(group)} {what} for {room} seat{'s' * (room != 1)}{whose}: give 1 to {room}, they are dealt round the table"
            )
        for number, seat in enumerate(own):
            dealt[seat] = group[(sides.index(of.sides[seat]) if by_side else number) % len(group)]
    return tuple(dealt[seat] for seat in range(seats))
