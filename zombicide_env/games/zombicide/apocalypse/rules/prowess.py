"""Skills and danger levels as they count now, and the reroll of a skill (AP-8.R4)."""

from __future__ import annotations

from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record

from ...table.codes import NONE
from ..numbers.budget import BY_ONCE
from ..numbers.own import ONCE_SKILL, U_ONCE
from .levels import level_of


@jit
def skilled(w: Record, s: Record, i: int, skill: int) -> int:
    """How often survivor ``i`` has the skill."""
    return s.skill[i, skill]


@jit
def danger(s: Record, i: int) -> int:
    """Danger level of a survivor (BP-8.3)."""
    return level_of(s.xp[i])


@jit
def may_learn(w: Record, s: Record, i: int, level: int, choice: int) -> int:
    """1 if the choice of the ID card at Orange (2) or Red (3) is there to be taken."""
    if level == 2:
        return 1 if w.learn_orange[i, choice] != NONE else 0
    return 1 if w.learn_red[i, choice] != NONE else 0


@jit
def reroll_once(w: Record, s: Record, i: int) -> int:
    """One reroll per turn (AP-8.R4): the source, unless it has been used."""
    if s.skill[i, ONCE_SKILL] > 0 and s.used[U_ONCE] == 0:
        return BY_ONCE
    return 0


@jit
def use_reroll(s: Record, sources: int) -> None:
    """The first of the sources is used."""
    if (sources & -sources) == BY_ONCE:
        s.used[U_ONCE] = 1


@jit
def has_learned(s: Record, i: int, level: int, choice: int) -> None:
    """The survivor takes that choice."""


@jit
def gains_yellow(s: Record, i: int) -> int:
    """1 if reaching Yellow gives its skill."""
    return 1


@jit
def goes_round(w: Record, s: Record, i: int) -> int:
    """1 if the experience has begun anew."""
    return 0


@jit
def beyond(w: Record, s: Record, i: int, level: int) -> None:
    """The level has no choice left."""
