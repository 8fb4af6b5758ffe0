"""A room: a session with the browsers that watch it and the people who play in it (``people``).

A browser is identified by a key that only it and the server have; files contain only the hash of the key. Slow work (the rules, drawing)
runs in a thread, so that the server stays responsive; code that changes or shows the game holds the room's lock. Agents run
elsewhere and without it (``agent_workers``), so that viewers can look back in the meantime.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable, Collection, Hashable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np

from ..core.words import one_line
from . import views
from .absence import Absence
from .advice import Advice
from .agent_workers import AgentWorkers, Failure
from .broadcast import Gallery, Picture, nothing_new
from .catalogue import Catalogue, Refusal
from .exports import Exports
from .facts import Facts, is_open
from .limits import Caller, Limits, Quota
from .people import People
from .protocol import Act, Arrange, Ask, Begin, Call, Free, Look, Message, Pace, Say, Sit, Step, Undo
from .session import Person, Session
from .store import Book
from .wishes import Wishes

__all__ = ["MOMENTS", "Room", "Viewer"]

_LOG: Final = logging.getLogger(__name__)
MOMENTS: Final = 12
"""Maximum number of positions sent at once to a browser that steps through a game."""


@dataclass(eq=False)
class Viewer:
    """A browser in a room: ``caller``, and ``at``, the position that it watches (None: the newest).

    ``shown`` and ``told`` are the last picture sent to it, and the number of log entries known to ``seats``; ``asks``: it gets
    an answer even if there is nothing new.
    """

    caller: Caller
    at: int | None = None
    advisors: tuple[str, ...] = ()
    told: int = 0
    seats: views.Seats = None
    asks: bool = True
    shown: Picture | None = None
    news: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def who(self) -> str:
        """The hash of the browser's key."""
        return self.caller.who


class Room:
    """One table.

    Args:
        id: its name in links and files.
        session: the game, with history.
        catalogue: for policies that can be advisers.
        agent_workers: workers that run the agents.
        book: file of the game.
        facts: seating and settings.
        limits: of the server.
        secret: whether the seed must be hidden because another game shares it.
        searches: quota of searches for which browsers may wait.
    """

    def __init__(
        self,
        id: str,  # noqa: A002 - the attribute's name
        session: Session,
        catalogue: Catalogue,
        agent_workers: AgentWorkers,
        book: Book,
        facts: Facts,
        limits: Limits,
        secret: Callable[[], bool],
        searches: Quota,
    ) -> None:
        self.id = id
        self.session = session
        self.facts = facts
        self.people = People(facts, limits.words)
        self.absence = Absence(limits.grace if views.secretive(session.game) else limits.grace_open)
        self.paused = False
        self.problem = ""
        self.viewers: set[Viewer] = set()
        self.touched = time.monotonic()
        self._agent_workers = agent_workers
        self._book = book
        self._limits = limits
        self._secret = secret
        self._following = catalogue.following(session.game)
        self._policies = [policy.spec for policy in catalogue.policies if policy.knows(session.game)]
        self._lock = asyncio.Lock()
        self._wake = asyncio.Event()
        self._version = 0
        self._gallery = Gallery(session)
        self.exports = Exports(session, agent_workers, self._lock, self)
        self._advice = Advice(session, agent_workers, self._lock, self.exports.contested, searches)
        self.wishes = Wishes(session, self.people, agent_workers, self._lock, facts["host"], self.changed)
        self._thought: asyncio.Future[int] | None = None
        self._owned: tuple[Any, dict[int, str]] = (None, {})
        self._said: tuple[str, int, int] | None = None  # last action of a person: who, after how many moves, action
        self._single = False  # one move is requested while the game is paused
        self._driver: asyncio.Task[None] | None = None
        self._closed = False

    # ---- permissions -------------------------------------------------------------------------------------------------

    def sees(self, who: str) -> views.Seats:
        """Return the seats whose secrets a browser sees."""
        everything = self.session.over or self.facts["record"] or not self.people.seats or not views.secretive(self.session.game)
        return None if everything else self.people.mine(who)

    def account(self, who: str) -> views.Account:
        """Return the course of the game as a browser may know it."""
        return self._gallery.account(self.sees(who))

    def may_download(self) -> bool:
        """Return whether the replay may be downloaded now: it reveals the seed, and with it all future dice."""
        return (self.session.over or is_open(self.facts)) and not self._secret()

    def idle_player(self) -> bool:
        """Whether a player other than a person is to move."""
        session = self.session
        if self.facts["record"] or session.over or isinstance(session.player_of(session.decider), Person):
            return False
        return not self.people.asked(set(self._owners().values()), session.decider)

    def _owners(self) -> dict[int, str]:
        """Return legal action -> its agent."""
        session = self.session
        newest = len(session.moves), session.moves[-1:]
        if self._owned[0] != newest:
            legal = map(int, np.flatnonzero(session.mask))
            self._owned = newest, {**dict.fromkeys(legal, session.decider), **session.game.owners(session.state)}
        return self._owned[1]

    # ---- joining and leaving -----------------------------------------------------------------------------------------

    def enter(self, viewer: Viewer) -> None:
        """Add a browser."""
        self.viewers.add(viewer)
        self.absence.here(viewer.who)
        self.changed()

    def leave(self, viewer: Viewer) -> None:
        """Remove a browser; without viewers no agent runs."""
        self.viewers.discard(viewer)
        self._advice.forget(viewer)
        self.touched = time.monotonic()
        if viewer.who not in self.here:
            self.absence.gone(viewer.who, self.tell)
        self.tell()  # a person may be absent now
        if not self.viewers:
            self._stop_thinking()

    @property
    def here(self) -> set[str]:
        """Return the people in the room."""
        return {viewer.who for viewer in self.viewers}

    # ---- messages from browsers --------------------------------------------------------------------------------------

    async def handle(self, viewer: Viewer, message: Message) -> None:
        """Carry out a message of a browser. Raises Refusal if it is not permitted."""
        self.touched = time.monotonic()
        viewer.asks = True
        if self._closed:
            raise Refusal("the game has been put away: reload the page")
        if isinstance(message, Look):
            for spec in message.advisors:
                self._agent_workers.check(spec)
            last = self.account(viewer.who).total
            viewer.at = None if message.at is None else min(message.at, last)
            viewer.advisors = tuple(dict.fromkeys(message.advisors))
            viewer.news.set()
            return
        if self.facts["record"]:
            raise Refusal("this is a recorded game: it can only be watched")
        if isinstance(message, Ask):
            await self.wishes.ask(viewer.who, message)
            return
        if isinstance(message, Pace) and message.paused:
            self._pause(viewer)  # at once: a running agent may hold the lock
        async with self._lock:
            if isinstance(message, Act):
                await self._act(viewer, message)
            elif isinstance(message, Arrange):
                await self._arrange(viewer, message)
            elif isinstance(message, Undo):
                await self._undo(viewer, message)
            elif isinstance(message, Pace):
                await self._pace(viewer, message)
            elif isinstance(message, Step):
                self._step(viewer)
            else:
                self._talk(viewer.who, message)
        self.changed()

    async def _act(self, viewer: Viewer, message: Act) -> None:
        said = viewer.who, message.at, message.action
        if said == self._said and message.at < self.account(viewer.who).total:
            return  # repeated by a second click or in another window: apply it once
        await self._play_for(viewer, message.at, message.action)
        self._said = said

    async def _arrange(self, viewer: Viewer, message: Arrange) -> None:
        """Play the steps that arrange the cards as wanted, one after the other."""
        await self._turn_of(viewer, message.at)
        session = self.session
        try:
            actions = await asyncio.to_thread(session.game.rearranged, session.state, message.cards)
        except ValueError as error:
            raise Refusal(one_line(str(error), 300)) from None
        for action in actions:
            await asyncio.to_thread(self._play, action)
        self.changed()  # the cards stay where they are if the action after it is refused
        if message.then is not None:
            await self._play_for(viewer, self.account(viewer.who).total, message.then)

    async def _play_for(self, viewer: Viewer, at: int, action: int) -> None:
        """Play an action for a person. Raises Refusal if it is not legal, or not theirs."""
        owners, may = await self._turn_of(viewer, at)
        if action not in owners:
            raise Refusal("this action is not legal now")
        if action not in may:
            raise Refusal("another player decides when this survivor acts")
        await asyncio.to_thread(self._play, action)

    async def _turn_of(self, viewer: Viewer, at: int) -> tuple[Mapping[int, str], Collection[int]]:
        """Return the agent of each legal action, and the actions that the viewer may take.

        Raises Refusal if there are none, or no one can move now.
        """
        session = self.session
        if session.over:
            raise Refusal("the game is over")
        if self.facts["gathering"]:
            raise Refusal("the game has not begun: it waits until all seats are taken")
        owners = self._owners()
        may = self.people.may(viewer.who, owners, session.decider)
        if not may:
            raise Refusal("it is not your turn")
        if at != self.account(viewer.who).total:
            raise Refusal("the game has gone on since; look again")
        if len(session.moves) >= self._limits.moves:
            raise Refusal(f"the game has {self._limits.moves} moves, the most that are played here")
        if self._book.problem and not await asyncio.to_thread(self._book.write):
            raise Refusal(f"the game cannot be written to the server's disk ({self._book.problem}): nobody moves until it can be")
        return owners, may

    async def _undo(self, viewer: Viewer, message: Undo) -> None:
        session = self.session
        if not self._may_take_back(viewer.who):
            raise Refusal("moves can be taken back by who has made them, where nobody plays against somebody else")
        if message.at != self.account(viewer.who).total:
            raise Refusal("the game has gone on since; look again")
        to = self._back_to(viewer.who)
        if to is None:
            raise Refusal("dice, cards or others have been at work since your last move: it stands")
        self._stop_thinking()
        self._said = None
        await asyncio.to_thread(session.rewind, to)
        self._gallery.forget(to)
        self._advice.rewind(to)
        self.wishes.forget()
        for other in self.viewers:
            total = self.account(other.who).total
            other.told = min(other.told, total)
            other.at = None if other.at is None else min(other.at, total)
        await asyncio.to_thread(self._book.rewrite)

    def _may_take_back(self, who: str) -> bool:
        """Return whether a person may take moves back at this table: in their own sandbox, or as a player without human opponents."""
        if self.facts["sandbox"] or self.facts["record"]:
            return bool(self.facts["sandbox"]) and who == self.facts["host"]
        return bool(self.people.mine(who)) and not self.session.over and len(self.people.sides(self.session.game)) == 1

    def _back_to(self, who: str) -> int | None:
        """Return the position to which a person may go back.

        Nothing has been revealed since, by chance or by others; None: there is none.
        """
        session = self.session
        to = session.undo_to if self._may_take_back(who) else None
        if to is None or self.facts["sandbox"]:
            return to
        first, *since = session.moves[to:]
        by = self._said[0] if self._said else self.people.seats.get(first.agent)
        sides = dict(zip(session.game.agents, session.game.type.sides, strict=True))
        return to if by == who and all(sides[move.agent] == sides[first.agent] for move in since) else None

    def _talk(self, who: str, message: Sit | Free | Begin | Call | Say) -> None:
        people = self.people
        if isinstance(message, Sit):
            people.sit(who, message.agents, message.sit)
        elif isinstance(message, Free):
            people.free(who, message.agents, self.here, self.absence.left)
        elif isinstance(message, Begin):
            people.begin(who)
        elif isinstance(message, Call):
            people.call(who, message.name)
        else:
            people.say(who, message.word)

    def _pause(self, viewer: Viewer) -> None:
        if not self.people.in_charge(viewer.who):
            raise Refusal("only those who play may set the pace")
        self.paused = True
        self._stop_thinking()

    async def _pace(self, viewer: Viewer, message: Pace) -> None:
        if not self.people.in_charge(viewer.who):
            raise Refusal("only those who play may set the pace")
        if message.paused is not None:
            self.paused = message.paused
            self.problem = ""
            await asyncio.to_thread(self._book.write)
        if message.pace is not None:
            self.facts["pace"] = message.pace

    def _step(self, viewer: Viewer) -> None:
        if not self.people.in_charge(viewer.who):
            raise Refusal("only those who play may let the others move")
        if not self.idle_player():
            raise Refusal("it is the turn of a person, or the game is over")
        self._single = True

    # ---- agents ------------------------------------------------------------------------------------------------------

    def start(self) -> None:
        """Let agents other than people play whenever it is their turn and there are viewers."""
        if self._driver is None:
            self._driver = asyncio.create_task(self._drive())

    async def close(self) -> None:
        """Stop after writing the game."""
        self._closed = True
        for viewer in self.viewers:
            viewer.news.set()
        self.absence.close()
        self.wishes.close()
        if self._driver is not None:
            self._driver.cancel()
            await asyncio.gather(self._driver, return_exceptions=True)
            self._driver = None
        async with self._lock:
            self._book.close()

    def changed(self) -> None:
        """Notify all browsers and the playing task of a change."""
        self.tell()
        self._wake.set()

    def tell(self) -> None:
        """Send all browsers what is new."""
        self._version += 1
        for viewer in self.viewers:
            viewer.news.set()

    async def _drive(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            try:
                await self._play_on()
            except Exception as error:  # a defect: the game stops and reports it
                _LOG.exception("room %s cannot go on", self.id)
                self.problem = one_line(f"{type(error).__name__}: {error}", 300)
                self.tell()

    async def _play_on(self) -> None:
        """Let agents other than people move, one after the other, until a person has to decide."""
        clock = asyncio.get_running_loop()
        since = clock.time()
        while self._may_drive():
            left = since + self.facts["pace"] - clock.time()
            if left > 0 and not self._single:  # a pause or another pace takes effect at once
                with contextlib.suppress(TimeoutError):  # the time until the next move has passed
                    await asyncio.wait_for(self._wake.wait(), left)
                self._wake.clear()
                continue
            single, self._single = self._single, False
            await self._let_play(single)
            since = clock.time()
            self.tell()

    def _may_drive(self) -> bool:
        stuck = self.problem or self._book.problem or len(self.session.moves) >= self._limits.moves
        return bool(self.viewers) and not (stuck or self.facts["gathering"]) and (self._single or not self.paused) and self.idle_player()

    async def _let_play(self, single: bool) -> None:
        """Play one move of an agent that is not a person, unless the game has changed meanwhile, or the agent was stopped."""
        session = self.session
        async with self._lock:
            if not self.idle_player() or (self.paused and not single):
                return
            name, before = session.player_of(session.decider).name, session.moves[-1:]
            self._thought = self._agent_workers.act(session, self.facts["host"], self.wishes.of(session.decider))
        try:
            action = await _unless_cancelled(self._thought)
            async with self._lock:
                wanted = single or not self.paused
                if action is not None and wanted and session.moves[-1:] == before and self.idle_player():
                    await asyncio.to_thread(self._play, action)
                    self.touched = time.monotonic()
        except Failure as error:
            self.problem = str(error)
        except Exception as error:  # a player may fail in any way: the game stops, the server does not
            _LOG.exception("%s failed in room %s", name, self.id)
            self.problem = one_line(f"{name}: {error}", 300)
        finally:
            self._thought = None

    def _stop_thinking(self) -> None:
        if self._thought is not None:
            self._thought.cancel()

    def _play(self, action: int) -> None:
        """Apply an action and write it to the file before anyone sees it; write errors are recorded."""
        session = self.session
        before, mover = (session.state.copy(), session.decider) if self.wishes.any else (None, "")
        session.apply(action)
        if before is not None:
            self.wishes.played(before, mover, action)
        self._book.write()

    # ---- messages to browsers ----------------------------------------------------------------------------------------

    async def message(self, viewer: Viewer) -> str:
        """Return the JSON message with which a browser updates its view, "" for none. Raises Refusal if the room is closed."""
        async with self._lock:
            if self._closed:
                raise Refusal("nothing has happened here for a long time, and the game has been put away: reload the page to continue")
            asks, viewer.asks = viewer.asks, False  # a request during painting is answered by the next message
            seats, account = self.sees(viewer.who), self.account(viewer.who)
            if self.paused or not self.idle_player():
                self.wishes.look()
            total = account.total
            at = total if viewer.at is None else min(viewer.at, total)
            if viewer.seats != seats:  # a viewer that may know more than before gets everything from the beginning
                viewer.seats, viewer.told = seats, 0
            advice = self._advice.get(viewer, viewer.caller, viewer.advisors, account.position(at), seats, viewer.news.set)
            parts = {**self._parts_of(viewer, at), "mute": self._advice.barred(account.position(at), seats), "advice": advice}
            key = (self._version, at, seats, tuple(parts.values())[:-1], tuple(told["by"] for told in advice))
            picture = self._gallery.find(key)
            if picture is None:
                picture = await asyncio.to_thread(self._paint, key, at, seats, parts)
            text = self._gallery.message(viewer.shown, picture, seats, viewer.told)
            silent = text == nothing_new(viewer.told) and not asks
            viewer.shown, viewer.told = picture, total
            return "" if silent else text

    async def moments(self, who: str, first: int, last: int) -> str:
        """Return positions that a browser may step through without waiting, at most ``MOMENTS`` of them, see ``Gallery.moments``."""
        async with self._lock:
            seats, total = self.sees(who), self.account(who).total
            last = min(last, total, first + MOMENTS - 1)
            return await asyncio.to_thread(self._gallery.moments, seats, first, last)

    async def opinion(self, who: str, at: int, spec: str) -> dict[str, Any]:
        """Return an agent's evaluation of the position after ``at`` moves, see ``Advice.opinion``."""
        async with self._lock:
            account, seats = self.account(who), self.sees(who)
            position = account.position(min(at, account.total))
        return await self._advice.opinion(who, spec, position, seats)

    def _parts_of(self, viewer: Viewer, at: int) -> dict[str, Any]:
        """Return the parts of a message that depend on the browser."""
        total, who = self.account(viewer.who).total, viewer.who
        may = (
            ()
            if at < total or self.session.over or self.facts["gathering"]
            else tuple(self.people.may(who, self._owners(), self.session.decider))
        )
        turn, mine = bool(may), self.people.mine(who)
        return {
            "at": at,
            "live": viewer.at is None,
            "turn": turn,
            "may": may,
            "mine": mine,
            "charge": self.people.in_charge(who),
            "undo": self._back_to(who) is not None,
            "takes": self._may_take_back(who),
            "barred": self.exports.barred(who),
            "teammates": self.people.teammates(who, self.session) if self.session.over else (),
        }

    def _paint(self, key: Hashable, at: int, seats: views.Seats, parts: dict[str, Any]) -> Picture:
        session, account = self.session, self._gallery.account(seats)
        mine, may = parts.pop("mine"), parts.pop("may")
        asked = () if session.over else self.people.asked(set(self._owners().values()), session.decider)
        parts |= {
            "room": self.id,
            "game": session.game.id,
            "total": account.total,
            "rounds": account.rounds(),
            "decider": "" if session.over else session.decider,
            "asked": sorted(asked),
            "legal": views.legal(session.game, session.state, may),
            "cannot": session.game.impossible(session.state) if parts["turn"] else {},
            "arrange": session.game.rearrangement(session.state) if parts["turn"] else None,
            "outcome": views.outcome(session.game, session.state),
            "over": session.over,
            "seats": views.places(session, self.people, mine, self.here, self.absence.minutes),
            "guests": self.people.guests(self.here),
            "gathering": self.facts["gathering"],
            "paused": self.paused,
            "pace": self.facts["pace"],
            "sandbox": self.facts["sandbox"],
            "record": self.facts["record"],
            "waiting": self.idle_player(),
            "download": self.may_download(),
            "problem": self.problem,
            "unsaved": self._book.problem,
            "policies": self._policies,
            "said": self.people.said,
            "rematch": self.facts["rematch"],
            "of": self.facts["of"],
            "seeded": self.facts["seeded"],
            "following": self._following,
            "quests": "quest" in session.game.options,
            "steps": account.steps(at),
            "company": self.wishes.shown(),
            "sentences": session.game.sentences,
        }
        return self._gallery.paint(key, at, seats, parts)

    async def replay_text(self) -> str:
        """Return the record so far."""
        async with self._lock:
            return "\n".join(self.session.replay.lines()) + "\n"


async def _unless_cancelled(future: asyncio.Future[int]) -> int | None:
    """Return the result of a future, None if it was cancelled; it is cancelled with the waiting task."""
    try:
        await asyncio.wait([future])
    finally:
        future.cancel()
    return None if future.cancelled() else future.result()
