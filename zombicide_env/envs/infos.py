"""The info of a step of one game, which knows more than it holds."""

from __future__ import annotations

from typing import Any, Protocol

__all__ = ["Info", "Source"]


class Source(Protocol):
    """An environment that gives the figures of its game."""

    moment: int
    """Grows with every step and every beginning."""

    def figures(self) -> dict[str, Any]:
        """How the game stands, and its figures."""


class Info(dict[str, Any]):
    """A dict that finds the figures of the moment when it is asked for one of them (``info["rounds"]``).

    At the end of a game they are in it.  A wrapper such as ``TimeLimit`` ends a game without telling the environment, and what then reads
    them (``Monitor(env, info_keywords=("rounds",))``) finds them all the same, without their being counted at every step.  A copy, also by
    ``pickle``, is a plain dict.

    Attributes:
        source: whose figures; None: a plain dict.
        moment: the moment of which the info is; when the game has gone on there are none.
    """

    __slots__ = ("moment", "source")  # set by the environment, which makes one at every step

    source: Source | None
    moment: int

    def __missing__(self, key: str) -> Any:
        source = self.source
        if source is None or source.moment != self.moment:
            raise KeyError(key)
        return source.figures()[key]

    def __reduce__(self) -> tuple[Any, ...]:
        return dict, (dict(self),)
