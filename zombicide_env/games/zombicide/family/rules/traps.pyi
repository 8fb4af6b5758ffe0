"""Traps among the equipment cards, and Destiny.  Every edition provides this module; the family calls these functions."""

from zombicide_env.core.records import Record

def spring_trap(w: Record, s: Record, i: int) -> None:
    """Resolve the trap just drawn: its zombies appear."""

def can_use_destiny(s: Record, i: int) -> int:
    """1 if survivor ``i`` may discard the card just drawn and draw another one."""
