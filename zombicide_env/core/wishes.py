"""Wishes: what one agent asks another to do in this round, what is answered, and what the other is about to do.

    wish = Wish("go", to="survivor_2", target="zone:7", by="survivor_0")

A game that knows wishes has ``Game.wishing``: what may be wished of what, how far an action serves a wish, whether one has come true.  A
player that takes them has ``wish(wish, game, state)``, which answers, and ``heed(..., wishes=...)``, which acts on those it has accepted
(``zombicide_agents.Agent`` has both).  Players keep nothing of a game: the caller that lets them play keeps a ``Ledger``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Final, Protocol

import numpy as np
from numpy.typing import NDArray

__all__ = ["REASONS", "WORDS", "Done", "Intention", "Ledger", "Reply", "Unfit", "Wish", "Wishing"]

WORDS: Final = ("go", "wait", "cover", "open", "give", "leave")
"""Kinds of wishes: go there, wait where you are, cover a survivor, open a door, give me a card, leave a zone or a door to me."""

REASONS: Final[Mapping[str, str]] = {
    "no_wishes": "this player takes no wishes",
    "unknown": "there is no such thing to do",
    "away": "not on the board",
    "acted": "my turn of this round is over",
    "already": "that is so already",
    "not_mine": "I do not hold that card",
    "no_way": "no way leads there",
    "unlikely": "I would hardly manage that in this round",
    "dangerous": "somebody would probably die",
    "losing": "that would cost us what the quest needs",
}
"""Why a wish is refused: code -> a sentence of who refuses.  Agents may give reasons of their own."""


@dataclass(frozen=True)
class Wish:
    """One wish.

    Attributes:
        kind: one of ``WORDS``.
        to: the agent that is asked.
        target: tag of an item of the scene (``zone:7``, ``door:2``, ``survivor:1``, ``slot:1:3``); "" where the kind needs none.
        by: the agent that asks, "" for nobody at the table.
    """

    kind: str
    to: str
    target: str = ""
    by: str = ""

    def plain(self) -> dict[str, str]:
        """As JSON knows it."""
        return asdict(self)


@dataclass(frozen=True)
class Reply:
    """The answer to a wish: accepted, or refused for a ``reason``, one of ``REASONS`` or words of the agent's own."""

    accepted: bool
    reason: str = ""

    def __bool__(self) -> bool:
        return self.accepted

    @property
    def text(self) -> str:
        """The reason as a sentence, "" for none."""
        return REASONS.get(self.reason, self.reason)


@dataclass(frozen=True)
class Intention:
    """What an agent is about to do.

    Attributes:
        agent: whose it is.
        action: the next action of note, in the game's notation; "" for none in sight.
        why: what it is good for, a word of ``Wishing.purpose``; "wish": somebody has asked for it; "team": to stay together.
        way: tags of the zones from where the agent is to where it does that, in order.
        tags: what the action is about.
    """

    agent: str
    action: str
    why: str
    way: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()

    def plain(self) -> dict[str, Any]:
        """As JSON knows it."""
        return {"agent": self.agent, "action": self.action, "why": self.why, "way": list(self.way), "tags": list(self.tags)}


@dataclass(frozen=True)
class Done:
    """A wish that is over, and whether it has come true."""

    wish: Wish
    granted: bool


class Unfit(ValueError):
    """A wish that cannot be meant; ``reason`` is one of ``REASONS``."""

    def __init__(self, reason: str) -> None:
        super().__init__(REASONS[reason])
        self.reason = reason


class Wishing(Protocol):
    """What a game knows of wishes.  States are structured arrays of shape (1,)."""

    kinds: Mapping[str, tuple[str, ...]]
    """Kind of a tag -> wishes that may be about such a thing: ``{"zone": ("go", "leave"), ...}``."""
    lasting: frozenset[str]
    """Kinds that come true by what is not done until the agent's turn is over."""

    def meant(self, state: NDArray[Any], wish: Wish) -> Wish:
        """The wish with everything filled in that only this position says, such as which card lies in a slot.

        Raises:
            Unfit: it cannot be fulfilled by anything that the agent may do in this round.
        """

    def serves(self, state: NDArray[Any], wish: Wish, actions: NDArray[np.int64]) -> NDArray[np.float64]:
        """How far legal actions of the agent that decides serve a wish, float64 ``[k]``: 1 fully, 0 not at all, -1 they act against it."""

    def granted(self, state: NDArray[Any], wish: Wish, over: bool) -> bool:
        """Whether a wish has come true, at the end of the round (``over``) or before.

        One of a ``lasting`` kind: whether the time is over in which it could be broken.
        """

    def here(self, state: NDArray[Any], agent: str) -> str:
        """Tag of the zone of an agent, "" for none."""

    def purpose(self, state: NDArray[Any], action: int) -> str:
        """What a legal action is good for, a word; "" for one that is nothing of note, such as a step on a way."""


class Ledger:
    """The accepted wishes of one game: those of the present round.

    Args:
        wishing: of the game.
    """

    def __init__(self, wishing: Wishing) -> None:
        self._wishing = wishing
        self._open: list[Wish] = []
        self._round = 0

    def accept(self, state: NDArray[Any], wish: Wish) -> None:
        """Note a wish that the agent has accepted; an earlier one to the same agent is forgotten.  Unfit: it has no meaning here."""
        meant = self._wishing.meant(state, wish)
        self.forget(wish.to)
        self._open.append(meant)
        self._round = int(state["round"][0])

    def forget(self, agent: str) -> None:
        """Take back what the agent was asked for."""
        self._open = [one for one in self._open if one.to != agent]

    def of(self, agent: str, state: NDArray[Any]) -> tuple[Wish, ...]:
        """The open wishes to an agent; () in another round than that in which they were accepted."""
        return tuple(one for one in self._open if one.to == agent) if int(state["round"][0]) == self._round else ()

    @property
    def open(self) -> tuple[Wish, ...]:
        """All of them."""
        return tuple(self._open)

    def played(self, before: NDArray[Any], agent: str, action: int, after: NDArray[Any]) -> list[Done]:
        """Take note of an action of an agent, and of the positions before and after it: the wishes that are over by it."""
        over: list[Done] = []
        for one in self._open:
            mine = one.to == agent and one.kind in self._wishing.lasting
            if mine and self._wishing.serves(before, one, np.array([action], np.int64))[0] < 0:
                over.append(Done(one, False))
                continue
            ends = bool(int(after["round"][0]) != self._round or after["outcome"][0])
            granted = self._wishing.granted(after, one, ends)
            if granted or ends:
                over.append(Done(one, granted))
        done = [one.wish for one in over]
        self._open = [one for one in self._open if one not in done]
        return over
