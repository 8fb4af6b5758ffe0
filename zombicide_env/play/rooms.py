"""The rooms of a server: games that are made, found again and put away."""

from __future__ import annotations

import asyncio
import secrets
from typing import Any, Final

from ..core.seating import deal, groups
from ..replay.format import Replay, ReplayError, parse
from .catalogue import HUMAN, Catalogue, Refusal
from .protocol import NewRoom
from .room import Room
from .session import Person, Player, Session
from .store import Store

__all__ = ["OPEN", "Rooms"]

OPEN: Final = "open"
_LETTERS: Final = "abcdefghjkmnpqrstuvwxyz23456789"


class Rooms:
    """All rooms of a server; those that are not in use lie in the store."""

    def __init__(self, catalogue: Catalogue, store: Store, most: int = 64) -> None:
        self.catalogue = catalogue
        self._store = store
        self._most = most
        self._rooms: dict[str, Room] = {}
        self._making = asyncio.Lock()

    async def create(self, wish: NewRoom, who: str) -> Room:
        """A new game; Refusal if it cannot be had."""
        async with self._making:
            await self._make_space()
            return self._enter(*await asyncio.to_thread(self._create, wish, who))

    async def watch(self, text: str, who: str) -> Room:
        """A room for a replay; Refusal if it cannot be played here."""
        async with self._making:
            await self._make_space()
            return self._enter(*await asyncio.to_thread(self._watch, text, who))

    async def find(self, room: str) -> Room:
        """A room by its id, resumed from the store if need be; Refusal if there is none."""
        async with self._making:
            if room not in self._rooms:
                if not self._store.has(room):
                    raise Refusal("there is no such game here")
                await self._make_space()
                self._enter(room, *await asyncio.to_thread(self._resume, room))
            return self._rooms[room]

    def kept(self, most: int, who: str) -> list[dict[str, Any]]:
        """Games in which a browser has a part, or that it has started, the newest first."""
        found = []
        for room in self._store.ids():
            try:
                facts = self._store.facts(room)
                if who in (facts["host"], *facts["seats"].values()):
                    found.append(_row(room, *self._store.load(room)))
            except (ValueError, OSError, KeyError):
                continue  # it cannot be resumed either
            if len(found) == most:
                break
        return found

    async def close(self) -> None:
        """Stop all rooms."""
        for room in self._rooms.values():
            await room.close()
        self._rooms.clear()

    # ---- making ------------------------------------------------------------------------------------------------------

    def _create(self, wish: NewRoom, who: str) -> tuple[str, Session, dict[str, Any]]:
        game = self.catalogue.game(wish.game, wish.options)
        try:
            dealt = deal(game.type, groups(wish.seats), "seats")
        except ValueError as error:
            raise Refusal(str(error)) from None
        if wish.sandbox and OPEN in wish.seats:
            raise Refusal("a sandbox game is played alone: no seat can be open")
        made: dict[str, Player] = {}
        for spec in dict.fromkeys(dealt):
            made[spec] = Person(HUMAN) if spec in (HUMAN, OPEN) else self.catalogue.agent(spec, game)
        session = Session(game, [made[spec] for spec in dealt], seed=wish.seed, keep=True)
        at_table = zip(game.agents, dealt, strict=True)
        seats = {agent: who if spec == HUMAN else "" for agent, spec in at_table if spec in (HUMAN, OPEN)}
        return _new_id(), session, {"host": who, "seats": seats, "sandbox": wish.sandbox, "pace": wish.pace, "record": False}

    def _watch(self, text: str, who: str) -> tuple[str, Session, dict[str, Any]]:
        try:
            replay = parse(text, partial=True)
            session = self._follow(replay, watch=True)
        except ReplayError as error:
            raise Refusal(str(error)[:500]) from None
        return _new_id(), session, {"host": who, "seats": {}, "sandbox": False, "pace": 0.6, "record": True}

    def _resume(self, room: str) -> tuple[Session, dict[str, Any]]:
        try:
            replay, facts = self._store.load(room)
            return self._follow(replay, watch=facts["record"]), facts
        except (ValueError, OSError) as error:
            raise Refusal(f"the game cannot be resumed: {error}"[:500]) from None

    def _follow(self, replay: Replay, watch: bool) -> Session:
        header = replay.header
        game = self.catalogue.game(header.game, header.options, recorded=True)
        return Session.follow(replay, game, Person if watch else lambda name: self.catalogue.agent(name, game))

    def _enter(self, room: str, session: Session, facts: dict[str, Any]) -> Room:
        self._store.save_facts(room, facts)
        entered = Room(room, session, self.catalogue, self._store.book(room, session), facts)
        self._rooms[room] = entered
        entered.start()
        return entered

    async def _make_space(self) -> None:
        if len(self._rooms) < self._most:
            return
        for name, room in list(self._rooms.items()):
            if not room.viewers:
                del self._rooms[name]
                await room.close()
                return
        raise Refusal(f"{self._most} games are being played on this server; try again later")

    def save(self, room: Room) -> None:
        """Keep who sits where."""
        self._store.save_facts(room.id, room.facts)


def _row(room: str, replay: Replay, facts: dict[str, Any]) -> dict[str, Any]:
    """A game in the list of those that can be gone on with."""
    return {
        "room": room,
        "game": replay.header.game,
        "options": {name: value for name, value in replay.header.options.items() if name in ("quest", "players")},
        "moves": len(replay.entries),
        "round": replay.entries[-1].round if replay.entries else 1,
        "outcome": replay.end.outcome if replay.end else "ongoing",
        "record": facts["record"],
    }


def _new_id() -> str:
    return "".join(secrets.choice(_LETTERS) for _ in range(12))
