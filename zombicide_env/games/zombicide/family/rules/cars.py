"""Cars.  Here everybody walks."""

from __future__ import annotations

from zombicide_env.core.records import Record

from ...table.seams import seam


@seam
def get_out(s: Record, i: int) -> None:
    """Survivor ``i`` goes to another zone and is in no car any more."""


@seam
def walks(s: Record, i: int) -> int:
    """1 if survivor ``i`` can walk out by the Exit."""
    return 1
