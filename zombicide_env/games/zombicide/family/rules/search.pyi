"""Drawing equipment cards: the deck, Searching.  Every edition provides this module; the family calls these functions."""

from zombicide_env.core.records import Record

def search(w: Record, s: Record, i: int) -> None:
    """Draw and store the cards of a Search one by one."""

def draw(w: Record, s: Record, i: int) -> None:
    """Draw the next card of the Search in progress."""
