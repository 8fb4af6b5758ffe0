"""Texts of actions that only the edition has.  Here none."""

from __future__ import annotations

from typing import Any, Final

from .names import Names

LIMITS: Final[tuple[str, ...]] = ()  # of the edition, for its page
#: First words of actions that are only a part of what a player says.
PARTS: Final = ("trick", "ready", "target", "rescue")


def text(w: Any, s: Any, names: Names, name: str, args: tuple[int, ...], code: int, actor: int) -> str | None:
    """The text of an action of the edition's own, None for another one."""
    return None


def is_part(text: str) -> bool:
    """Whether the text is only a part of what a player says, which ``expand`` divides."""
    return False


def expand(text: str) -> list[str]:
    """The texts of the single actions of a text of the edition's own; [] for another one."""
    return []
