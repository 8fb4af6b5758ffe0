"""Pushed zombies.  Every edition provides this module; the family calls these functions."""

from zombicide_env.core.records import Record

def pushes_to(w: Record, s: Record, i: int, z: int, n: int) -> int:
    """1 if an enchantment of survivor ``i`` may push the zombies of ``z`` to its neighbour ``n``."""

def push_all(w: Record, s: Record, z: int, t: int) -> None:
    """Shove and Repulse: push every zombie of zone ``z`` to ``t``."""
