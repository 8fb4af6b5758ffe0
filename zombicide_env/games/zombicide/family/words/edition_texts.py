"""Texts of edition-specific actions; none in the family."""

from __future__ import annotations

from typing import Any, Final

from .names import Names

LIMITS: Final[tuple[str, ...]] = ()  # limits of the edition, for its page
#: First words of actions that are only the beginning of a compound.
PARTS: Final = ("trick", "ready", "target", "rescue")


def text(w: Any, s: Any, names: Names, name: str, args: tuple[int, ...], code: int, actor: int) -> str | None:
    """Return the text of an edition-specific action, None for another one."""
    return None


def is_part(text: str) -> bool:
    """Return whether the text is only the beginning of a compound, which ``expand`` splits."""
    return False


def expand(text: str) -> list[str]:
    """Return the texts of the single actions of an edition-specific text; [] for another one."""
    return []
