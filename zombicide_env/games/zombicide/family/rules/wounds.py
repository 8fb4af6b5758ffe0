"""Wounds: their distribution and their prevention (BP-13e, BP-15b).

``wnd[j, kind]`` holds the zombies assigned to each survivor; ``roll_*`` is the armour roll in progress (``armour``).
"""

from __future__ import annotations

from zombicide_env.core.agenda import push
from zombicide_env.core.events import tell
from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record

from ...table.codes import NONE, ZOMBIES_PHASE
from ...table.seams import seam
from ..edition import TOUGH_ALWAYS
from ..numbers import events as E
from ..numbers import skills as SK
from ..numbers import tasks as T
from ..numbers.layout import ABOMINATION, MAX_WOUNDS, K
from .armour import protect
from .effective_skills import skilled
from .guards import shields
from .inventory import holds_anything
from .team import ignored, in_play


@seam
def targetable(w: Record, s: Record, i: int, zone: int) -> int:
    """1 if zombies of the zone may attack the survivor (BP-15.R2, Taunt: BP-22.59)."""
    if in_play(s, i) == 0 or s.zone[i] != zone or ignored(s, i) == 1:
        return 0
    if s.act_taunter >= 0 and s.act_taunter != i:
        return 0
    return 1


@seam
def assign(w: Record, s: Record) -> int:
    """Assign the attackers of ``wnd_left`` in the order of the kinds, up to a choice (BP-15.R1); returns its kind, NONE: no choice."""
    n = 0
    only = NONE
    for j in range(w.n_survivors):
        if targetable(w, s, j, s.wnd_zone) == 1:
            n += 1
            only = j
    others = shields(w, s)
    for k in range(K):
        if n + others == 0:
            s.wnd_left[k] = 0
        elif n == 1 and others == 0:
            if s.wnd_left[k] > 0:
                tell(w, E.ASSAULT, s.wnd_zone, k, s.wnd_left[k], only)
            s.wnd[only, k] += s.wnd_left[k]
            s.wnd_left[k] = 0
        elif s.wnd_left[k] > 0:
            s.wnd_left[k] -= 1
            return k
    return NONE


@seam
def wounds_of(w: Record, s: Record, j: int) -> None:
    """Split the wounds of victim ``j`` into preventable and certain ones: Ironclad, then Tough (BP-13.R15)."""
    soft = 0
    hard = 0
    for k in range(K):
        if skilled(w, s, j, SK.IRONCLAD[k]) == 0:
            if k == ABOMINATION:
                hard += s.wnd[j, k]
            else:
                soft += s.wnd[j, k]
        elif s.wnd[j, k] > 0:
            tell(w, E.IGNORE, j, SK.IRONCLAD[k], s.wnd[j, k])
        s.wnd[j, k] = 0
    if soft + hard > 0 and s.phase == ZOMBIES_PHASE and s.tough_used[j] == 0 and skilled(w, s, j, SK.TOUGH) > 0:
        if not TOUGH_ALWAYS:
            s.tough_used[j] = 1  # BP-22.50, BP-22.R9: an Abomination's wound first
        tell(w, E.IGNORE, j, SK.TOUGH, 1)
        if hard > 0:
            hard -= 1
        else:
            soft -= 1
    s.roll_wounds = soft
    s.roll_sure = hard
    s.roll_damage = 1


@seam
def victim(w: Record, s: Record, start: int, friendly: int) -> None:
    """Resolve the wounds of the next victim in roster order."""
    for j in range(start, w.n_survivors):
        if friendly == 1:
            s.roll_wounds = s.atk_ff[j]
            s.roll_sure = 0
            s.roll_damage = s.atk_damage
            s.atk_ff[j] = 0
            if TOUGH_ALWAYS:
                spare_first(w, s, j)
        else:
            wounds_of(w, s, j)
        if s.roll_wounds > 0 or s.roll_sure > 0:
            push(s, T.VICTIM, j + 1, friendly, 0, 0)
            push(s, T.SUFFER, j, 0, 0, 0)
            protect(w, s, j)
            return


@jit
def spare_first(w: Record, s: Record, j: int) -> None:
    """Ignore the first wound of a friendly-fire action by Tough (WD-24.35); the rest of its hit can still be prevented."""
    if s.roll_wounds > 0 and skilled(w, s, j, SK.TOUGH) > 0:
        tell(w, E.IGNORE, j, SK.TOUGH, 1)
        if s.roll_damage == 1:
            s.roll_wounds -= 1
        else:
            s.roll_sure = -1


@jit
def wounds_left(s: Record) -> int:
    return max(0, s.roll_sure + (s.roll_wounds - s.roll_saved) * s.roll_damage)


@seam
def suffer(w: Record, s: Record, j: int) -> int:
    """Apply the wounds that were not prevented; returns 1 if cards may be lost instead: "Is that all you've got?" (BP-13.R15)."""
    n = wounds_left(s)
    if s.roll_saved > 0:
        tell(w, E.PREVENT, j, s.roll_saved * s.roll_damage)
    s.roll_wounds = s.roll_saved = 0
    s.roll_sure = n
    if n > 0 and skilled(w, s, j, SK.IS_THAT_ALL_YOUVE_GOT) > 0 and holds_anything(s, j) == 1:
        return 1
    take_wounds(w, s, j)
    return 0


@jit
def tell_wounds(w: Record, s: Record, j: int, n: int, total: int) -> None:
    """Record wounds by zombies, or by the misses of another survivor; the next frame of the agenda distinguishes them."""
    t = s.depth - 1
    if t >= 0 and s.stack[t, 0] == T.VICTIM and s.stack[t, T.VICTIM_FRIENDLY] == 1:
        tell(w, E.WOUND_BY, j, n, total, s.atk_by)
    else:
        tell(w, E.WOUND, j, n, total)


@seam
def take_wounds(w: Record, s: Record, j: int) -> None:
    """Apply wounds; those beyond the third are ignored (BP-13.R18)."""
    if s.roll_sure > 0:
        total = min(MAX_WOUNDS, s.wounds[j] + s.roll_sure)
        tell_wounds(w, s, j, total - s.wounds[j], total)
        s.wounds[j] = total
    s.roll_sure = 0


@seam
def default_victim(w: Record, s: Record, kind: int) -> int:
    """Survivor with the fewest wounds, assigned ones included; Ironclad first for its kind (BP-D-24)."""
    best = 32767
    choice = 0
    for j in range(w.n_survivors):
        if targetable(w, s, j, s.wnd_zone) == 0:
            continue
        n = s.wounds[j]
        for k in range(K):
            n += s.wnd[j, k]
        if s.skill[j, SK.IRONCLAD[kind]] > 0:
            n -= 1000  # before all others; among several of them the fewest wounds decide
        if n < best:
            best = n
            choice = j
    return choice
