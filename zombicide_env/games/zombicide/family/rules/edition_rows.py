"""Edition-specific rows: chapters of the family that only some editions use, and the edition's own; none in the family."""

from __future__ import annotations

from typing import Final

from zombicide_env.core.decisions import Decision, Task

from ...table.action import Action

ROWS: Final[tuple[Task | Decision, ...]] = ()
ACTIONS: Final[tuple[Action, ...]] = ()
