"""Drawing equipment cards: the deck, Searching, traps.  Every edition provides this module; the family calls these functions."""

from zombicide_env.core.records import Record

def search(w: Record, s: Record, i: int) -> None:
    """Draw and store the cards of a Search one by one."""

def draw(w: Record, s: Record, i: int) -> None:
    """Draw the next card of the Search in progress."""

def spring_trap(w: Record, s: Record, i: int) -> None:
    """Resolve the trap just drawn: its zombies appear."""

def can_use_destiny(s: Record, i: int) -> int:
    """1 if survivor ``i`` may discard the card just drawn and draw another one."""
