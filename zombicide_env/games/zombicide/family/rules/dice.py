"""Number of dice of an attack (BP-13.R2, BP-22.31)."""

from __future__ import annotations

from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record

from ...table.codes import ANY_COMBAT, MELEE
from ...table.seams import seam
from ..numbers import skills as SK


@seam
def extra_dice(s: Record, i: int, combat: int) -> int:
    """Dice added to each weapon used: +1 die and Frenzy, of the combat type or of any type (BP-13.R2, BP-22.R1)."""
    n = s.skill[i, SK.DIE[combat]] + s.skill[i, SK.DIE[ANY_COMBAT]]
    f = s.skill[i, SK.FRENZY[combat]] + s.skill[i, SK.FRENZY[ANY_COMBAT]]
    return n + f * s.wounds[i]


@jit
def weapons_at(s: Record, z: int) -> int:
    """Weapons aimed at target zone 0 or 1."""
    if s.atk_zone[1] >= 0:
        return 1
    if z == 1:
        return 0
    return s.atk_copies


@seam
def printed_dice(w: Record, s: Record) -> int:
    """Dice printed on the weapon of the attack in progress."""
    return w.melee_dice[s.atk_card] if s.atk_type == MELEE else w.shot_dice[s.atk_card]


@seam
def set_dice(w: Record, s: Record, i: int, z: int, each: int) -> None:
    """Dice at target zone ``z``: the number per weapon plus bonuses (BP-13.R2)."""
    n = weapons_at(s, z)
    s.atk_dice[z] = n * (each + extra_dice(s, i, s.atk_type))
    if z == 0:
        s.atk_dice[z] += s.atk_dagger


@seam
def replace_dice(w: Record, s: Record, i: int, z: int) -> None:
    """Roll as many dice at target zone ``z`` as there are zombies."""
    set_dice(w, s, i, z, s.crowd[s.atk_zone[z]])
