"""What a quest lays out beside the pieces that every edition has.  Here nothing."""

from __future__ import annotations

from zombicide_env.core.records import Record

from ...table.seams import seam


@seam
def lay_out(w: Record, s: Record) -> None:
    """On the board, before the decks are shuffled."""


@seam
def deal_prepared(w: Record, s: Record) -> None:
    """Cards that come off the shuffled decks."""


@seam
def shuffle_hidden(w: Record, s: Record) -> None:
    """Draw again what of it is hidden."""
