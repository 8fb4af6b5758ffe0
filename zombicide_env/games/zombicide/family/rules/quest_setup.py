"""Edition-specific pieces of a quest's setup; none in the family."""

from __future__ import annotations

from zombicide_env.core.records import Record

from ...table.seams import seam


@seam
def lay_out(w: Record, s: Record) -> None:
    """Place them on the board, before the decks are shuffled."""


@seam
def deal_prepared(w: Record, s: Record) -> None:
    """Deal cards off the shuffled decks."""


@seam
def shuffle_hidden(w: Record, s: Record) -> None:
    """Redraw their hidden part."""
