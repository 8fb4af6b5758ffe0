"""Exports of a game: games from its positions, quests, statistics, a film."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from io import BytesIO
from typing import Any, Final, Literal, Protocol

from ..core.game import Array, Game
from ..render.svg import svg
from ..replay.reading import Replay
from . import views
from .agent_workers import AgentWorkers, Failure
from .catalogue import Refusal
from .facts import Facts, is_open
from .game_stats import game_stats
from .people import People
from .session import Move, Session

__all__ = ["Exports", "Witness"]

_SEEDS: Final = 2**31
#: Why positions of an unfinished game may not be exported, see ``Exports.barred``.
_BARRED: Final = {
    "guest": "who looks on may try positions out when the game is over",
    "others": "others play here too: positions may be tried out when the game is over",
    "hidden": "something is hidden from you: positions may be tried out when the game is over",
}


def _svg(game: Game, state: Array, seats: views.Seats) -> bytes:
    return svg(game.scene_for(state, seats)).encode()


def _png(game: Game, state: Array, seats: views.Seats) -> bytes:
    try:
        from PIL import Image

        from ..render.raster import rgb_array
    except ImportError:
        raise Refusal("this server has no Pillow to draw pixels with: take the other kind of picture") from None
    made = BytesIO()
    Image.fromarray(rgb_array(game.scene_for(state, seats))).save(made, "PNG", optimize=True)
    return made.getvalue()


_PICTURES: Final[dict[str, Callable[[Game, Array, views.Seats], bytes]]] = {"svg": _svg, "png": _png}


class Witness(Protocol):
    """Access rights to a game: its room."""

    facts: Facts
    people: People

    def account(self, who: str) -> views.Account:
        """Return the course of the game as a browser may know it."""

    def sees(self, who: str) -> views.Seats:
        """Return the seats whose secrets a browser sees."""

    def may_download(self) -> bool:
        """Return whether everything about the game may be shown."""


class Exports:
    """Games, quests and films made from one session.

    Args:
        session: the game.
        agent_workers: workers that play from positions.
        lock: lock of the room.
        room: access rights.
    """

    def __init__(self, session: Session, agent_workers: AgentWorkers, lock: asyncio.Lock, room: Witness) -> None:
        self._session = session
        self._agent_workers = agent_workers
        self._lock = lock
        self._room = room
        self._film: tuple[list[Move], bytes] = [], b""

    # ---- access during a game ----------------------------------------------------------------------------------------

    def barred(self, who: str) -> str:
        """Return why a browser may not export positions of the game, "" if it may.

        During the game only a person who plays alone and sees everything may: no other player is put at a disadvantage.
        """
        holders = set(self._room.people.seats.values())
        if not self._in_earnest():
            return ""
        if who not in holders:
            return "guest"
        if holders != {who}:
            return "others"
        everything = not views.secretive(self._session.game) or self._room.people.mine(who) == set(self._session.game.agents)
        return "" if everything else "hidden"

    def contested(self) -> bool:
        """Return whether people play against each other: then no agent advises them."""
        sides = dict(zip(self._session.game.agents, self._session.game.type.sides, strict=True))
        taken = {(holder, sides[agent]) for agent, holder in self._room.people.seats.items() if holder}
        holders, played = ({pair[part] for pair in taken} for part in (0, 1))
        return self._in_earnest() and len(holders) > 1 and len(played) > 1

    def _in_earnest(self) -> bool:
        return not (self._session.over or is_open(self._room.facts))

    def _check(self, who: str) -> None:
        if reason := self.barred(who):
            raise Refusal(_BARRED[reason])

    # ---- results -----------------------------------------------------------------------------------------------------

    async def foresee(self, who: str, at: int, games: int, compare: bool) -> Any:
        """Return results of games from the position after ``at`` moves, or of each of its moves (``win_probability.ends``, ``compared``).

        Raises:
            Refusal: there is no decision, or it belongs to an agent whose secrets the browser may not see.
            Failure: it has taken too long.
        """
        async with self._lock:
            number = self._position(who, at)
            position = await asyncio.to_thread(self._session.position, number)
            played = next((move.action for move in self._session.moves[number : number + 1]), None)
        seats = self._room.sees(who)
        if not position.decider:
            raise Refusal("the game is over")
        if self.contested():
            raise Refusal("while people play against each other no agent thinks for them")
        if seats is not None and position.decider not in seats:
            raise Refusal("another player decides here")
        found = await self._agent_workers.foresee("compare" if compare else "ends", self._session, position, games, who, played)
        if not compare:
            return found
        game, state = self._session.game, position.state
        moves = [
            {"t": game.notation(state, action), "k": list(game.targets(state, action)), "p": share} for action, share in found["moves"]
        ]
        return {"moves": moves, "legal": found["legal"]}

    async def parted(self, who: str, at: int) -> tuple[int, Replay]:
        """Return the game up to the position after ``at`` moves, with hidden information and future dice resampled there.

        The number is ``at``, or that of the moves that the browser has seen, if it is less.

        Raises:
            Refusal: the browser may not export positions of the game, see ``barred``.
        """
        self._check(who)
        async with self._lock:
            at = min(at, self._room.account(who).total)
            return at, await asyncio.to_thread(self._session.parted, self._position(who, at), secrets.randbelow(_SEEDS))

    def _position(self, who: str, at: int) -> int:
        account = self._room.account(who)
        return account.position(min(at, account.total))

    async def quest(self, who: str, at: int) -> str:
        """Return a quest file that begins at the position after ``at`` moves.

        Raises Refusal if that is impossible, or as ``parted`` does.
        """
        self._check(who)
        async with self._lock:
            state = self._session.redrawn(self._position(who, at), secrets.randbelow(_SEEDS))
            try:
                return await asyncio.to_thread(self._session.game.quest_file, state)
            except ValueError as error:
                raise Refusal(str(error)) from None

    async def vector(self, who: str, at: int) -> str:
        """Return a conformance vector of the position after ``at`` moves. Raises Refusal if there is none, or as ``parted`` does.

        While the game, or one from which it was branched, is not over, face-down cards are resampled, because a vector names them.
        """
        self._check(who)
        if self._room.may_download():
            async with self._lock:
                replay = self._session.upto(self._position(who, at))
        else:
            _, replay = await self.parted(who, at)
        try:
            return await self._agent_workers.vector(self._session.game, replay, who)
        except Failure as error:
            raise Refusal(str(error)) from None

    async def picture(self, who: str, at: int, kind: Literal["svg", "png"]) -> bytes:
        """Return an image of the position after ``at`` moves with the players' panels, as a browser may see it.

        Raises Refusal if Pillow is missing.
        """
        async with self._lock:
            return await asyncio.to_thread(
                _PICTURES[kind], self._session.game, self._session.state_at(self._position(who, at)), self._room.sees(who)
            )

    async def game_stats(self) -> list[dict[str, Any]]:
        """Return the statistics of all agents, see ``game_stats``. Raises Refusal while the game is not over."""
        if not (self._session.over or self._room.facts["record"]):
            raise Refusal("what everybody has done is shown when the game is over")
        async with self._lock:
            return await asyncio.to_thread(game_stats, self._session)

    async def film(self, who: str) -> bytes:
        """Return the game as a GIF. Raises Refusal while its replay may not be downloaded, Failure if it takes too long."""
        if not self._room.may_download():
            raise Refusal("the film can be had when the game is over")
        moves = list(self._session.moves)
        if not self._film[1] or self._film[0] != moves:  # after an undo there may be as many moves, but different ones
            self._film = moves, await self._agent_workers.film(self._session, who)
        return self._film[1]
