"""Cars; none in the family."""

from __future__ import annotations

from zombicide_env.core.records import Record

from ...table.seams import seam


@seam
def get_out(s: Record, i: int) -> None:
    """Move survivor ``i`` to another zone, out of any car."""


@seam
def walks(s: Record, i: int) -> int:
    """1 if survivor ``i`` can leave by the Exit on foot."""
    return 1
