"""What only an edition's positions have: nothing that could be written down is known of the family itself."""

from __future__ import annotations

from typing import Any, Final

from ..words.names import Names

__all__ = ["SURVIVOR", "keys", "zombie_card"]

#: Keys of survivors beside the family's, as ``describe`` says them.
SURVIVOR: Final[tuple[str, ...]] = ()


def keys(w: Any, s: Any, names: Names, told: dict[str, Any], board: dict[str, Any]) -> dict[str, Any]:
    """Keys of the position that the family lacks; those of the board are added to ``board``."""
    raise ValueError("positions of this edition cannot be written as a vector yet")


def zombie_card(w: Any, number: int) -> str:
    """What a vector calls a zombie card."""
    raise ValueError("positions of this edition cannot be written as a vector yet")
