"""Effective skills and danger levels.

An edition in which skills depend on other survivors, cards or the zone, or in which levels are repeated, replaces this module.
"""

from __future__ import annotations

from zombicide_env.core.records import Record

from ...table.codes import NONE
from ...table.seams import seam


@seam
def skilled(w: Record, s: Record, i: int, skill: int) -> int:
    """How often survivor ``i`` effectively has the skill."""
    return s.skill[i, skill]


@seam
def may_learn(w: Record, s: Record, i: int, level: int, choice: int) -> int:
    """1 if the choice of the ID card at Orange (2) or Red (3) is available."""
    if level == 2:
        return 1 if w.learn_orange[i, choice] != NONE else 0
    return 1 if w.learn_red[i, choice] != NONE else 0


@seam
def has_learned(s: Record, i: int, level: int, choice: int) -> None:
    """Record that the survivor takes that choice."""


@seam
def gains_yellow(s: Record, i: int) -> int:
    """1 if reaching Yellow gives its skill."""
    return 1


@seam
def goes_round(w: Record, s: Record, i: int) -> int:
    """1 if the survivor's experience has restarted at 0."""
    return 0


@seam
def beyond(w: Record, s: Record, i: int, level: int) -> None:
    """Called when the level has no choice left."""
