"""Players in an environment of one agent: they have the other seats, and move within its steps."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol, cast

import numpy as np
import numpy.typing as npt

from ..core.answers import refuse_class
from ..core.words import counted

__all__ = ["Maker", "Others", "Player", "Policy", "each_seat", "name_of"]


class Player(Protocol):
    """A player: any object that picks a legal action, such as an ``agents.Agent``.

    ``reset(seed)`` is called if present, with seeds from the environment. Attributes declare the inputs that it reads, see
    ``core.agent_inputs``; its state is a copy with the secrets of the other seats and future dice resampled.
    ``act_batch(observations, masks, game, states)`` handles many games at once.
    """

    def act(
        self, observation: npt.NDArray[Any] | None, mask: npt.NDArray[Any], game: Any = None, state: npt.NDArray[Any] | None = None
    ) -> int:
        """Return the index of a legal action. An error ends the step of the environment, which then has to be reset."""


Policy = Callable[[npt.NDArray[Any], npt.NDArray[Any]], int]
"""Function of observation and mask that returns an action."""
Maker = Callable[[str, Any], Player]
"""Function of spec and game that returns a player."""


class _Function:
    """Adapter that makes a function a player."""

    def __init__(self, policy: Policy) -> None:
        self.policy = policy
        self.name = getattr(policy, "__name__", type(policy).__name__)

    def act(self, observation: Any, mask: npt.NDArray[Any], game: Any = None, state: npt.NDArray[Any] | None = None) -> int:
        return self.policy(observation, mask)


class Others:
    """The players of all seats that are not the agent's.

    Args:
        game: the game.
        what: names a player in errors: "opponent".
        seated: for each choice of seats that the agent may have, the others' seats with their players: objects with ``act``, functions of
            observation and mask, or specs. Equal specs share one player.
        maker: makes players from specs; None: specs are not accepted.

    Attributes:
        different: the distinct players.
        at: (choice, seat) -> index into ``different``, -1 for the agent's own seats; int64 [choices, seats].

    Raises:
        ValueError: a spec is given without a maker.
        TypeError: an object cannot play.
    """

    def __init__(self, game: Any, what: str, seated: Sequence[Mapping[int, Any]], maker: Maker | None) -> None:
        made: dict[int | str, int] = {}
        self.what = what
        self.different: list[Player] = []
        self.at = np.full((len(seated), len(game.agents)), -1, np.int64)
        for choice, row in enumerate(seated):
            for seat, one in row.items():
                key = one if isinstance(one, str) else id(one)
                if key not in made:
                    made[key] = len(self.different)
                    self.different.append(_player(one, game, maker, what))
                self.at[choice, seat] = made[key]

    def seed(self, seed: int | Sequence[int]) -> None:
        """Seed the players."""
        numbers = np.random.SeedSequence(seed).generate_state(len(self.different), np.uint32).tolist()
        for player, number in zip(self.different, numbers, strict=True):
            if hasattr(player, "reset"):
                player.reset(number)

    def of(self, seat: int, choice: int = 0) -> Player:
        """Return the player at ``seat`` when the agent has its ``choice`` of seats."""
        return self.different[int(self.at[choice, seat])]


def each_seat(given: Any, seats: Sequence[int], what: str, where: str) -> dict[int, Any]:
    """Return seat -> player: one for all seats, or one for each of them.

    Raises:
        ValueError: there are more or fewer players than seats; it calls one ``what``, and the seats those of ``where``.
    """
    listed = list(given) if isinstance(given, Sequence) and not isinstance(given, str) else [given] * len(seats)
    if len(listed) != len(seats):
        places = counted(len(seats), "seat")
        raise ValueError(f"{counted(len(listed), what)} for {places} of {where}: give one for all of them, or {len(seats)}")
    return dict(zip(seats, listed, strict=True))


def _player(one: Any, game: Any, maker: Maker | None, what: str) -> Player:
    """Return the player given as an object with ``act``, a function, or a spec; ``what`` names it in errors."""
    if isinstance(one, str):
        if maker is None:
            raise ValueError(f"{what} {one!r} is a text: pass maker=agents.make, or the {what} itself")
        return maker(one, game)
    refuse_class(one, what)
    if hasattr(one, "act"):
        return cast("Player", one)
    if callable(one):
        return _Function(one)
    raise TypeError(
        f"{what} {one!r} cannot play: it has no act(observation, mask, game, state) and is not a function of observation and mask"
    )


def name_of(player: Player) -> str:
    """Return the name of a player in error messages."""
    return str(getattr(player, "name", type(player).__name__))
