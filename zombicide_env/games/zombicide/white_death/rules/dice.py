"""Skills and number of dice of the attack in progress (WD-15.7, WD-19.14)."""

from __future__ import annotations

from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record

from ...table.codes import ANY_COMBAT
from ..numbers import edition_skills as OSK
from ..numbers import skills as SK
from ..numbers.edition_fields import CARD_SKILLS
from .effective_skills import skilled


@jit
def card_gives(w: Record, card: int, skill: int) -> int:
    """How often a skill is printed on a card (WD-19.14)."""
    n = 0
    for k in range(CARD_SKILLS):
        n += w.card_skill[card, k] == skill
    return n


@jit
def prowess(w: Record, s: Record, skill: int) -> int:
    """How often the attack in progress has a skill: from the survivor, card, Blessing, skills at range 2 or more, or Guards."""
    i = s.atk_by
    if s.atk_guards > 0:
        column = OSK.GUARDED[skill]
        return s.skill[i, column] if column >= 0 else 0
    n = skilled(w, s, i, skill) + card_gives(w, s.atk_card, skill)
    if s.atk_range >= 2 and OSK.REMOTE[skill] >= 0:
        n += s.skill[i, OSK.REMOTE[skill]]
    if s.atk_bless > 0 and OSK.BLESSING[s.atk_bless - 1] == skill:
        n += 1
    return n


@jit
def extra_dice(s: Record, i: int, combat: int) -> int:
    """Dice of the survivor's +1 Die skills, for the type or for every type."""
    return s.skill[i, SK.DIE[combat]] + s.skill[i, SK.DIE[ANY_COMBAT]]


@jit
def printed_dice(w: Record, s: Record) -> int:
    return s.atk_printed


@jit
def set_dice(w: Record, s: Record, each: int) -> None:
    """Set the number of dice per weapon, or per Guard, plus bonuses."""
    more = prowess(w, s, SK.DIE[s.atk_type]) + prowess(w, s, SK.DIE[ANY_COMBAT])
    n = s.atk_copies
    if s.atk_guards > 0:
        n = s.atk_guards
    s.atk_dice[0] = n * (each + more) + s.atk_dagger
    s.atk_dice[1] = 0


@jit
def replace_dice(w: Record, s: Record, i: int, z: int) -> None:
    set_dice(w, s, s.crowd[s.atk_zone[0]])
