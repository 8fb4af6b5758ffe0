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
"""Maximum number of lines of history in a text; the earliest are left out."""

REPLACED: Final = "(a random action, in place of a wrong answer)"
"""Note about a move that its player did not choose."""


def story(game: Game, eye: str, mover: str, action: str, before: Array, after: Array, events: Iterable[Event], note: str = "") -> list[str]:
    """Return one move for the reader ``eye`` (an agent): the action and its effects, a line each; [] if the reader may not know it.

    ``mover`` has played ``action`` (in notation) between the states ``before`` and ``after``, each of shape (1,); ``events`` are the
    effects of the move, including those hidden from some seats; ``note`` is appended to the move.
    """
    eyes, lines = frozenset({eye}), []
    if eye == mover or game.told(before, after, mover, eyes):
        name = "You" if eye == mover else game.agent_names(before)[game.agents.index(mover)]
        lines.append(f"{name}: {game.text_for(action, mover, eyes, before)} {note}".rstrip())
    return lines + [f"  {game.sentence(event)}" for event in game.brief(game.events_for(events, eyes))]


def since(lines: list[str], longest: int = LONGEST) -> str:
    """Return the last ``longest`` lines as a paragraph, "" for none."""
    if not lines:
        return ""
    left_out = len(lines) - longest
    first = [f"  ... ({left_out} earlier lines are left out)"] if left_out > 0 else []
    return "\n".join(["Since you were asked last:", *first, *lines[max(0, left_out) :]])


class History:
    """The moves of one game since each seat's last decision, beginning with the seat's own last move.

    Args:
        game: the game.
    """

    def __init__(self, game: Game) -> None:
        self._game = game
        self._lines: list[list[str]] = [[] for _ in game.agents]

    def add(self, seat: int, action: str, before: Array, after: Array, events: Iterable[Event], note: str = "") -> None:
        """Record a move of ``seat``; the other arguments are those of ``story``."""
        told, agents = tuple(events), self._game.agents
        self._lines[seat] = []
        for lines, eye in zip(self._lines, agents, strict=True):
            lines += story(self._game, eye, agents[seat], action, before, after, told, note)

    def of(self, seat: int) -> list[str]:
        """Return what the seat may know, a line each."""
        return list(self._lines[seat])
