"""Mini-missions in progress, and crafting (AP-12.6, AP-12.7, AP-14.R7)."""

from __future__ import annotations

from typing import Final

from zombicide_env.core.agenda import push
from zombicide_env.core.decisions import CHOICE, Decision, Task, Text, anywhere, nothing_more
from zombicide_env.core.events import tell
from zombicide_env.core.jit import jit
from zombicide_env.core.records import Mask, Record

from ...table.action import DISCARD, Action
from ...table.codes import FX_STINKY_COAT, NONE, TRAP_CARD
from ..numbers import edition_actions as OA
from ..numbers import edition_decisions as OASK
from ..numbers import edition_tasks as OT
from ..numbers import events as E
from ..numbers import tasks as T
from ..numbers.cards import WEAPON
from ..numbers.layout import CARD_TYPE, SLOTS, WHO
from ..numbers.mini_missions import N_MINI, TALLY
from .inventory import card_at, discard_copy, drop, find_copy
from .options import offer
from .piles import from_deck, from_pile, on_pile, renew_deck
from .storing import gain
from .team import in_play
from .traps import take_effect

#: Mini-mission, task, counter, threshold; one row per task.
TASK_ROWS = tuple((m, task, what, need) for m, tasks in enumerate(TALLY) for task, (what, need) in enumerate(tasks))
N_PRODUCTS = 5
ALL_DONE = tuple((1 << len(tasks)) - 1 for tasks in TALLY)


@jit
def reset_counters(s: Record) -> None:
    """Reset the counters of the turn (AP-12.R3)."""
    for k in range(s.tally.shape[0]):
        s.tally[k] = 0
        for m in range(N_MINI):
            s.tally_from[m, k] = 0


@jit
def mark_tasks(w: Record, s: Record, i: int) -> None:
    """Mark tasks finished so far in the turn (AP-12.R3)."""
    for row in range(len(TASK_ROWS)):
        m = TASK_ROWS[row][0]
        what = TASK_ROWS[row][2]
        if s.mini[i, m] > 0 and s.tally[what] - s.tally_from[m, what] >= TASK_ROWS[row][3]:
            s.mini_done[i, m] |= 1 << TASK_ROWS[row][1]


@jit
def rewards(w: Record, s: Record, i: int) -> None:
    """Discard a finished mini-mission; its owner chooses a card of the deck (AP-12.7, AP-12.R4)."""
    if in_play(s, i) == 0 or s.current != i:
        return
    mark_tasks(w, s, i)
    for m in range(N_MINI):
        if s.mini[i, m] > 0 and s.mini_done[i, m] == ALL_DONE[m]:
            discard_copy(s, s.mini[i, m])
            s.mini[i, m] = s.mini_done[i, m] = 0
            push(s, OT.REWARDS, i)
            if s.deck_n == 0:
                renew_deck(w, s)
            if s.deck_n > 0:
                push(s, OASK.REWARD, i, 0)
            return


@jit
def legal_drop_mission(s: Record, i: int, m: Mask) -> None:
    for k in range(N_MINI):
        m[OA.DROP_MINI + k] = s.mini[i, k] > 0


@jit
def drop_mission(s: Record, i: int, m: int) -> None:
    """Discard a mini-mission (AP-12.R5)."""
    discard_copy(s, s.mini[i, m])
    s.mini[i, m] = s.mini_done[i, m] = 0


@jit
def slot_of(w: Record, s: Record, i: int, card: int) -> int:
    """Lowest slot with the card, -1: none."""
    for slot in range(SLOTS):
        if s.inv[i, slot] > 0 and card_at(w, s, i, slot) == card:
            return slot
    return NONE


@jit
def may_craft(w: Record, s: Record, i: int, p: int) -> int:
    """1 if the survivor carries the ingredients of product ``p`` and its pile is not empty."""
    product = w.craft[p, 0]
    if product == 0 or on_pile(w, s, product) == 0:
        return 0
    for k in range(1, 3):
        if w.craft[p, k] > 0 and slot_of(w, s, i, w.craft[p, k]) < 0:
            return 0
    if w.card_effect[product] == FX_STINKY_COAT and s.own_kills == 0:  # AP-26.R8
        return 0
    return 1


@jit
def legal_craft(w: Record, s: Record, i: int, m: Mask) -> None:
    for p in range(N_PRODUCTS):
        m[OA.CRAFT + p] = may_craft(w, s, i, p)


@jit
def craft(w: Record, s: Record, i: int, p: int) -> None:
    for k in range(1, 3):
        if w.craft[p, k] > 0:
            drop(w, s, i, slot_of(w, s, i, w.craft[p, k]))
    push(s, T.ACTION_END, i)
    gain(w, s, i, from_pile(w, s, w.craft[p, 0]))


# ---- the reward -------------------------------------------------------------------------------------------------------------


@jit
def reward(w: Record, s: Record, i: int, card: int) -> None:
    """Resolve the card chosen for a finished mini-mission: store, apply, or begin it (AP-12.R4)."""
    c = from_deck(w, s, card)
    tell(w, E.DRAW, i, card, E.FROM_DECK)
    if w.card_place[card] == TRAP_CARD:
        take_effect(w, s, i, c)
    else:
        gain(w, s, i, c)


@jit
def in_deck(w: Record, s: Record, card: int) -> int:
    return 1 if find_copy(w, s.deck, s.deck_n, card) >= 0 else 0


@jit
def offer_rewards(w: Record, s: Record) -> None:
    for card in range(1, w.n_cards + 1):
        if in_deck(w, s, card) == 1:
            offer(s, OA.REWARD + card)


@jit
def answer_reward(w: Record, s: Record, i: int, a: int) -> None:
    reward(w, s, i, a - OA.REWARD)


@jit
def best_weapon(w: Record, s: Record) -> int:
    """Default: the first weapon of the deck with the highest dice times damage (AP-D-9)."""
    best = -1
    choice = 0
    for card in range(1, w.n_cards + 1):
        value = 0
        if w.card_class[card] == WEAPON:
            value = max(w.melee_dice[card] * w.melee_damage[card], w.shot_dice[card] * w.shot_damage[card])
        if in_deck(w, s, card) == 1 and value > best:
            best = value
            choice = card
    return OA.REWARD + choice


ACTIONS: Final = (
    Action(OA.CRAFT, craft, {"p": N_PRODUCTS}, legal=legal_craft, cost=1),
    Action(OA.DROP_MINI, drop_mission, {"m": N_MINI}, legal=legal_drop_mission, counts=DISCARD),
)
ROWS: Final = (
    Task(OT.REWARDS, rewards, words={"i": WHO}),
    Decision(
        OASK.REWARD,
        words={"i": WHO, "card": CARD_TYPE},
        asked=CHOICE,
        offer=offer_rewards,
        answer=answer_reward,
        default=best_weapon,
        see=nothing_more,
        fits=anywhere,
        text=Text("a mini-mission is finished", "a card of the equipment deck", "the weapon with the most dice times damage"),
    ),
)
