"""Documented defaults of the small decisions (BP-25), which automatic mode gives."""

from __future__ import annotations

from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record

from ...table.codes import FAR, NONE
from ..numbers.actions import (
    A_ACCEPT,
    A_ACTIVATE,
    A_ARMOUR,
    A_CHOOSE,
    A_DONE,
    A_DROP,
    A_HIT,
    A_MISS,
    A_PRINTED,
    A_REAP,
    A_REPLACE,
    A_REROLL,
    A_RESCUE,
    A_WOUND,
)
from ..numbers.layout import ABOMINATION, FATTY, MAX_WOUNDS, NECROMANCER, RUNNER, SLOTS, WALKER, K
from ..numbers.skills import SK_IRONCLAD, SK_LUCKY
from ..numbers.tasks import (
    D_ACTIVATE,
    D_ARMOUR,
    D_CANCEL,
    D_GIFT,
    D_HIT,
    D_MISS,
    D_PATH,
    D_REMOVE,
    D_REPLACE,
    D_REROLL,
    D_WOUND,
)
from .combat import printed_dice
from .hits import may_be_missed, targets
from .inventory import body_armour
from .movement import fill_distances
from .necromancer import default_removal, escape_zone, nearest_escapes
from .objectives import default_gift
from .wounds import ROLL_BODY, ROLL_HIDE, ROLL_SHIELD, armour_value, targetable


@jit
def default_option(w: Record, s: Record) -> int:
    """The answer that automatic mode gives."""
    t = s.depth - 1
    task = s.stack[t, 0]
    i = s.stack[t, 1]
    b = s.stack[t, 2]
    if task == D_ACTIVATE and s.stack[t, 3] == 0:  # BP-D-7, BP-D-36: a Tactician plays with his controller's others
        for k in range(s.n_options):
            if w.player_of[s.options[k] - A_ACTIVATE] == s.go:
                return s.options[k]
    if task == D_REPLACE:  # BP-D-16
        return A_REPLACE if s.crowd[s.atk_zone[b]] > printed_dice(w, s) else A_PRINTED
    if task == D_REROLL:  # BP-D-17, BP-D-22
        return default_reroll(w, s, b)
    if task == D_HIT:
        return default_hit(w, s, b)
    if task == D_MISS:  # BP-D-21
        return A_MISS + fewest_wounds(w, s, s.atk_zone[b], NONE)
    if task == D_WOUND:  # BP-D-24
        return A_WOUND + fewest_wounds(w, s, s.wnd_zone, b)
    if task == D_ARMOUR:
        return default_armour(w, s, i)
    if task == D_CANCEL:  # BP-D-23
        if s.wounds[i] + s.roll_sure < MAX_WOUNDS:
            return A_ACCEPT
        for slot in range(SLOTS - 1, -1, -1):
            if s.inv[i, slot] > 0:
                return A_DROP + slot
        return A_ACCEPT
    if task == D_REMOVE:
        if b == 0:
            return A_CHOOSE + default_removal(w, s)
        return A_CHOOSE + s.bile_zone[0]  # BP-D-31
    if task == D_PATH and s.stack[t, 3] == NECROMANCER and s.act_taunter < 0:
        return A_CHOOSE + default_necro_step(w, s, b, s.stack[t, 6])
    if task == D_GIFT:
        j = default_gift(w, s, i)
        return A_DONE if j < 0 else A_RESCUE + j
    return s.options[0]  # the first in canonical order


@jit
def default_reroll(w: Record, s: Record, what: int) -> int:
    """Reroll if fewer than half of the dice succeeded."""
    if what == 0:
        hits = s.atk_hits[0] + s.atk_hits[1]
        dice = hits + s.atk_misses[0] + s.atk_misses[1]
    elif what == 1:
        t = s.depth - 2
        hits = s.stack[t, 4]
        dice = w.card_door_dice[s.stack[t, 3]]
    else:
        hits = s.roll_saved
        dice = s.roll_wounds
    return A_REROLL if 2 * hits < dice else A_ACCEPT


@jit
def wish(k: int) -> int:
    """Order in which kinds are killed by default (BP-D-18)."""
    if k == 0:
        return ABOMINATION
    if k == 1:
        return NECROMANCER
    if k == 2:
        return RUNNER
    if k == 3:
        return FATTY
    return WALKER


@jit
def default_hit(w: Record, s: Record, z: int) -> int:
    bits = targets(w, s, z)
    for k in range(K):
        kind = wish(k)
        if (bits >> kind) & 1:
            if s.atk_reaper == 1 and s.zombies[s.atk_zone[z], kind] >= 2:  # BP-D-20
                return A_REAP + kind
            return A_HIT + kind
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
            if s.skill[j, SK_IRONCLAD + kind] > 0:
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
    lucky = min(1, s.skill[i, SK_LUCKY])
    worn = expected_saved(s.roll_wounds, armour_value(w, s, i, way), 1 + lucky)
    shield = expected_saved(s.roll_wounds, armour_value(w, s, i, ROLL_SHIELD), lucky)
    if worn >= shield:
        return A_ARMOUR + way
    return A_ARMOUR + ROLL_SHIELD


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


@jit
def default_necro_step(w: Record, s: Record, z: int, m: int) -> int:
    """Lowest destination, then lowest next zone (BP-17.R5), by open ways or, without any, past closed doors."""
    best = nearest_escapes(w, s, m, z)
    for t in range(w.n_zones):
        if escape_zone(s, m, t) == 1 and s.reach[t] == best:
            fill_distances(w, s, t)
            for k in range(s.n_options):
                n = s.options[k] - A_CHOOSE
                steps = w.far[t, n]
                if s.dist[t, z] != FAR:
                    steps = s.dist[t, n]
                if steps == best - 1:
                    return n
    return s.options[0] - A_CHOOSE
