"""Documented defaults of the small decisions (BP-25), which automatic mode gives."""

from __future__ import annotations

from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record

from ...table.codes import NONE
from ..edition import GUARDS, KILL_ORDER
from ..numbers import actions as A
from ..numbers import decisions as ASK
from ..numbers import skills as SK
from ..numbers import tasks as T
from ..numbers.layout import MAX_WOUNDS, NECROMANCER, SLOTS, K
from . import questions
from .armour import ROLL_BODY, ROLL_HIDE, ROLL_SHIELD, armour_value
from .combat import printed_dice
from .guards import default_shield
from .hits import may_be_missed, targets
from .inventory import body_armour
from .necromancer import default_necro_step, default_removal
from .objectives import default_gift
from .owners import listed, owner
from .team import in_play
from .wounds import targetable


@jit
def default_option(w: Record, s: Record) -> int:
    """The answer that automatic mode gives."""
    t = s.depth - 1
    task = s.stack[t, 0]
    i = s.stack[t, ASK.WHO_DECIDES]
    chosen = questions.default(w, s, t)
    if chosen >= 0:
        return chosen
    if task == ASK.ACTIVATE and s.stack[t, ASK.ACTIVATE_LINK] == 0:  # BP-D-7, BP-D-36: a Tactician plays with his controller's others
        for k in range(w.n_survivors):
            j = listed(w, s, k)
            if owner(w, s, j) == s.go and in_play(s, j) == 1 and (s.stack[t, ASK.ACTIVATE_TEAM] >> j) & 1:
                return A.ACTIVATE + j
    if task == ASK.REPLACE:  # BP-D-16
        return A.REPLACE if s.crowd[s.atk_zone[s.stack[t, ASK.REPLACE_TARGET]]] > printed_dice(w, s) else A.PRINTED
    if task == ASK.REROLL:  # BP-D-17, BP-D-22
        return default_reroll(w, s, s.stack[t, ASK.REROLL_WHAT])
    if task == ASK.HIT:
        return default_hit(w, s, s.stack[t, ASK.HIT_TARGET])
    if GUARDS and (task == ASK.MISS or task == ASK.WOUND):
        shield = default_shield(w, s)
        if shield >= 0:
            return shield
    if task == ASK.MISS:  # BP-D-21
        return A.MISS + fewest_wounds(w, s, s.atk_zone[s.stack[t, ASK.MISS_TARGET]], NONE)
    if task == ASK.WOUND:  # BP-D-24
        return A.WOUND + fewest_wounds(w, s, s.wnd_zone, s.stack[t, ASK.WOUND_KIND])
    if task == ASK.ARMOUR:
        return default_armour(w, s, i)
    if task == ASK.CANCEL:
        return default_cancel(s, i)
    if task == ASK.REMOVE:
        if s.stack[t, ASK.REMOVE_WHAT] == ASK.SPAWN_TOKEN:
            return A.CHOOSE + default_removal(w, s)
        return A.CHOOSE + s.bile_zone[0]  # BP-D-31
    if task == ASK.PATH and s.stack[t, ASK.PATH_KIND] == NECROMANCER and s.act_taunter < 0:
        return A.CHOOSE + default_necro_step(w, s, s.stack[t, ASK.PATH_ZONE], s.stack[t, ASK.PATH_NECROMANCER])
    if task == ASK.GIFT:
        j = default_gift(w, s, i)
        return A.DONE if j < 0 else A.RESCUE + j
    return s.options[0]  # the first in canonical order


@jit
def default_cancel(s: Record, i: int) -> int:
    """Cards lost to stay alive, the backpack's first (BP-D-23)."""
    if s.wounds[i] + s.roll_sure < MAX_WOUNDS:
        return A.ACCEPT
    for slot in range(SLOTS - 1, -1, -1):
        if s.inv[i, slot] > 0:
            return A.DROP + slot
    return A.ACCEPT


@jit
def default_reroll(w: Record, s: Record, what: int) -> int:
    """Reroll if fewer than half of the dice succeeded."""
    if what == ASK.ATTACK_ROLL:
        hits = s.atk_hits[0] + s.atk_hits[1]
        dice = hits + s.atk_misses[0] + s.atk_misses[1]
    elif what == ASK.DOOR_ROLL:
        t = s.depth - 2
        hits = s.stack[t, T.DOOR_HITS]
        dice = w.card_door_dice[s.stack[t, T.DOOR_CARD]]
    else:
        hits = s.roll_saved
        dice = s.roll_wounds
    return A.REROLL if 2 * hits < dice else A.ACCEPT


@jit
def default_hit(w: Record, s: Record, z: int) -> int:
    bits = targets(w, s, z)
    for k in range(K):
        kind = KILL_ORDER[k]
        if (bits >> kind) & 1:
            if s.atk_reaper == 1 and s.zombies[s.atk_zone[z], kind] >= 2:  # BP-D-20
                return A.REAP + kind
            return A.HIT + kind
    return s.options[0]


@jit
def fewest_wounds(w: Record, s: Record, zone: int, kind: int) -> int:
    """Survivor with the fewest wounds, assigned ones included; Ironclad first for its kind (BP-D-21, BP-D-24)."""
    best = 32767
    choice = 0
    for j in range(w.n_survivors):
        if kind >= 0:
            if targetable(w, s, j, zone) == 0:
                continue
            n = s.wounds[j]
            for k in range(K):
                n += s.wnd[j, k]
            if s.skill[j, SK.IRONCLAD[kind]] > 0:
                n -= 1000  # before all others; among several of them the fewest wounds count
        else:
            if may_be_missed(w, s, j, zone) == 0:
                continue
            n = s.wounds[j] + s.atk_ff[j] * s.atk_damage
        if n < best:
            best = n
            choice = j
    return choice


@jit
def default_armour(w: Record, s: Record, i: int) -> int:
    """The way with the best expected prevention (BP-D-22), the armour if both are as good."""
    way = ROLL_BODY if body_armour(w, s, i) > 0 else ROLL_HIDE
    lucky = min(1, s.skill[i, SK.LUCKY])
    worn = expected_saved(s.roll_wounds, armour_value(w, s, i, way), 1 + lucky)
    shield = expected_saved(s.roll_wounds, armour_value(w, s, i, ROLL_SHIELD), lucky)
    if worn >= shield:
        return A.ARMOUR + way
    return A.ARMOUR + ROLL_SHIELD


@jit
def expected_saved(n: int, need: int, rerolls: int) -> float:
    """Wounds of ``n`` that a roll at ``need`` prevents on average, if less than half is rolled again (BP-D-22)."""
    p = (7 - need) / 6.0
    value = n * p
    if p >= 1.0:
        return value
    for _ in range(rerolls):
        chance = (1.0 - p) ** n
        total = 0.0
        for k in range(n + 1):
            total += chance * (k if 2 * k >= n else value)
            chance *= (n - k) / (k + 1.0) * p / (1.0 - p)
        value = total
    return value
