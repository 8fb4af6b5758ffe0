"""Edition-specific observation columns and blocks; none in the family."""

from __future__ import annotations

from zombicide_env.core.records import Features, Record

from ...table.seams import seam


@seam
def see_print(w: Record, o: Features) -> None:
    """Write the constant columns."""


@seam
def see(w: Record, s: Record, agent: int, o: Features) -> None:
    """Write the other columns, as ``agent`` sees them."""
