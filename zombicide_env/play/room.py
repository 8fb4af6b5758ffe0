"""A room: a session with the browsers that look at it and the seats that they hold.

A browser is known by a key that only it and the server have; files keep the hash of the key.  Everything that takes time (the
rules, agents, drawing) runs in a thread, so that the server goes on answering; what changes the game, or shows it, holds the
room's lock.  Agents think without it: one may look back meanwhile.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import logging
from dataclasses import dataclass, field
from typing import Any, Final

from ..core.game import IllegalAction
from . import views
from .catalogue import Catalogue, Refusal
from .protocol import Act, Look, Message, Pace, Sit, Step, Undo
from .session import Person, Player, Session
from .store import Book

__all__ = ["Room", "Viewer", "hashed"]

_BOARDS: Final = 6  # pictures of a room that are kept
_SHOWN: Final = 12  # actions that an advisor tells
_LOG: Final = logging.getLogger(__name__)


def hashed(key: str) -> str:
    """What is kept of a key."""
    return hashlib.sha256(key.encode()).hexdigest()


@dataclass(eq=False)
class Viewer:
    """A browser at a room; ``who`` is the hash of its key, ``at`` the position at which it looks (None: the newest)."""

    who: str
    at: int | None = None
    advisor: str | None = None
    told: int = 0
    news: asyncio.Event = field(default_factory=asyncio.Event)


class Room:
    """One table.

    Args:
        id: its name in links and files.
        session: the game, with history.
        catalogue: for advisors.
        book: where the game is written.
        facts: ``host`` and ``seats`` (agent -> hash of who sits there, "" for nobody; people only), ``sandbox``, ``pace``, ``record``
            (a replay that is watched: nobody plays).
    """

    def __init__(self, id: str, session: Session, catalogue: Catalogue, book: Book, facts: dict[str, Any]) -> None:  # noqa: A002
        self.id = id
        self.session = session
        self.facts = facts
        self.paused = False
        self.problem = ""
        self.viewers: set[Viewer] = set()
        self._catalogue = catalogue
        self._book = book
        self._lock = asyncio.Lock()
        self._thinking = asyncio.Lock()
        self._wake = asyncio.Event()
        self._boards: dict[tuple[int, views.Seats], dict[str, Any]] = {}
        self._advisors: dict[str, Player] = {}
        self._driver: asyncio.Task[None] | None = None

    # ---- who may what ------------------------------------------------------------------------------------------------

    @property
    def seats(self) -> dict[str, str]:
        """Seats of people: agent -> hash of who sits there."""
        seats: dict[str, str] = self.facts["seats"]
        return seats

    def mine(self, who: str) -> frozenset[str]:
        """The agents for which a browser decides."""
        return frozenset(agent for agent, holder in self.seats.items() if holder == who)

    def in_charge(self, who: str) -> bool:
        """Whether a browser may pause the game and set its pace."""
        return who == self.facts["host"] or bool(self.mine(who))

    def sees(self, who: str) -> views.Seats:
        """Whose secrets a browser sees."""
        everything = self.session.over or self.facts["record"] or not self.seats or not views.secretive(self.session.game)
        return None if everything else self.mine(who)

    def may_download(self) -> bool:
        """Whether the replay may be had now: it gives the seed away, and with it all dice to come."""
        return self.session.over or bool(self.facts["record"] or self.facts["sandbox"]) or not self.seats

    def idle_player(self) -> bool:
        """Whether it is the turn of somebody who is no person."""
        session = self.session
        return not self.facts["record"] and not session.over and not isinstance(session.player_of(session.decider), Person)

    # ---- what browsers say -------------------------------------------------------------------------------------------

    async def handle(self, viewer: Viewer, message: Message) -> None:
        """Do what a browser asks; Refusal if it may not."""
        if isinstance(message, Look):
            if message.advisor is not None:
                self._catalogue.check_spec(message.advisor)
            last = len(self.session.moves)
            viewer.at = None if message.at is None else min(message.at, last)
            viewer.advisor = message.advisor
            viewer.news.set()
            return
        if self.facts["record"]:
            raise Refusal("this is a recorded game: it can only be watched")
        if isinstance(message, Step):
            await self._step(viewer)
            self.changed()
            return
        async with self._lock:
            if isinstance(message, Act):
                await self._act(viewer, message)
            elif isinstance(message, Undo):
                await self._undo(viewer, message)
            elif isinstance(message, Sit):
                self._sit(viewer, message)
            else:
                self._pace(viewer, message)
        self.changed()

    async def _act(self, viewer: Viewer, message: Act) -> None:
        session = self.session
        if session.over:
            raise Refusal("the game is over")
        if session.decider not in self.mine(viewer.who):
            raise Refusal("it is not your turn")
        if message.at != len(session.moves):
            raise Refusal("the game has gone on since; look again")
        try:
            await asyncio.to_thread(session.apply, message.action)
        except IllegalAction:
            raise Refusal("this action is not legal now") from None
        self._book.write_on()

    async def _undo(self, viewer: Viewer, message: Undo) -> None:
        session = self.session
        if not self.facts["sandbox"] or viewer.who != self.facts["host"]:
            raise Refusal("moves can be taken back in a sandbox game only, by who has started it")
        if message.at != len(session.moves):
            raise Refusal("the game has gone on since; look again")
        to = session.undo_to
        if to is None:
            raise Refusal("dice or cards have been at work since your last move: it stands")
        await asyncio.to_thread(session.rewind, to)
        self._boards.clear()
        for other in self.viewers:
            other.told = min(other.told, to)
            other.at = None if other.at is None else min(other.at, to)
        self._book.rewrite()

    def _sit(self, viewer: Viewer, message: Sit) -> None:
        if self.facts["sandbox"]:
            raise Refusal("a sandbox game is played alone")
        before, after = ("", viewer.who) if message.sit else (viewer.who, "")
        for agent in message.agents:
            if agent not in self.seats:
                raise Refusal(f"there is no seat for a person at {agent}")
            if self.seats[agent] not in (before, after):
                raise Refusal(f"the seat of {agent} is not free")
        self.seats.update(dict.fromkeys(message.agents, after))

    def _pace(self, viewer: Viewer, message: Pace) -> None:
        if not self.in_charge(viewer.who):
            raise Refusal("only those who play may set the pace")
        if message.paused is not None:
            self.paused = message.paused
            self.problem = ""
        if message.pace is not None:
            self.facts["pace"] = message.pace

    async def _step(self, viewer: Viewer) -> None:
        if not self.in_charge(viewer.who):
            raise Refusal("only those who play may let the others move")
        if not self.idle_player():
            raise Refusal("it is the turn of a person, or the game is over")
        await self._let_play()

    # ---- those who are no people -------------------------------------------------------------------------------------

    def start(self) -> None:
        """Let those who are no people play whenever it is their turn and somebody looks on."""
        if self._driver is None:
            self._driver = asyncio.create_task(self._drive())

    async def close(self) -> None:
        """Stop, with the game written."""
        if self._driver is not None:
            self._driver.cancel()
            await asyncio.gather(self._driver, return_exceptions=True)
            self._driver = None
        async with self._lock:
            self._book.close()

    def changed(self) -> None:
        """Tell all browsers, and whose turn it is."""
        for viewer in self.viewers:
            viewer.news.set()
        self._wake.set()

    async def _drive(self) -> None:
        clock = asyncio.get_running_loop()
        while True:
            await self._wake.wait()
            self._wake.clear()
            since = clock.time()
            while self._may_drive():
                left = since + self.facts["pace"] - clock.time()
                if left > 0:  # a pause or another pace is heeded at once
                    with contextlib.suppress(TimeoutError):
                        await asyncio.wait_for(self._wake.wait(), left)
                    self._wake.clear()
                    continue
                await self._let_play()
                since = clock.time()
                for viewer in self.viewers:
                    viewer.news.set()

    def _may_drive(self) -> bool:
        return bool(self.viewers) and not self.paused and not self.problem and self.idle_player()

    async def _let_play(self) -> None:
        """One move of who is no person; nothing, if the game has gone another way while he thought."""
        session = self.session
        async with self._thinking:
            async with self._lock:
                if not self.idle_player():
                    return
                name, before, question = session.player_of(session.decider).name, session.moves[-1:], session.question()
            try:
                action = await asyncio.to_thread(question)
                async with self._lock:
                    if session.moves[-1:] == before and self.idle_player():
                        await asyncio.to_thread(session.apply, action)
                        self._book.write_on()
            except Exception as error:  # an agent may fail in any way: the game stands still, the server does not
                _LOG.exception("%s failed in room %s", name, self.id)
                self.problem = f"{name}: {error}"[:300]

    # ---- what browsers are shown -------------------------------------------------------------------------------------

    async def view(self, viewer: Viewer) -> dict[str, Any]:
        """The message with everything that a browser needs to show the room as it stands for it."""
        async with self._lock:
            return await asyncio.to_thread(self._view, viewer)

    def _view(self, viewer: Viewer) -> dict[str, Any]:
        session, seats, mine = self.session, self.sees(viewer.who), self.mine(viewer.who)
        total = len(session.moves)
        at = total if viewer.at is None else min(viewer.at, total)
        told, viewer.told = viewer.told, total
        outcome, decider = session.outcome, "" if session.over else session.decider
        acts = at == total and decider in mine
        return {
            "type": "view",
            "room": self.id,
            "game": session.game.id,
            "at": at,
            "total": total,
            "live": viewer.at is None,
            "rounds": views.rounds(session.moves) or [[session.round, 0]],
            "board": self._board(at, seats),
            "decider": decider,
            "turn": acts,
            "legal": views.legal(session.game, session.state, session.mask) if acts else [],
            "log": views.log(session, seats, told),
            "from": told,
            "outcome": {"name": outcome.name, "detail": outcome.detail},
            "over": session.over,
            "seats": self._places(mine),
            "paused": self.paused,
            "pace": self.facts["pace"],
            "sandbox": self.facts["sandbox"],
            "record": self.facts["record"],
            "undo": bool(self.facts["sandbox"]) and viewer.who == self.facts["host"] and session.undo_to is not None,
            "charge": self.in_charge(viewer.who),
            "waiting": self.idle_player(),
            "download": self.may_download(),
            "problem": self.problem,
            "policies": [policy.spec for policy in self._catalogue.policies if policy.game == session.game.id],
            "advice": self._advice(viewer.advisor, at, seats),
        }

    def _places(self, mine: frozenset[str]) -> list[dict[str, Any]]:
        session = self.session
        called = views.names(session.game, session.state)
        return [
            {
                "agent": agent,
                "name": called[agent],
                "player": session.player_of(agent).name,
                "person": agent in self.seats,
                "free": agent in self.seats and not self.seats[agent],
                "mine": agent in mine,
            }
            for agent in session.game.agents
        ]

    def _board(self, at: int, seats: views.Seats) -> dict[str, Any]:
        found = self._boards.get((at, seats))
        if found is None:
            found = views.board(self.session.game, self.session.state_at(at), seats)
            while len(self._boards) >= _BOARDS:
                del self._boards[next(iter(self._boards))]
            self._boards[at, seats] = found
        return found

    def _advice(self, spec: str | None, at: int, seats: views.Seats) -> dict[str, Any] | None:
        """What a policy thinks of a position: its value and the most probable actions."""
        if spec is None:
            return None
        position = self.session.position(at)
        if not position.decider or (seats is not None and position.decider not in seats):
            return {"by": spec, "value": None, "choices": [], "reason": "hidden" if position.decider else "over"}
        try:
            if spec not in self._advisors:
                self._advisors[spec] = self._catalogue.agent(spec, self.session.game)
            explain = getattr(self._advisors[spec], "explain", None)
            if explain is None:
                return {"by": spec, "value": None, "choices": [], "reason": "silent"}
            thought = explain(position.observation, position.mask)
        except ValueError as error:
            return {"by": spec, "value": None, "choices": [], "reason": str(error)[:300]}
        game, state = self.session.game, position.state
        best = sorted(range(len(position.mask)), key=lambda a: -thought.probabilities[a])[:_SHOWN]
        choices = [
            {"t": game.notation(state, a), "b": game.action_codec.decode(a)[0].name, "p": round(float(thought.probabilities[a]), 4)}
            | {"k": list(game.targets(state, a))}
            for a in best
            if position.mask[a]
        ]
        return {"by": spec, "value": round(float(thought.value), 4), "choices": choices, "who": position.decider, "reason": ""}

    def replay_text(self) -> str:
        """The record as it stands."""
        return "\n".join(self.session.replay.lines()) + "\n"
