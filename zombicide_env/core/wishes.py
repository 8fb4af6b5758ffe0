"""Wishes: requests from one agent to another for this round, the replies, and agents' intentions.

    wish = Wish("go", to="survivor_2", target="zone:7", by="survivor_0")

A game that supports wishes has ``Game.wishing``: what may be requested about what, how far an action serves a wish, whether it has been
granted. A player that accepts them has ``wish(wish, game, state)``, which replies, and ``heed(..., wishes=...)``, which acts on those it
has accepted (``zombicide_agents.Agent`` has both). Players store nothing about a game: the caller that lets them play keeps a ``Ledger``.
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
"""Why a wish is refused: code -> a sentence in the words of the refusing agent. Agents may give reasons of their own."""


@dataclass(frozen=True)
class Wish:
    """One wish.

    Attributes:
        kind: one of ``WORDS``.
        to: the agent that receives the request.
        target: tag of an item of the scene (``zone:7``, ``door:2``, ``survivor:1``, ``slot:1:3``); "" where the kind needs none.
        by: the agent that makes the request, "" for none in the game.
    """

    kind: str
    to: str
    target: str = ""
    by: str = ""

    def plain(self) -> dict[str, str]:
        """Return the wish as JSON-compatible values."""
        return asdict(self)


@dataclass(frozen=True)
class Reply:
    """The reply to a wish: accepted, or refused for a ``reason``, one of ``REASONS`` or words of the agent's own."""

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
        agent: the agent.
        action: its next notable action, in the game's notation; "" if there is none.
        why: the purpose, a word of ``Wishing.purpose``; "wish": another agent requested it; "team": to stay together.
        way: tags of the zones from the agent's zone to where the action happens, in order.
        tags: tags of the items that the action refers to.
    """

    agent: str
    action: str
    why: str
    way: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()

    def plain(self) -> dict[str, Any]:
        """Return the intention as JSON-compatible values."""
        return {"agent": self.agent, "action": self.action, "why": self.why, "way": list(self.way), "tags": list(self.tags)}


@dataclass(frozen=True)
class Done:
    """A closed wish, and whether it was granted."""

    wish: Wish
    granted: bool


class Unfit(ValueError):
    """A wish that makes no sense; ``reason`` is one of ``REASONS``."""

    def __init__(self, reason: str) -> None:
        super().__init__(REASONS[reason])
        self.reason = reason


class Wishing(Protocol):
    """A game's support for wishes. States are structured arrays of shape (1,)."""

    kinds: Mapping[str, tuple[str, ...]]
    """Kind of a tag -> wishes that may refer to such an item: ``{"zone": ("go", "leave"), ...}``."""
    lasting: frozenset[str]
    """Kinds that are granted by not doing something until the agent's turn is over."""

    def meant(self, state: NDArray[Any], wish: Wish) -> Wish:
        """Return the wish with details of this position filled in, such as the card in a slot.

        Raises:
            Unfit: no action of the agent in this round can fulfill it.
        """

    def serves(self, state: NDArray[Any], wish: Wish, actions: NDArray[np.int64]) -> NDArray[np.float64]:
        """Return how far legal actions of the deciding agent serve a wish, float64 ``[k]``: 1 fully, 0 not at all, -1 they oppose it."""

    def granted(self, state: NDArray[Any], wish: Wish, over: bool) -> bool:
        """Whether a wish has been granted, at the end of the round (``over``) or before.

        For a ``lasting`` kind: whether the time in which it could be broken is over.
        """

    def here(self, state: NDArray[Any], agent: str) -> str:
        """Return the tag of the zone of an agent, "" for none."""

    def purpose(self, state: NDArray[Any], action: int) -> str:
        """Return the purpose of a legal action, a word; "" for one that is not notable, such as a step on the way."""


class Ledger:
    """The accepted wishes of one game in the present round.

    Args:
        wishing: wish support of the game.
    """

    def __init__(self, wishing: Wishing) -> None:
        self._wishing = wishing
        self._open: list[Wish] = []
        self._round = 0

    def accept(self, state: NDArray[Any], wish: Wish) -> None:
        """Add an accepted wish; an earlier one to the same agent is removed. Raises Unfit if it makes no sense here."""
        meant = self._wishing.meant(state, wish)
        self.forget(wish.to)
        self._open.append(meant)
        self._round = int(state["round"][0])

    def forget(self, agent: str) -> None:
        """Remove the wish to an agent."""
        self._open = [one for one in self._open if one.to != agent]

    def of(self, agent: str, state: NDArray[Any]) -> tuple[Wish, ...]:
        """Return the open wishes to an agent; () in a later round than that in which they were accepted."""
        return tuple(one for one in self._open if one.to == agent) if int(state["round"][0]) == self._round else ()

    @property
    def open(self) -> tuple[Wish, ...]:
        """All open wishes."""
        return tuple(self._open)

    def played(self, before: NDArray[Any], agent: str, action: int, after: NDArray[Any]) -> list[Done]:
        """Record an action of an agent, with the positions before and after it, and return the wishes closed by it."""
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
