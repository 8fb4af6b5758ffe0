"""Starting cards and decks of an edition that deals in its own way.  Here the quest names the cards (BP-2.R1)."""

from __future__ import annotations

from zombicide_env.core.records import Record

from ...table.seams import seam


@seam
def deal_cards(w: Record, s: Record) -> int:
    """Deal the starting cards; 0: they are those that the quest names."""
    return 0


@seam
def prepare(w: Record, s: Record) -> None:
    """What lies on top of the shuffled equipment deck and is taken out of the zombie deck, which is shuffled afterwards."""
