"""Wishes at a table: people's requests to teammates that are programs, the replies, and the programs' intentions."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable
from typing import Any, Final

from ..core.wishes import WORDS, Ledger, Reply, Unfit, Wish
from .agent_workers import AgentWorkers, Failure
from .catalogue import Refusal
from .people import People
from .protocol import Ask
from .session import Person, Session

__all__ = ["Wishes"]

_LOG: Final = logging.getLogger(__name__)
_SHOWN: Final = 4  # number of replies shown


class Wishes:
    """The wishes in one room.

    Args:
        session: the game.
        people: people at the table.
        agent_workers: workers that run the teammates.
        lock: lock of the room.
        owner: the owner that is charged for their time, see ``Workers.ask``.
        tell: called when there is something new to show.
    """

    def __init__(
        self,
        session: Session,
        people: People,
        agent_workers: AgentWorkers,
        lock: asyncio.Lock,
        owner: str,
        tell: Callable[[], None],
    ) -> None:
        self._session, self._people, self._agent_workers = session, people, agent_workers
        self._lock, self._owner, self._tell = lock, owner, tell
        self._wishing = session.game.wishing()
        self._ledger = None if self._wishing is None else Ledger(self._wishing)
        self._said: deque[dict[str, Any]] = deque(maxlen=_SHOWN)
        self._number = 0
        self._looking: asyncio.Task[None] | None = None
        self._looked = -1  # number of moves for which intentions are known, or being computed
        self._intentions: list[dict[str, Any]] = []

    @property
    def mates(self) -> list[str]:
        """Return the programs that play with a person and accept requests."""
        session = self._session
        if self._wishing is None or session.over:
            return []
        sides = self._people.sides(session.game)
        active = session.game.active(session.state)
        return [
            agent
            for agent, side, there in zip(session.game.agents, session.game.type.sides, active, strict=True)
            if there and side in sides and agent not in self._people.seats and not isinstance(session.player_of(agent), Person)
        ]

    # ---- requests --------------------------------------------------------------------------------------------------

    async def ask(self, who: str, message: Ask) -> None:
        """Send a request to a teammate; the reply is shown to all.

        Raises Refusal if there is no such teammate, or the person has no seat.
        """
        async with self._lock:
            session, mine = self._session, self._people.mine(who)
            if message.to not in self.mates or self._ledger is None:
                raise Refusal("only teammates that are programs take wishes, until the game is over")
            if not mine:
                raise Refusal("only players may ask teammates")
            wish = Wish(message.kind, message.to, message.target, self._by(mine, message.by))
            position, before = session.asked, session.round
        try:
            reply = await self._agent_workers.wish(session, wish, position, self._owner)
        except Failure as error:
            reply = Reply(False, str(error))
        async with self._lock:
            if reply and not session.over:
                try:
                    if session.round != before:
                        raise Unfit("acted")
                    self._ledger.accept(session.state, wish)
                except Unfit as error:  # the game has moved on meanwhile
                    reply = Reply(False, error.reason)
            self._note(wish, reply)
        self._tell()

    def _by(self, mine: frozenset[str], named: str) -> str:
        """Return the person's agent that makes the request."""
        session = self._session
        active = session.game.active(session.state)
        there = [agent for agent, one in zip(session.game.agents, active, strict=True) if one and agent in mine]
        return named if named in there else session.decider if session.decider in there else next(iter(there), "")

    def _note(self, wish: Wish, reply: Reply) -> None:
        self._number += 1
        if reply:  # an earlier wish to the same teammate is dropped
            kept = [told for told in self._said if told["to"] != wish.to or told["granted"] is not None or not told["accepted"]]
            self._said = deque(kept, maxlen=_SHOWN)
        told = {**wish.plain(), "n": self._number, "accepted": reply.accepted, "reason": reply.reason, "round": self._session.round}
        self._said.append(told | {"granted": None})
        self._looked = -1  # the teammate's intention has changed

    def of(self, agent: str) -> tuple[Wish, ...]:
        """Return the open wishes that an agent has accepted in this round."""
        return () if self._ledger is None else self._ledger.of(agent, self._session.state)

    def played(self, before: Any, agent: str, action: int) -> None:
        """Record an action; ``before`` is a copy of the state in which it was played."""
        if self._ledger is None:
            return
        for done in self._ledger.played(before, agent, action, self._session.state):
            for told in self._said:
                if told["to"] == done.wish.to and told["accepted"] and told["granted"] is None:
                    told["granted"] = done.granted

    @property
    def any(self) -> bool:
        """Whether there are open wishes."""
        return self._ledger is not None and bool(self._ledger.open)

    def forget(self) -> None:
        """Drop all wishes after moves have been taken back."""
        if self._wishing is not None:
            self._ledger = Ledger(self._wishing)
        self._said.clear()
        self._looked = -1

    # ---- display ---------------------------------------------------------------------------------------------------

    def shown(self) -> dict[str, Any] | None:
        """Return, for the page, teammates and possible requests, newest replies, and intentions; None: there are no such teammates."""
        mates = self.mates
        if not mates or self._wishing is None:
            return None
        kinds = {kind: [word for word in WORDS if word in words] for kind, words in self._wishing.kinds.items()}
        return {
            "mates": mates,
            "kinds": kinds,
            "said": [dict(told) for told in self._said],
            "intentions": [told for told in self._intentions if told["agent"] in mates],
        }

    def look(self) -> None:
        """Compute the teammates' intentions in this position, unless they are known; the room's lock must be held."""
        session, mates = self._session, self.mates
        if not mates or self._looked == len(session.moves):
            return
        self._looked = len(session.moves)
        if self._looking is not None:
            self._looking.cancel()
        wishes = tuple(wish for agent in mates for wish in self.of(agent))
        self._looking = asyncio.create_task(self._find(mates, wishes, session.asked))

    async def _find(self, mates: list[str], wishes: tuple[Wish, ...], position: Any) -> None:
        try:
            found = await self._agent_workers.intend(self._session, mates, wishes, position, self._owner)
        except Failure as error:
            _LOG.info("intentions are not known: %s", error)
            return
        self._intentions = [one.plain() for one in found]
        self._tell()

    def close(self) -> None:
        """Cancel pending computations."""
        if self._looking is not None:
            self._looking.cancel()
