"""Small decisions (BP-25): their answers and what an answer does; their defaults are in ``defaults``.

``fill_options`` lists the answers of the decision on top of the agenda as action indices; one answer is played by
the engine.
"""

from __future__ import annotations

from zombicide_env.core.agenda import push
from zombicide_env.core.events import tell
from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record

from ...table.codes import FAR, NONE
from ..numbers import actions as A
from ..numbers import decisions as ASK
from ..numbers import events as E
from ..numbers import skills as SK
from ..numbers import tasks as T
from ..numbers.layout import ABOMINATION, ID_CHOICES, NECROMANCER, SLOTS, K
from . import own, questions
from .act import aim
from .armour import ROLL_BODY, ROLL_HIDE, ROLL_SHIELD, choose_armour
from .attacks import shot_target
from .combat import replace_dice
from .doors import choose_room
from .feats import go, prepare_skill, skill_reaches
from .fire import bile_in, move_bile
from .guards import hurt, offer_missed, offer_shields, stands
from .hits import anybody_missed, hit, may_be_missed, targets
from .inventory import body_armour, drop, gain
from .magic import pushes_to
from .movement import fill_reach
from .necromancer import remove_from
from .options import offer
from .prowess import may_learn
from .rerolls import use_reroll
from .rescue import ask_rescued
from .survivor import learn
from .team import in_play
from .tokens import token_in
from .wounds import take_wounds, targetable
from .zombies import choose_path, go_necromancer
from .zone_skills import zone_skill


@jit
def fill_options(w: Record, s: Record) -> None:
    """Answers of the decision on top of the agenda."""
    t = s.depth - 1
    task = s.stack[t, 0]
    i = s.stack[t, ASK.WHO_DECIDES]
    s.n_options = 0
    if task == ASK.ACTIVATE:
        for j in range(w.n_survivors):
            if (s.stack[t, ASK.ACTIVATE_TEAM] >> j) & 1 and in_play(s, j) == 1:
                offer(s, A.ACTIVATE + j)
    elif task == ASK.ORDER:
        start = s.stack[t, ASK.ORDER_START]
        for k in range(start + s.stack[t, ASK.ORDER_CHOSEN], start + s.stack[t, ASK.ORDER_ROOMS]):
            offer(s, A.CHOOSE + s.pool[k])
    elif task == ASK.REPLACE:
        offer(s, A.REPLACE)
        offer(s, A.PRINTED)
    elif task == ASK.REROLL:
        offer(s, A.REROLL)
        offer(s, A.ACCEPT)
    elif task == ASK.HIT:
        offer_hits(w, s, s.stack[t, ASK.HIT_TARGET])
    elif task == ASK.MISS:
        for j in range(w.n_survivors):
            if may_be_missed(w, s, j, s.atk_zone[s.stack[t, ASK.MISS_TARGET]]) == 1:
                offer(s, A.MISS + j)
        offer_missed(w, s, s.atk_zone[s.stack[t, ASK.MISS_TARGET]])
    elif task == ASK.WOUND:
        for j in range(w.n_survivors):
            if targetable(w, s, j, s.wnd_zone) == 1:
                offer(s, A.WOUND + j)
        offer_shields(w, s)
    elif task == ASK.ARMOUR:
        offer(s, A.ARMOUR + (ROLL_BODY if body_armour(w, s, i) > 0 else ROLL_HIDE))
        offer(s, A.ARMOUR + ROLL_SHIELD)
    elif task == ASK.CANCEL:
        for slot in range(SLOTS):
            if s.inv[i, slot] > 0:
                offer(s, A.DROP + slot)
        offer(s, A.ACCEPT)
    elif task == ASK.LEARN:
        for k in range(ID_CHOICES):
            if may_learn(w, s, i, s.stack[t, ASK.LEARN_LEVEL], k) == 1:
                offer(s, A.LEARN + k)
    elif task == ASK.REMOVE:
        offer_removals(w, s, s.stack[t, ASK.REMOVE_WHAT])
    elif task == ASK.PATH:
        offer_paths(w, s, i, s.stack[t, ASK.PATH_ZONE], s.stack[t, ASK.PATH_KIND], s.stack[t, ASK.PATH_CHOSEN])
    elif task == ASK.EXIT:
        offer(s, A.EXIT)
        own.offer_exit(w, s, i)
        offer(s, A.STAY)
    elif task == ASK.SPEED:
        fill_reach(w, s, i, s.zone[i], 2)
        for z in range(w.n_zones):
            if z != s.zone[i] and w.reach[z] != FAR:
                offer(s, A.MOVE + z)
        offer(s, A.STAY)
    elif task == ASK.TARGET:
        offer_targets(w, s, i, s.stack[t, ASK.TARGET_SLOT], s.stack[t, ASK.TARGET_FIRST], s.stack[t, ASK.TARGET_AIM])
    elif task == ASK.RESCUE:
        offer_rescue(w, s, t)
    elif task == ASK.GIFT:
        for j in range(w.n_survivors):
            if in_play(s, j) == 1:
                offer(s, A.RESCUE + j)
        offer(s, A.DONE)
    else:
        questions.offer_options(w, s, t)


@jit
def offer_rescue(w: Record, s: Record, t: int) -> None:
    """Whether one comes along with another player's Lifesaver, or who of the willing does (BP-22.65)."""
    if s.stack[t, ASK.RESCUE_BY] >= 0:
        offer(s, A.ACCEPT)
        offer(s, A.STAY)
        return
    zone = s.stack[t, ASK.RESCUE_ZONE]
    for j in range(s.stack[t, ASK.RESCUE_NEXT], w.n_survivors):
        if in_play(s, j) == 1 and s.zone[j] == zone and (s.stack[t, ASK.RESCUE_STAY] >> j) & 1 == 0:
            offer(s, A.RESCUE + j)
    if s.n_options == 0 or s.stack[t, ASK.RESCUE_NEXT] > 0 or stands(w, s, zone) == 1:
        offer(s, A.DONE)


@jit
def offer_removals(w: Record, s: Record, what: int) -> None:
    """Zones with a spawn token (BP-17.7), or with a Dragon Bile token."""
    for z in range(w.n_zones):
        if (what == ASK.SPAWN_TOKEN and token_in(s, z) == 1) or (what == ASK.BILE_TOKEN and bile_in(s, z) == 1):
            offer(s, A.CHOOSE + z)


@jit
def offer_hits(w: Record, s: Record, z: int) -> None:
    bits = targets(w, s, z)
    for k in range(K):
        if (bits >> k) & 1:
            offer(s, A.HIT + k)
            if s.atk_reaper == 1 and s.zombies[s.atk_zone[z], k] >= 2:
                offer(s, A.REAP + k)


@jit
def offer_paths(w: Record, s: Record, i: int, z: int, kind: int, chosen: int) -> None:
    """First zones of the routes not yet chosen, in zone order."""
    for n in range(w.degree[z]):
        if kind == ASK.PUSHED:
            if pushes_to(w, s, i, z, n) == 1:
                offer(s, A.CHOOSE + w.neighbour[z, n])
        elif s.act_first[n] == 1 and (chosen >> n) & 1 == 0:
            offer(s, A.CHOOSE + w.neighbour[z, n])


@jit
def offer_targets(w: Record, s: Record, i: int, slot: int, first: int, aim: int) -> None:
    """Zones for a spell of the backpack, the two zones of a Trick shot in zone order, or those of a zone skill (its number)."""
    if aim == ASK.ZONE_SKILL:
        skill = zone_skill(s, i, slot)
        prepare_skill(w, s, i, skill)
        for z in range(w.n_zones):
            if skill_reaches(w, s, i, skill, z) == 1:
                offer(s, A.CHOOSE + z)
        return
    card = w.copy_card[s.inv[i, slot]]
    last = NONE
    if aim == ASK.TRICK_SHOT and first < 0:
        for z in range(w.n_zones):
            if shot_target(w, s, i, card, z) == 1:
                last = z
    for z in range(first + 1, w.n_zones):
        if shot_target(w, s, i, card, z) == 1 and z != last:
            offer(s, A.CHOOSE + z)


# ---- answers ------------------------------------------------------------------------------------------------------------------


@jit
def answer(w: Record, s: Record, a: int) -> None:
    """Carry out the answer ``a`` of a small decision; its frame is taken off first."""
    t = s.depth - 1
    task = s.stack[t, 0]
    i = s.stack[t, ASK.WHO_DECIDES]
    s.depth = t
    if task == ASK.ACTIVATE:
        chosen_turn(s, a - A.ACTIVATE, s.stack[t, ASK.ACTIVATE_TEAM], s.stack[t, ASK.ACTIVATE_LINK])
    elif task == ASK.ORDER:
        choose_room(s, s.stack[t, ASK.ORDER_START], s.stack[t, ASK.ORDER_ROOMS], s.stack[t, ASK.ORDER_CHOSEN], a - A.CHOOSE)
    elif task == ASK.REPLACE:
        if a == A.REPLACE:
            replace_dice(w, s, i, s.stack[t, ASK.REPLACE_TARGET])
    elif task == ASK.REROLL:
        reroll(w, s, i, s.stack[t, ASK.REROLL_WHAT], a)
    elif task == ASK.HIT:
        if A.BLOCK_OF[a] == A.REAP:
            hit(w, s, s.stack[t, ASK.HIT_TARGET], a - A.REAP, 1)
        else:
            hit(w, s, s.stack[t, ASK.HIT_TARGET], a - A.HIT, 0)
    elif task == ASK.MISS:
        zone = s.atk_zone[s.stack[t, ASK.MISS_TARGET]]
        if A.BLOCK_OF[a] == A.MISS:
            s.atk_ff[a - A.MISS] += 1
            tell(w, E.FRIENDLY_FIRE, i, a - A.MISS, 1)
        else:
            hurt(w, s, zone, a)
        if s.stack[t, ASK.MISS_LEFT] > 0 and anybody_missed(w, s, zone) == 1:
            push(s, ASK.MISS, i, s.stack[t, ASK.MISS_TARGET], s.stack[t, ASK.MISS_LEFT] - 1)
    elif task == ASK.WOUND:
        if A.BLOCK_OF[a] == A.WOUND:
            s.wnd[a - A.WOUND, s.stack[t, ASK.WOUND_KIND]] += 1
            tell(w, E.ASSAULT, s.wnd_zone, s.stack[t, ASK.WOUND_KIND], 1, a - A.WOUND)
        else:
            hurt(w, s, s.wnd_zone, a)
    elif task == ASK.ARMOUR:
        choose_armour(w, s, i, a - A.ARMOUR)
    elif task == ASK.CANCEL:
        if a == A.ACCEPT:
            s.depth -= 1  # T.SUFFER below would ask again
            take_wounds(w, s, i)
        else:
            drop(w, s, i, a - A.DROP)
            tell(w, E.IGNORE, i, SK.IS_THAT_ALL_YOUVE_GOT, 1)
            s.roll_sure -= 1
    elif task == ASK.LEARN:
        learn(w, s, i, s.stack[t, ASK.LEARN_LEVEL], a - A.LEARN)
    elif task == ASK.REMOVE:
        if s.stack[t, ASK.REMOVE_WHAT] == ASK.SPAWN_TOKEN:
            remove_from(w, s, a - A.CHOOSE, s.stack[t, ASK.REMOVE_ABOUT])
        else:
            move_bile(w, s, a - A.CHOOSE, s.stack[t, ASK.REMOVE_ABOUT])
    elif task == ASK.PATH:
        answer_path(w, s, t, a - A.CHOOSE)
    elif task == ASK.EXIT:
        if a != A.STAY:
            own.leaves(w, s, i, a)
            leave(w, s, i)
    elif task == ASK.SPEED:
        if a != A.STAY:
            go(w, s, i, a - A.MOVE)
    elif task == ASK.TARGET:
        aim(w, s, i, s.stack[t, ASK.TARGET_SLOT], s.stack[t, ASK.TARGET_FIRST], s.stack[t, ASK.TARGET_AIM], a - A.CHOOSE)
    elif task == ASK.RESCUE:
        answer_rescue(w, s, t, i, a)
    elif task == ASK.GIFT:
        answer_gift(w, s, i, s.stack[t, ASK.GIFT_COPY], a)
    else:
        questions.answer(w, s, t, a)


@jit
def answer_rescue(w: Record, s: Record, t: int, i: int, a: int) -> None:
    zone = s.stack[t, ASK.RESCUE_ZONE]
    after = s.stack[t, ASK.RESCUE_NEXT]
    refused = s.stack[t, ASK.RESCUE_STAY]
    rescuer = s.stack[t, ASK.RESCUE_BY]
    if rescuer >= 0:
        ask_rescued(w, s, rescuer, zone, after, refused | (1 << i if a == A.STAY else 0))
    elif a != A.DONE:
        go(w, s, a - A.RESCUE, s.zone[i])
        push(s, ASK.RESCUE, i, zone, a - A.RESCUE + 1, refused, NONE)


@jit
def chosen_turn(s: Record, j: int, bits: int, link: int) -> None:
    """The survivor's turn comes next; for Zombie link the others follow."""
    if link == 1:
        push_link_turn(s, j, bits)
    else:
        push(s, T.TURN, j, 0)


@jit
def push_link_turn(s: Record, j: int, bits: int) -> None:
    rest = bits & ~(1 << j)
    if rest != 0:
        push(s, T.LINK, rest)
    push(s, T.TURN, j, 1)


@jit
def reroll(w: Record, s: Record, i: int, what: int, a: int) -> None:
    """Use the next source and roll all dice again, or accept the result (BP-13.R7 4)."""
    if a != A.REROLL:
        return
    tell(w, E.REROLL, i, what)
    t = s.depth - 1  # the frame below belongs to the roll
    if what == ASK.ATTACK_ROLL:
        s.depth = t
        use_reroll(s, s.atk_rerolls)
        s.atk_rerolls &= s.atk_rerolls - 1
        push(s, T.ROLL, i)
    elif what == ASK.DOOR_ROLL:
        border = s.stack[t, T.DOOR_BORDER]
        card = s.stack[t, T.DOOR_CARD]
        s.depth = t
        s.roll_rerolls &= s.roll_rerolls - 1
        push(s, T.DOOR_ROLL, i, border, card, 1)
    else:
        s.roll_rerolls &= s.roll_rerolls - 1
        push(s, T.ARMOUR_ROLL, i)


@jit
def answer_path(w: Record, s: Record, t: int, target: int) -> None:
    """The next miniature of the group goes to zone ``target``; ``t`` is the frame that has been taken off."""
    i = s.stack[t, ASK.WHO_DECIDES]
    z = s.stack[t, ASK.PATH_ZONE]
    kind = s.stack[t, ASK.PATH_KIND]
    picks = s.stack[t, ASK.PATH_PICKS]
    chosen = s.stack[t, ASK.PATH_CHOSEN]
    m = s.stack[t, ASK.PATH_NECROMANCER]
    if kind == ASK.PUSHED:
        push(s, T.REPULSED, z, target)
        return
    for n in range(w.degree[z]):
        if w.neighbour[z, n] == target:
            if kind == NECROMANCER:
                go_necromancer(w, s, m, target)
                return
            choose_path(w, s, z, kind, n)
            if kind != ABOMINATION:  # the same route may be taken by several Abominations
                chosen |= 1 << n
    if picks > 1:
        push(s, ASK.PATH, i, z, kind, picks - 1, chosen, m)


@jit
def leave(w: Record, s: Record, i: int) -> None:
    """Out by the Exit, with his cards (BP-9.R6)."""
    tell(w, E.LEAVE, i, s.zone[i])
    s.zone[i] = NONE
    for slot in range(SLOTS):
        if s.inv[i, slot] > 0:
            s.n_gone += 1
        s.inv[i, slot] = 0
    s.rotten[i] = 0
    s.invisible[i] = 0
    s.gift[i] = 0
    push(s, T.CHECK, 0)


@jit
def answer_gift(w: Record, s: Record, i: int, c: int, a: int) -> None:
    s.gain_copy = 0
    if a == A.DONE:
        push(s, T.RETURN_CARD, c)
    else:
        gain(w, s, a - A.RESCUE, c)
