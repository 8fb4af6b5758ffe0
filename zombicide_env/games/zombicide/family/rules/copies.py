"""Each copy of an equipment card lies in one place (BP-INV-1): they are counted as they are met."""

from __future__ import annotations

from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record


@jit
def count_copy(work: Record, c: int) -> int:
    """1 for a copy that is met for the first time, 0 for no copy, a large number for one in two places."""
    if c == 0:
        return 0
    if work.spent[c] == 1:
        return 1000
    work.spent[c] = 1
    return 1
