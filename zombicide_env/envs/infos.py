"""Infos of environments of one game, which look up figures of the game when they are read."""

from __future__ import annotations

from typing import Any, Protocol

__all__ = ["Info", "Source"]


class Source(Protocol):
    """An environment that provides the figures of its game."""

    moment: int
    """Number that grows with every step and reset."""

    def figures(self) -> dict[str, Any]:
        """Return the outcome and the figures of the game."""


class Info(dict[str, Any]):
    """A dict that looks up the current figures of the game when one of them is read (``info["rounds"]``).

    At the end of a game the dict holds them. A wrapper such as ``TimeLimit`` truncates a game without notifying the environment; code that
    then reads figures (``Monitor(env, info_keywords=("rounds",))``) still finds them, although they are not computed at every step. A copy,
    also by ``pickle``, is a plain dict.

    Attributes:
        source: environment that provides the figures; None: a plain dict.
        moment: step to which the info belongs; after later steps figures are no longer found.
    """

    __slots__ = ("moment", "source")  # set by the environment, which creates one per step

    source: Source | None
    moment: int

    def __missing__(self, key: str) -> Any:
        source = self.source
        if source is None or source.moment != self.moment:
            raise KeyError(key)
        return source.figures()[key]

    def __reduce__(self) -> tuple[Any, ...]:
        return dict, (dict(self),)
