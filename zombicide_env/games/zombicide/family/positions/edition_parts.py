"""Edition-specific parts of positions; none in the family."""

from __future__ import annotations

from typing import Any, Final

from ..words.names import Names

__all__ = ["SURVIVOR", "keys", "zombie_card"]

#: Keys of survivors in addition to the family's, as in ``describe``.
SURVIVOR: Final[tuple[str, ...]] = ()


def keys(w: Any, s: Any, names: Names, told: dict[str, Any], board: dict[str, Any]) -> dict[str, Any]:
    """Return edition-specific keys of the position; those of the board are added to ``board``."""
    raise ValueError("positions of this edition cannot be written as a vector yet")


def zombie_card(w: Any, number: int) -> str:
    """Return the name of a zombie card in vectors."""
    raise ValueError("positions of this edition cannot be written as a vector yet")
