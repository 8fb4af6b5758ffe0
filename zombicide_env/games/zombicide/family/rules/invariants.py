"""Edition-specific invariants of a state, in addition to the family's (``status``); none in the family."""

from __future__ import annotations

from zombicide_env.core.records import Record

from ...table.seams import seam


@seam
def own_fits(w: Record, s: Record) -> int:
    """1 if the edition's invariants hold."""
    return 1
