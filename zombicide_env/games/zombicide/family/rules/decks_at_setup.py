"""Dealing of starting cards and decks where an edition has its own way; in the family the quest names the cards (BP-2.R1)."""

from __future__ import annotations

from zombicide_env.core.records import Record

from ...table.seams import seam


@seam
def deal_cards(w: Record, s: Record) -> int:
    """Deal the starting cards; returns 0 if they are those that the quest names."""
    return 0


@seam
def prepare(w: Record, s: Record) -> None:
    """Prepare the top of the shuffled equipment deck and remove cards from the zombie deck, which is shuffled afterwards."""
