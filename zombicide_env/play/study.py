"""What can be made of a game beside playing it: games from its positions, quests, what everybody has done, a film."""

from __future__ import annotations

import asyncio
from typing import Any, Protocol

from . import views
from .catalogue import Refusal
from .minds import Failure, Minds
from .session import Session
from .store import Facts
from .tally import tally

__all__ = ["Study", "Witness"]


class Witness(Protocol):
    """Who may know what of a game: its room."""

    facts: Facts

    def account(self, who: str) -> views.Account:
        """The course of the game as somebody is told it."""

    def sees(self, who: str) -> views.Seats:
        """Whose secrets somebody sees."""

    def may_download(self) -> bool:
        """Whether everything about the game may be told."""


class Study:
    """Games, quests and films made of one session.

    Args:
        session: the game.
        minds: where positions are played on.
        lock: of the room.
        room: says who may know what.
    """

    def __init__(self, session: Session, minds: Minds, lock: asyncio.Lock, room: Witness) -> None:
        self._session = session
        self._minds = minds
        self._lock = lock
        self._room = room
        self._film = -1, b""

    async def foresee(self, who: str, at: int, games: int, compare: bool) -> Any:
        """How games from the position after ``at`` moves end (``outlook.ends``), or what its moves come to: {move: share of games won}.

        Raises:
            Refusal: nobody decides there, or somebody of whom the browser may not know everything.
            Failure: it has taken too long.
        """
        async with self._lock:
            account = self._room.account(who)
            position = await asyncio.to_thread(self._session.position, account.position(min(at, account.total)))
        seats = self._room.sees(who)
        if not position.decider:
            raise Refusal("the game is over")
        if seats is not None and position.decider not in seats:
            raise Refusal("another player decides here")
        found = await self._minds.foresee("compare" if compare else "ends", self._session, position, games, who)
        if not compare:
            return found
        game, state = self._session.game, position.state
        return [{"t": game.notation(state, action), "k": list(game.targets(state, action)), "p": share} for action, share in found]

    async def quest(self, who: str, at: int) -> str:
        """A quest file that begins as the position after ``at`` moves; Refusal where none can, or while the replay may not be had."""
        if not self._room.may_download():
            raise Refusal("a position can be taken along when the game is over")
        async with self._lock:
            account = self._room.account(who)
            state = self._session.state_at(account.position(min(at, account.total)))
            try:
                return await asyncio.to_thread(self._session.game.quest_file, state)
            except ValueError as error:
                raise Refusal(str(error)) from None

    async def vector(self, who: str, at: int) -> str:
        """A conformance vector of the position after ``at`` moves; Refusal where none can say it, or while the replay may not be had."""
        if not self._room.may_download():
            raise Refusal("a position can be taken along when the game is over")
        account = self._room.account(who)
        try:
            return await self._minds.vector(self._session, account.position(min(at, account.total)), who)
        except Failure as error:
            raise Refusal(str(error)) from None

    async def tally(self) -> list[dict[str, Any]]:
        """What everybody has done, see ``tally``; Refusal while the game goes on."""
        if not (self._session.over or self._room.facts["record"]):
            raise Refusal("what everybody has done is told when the game is over")
        async with self._lock:
            return await asyncio.to_thread(tally, self._session)

    async def film(self, who: str) -> bytes:
        """The game as a GIF; Refusal while its replay may not be had, Failure if it takes too long."""
        if not self._room.may_download():
            raise Refusal("the film can be had when the game is over")
        if self._film[0] != len(self._session.moves):
            self._film = len(self._session.moves), await self._minds.film(self._session, who)
        return self._film[1]
