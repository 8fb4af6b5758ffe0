"""Agents' evaluations of positions: computed when a browser asks for them, and cached for others."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable, Hashable, Sequence
from typing import Any, Final

import numpy as np

from . import views
from .agent_workers import AgentWorkers
from .catalogue import Refusal
from .limits import Caller, Quota
from .session import Position, Session

__all__ = ["Advice"]

_LOG: Final = logging.getLogger(__name__)
_KEPT: Final = 1024
_SHOWN: Final = 12  # maximum number of actions in an evaluation
Told = dict[str, Any]
Key = tuple[str, int]
"""A spec and the number of moves."""


class Advice:
    """The advisers of a room.

    Args:
        session: the game.
        agent_workers: workers that run the agents.
        lock: lock of the room.
        contested: whether people play against each other: then no agent advises them.
        searches: quota of searches for which browsers may wait.
    """

    def __init__(
        self, session: Session, agent_workers: AgentWorkers, lock: asyncio.Lock, contested: Callable[[], bool], searches: Quota
    ) -> None:
        self._session = session
        self._agent_workers = agent_workers
        self._lock = lock
        self._contested = contested
        self._searches = searches
        self._known: OrderedDict[Key, Told] = OrderedDict()
        self._asking: dict[Hashable, dict[Key, asyncio.Task[None]]] = {}
        self._rewinds = 0

    def barred(self, at: int, seats: views.Seats) -> str:
        """Return why no agent may advise a viewer with the secrets of ``seats`` about the position after ``at`` moves, "" if one may."""
        session = self._session
        decider = session.moves[at].agent if at < len(session.moves) else "" if session.over else session.decider
        if not decider:
            return "over"
        if seats is not None and decider not in seats:
            return "hidden"
        return "contested" if self._contested() else ""

    def get(
        self, viewer: Hashable, caller: Caller, specs: Sequence[str], at: int, seats: views.Seats, tell: Callable[[], None]
    ) -> list[Told]:
        """Return the agents' evaluations of the position after ``at`` moves that are finished, and start the others.

        ``tell`` is called when one is finished, unless the viewer has asked for something else by then; ``caller`` is charged for the
        search.
        """
        reason = self.barred(at, seats)
        wanted = [] if reason else [(spec, at) for spec in specs]
        asking = self._asking.setdefault(viewer, {})
        for key in set(asking).difference(wanted):
            asking.pop(key).cancel()
        refused = []
        for key in wanted:
            if key not in self._known and key not in asking:
                try:
                    self._searches.take(caller)
                except Refusal as error:
                    refused.append(_nothing(key[0], str(error)))
                    continue
                asking[key] = asyncio.create_task(self._ask(viewer, caller.who, key, tell))
                asking[key].add_done_callback(lambda _: self._searches.give_back(caller))
        if reason:
            return [_nothing(spec, reason) for spec in specs]
        return [self._known[key] for key in wanted if key in self._known] + refused

    async def opinion(self, who: str, spec: str, at: int, seats: views.Seats) -> Told:
        """Return an agent's evaluation of the position after ``at`` moves; ``reason``: why a viewer with ``seats`` must not see it."""
        if reason := self.barred(at, seats):
            return _nothing(spec, reason)
        key = (spec, at)
        if key in self._known:
            return self._known[key]
        rewinds = self._rewinds
        told = await self._thought(who, key)
        if rewinds == self._rewinds:  # after an undo it may be another position
            self._keep(key, told)
        return told

    def forget(self, viewer: Hashable) -> None:
        """Cancel the evaluations for a viewer."""
        for task in self._asking.pop(viewer, {}).values():
            task.cancel()

    def rewind(self, moves: int) -> None:
        """Discard evaluations after moves beyond the first ``moves`` have been taken back."""
        self._rewinds += 1
        for viewer in list(self._asking):
            self.forget(viewer)
        self._known = OrderedDict((key, told) for key, told in self._known.items() if key[1] <= moves)

    async def _ask(self, viewer: Hashable, who: str, key: Key, tell: Callable[[], None]) -> None:
        self._keep(key, await self._thought(who, key))
        del self._asking[viewer][key]
        tell()

    def _keep(self, key: Key, told: Told) -> None:
        self._known[key] = told
        if len(self._known) > _KEPT:
            self._known.popitem(last=False)

    async def _thought(self, who: str, key: Key) -> Told:
        """Return an agent's evaluation, or why there is none."""
        spec, at = key
        try:
            async with self._lock:
                position = await asyncio.to_thread(self._session.asked_at, at)
            thought = await self._agent_workers.explain(spec, self._session.game, position, who)
            async with self._lock:
                return _nothing(spec, "silent") if thought is None else await asyncio.to_thread(self._told, spec, position, *thought)
        except ValueError as error:
            return _nothing(spec, str(error)[:300])
        except Exception:  # an agent may fail in any way
            _LOG.exception("%s cannot advise", spec)
            return _nothing(spec, f"{spec} has failed")

    def _told(
        self, spec: str, position: Position, probabilities: Any, value: float | None, thoughts: Sequence[Any], unlike: Sequence[Any]
    ) -> Told:
        game, state = self._session.game, position.state
        searched = {thought.action: {"v": thought.visits, "w": round(thought.won, 3), "l": list(thought.texts)} for thought in thoughts}
        best = [int(action) for action in np.argsort(-probabilities, kind="stable")[:_SHOWN] if position.mask[action]]
        choices = [
            {
                "t": game.notation(state, action),
                "b": game.action_codec.decode(action)[0].name,
                "p": round(float(probabilities[action]), 4),
                "k": list(game.targets(state, action)),
                **searched.get(action, {}),
            }
            for action in best
        ]
        expects = None if value is None else round(float(value), 4)
        told = {"by": spec, "value": expects, "choices": choices, "who": position.decider, "reason": "", "legal": int(position.mask.sum())}
        return told | {"unlike": [list(found) for found in unlike]}


def _nothing(spec: str, reason: str) -> Told:
    return {"by": spec, "value": None, "choices": [], "reason": reason, "unlike": []}
