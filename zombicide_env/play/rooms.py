"""The rooms of a server: created, found again and closed."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import secrets
import time
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import replace
from typing import Any, Final

from ..core.game import Game
from ..core.seating import deal, groups
from ..core.words import one_line
from ..replay.reading import Replay, parse
from .agent_workers import AgentWorkers
from .catalogue import HUMAN, QUEST, Catalogue, Refusal
from .facts import Facts, fresh_facts
from .limits import DAY, Allowance, Caller, Limits, Quota
from .protocol import Branch, NewRoom
from .room import Room, Viewer
from .session import Person, Player, Session
from .store import Book, Store

__all__ = ["CODE", "OPEN", "Rooms"]

_LOG: Final = logging.getLogger(__name__)
OPEN: Final = "open"
CODE: Final = 6
"""Length of the code with which friends find a room: the first characters of its id."""
_LETTERS: Final = "abcdefghjkmnpqrstuvwxyz23456789"
_AT_ONCE: Final = 2  # maximum number of games created, and of replays played, at the same time
_LOOK_ROUND: Final = 20.0  # seconds between two checks for empty rooms
_SWEEP: Final = 3600.0
_TREE: Final = 100  # maximum number of games in a tree


class Rooms:
    """All rooms of a server; those not in use are in the store."""

    def __init__(self, catalogue: Catalogue, store: Store, agent_workers: AgentWorkers, limits: Limits) -> None:
        self.catalogue = catalogue
        self.limits = limits
        self._store = store
        self._agent_workers = agent_workers
        self._rooms: dict[str, Room] = {}
        self._opening: dict[str, asyncio.Task[Room]] = {}
        self._closing: dict[str, asyncio.Task[None]] = {}
        self._making = asyncio.Semaphore(_AT_ONCE)
        self._rematching = asyncio.Lock()
        self._saving = asyncio.Lock()
        self.sockets = Quota(limits.sockets_each, limits.sockets_address, "{} games are open in {}, the limit: close some of them first")
        self.searches = Quota(
            limits.searches_each, limits.searches_address, "{} searches are running for {}, the limit: wait until one is done"
        )
        self._daily = Allowance(limits.daily / DAY, limits.daily)
        self._keeper: asyncio.Task[None] | None = None

    # ---- getting a room ----------------------------------------------------------------------------------------------

    async def create(self, wanted: NewRoom, caller: Caller) -> Room:
        """Start a new game. Raises Refusal if that is not possible."""
        self._check_host(caller)
        who = caller.who
        async with self._making:
            session, facts = await asyncio.to_thread(self._create, wanted, who)
            for player in dict.fromkeys(session.players):
                await self._agent_workers.ready(player, session.game, who)
            return await self._begin(session, facts)

    async def watch(self, text: str, caller: Caller) -> Room:
        """Open a room for a replay. Raises Refusal if it cannot be played here."""
        self._check_host(caller)
        who = caller.who
        async with self._making:
            replay, game = await asyncio.to_thread(self._watch, text)
            return await self._begin(await self._follow(replay, game, who, watch=True), fresh_facts(who, {}, record=True))

    async def branch(self, room: Room, wanted: Branch, caller: Caller) -> Room:
        """Start a table that continues from a position of a room's game; hidden information and future dice are resampled.

        It is a sandbox where a person plays all seats.

        Raises:
            Refusal: the game is not over and has other players (``Exports.barred``), or the browser has too many games.
        """
        who, spec = caller.who, wanted.spec
        at, replay = await room.exports.parted(who, wanted.at)
        self._check_host(caller)
        if spec != HUMAN:
            self._agent_workers.check(spec)
        async with self._making:
            before = replay.header.agents
            players = {agent: spec if wanted.instead in (None, player) else player for agent, (_, player) in before.items()}
            names = {agent: (name, players[agent]) for agent, (name, _) in before.items()}
            replay = replace(replay, header=replace(replay.header, agents=names))
            session = await self._follow(replay, room.session.game, who, watch=False)
            seats = {agent: who for agent, player in players.items() if player == HUMAN}
            sandbox = len(seats) == len(players)
            return await self._begin(session, fresh_facts(who, seats, sandbox=sandbox, of=room.id, at=at))

    async def rematch(self, room: Room, caller: Caller, following: bool = False) -> Room:
        """Return a room for the same game with other dice, or the next quest, with the same people and players.

        The first call makes the room; later calls return it.

        Raises:
            Refusal: the game is not over, there is no next quest, the browser is not a player's, or it has too many games.
        """
        who = caller.who
        if not room.session.over or room.facts["record"] or not room.people.in_charge(who):
            raise Refusal("those who have played play once more, when the game is over")
        before = room.facts
        async with self._rematching:  # all who ask meet in one room
            if not self._store.has(before["rematch"]):
                self._check_host(caller)
                async with self._making:
                    session = await asyncio.to_thread(self._again, room.session, following)
                    facts = fresh_facts(who, dict(before["seats"]), sandbox=before["sandbox"], pace=before["pace"])
                    before["rematch"] = (await self._begin(session, facts | {"names": dict(before["names"])})).id
                await self.save(room)
                room.changed()
        return await self.find(before["rematch"])

    async def find(self, room: str) -> Room:
        """Return a room by its id, resumed from the store if necessary. Raises Refusal if there is none."""
        if room in self._rooms:
            return self._rooms[room]
        if room not in self._opening:
            if not self._store.has(room):
                raise Refusal("there is no such game here", 404)
            self._opening[room] = asyncio.create_task(self._open(room))
            self._opening[room].add_done_callback(lambda _: self._opening.pop(room, None))
        return await asyncio.shield(self._opening[room])  # the request may be cancelled while others wait for the same room

    def invited(self, code: str) -> Room:
        """Return the open room with a free seat whose id begins with a code. Raises Refusal if there is none.

        A code is short enough to be read out. It gives no access to rooms in which all seats are taken.
        """
        for name, room in self._rooms.items():
            if len(code) == CODE and name.startswith(code) and "" in room.people.seats.values():
                return room
        raise Refusal("no game with a free seat has this code: it is shown in the waiting room", 404)

    async def _open(self, room: str) -> Room:
        if room in self._closing:
            await asyncio.shield(self._closing[room])
        async with self._making:
            replay, game, facts = await asyncio.to_thread(self._resume, room)
            try:
                session = await self._follow(replay, game, facts["host"], watch=facts["record"])
            except Refusal as error:
                raise self._not_resumed(error) from None
            await self._make_space()
            return self._enter(room, session, facts, await asyncio.to_thread(self._store.book, room, session))

    async def _begin(self, session: Session, facts: Facts) -> Room:
        """Return a room for a game that is new on this server."""
        await self._make_space()
        if len(self._store) >= self.limits.kept:
            raise Refusal(
                f"{self.limits.kept} games are kept on this server: some have to be moved elsewhere before there can be new ones", 503
            )
        name = _new_id()
        try:
            await asyncio.to_thread(self._store.save_facts, name, facts)
            book = await asyncio.to_thread(self._store.book, name, session)
            if book.problem:
                raise OSError(0, book.problem)
        except OSError as error:
            with contextlib.suppress(OSError):  # the disk is full or read-only: the first error is reported
                await asyncio.to_thread(self._store.remove, name)
            raise Refusal(f"no game can be kept on the server's disk: {error.strerror}", 507) from None
        return self._enter(name, session, facts, book)

    def _enter(self, name: str, session: Session, facts: Facts, book: Book) -> Room:
        secret = self._secret(facts["of"])
        room = Room(name, session, self.catalogue, self._agent_workers, book, facts, self.limits, secret, self.searches)
        self._rooms[name] = room
        room.start()
        return room

    def _secret(self, of: str) -> Callable[[], bool]:
        """Return a function that returns whether a seed shared with another game is still secret; once public, it stays public."""
        secret = bool(of)

        def ask() -> bool:
            nonlocal secret
            secret = secret and self._store.is_secret(of)
            return secret

        return ask

    async def _make_space(self) -> None:
        if len(self._rooms) < self.limits.rooms:
            return
        empty = [room for room in self._rooms.values() if not room.viewers]
        if not empty:
            raise Refusal(f"{self.limits.rooms} games are being played on this server; try again later", 503)
        await self._put_away(min(empty, key=lambda room: room.touched))

    def _check_host(self, caller: Caller) -> None:
        """Raise Refusal if a browser, or its address, has too many rooms of its own open, or has created too many today."""
        hosts = [{viewer.caller for viewer in room.viewers if viewer.who == room.facts["host"]} for room in self._rooms.values()]
        own = sum(any(host.who == caller.who for host in here) for here in hosts)
        near = sum(any(host.address == caller.address for host in here) for here in hosts)
        if own >= self.limits.rooms_each:
            raise Refusal(f"you already have {own} games open in this browser, the limit: close one of them first", 429)
        if near >= self.limits.rooms_address:
            raise Refusal(f"you already have {near} games open in your network, the limit: close one of them first", 429)
        if not self._daily.take(caller.address):
            raise Refusal(f"{self.limits.daily} games have been started in your network today, the limit: try again later", 429)

    # ---- browsers ----------------------------------------------------------------------------------------------------

    def enter(self, room: Room, viewer: Viewer) -> None:
        """Add a browser to a room. Raises Refusal if there are too many."""
        if self._rooms.get(room.id) is not room:
            raise Refusal("the game has just been put away: reload the page", 503)
        if self.sockets.total() >= self.limits.sockets:
            raise Refusal("too many people look at games on this server; try again later", 503)
        self.sockets.take(viewer.caller)
        room.enter(viewer)

    def leave(self, room: Room, viewer: Viewer) -> None:
        """Remove a browser that had entered."""
        room.leave(viewer)
        self.sockets.give_back(viewer.caller)

    @property
    def open(self) -> list[str]:
        """Return the open rooms."""
        return list(self._rooms)

    def kept(self, most: int, who: str) -> list[dict[str, Any]]:
        """Return the games that a browser plays in or has started, the newest first."""
        rows = self._store.rows(who, most)
        for at, row in enumerate(rows):
            room = self._rooms.get(row["room"])
            if room is not None and not room.session.over:
                rows[at] = row | {"round": room.session.round}
        return rows

    def tree(self, room: str, who: str) -> dict[str, Any]:
        """Return the variations that a browser has tried from positions of a game, see ``Store.tree``."""
        return self._store.tree(room, who, _TREE)

    async def save(self, room: Room) -> None:
        """Store the seating and settings. Raises Refusal if they cannot be written."""
        try:
            async with self._saving:  # in order: what is older never replaces what is newer
                await asyncio.to_thread(self._store.save_facts, room.id, deepcopy(room.facts))
        except OSError as error:
            raise Refusal(f"the seats cannot be written to the server's disk: {error.strerror}", 507) from None

    # ---- order -------------------------------------------------------------------------------------------------------

    def start(self) -> None:
        """Start housekeeping: close empty rooms and delete unneeded games."""
        self._keeper = asyncio.create_task(self._keep_order())

    async def close(self) -> None:
        """Stop all rooms, and release the folder."""
        if self._keeper is not None:
            self._keeper.cancel()
        for opening in list(self._opening.values()):
            opening.cancel()
        for room in list(self._rooms.values()):
            await self._put_away(room)
        await asyncio.gather(*self._closing.values())
        self._store.close()

    async def _keep_order(self) -> None:
        swept = -_SWEEP
        while True:
            with _reported("rooms cannot be put away"):
                await self.put_idle_away()
            if time.monotonic() - swept > _SWEEP:
                swept = time.monotonic()
                with _reported("games that nobody will miss cannot be thrown away"):
                    await asyncio.to_thread(self._store.sweep, self.limits, set(self._rooms) | set(self._opening))
            await asyncio.sleep(min(_LOOK_ROUND, self.limits.idle))

    async def put_idle_away(self) -> None:
        """Close the rooms without activity for too long."""
        for room in list(self._rooms.values()):
            quiet = time.monotonic() - room.touched
            if quiet > (self.limits.silent if room.viewers else self.limits.idle):
                with _reported(f"room {room.id} cannot be put away"):
                    await self._put_away(room)

    async def _put_away(self, room: Room) -> None:
        if self._rooms.pop(room.id, None) is None:
            return  # another task has closed it meanwhile
        self._closing[room.id] = asyncio.create_task(self._close(room))
        self._closing[room.id].add_done_callback(lambda _: self._closing.pop(room.id, None))
        await asyncio.shield(self._closing[room.id])  # who waits may be cancelled, but the room is closed

    async def _close(self, room: Room) -> None:
        await room.close()
        if not self._store.has(room.id):
            return
        room.facts["stands"] = [len(room.session.moves), room.session.round]
        with contextlib.suppress(Refusal):  # then the list shows the round of the last move
            await self.save(room)

    # ---- construction ------------------------------------------------------------------------------------------------

    def _create(self, wanted: NewRoom, who: str) -> tuple[Session, Facts]:
        game = self.catalogue.game(wanted.game, wanted.options)
        try:
            dealt = deal(game.type, groups(wanted.seats))
        except ValueError as error:
            raise Refusal(str(error)) from None
        if wanted.sandbox and OPEN in wanted.seats:
            raise Refusal("a sandbox game is played alone: no seat can be open")
        gathering = wanted.gather and OPEN in wanted.seats
        made: dict[str, Player] = {}
        for spec in dict.fromkeys(dealt):
            made[spec] = Person(HUMAN) if spec in (HUMAN, OPEN) else self._agent_workers.player(spec, game)
        session = Session(game, [made[spec] for spec in dealt], seed=wanted.seed, keep=True)
        at_table = zip(game.agents, dealt, strict=True)
        seats = {agent: who if spec == HUMAN else "" for agent, spec in at_table if spec in (HUMAN, OPEN)}
        seeded = wanted.seed is not None
        return session, fresh_facts(who, seats, sandbox=wanted.sandbox, pace=wanted.pace, seeded=seeded, gathering=gathering)

    def _again(self, before: Session, following: bool) -> Session:
        game = before.game
        if following:
            quest = self.catalogue.following(game)
            if not quest:
                raise Refusal("there is no next quest")
            game = self.catalogue.game(game.id, {**game.options, QUEST: quest}, recorded=True)
        made: dict[str, Player] = {}
        for player in before.players:
            made[player.name] = Person(HUMAN) if isinstance(player, Person) else self._agent_workers.player(player.name, game)
        return Session(game, [made[player.name] for player in before.players], keep=True)

    def _watch(self, text: str) -> tuple[Replay, Game]:
        try:
            return self._recorded(parse(text, partial=True))
        except Refusal:
            raise
        except (ValueError, TypeError, LookupError, ArithmeticError, RecursionError) as error:  # the content may be arbitrary
            raise Refusal(one_line(error, 500)) from None

    def _resume(self, room: str) -> tuple[Replay, Game, Facts]:
        try:
            replay, facts = self._store.load(room)
            return *self._recorded(replay), facts
        except (ValueError, OSError) as error:
            raise self._not_resumed(error) from None

    def _recorded(self, replay: Replay) -> tuple[Replay, Game]:
        """Return a replay with its game. Raises Refusal if it is too long."""
        header = replay.header
        if len(replay.entries) > self.limits.moves:
            raise Refusal(f"the replay has {len(replay.entries)} moves; games of at most {self.limits.moves} are shown here")
        return replay, self.catalogue.game(header.game, header.options, recorded=True)

    async def _follow(self, replay: Replay, game: Game, who: str, watch: bool) -> Session:
        """Return a session at the end of a replay. Raises Refusal if it cannot be played here."""
        courses = await self._agent_workers.follow(replay, game, who)
        session = await asyncio.to_thread(
            Session.seated, replay, game, Person if watch else lambda name: self._agent_workers.player(name, game)
        )
        for course in courses:
            session.take_over(course)
            await asyncio.sleep(0)  # let other rooms run first
        return session

    def _not_resumed(self, error: Exception) -> Refusal:
        """Return the reason for a browser: the file by its name, without the server's folders."""
        told = str(error).replace(f"{self._store.folder}{os.sep}", "")
        return Refusal(one_line(f"the game cannot be resumed: {told}", 500))


@contextlib.contextmanager
def _reported(what: str) -> Iterator[None]:
    """Log any exception of the block and continue."""
    try:
        yield
    except Exception:
        _LOG.exception(what)


def _new_id() -> str:
    return "".join(secrets.choice(_LETTERS) for _ in range(12))
