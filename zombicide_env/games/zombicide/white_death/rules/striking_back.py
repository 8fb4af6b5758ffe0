"""Reactions of survivors when a card places zombies nearby: Combat Reflexes, Sidestep (WD-24.13, WD-24.46, WD-18.13).

An attack out of turn has a default for automatic mode (WD-27.1).
"""

from __future__ import annotations

from typing import Final

from zombicide_env.core.agenda import push
from zombicide_env.core.decisions import CHOICE, Decision, Task, Text, anywhere, nothing_more
from zombicide_env.core.jit import jit
from zombicide_env.core.layout import FLAG, Range
from zombicide_env.core.records import Record

from ...table.codes import ANY_COMBAT, MELEE, NONE
from ..numbers import actions as A
from ..numbers import edition_actions as OA
from ..numbers import edition_decisions as OASK
from ..numbers import edition_skills as OSK
from ..numbers import edition_tasks as OT
from ..numbers import skills as SK
from ..numbers.layout import PACK, SLOTS, WHO, D, Z
from .aiming import ready
from .attacks import legal_attacks, provoked, shot_target
from .combat import attack, other_bonus
from .dice import card_gives
from .effective_skills import skilled
from .free_moves import free_move
from .inventory import card_at
from .options import offer
from .sight import sees
from .team import in_play
from .weapons import weapons_ready


@jit
def placed_beside(w: Record, s: Record, z: int) -> int:
    """1 if the card has placed zombies in the zone or a neighbouring one (distance 0 or 1, WD-5.14)."""
    if s.placed[z] == 1:
        return 1
    for n in range(w.degree[z]):
        if s.placed[w.neighbour[z, n]] == 1:
            return 1
    return 0


@jit
def reflexes(w: Record, s: Record, first: int, step: int) -> None:
    """Ask the owners in roster order, each for an attack, then for a move."""
    for i in range(first, w.n_survivors):
        start = step if i == first else 0
        if in_play(s, i) == 0 or placed_beside(w, s, s.zone[i]) == 0:
            continue
        if start == 0 and s.skill[i, OSK.COMBAT_REFLEXES] > 0:
            push(s, OT.REFLEXES, i, 1)
            s.atk_free = 1
            push(s, OASK.REFLEX, i)
            return
        if s.skill[i, OSK.SIDESTEP] > 0:
            push(s, OT.REFLEXES, i + 1, 0)
            push(s, OASK.SIDESTEP, i)
            return


@jit
def offer_reflexes(w: Record, s: Record, i: int) -> None:
    """Offer attacks on zones where the card has placed zombies, at distance 0 or 1, at no cost (WD-24.13)."""
    for a in range(w.mask.shape[0]):  # other kernels leave their results in it
        w.mask[a] = 0
    kept = s.actions[i]
    s.actions[i] = 1
    legal_attacks(w, s, i, w.mask)
    s.actions[i] = kept
    here = s.zone[i]
    for slot in range(PACK):
        if w.mask[A.MELEE + slot] == 1 and s.placed[here] == 1:
            offer(s, A.MELEE + slot)
        for z in range(w.n_zones):
            if w.mask[A.ATTACK + slot * Z + z] == 1 and provoked(w, s, i, z) == 1:
                offer(s, A.ATTACK + slot * Z + z)
        for n in range(w.degree[here]):
            if w.mask[OA.STRIKE + slot * D + n] == 1 and s.placed[w.neighbour[here, n]] == 1:
                offer(s, OA.STRIKE + slot * D + n)
    for slot in range(PACK, SLOTS):  # Spellbook
        if w.mask[A.READY + slot - PACK] == 1:
            offer(s, A.READY + slot - PACK)
    offer(s, A.STAY)


@jit
def strike_back(w: Record, s: Record, i: int, a: int) -> None:
    """Make a free attack out of turn, or none."""
    if a == A.STAY:
        s.atk_free = 0
        return
    s.atk_free = 1
    slot = slot_named(a)
    if A.BLOCK_OF[a] == A.READY and w.automatic == 0:
        ready(s, i, slot - PACK)
        return
    combat = type_of(w, s, i, a)
    attack(w, s, i, combat, card_at(w, s, i, slot), weapons_ready(w, s, i, slot, combat), aimed_at(w, s, i, a), NONE)


@jit
def slot_named(a: int) -> int:
    """Slot that an attack names."""
    block = A.BLOCK_OF[a]
    if block == OA.STRIKE:
        return (a - block) // D
    if block == A.ATTACK:
        return (a - block) // Z
    return a - block + (PACK if block == A.READY else 0)


@jit
def aimed_at(w: Record, s: Record, i: int, a: int) -> int:
    """Zone that an attack names."""
    block = A.BLOCK_OF[a]
    if block == OA.STRIKE:
        return w.neighbour[s.zone[i], (a - block) % D]
    if block == A.READY:
        return best_target(w, s, i, slot_named(a))
    return (a - block) % Z if block == A.ATTACK else s.zone[i]


@jit
def best_target(w: Record, s: Record, i: int, slot: int) -> int:
    """Zone at which a spell of the backpack is cast with the most dice; ties: the nearest, then the lowest (WD-27.1 D17)."""
    card = card_at(w, s, i, slot)
    best = NONE
    most = 0
    for z in range(w.n_zones):
        if shot_target(w, s, i, card, z) == 1:
            rank = promise(w, s, i, slot, w.shot[card], z)
            if best < 0 or rank > most:
                best = z
                most = rank
    return best


@jit
def type_of(w: Record, s: Record, i: int, a: int) -> int:
    if A.BLOCK_OF[a] == A.ATTACK or A.BLOCK_OF[a] == A.READY:
        return w.shot[card_at(w, s, i, slot_named(a))]
    return MELEE


@jit
def default_reflex(w: Record, s: Record, i: int) -> int:
    """Default: the attack with the most dice; ties: the nearest zone, then the lowest (WD-27.1 D17, D26)."""
    best = NONE
    most = 0
    for k in range(s.n_options):
        a = s.options[k]
        if a == A.STAY:
            continue
        rank = promise(w, s, i, slot_named(a), type_of(w, s, i, a), aimed_at(w, s, i, a))
        if best < 0 or rank > most:
            best = a
            most = rank
    return best if best >= 0 else s.options[0]


@jit
def promise(w: Record, s: Record, i: int, slot: int, combat: int, zone: int) -> int:
    """Priority of the attack in automatic mode: most dice, then the nearest zone, then the lowest."""
    dice = dice_of(w, s, i, card_at(w, s, i, slot), weapons_ready(w, s, i, slot, combat), combat, zone)
    return (dice * (Z + 1) - sees(w, s, i, zone)) * Z - zone


@jit
def dice_of(w: Record, s: Record, i: int, card: int, copies: int, combat: int, zone: int) -> int:
    """Dice of a possible attack out of turn, without Escalation."""
    each = w.melee_dice[card] if combat == MELEE else w.shot_dice[card]
    if skilled(w, s, i, SK.REPLACE_DICE[combat]) + card_gives(w, card, SK.REPLACE_DICE[combat]) > 0:
        each = max(each, s.crowd[zone])
    each += skilled(w, s, i, SK.DIE[combat]) + skilled(w, s, i, SK.DIE[ANY_COMBAT])
    if s.blessing[i] > 0 and OSK.BLESSING[s.blessing[i] - 1] == SK.DIE[ANY_COMBAT]:
        each += 1
    return copies * each + other_bonus(w, s, i, card, copies, combat)


ROWS: Final = (
    Task(OT.REFLEXES, reflexes, words={"first": Range(0, "n_survivors"), "step": FLAG}),
    Decision(
        OASK.REFLEX,
        words={"i": WHO},
        asked=CHOICE,
        offer=offer_reflexes,
        answer=strike_back,
        default=default_reflex,
        see=nothing_more,
        fits=anywhere,
        text=Text("a card has placed zombies close by", "a free attack on them, or none (Combat Reflexes)", "the first attack"),
    ),
    free_move(OASK.SIDESTEP, Text("a card has placed zombies close by", "a free move, or none (Sidestep)", "stay")),
)
