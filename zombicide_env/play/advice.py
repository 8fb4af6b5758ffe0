"""What agents think of positions: asked when a browser wants to know it, and kept for others who ask the same."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable, Hashable, Sequence
from typing import Any, Final

import numpy as np

from . import views
from .minds import Minds
from .session import Position, Session

__all__ = ["Advice"]

_LOG: Final = logging.getLogger(__name__)
_KEPT: Final = 64
_SHOWN: Final = 12  # actions that are told
Told = dict[str, Any]


class Advice:
    """The advisers at a room.

    Args:
        session: the game.
        minds: where agents think.
        lock: of the room.
    """

    def __init__(self, session: Session, minds: Minds, lock: asyncio.Lock) -> None:
        self._session = session
        self._minds = minds
        self._lock = lock
        self._known: OrderedDict[tuple[str, int], Told] = OrderedDict()
        self._asking: dict[Hashable, tuple[tuple[str, int], asyncio.Task[None]]] = {}

    def get(self, viewer: Hashable, who: str, spec: str | None, at: int, seats: views.Seats, tell: Callable[[], None]) -> Told | None:
        """What an agent thinks of the position after ``at`` moves; None: nobody is asked, or he is thinking.

        ``tell`` is called when he has thought, unless the viewer wants to know something else by then; ``who`` is to be served.
        """
        key = (spec or "", at)
        running = self._asking.get(viewer)
        if running is not None and running[0] != key:
            self.forget(viewer)
        if spec is None:
            return None
        session = self._session
        decider = session.moves[at].agent if at < len(session.moves) else "" if session.over else session.decider
        if not decider or (seats is not None and decider not in seats):
            return _nothing(spec, "hidden" if decider else "over")
        if key not in self._known and viewer not in self._asking:
            self._asking[viewer] = key, asyncio.create_task(self._ask(viewer, who, spec, at, tell))
        return self._known.get(key)

    def forget(self, viewer: Hashable) -> None:
        """The viewer does not want to know any more."""
        running = self._asking.pop(viewer, None)
        if running is not None:
            running[1].cancel()

    def rewind(self, moves: int) -> None:
        """Moves after the first ``moves`` have been taken back."""
        for viewer in list(self._asking):
            self.forget(viewer)
        self._known = OrderedDict((key, told) for key, told in self._known.items() if key[1] <= moves)

    async def _ask(self, viewer: Hashable, who: str, spec: str, at: int, tell: Callable[[], None]) -> None:
        try:
            async with self._lock:
                position = await asyncio.to_thread(self._session.position, at)
            thought = await self._minds.explain(spec, self._session.game, position, who)
            async with self._lock:
                told = _nothing(spec, "silent") if thought is None else await asyncio.to_thread(self._told, spec, position, *thought)
        except ValueError as error:
            told = _nothing(spec, str(error)[:300])
        except Exception:  # an agent may fail in any way
            _LOG.exception("%s cannot advise", spec)
            told = _nothing(spec, f"{spec} has failed")
        self._known[spec, at] = told
        if len(self._known) > _KEPT:
            self._known.popitem(last=False)
        del self._asking[viewer]
        tell()

    def _told(self, spec: str, position: Position, probabilities: Any, value: float, thoughts: Sequence[Any]) -> Told:
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
        return {"by": spec, "value": round(float(value), 4), "choices": choices, "who": position.decider, "reason": ""}


def _nothing(spec: str, reason: str) -> Told:
    return {"by": spec, "value": None, "choices": [], "reason": reason}
