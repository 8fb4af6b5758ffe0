"""History of moves in words: what happened since a seat last decided, as far as the seat may know it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

import numpy as np

from .events import Event
from .game import Game

__all__ = ["LONGEST", "REPLACED", "History", "since", "story"]

Array = np.ndarray[Any, Any]

LONGEST: Final = 60
"""Lines of what has happened that a text holds; the earliest are left out."""

REPLACED: Final = "(a random action, in place of a wrong answer)"
"""Note on a move that its player did not choose."""


def story(game: Game, eye: str, mover: str, action: str, before: Array, after: Array, events: Iterable[Event], note: str = "") -> list[str]:
    """One move for the reader ``eye`` (an agent): the action and its effects, a line each; [] if the reader may know nothing of it.

    ``mover`` has played ``action`` (in notation) between the states ``before`` and ``after``, each of shape (1,); ``events`` are what the
    effects of the move, including those that some seats may not know; ``note`` is appended to the move.
    """
    eyes, lines = frozenset({eye}), []
    if eye == mover or game.told(before, after, mover, eyes):
        name = "You" if eye == mover else game.agent_names(before)[game.agents.index(mover)]
        lines.append(f"{name}: {game.text_for(action, mover, eyes, before)} {note}".rstrip())
    return lines + [f"  {game.sentence(event)}" for event in game.brief(game.events_for(events, eyes))]


def since(lines: list[str], longest: int = LONGEST) -> str:
    """The lines as a paragraph, "" for none; of more than ``longest`` the last ones."""
    if not lines:
        return ""
    left_out = len(lines) - longest
    first = [f"  ... ({left_out} earlier lines are left out)"] if left_out > 0 else []
    return "\n".join(["Since you were asked last:", *first, *lines[-longest:]])


class History:
    """The moves of one game since each seat decided last; a seat's own last move is the first of them.

    Args:
        game: the game.
    """

    def __init__(self, game: Game) -> None:
        self._game = game
        self._lines: list[list[str]] = [[] for _ in game.agents]

    def add(self, seat: int, action: str, before: Array, after: Array, events: Iterable[Event], note: str = "") -> None:
        """A move of ``seat``; the other arguments are those of ``story``."""
        told, agents = tuple(events), self._game.agents
        self._lines[seat] = []
        for lines, eye in zip(self._lines, agents, strict=True):
            lines += story(self._game, eye, agents[seat], action, before, after, told, note)

    def of(self, seat: int) -> list[str]:
        """What the seat may know, a line each."""
        return list(self._lines[seat])
