"""What an edition has beside what all have: chapters of the family that not every edition has, and its own.  Here nothing."""

from __future__ import annotations

from typing import Final

from zombicide_env.core.decisions import Decision, Task

from ...table.action import Action

ROWS: Final[tuple[Task | Decision, ...]] = ()
ACTIONS: Final[tuple[Action, ...]] = ()
