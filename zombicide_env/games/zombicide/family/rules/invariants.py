"""Invariants of a state that an edition has beside the family's (``status``).  Here none."""

from __future__ import annotations

from zombicide_env.core.records import Record

from ...table.seams import seam


@seam
def own_fits(w: Record, s: Record) -> int:
    """1 if they hold."""
    return 1
