"""What an edition has on its agenda beside what all have: chapters of the family that not every edition has, and its own.  Here nothing."""

from __future__ import annotations

from typing import Final

from zombicide_env.core.decisions import Decision, Task

ROWS: Final[tuple[Task | Decision, ...]] = ()
