"""Cards that a survivor discards by choice."""

from __future__ import annotations

from zombicide_env.core.records import Record

from ...table.seams import seam


@seam
def before_drop(w: Record, s: Record) -> None:
    """Called before a survivor discards a card by choice."""
