"""Small decisions (BP-25): their answers and what an answer does; their defaults are in ``defaults``.

``fill_options`` lists the answers of the decision on top of the agenda as action indices; one answer is played by
the engine.
"""

from __future__ import annotations

from zombicide_env.core.agenda import push
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
    A_EXIT,
    A_HIT,
    A_LEARN,
    A_MISS,
    A_MOVE,
    A_PRINTED,
    A_REAP,
    A_REPLACE,
    A_REROLL,
    A_RESCUE,
    A_STAY,
    A_WOUND,
)
from ..numbers.layout import ABOMINATION, NECROMANCER, SLOTS, K
from ..numbers.tasks import (
    D_ACTIVATE,
    D_ARMOUR,
    D_CANCEL,
    D_EXIT,
    D_GIFT,
    D_HIT,
    D_LEARN,
    D_MISS,
    D_ORDER,
    D_PATH,
    D_REMOVE,
    D_REPLACE,
    D_REROLL,
    D_RESCUE,
    D_SPEED,
    D_TARGET,
    D_WOUND,
    T_ARMOUR_ROLL,
    T_CHECK,
    T_DOOR_ROLL,
    T_LINK,
    T_REPULSED,
    T_RETURN_CARD,
    T_ROLL,
    T_TURN,
)
from .act import aim
from .combat import replace_dice
from .doors import choose_room
from .feats import prepare_skill, skill_reaches, zone_skill
from .fire import bile_in, move_bile
from .hits import hit, may_be_missed, targets
from .inventory import body_armour, drop, gain
from .legal import shot_target
from .magic import pushes_to
from .movement import fill_reach
from .necromancer import remove_from, token_in
from .survivor import learn, n_choices
from .team import in_play
from .wounds import ROLL_BODY, ROLL_HIDE, ROLL_SHIELD, choose_armour, take_wounds, targetable
from .zombies import choose_path


@jit
def offer(s: Record, a: int) -> None:
    s.options[s.n_options] = a
    s.n_options += 1


@jit
def fill_options(w: Record, s: Record) -> None:
    """Answers of the decision on top of the agenda."""
    t = s.depth - 1
    task = s.stack[t, 0]
    i = s.stack[t, 1]
    b = s.stack[t, 2]
    c = s.stack[t, 3]
    s.n_options = 0
    if task == D_ACTIVATE:
        for j in range(w.n_survivors):
            if (b >> j) & 1 and in_play(s, j) == 1:
                offer(s, A_ACTIVATE + j)
    elif task == D_ORDER:
        for k in range(b + s.stack[t, 4], b + c):
            offer(s, A_CHOOSE + s.pool[k])
    elif task == D_REPLACE:
        offer(s, A_REPLACE)
        offer(s, A_PRINTED)
    elif task == D_REROLL:
        offer(s, A_REROLL)
        offer(s, A_ACCEPT)
    elif task == D_HIT:
        offer_hits(w, s, b)
    elif task == D_MISS:
        for j in range(w.n_survivors):
            if may_be_missed(w, s, j, s.atk_zone[b]) == 1:
                offer(s, A_MISS + j)
    elif task == D_WOUND:
        for j in range(w.n_survivors):
            if targetable(w, s, j, s.wnd_zone) == 1:
                offer(s, A_WOUND + j)
    elif task == D_ARMOUR:
        offer(s, A_ARMOUR + (ROLL_BODY if body_armour(w, s, i) > 0 else ROLL_HIDE))
        offer(s, A_ARMOUR + ROLL_SHIELD)
    elif task == D_CANCEL:
        for slot in range(SLOTS):
            if s.inv[i, slot] > 0:
                offer(s, A_DROP + slot)
        offer(s, A_ACCEPT)
    elif task == D_LEARN:
        for k in range(n_choices(w, i, b)):
            offer(s, A_LEARN + k)
    elif task == D_REMOVE:
        for z in range(w.n_zones):
            if (b == 0 and token_in(s, z) == 1) or (b == 1 and bile_in(s, z) == 1):
                offer(s, A_CHOOSE + z)
    elif task == D_PATH:
        offer_paths(w, s, i, b, c, s.stack[t, 5])
    elif task == D_EXIT:
        offer(s, A_EXIT)
        offer(s, A_STAY)
    elif task == D_SPEED:
        fill_reach(w, s, s.zone[i], 2)
        for z in range(w.n_zones):
            if z != s.zone[i] and s.reach[z] != FAR:
                offer(s, A_MOVE + z)
        offer(s, A_STAY)
    elif task == D_TARGET:
        offer_targets(w, s, i, b, c, s.stack[t, 4])
    elif task == D_RESCUE:
        for j in range(c, w.n_survivors):
            if in_play(s, j) == 1 and s.zone[j] == b:
                offer(s, A_RESCUE + j)
        if c > 0:
            offer(s, A_DONE)
    elif task == D_GIFT:
        for j in range(w.n_survivors):
            if in_play(s, j) == 1:
                offer(s, A_RESCUE + j)
        offer(s, A_DONE)


@jit
def offer_hits(w: Record, s: Record, z: int) -> None:
    bits = targets(w, s, z)
    for k in range(K):
        if (bits >> k) & 1:
            offer(s, A_HIT + k)
            if s.atk_reaper == 1 and s.zombies[s.atk_zone[z], k] >= 2:
                offer(s, A_REAP + k)


@jit
def offer_paths(w: Record, s: Record, i: int, z: int, kind: int, chosen: int) -> None:
    """First zones of the routes not yet chosen, in zone order."""
    for n in range(w.degree[z]):
        if kind == NONE:
            if pushes_to(w, s, i, z, n) == 1:
                offer(s, A_CHOOSE + w.neighbour[z, n])
        elif s.act_first[n] == 1 and (chosen >> n) & 1 == 0:
            offer(s, A_CHOOSE + w.neighbour[z, n])


@jit
def offer_targets(w: Record, s: Record, i: int, slot: int, first: int, trick: int) -> None:
    """Zones for a spell of the backpack, the two zones of a Trick shot in zone order, or those of a zone skill (its number)."""
    if trick == 2:
        skill = zone_skill(s, i, slot)
        prepare_skill(w, s, i, skill)
        for z in range(w.n_zones):
            if skill_reaches(w, s, i, skill, z) == 1:
                offer(s, A_CHOOSE + z)
        return
    card = w.copy_card[s.inv[i, slot]]
    last = NONE
    if trick == 1 and first < 0:
        for z in range(w.n_zones):
            if shot_target(w, s, i, card, z) == 1:
                last = z
    for z in range(first + 1, w.n_zones):
        if shot_target(w, s, i, card, z) == 1 and z != last:
            offer(s, A_CHOOSE + z)


# ---- answers ------------------------------------------------------------------------------------------------------------------


@jit
def answer(w: Record, s: Record, a: int) -> None:
    """Carry out the answer ``a`` of a small decision; its frame is taken off first."""
    t = s.depth - 1
    task = s.stack[t, 0]
    i = s.stack[t, 1]
    b = s.stack[t, 2]
    c = s.stack[t, 3]
    d = s.stack[t, 4]
    e = s.stack[t, 5]
    f = s.stack[t, 6]
    s.depth = t
    if task == D_ACTIVATE:
        chosen_turn(s, a - A_ACTIVATE, b, c)
    elif task == D_ORDER:
        choose_room(s, b, c, d, a - A_CHOOSE)
    elif task == D_REPLACE:
        if a == A_REPLACE:
            replace_dice(w, s, i, b)
    elif task == D_REROLL:
        reroll(s, i, b, a)
    elif task == D_HIT:
        if a >= A_REAP:
            hit(w, s, b, a - A_REAP, 1)
        else:
            hit(w, s, b, a - A_HIT, 0)
    elif task == D_MISS:
        s.atk_ff[a - A_MISS] += 1
        if c > 0:
            push(s, D_MISS, i, b, c - 1)
    elif task == D_WOUND:
        s.wnd[a - A_WOUND, b] += 1
    elif task == D_ARMOUR:
        choose_armour(w, s, i, a - A_ARMOUR)
    elif task == D_CANCEL:
        if a == A_ACCEPT:
            s.depth -= 1  # T_SUFFER below would ask again
            take_wounds(s, i)
        else:
            drop(s, i, a - A_DROP)
            s.roll_sure -= 1
    elif task == D_LEARN:
        learn(w, s, i, b, a - A_LEARN)
    elif task == D_REMOVE:
        if b == 0:
            remove_from(w, s, a - A_CHOOSE, c)
        else:
            move_bile(s, a - A_CHOOSE, c)
    elif task == D_PATH:
        answer_path(w, s, i, b, c, d, e, f, a - A_CHOOSE)
    elif task == D_EXIT:
        if a == A_EXIT:
            leave(s, i)
    elif task == D_SPEED:
        if a != A_STAY:
            s.zone[i] = a - A_MOVE
    elif task == D_TARGET:
        aim(w, s, i, b, c, d, a - A_CHOOSE)
    elif task == D_RESCUE:
        if a != A_DONE:
            s.zone[a - A_RESCUE] = s.zone[i]
            push(s, D_RESCUE, i, b, a - A_RESCUE + 1)
    elif task == D_GIFT:
        answer_gift(w, s, i, b, a)


@jit
def chosen_turn(s: Record, j: int, bits: int, link: int) -> None:
    """The survivor's turn comes next; for Zombie link the others follow."""
    if link == 1:
        push_link_turn(s, j, bits)
    else:
        push(s, T_TURN, j, 0)


@jit
def push_link_turn(s: Record, j: int, bits: int) -> None:
    rest = bits & ~(1 << j)
    if rest != 0:
        push(s, T_LINK, rest)
    push(s, T_TURN, j, 1)


@jit
def reroll(s: Record, i: int, what: int, a: int) -> None:
    """Use the next source and roll all dice again, or accept the result (BP-13.R7 4)."""
    if a != A_REROLL:
        return
    t = s.depth - 1  # the frame below belongs to the roll
    if what == 0:
        s.depth = t
        s.atk_rerolls &= s.atk_rerolls - 1
        push(s, T_ROLL, i)
    elif what == 1:
        n = s.stack[t, 2]
        card = s.stack[t, 3]
        s.depth = t
        s.roll_rerolls &= s.roll_rerolls - 1
        push(s, T_DOOR_ROLL, i, n, card, 1)
    else:
        s.roll_rerolls &= s.roll_rerolls - 1
        push(s, T_ARMOUR_ROLL, i)


@jit
def answer_path(w: Record, s: Record, i: int, z: int, kind: int, picks: int, chosen: int, m: int, target: int) -> None:
    if kind == NONE:
        push(s, T_REPULSED, z, target)
        return
    for n in range(w.degree[z]):
        if w.neighbour[z, n] == target:
            if kind == NECROMANCER:
                s.act_to[m] = target
                return
            choose_path(w, s, z, kind, n)
            if kind != ABOMINATION:  # the same route may be taken by several Abominations
                chosen |= 1 << n
    if picks > 1:
        push(s, D_PATH, i, z, kind, picks - 1, chosen, m)


@jit
def leave(s: Record, i: int) -> None:
    """Out by the Exit, with his cards (BP-9.R6)."""
    s.zone[i] = NONE
    for slot in range(SLOTS):
        if s.inv[i, slot] > 0:
            s.n_gone += 1
        s.inv[i, slot] = 0
    s.rotten[i] = 0
    s.invisible[i] = 0
    s.gift[i] = 0
    push(s, T_CHECK, 0)


@jit
def answer_gift(w: Record, s: Record, i: int, c: int, a: int) -> None:
    s.gain_copy = 0
    if a == A_DONE:
        push(s, T_RETURN_CARD, c)
    else:
        gain(w, s, a - A_RESCUE, c)
