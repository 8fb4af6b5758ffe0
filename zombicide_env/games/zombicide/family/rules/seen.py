"""What a seat sees beside the family's columns and blocks.  Here nothing."""

from __future__ import annotations

from zombicide_env.core.records import Features, Record

from ...table.seams import seam


@seam
def see_print(w: Record, o: Features) -> None:
    """Write the columns that never change."""


@seam
def see(w: Record, s: Record, agent: int, o: Features) -> None:
    """Write the others, as ``agent`` sees them."""
