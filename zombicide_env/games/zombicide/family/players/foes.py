"""What zombies of an edition are beside their kinds: whom shots cannot kill, and how hard the toughest hit."""

from __future__ import annotations

from zombicide_env.core.jit import jit


@jit
def immune(kind: int, combat: int) -> bool:
    """Can attacks of the combat type not kill the kind, whatever their damage?"""
    return False


@jit
def bite(danger: int) -> float:
    """Wounds of one attack of an Abomination at the danger level."""
    return 1.0
