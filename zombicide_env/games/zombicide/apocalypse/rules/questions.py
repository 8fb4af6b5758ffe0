"""The edition's own questions: their answers, what an answer does, and the defaults (AP-24)."""

from __future__ import annotations

from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record

from ...table.codes import NONE
from ..numbers import actions as A
from ..numbers import decisions as ASK
from ..numbers import own as N
from ..numbers.cards import WEAPON
from ..numbers.figures import MASTER_CARDS
from ..numbers.layout import SLOTS
from .cars import start_again
from .hits import hit_survivor, may_be_missed
from .inventory import drop
from .master import discard_card
from .objectives import join, offers_recruit
from .options import offer
from .owners import listed
from .plays import DISCARD_CARD, PASS, default_play, offer_plays, offer_pushes, play, push_one
from .search import reward
from .wounds import default_loss, default_victim, mask_slot, take_wound
from .zombies import default_route, fill_steps, send


def _start(block: str) -> int:
    return A.ACTIONS.start[block]


PATH_SOME = _start("path_some")
MASK = _start("mask")
LOSE = _start("lose")
HIT_SURVIVOR = _start("hit_survivor")
REWARD = _start("reward")
RECRUIT = _start("recruit")


@jit
def offer_options(w: Record, s: Record, t: int) -> None:
    """Offer the answers of the decision in frame ``t``."""
    task = s.stack[t, 0]
    i = s.stack[t, ASK.WHO_DECIDES]
    if task == N.MASK:
        offer(s, MASK)
        offer(s, A.ACCEPT)
    elif task == N.LOSE:
        for slot in range(SLOTS):
            if s.inv[i, slot] > 0:
                offer(s, LOSE + slot)
    elif task == N.HIT_WHOM:
        for j in range(w.n_survivors):
            if may_be_missed(w, s, j, s.atk_zone[s.stack[t, N.HIT_TARGET]]) == 1:
                offer(s, HIT_SURVIVOR + j)
    elif task == N.ROUTE:
        offer_routes(w, s, s.stack[t, N.ROUTE_STACK])
    elif task == N.MASTER:
        offer_plays(w, s)
        offer(s, PASS)
    elif task == N.PUSH:
        offer_pushes(w, s, s.stack[t, N.PUSH_FROM], s.stack[t, N.PUSH_N])
    elif task == N.TOO_MANY:
        for c in range(len(MASTER_CARDS)):
            if s.zm_hand[c] > 0:
                offer(s, DISCARD_CARD + c)
    elif task == N.REWARD:
        for card in range(1, w.n_cards + 1):
            if in_deck(w, s, card) == 1:
                offer(s, REWARD + card)
    elif task == N.RECRUIT:
        for p in range(w.n_players):
            if offers_recruit(w, s, p) == 1:
                offer(s, RECRUIT + p)
    elif task == N.START_AGAIN:
        offer(s, A.REROLL)
        offer(s, A.ACCEPT)


@jit
def in_deck(w: Record, s: Record, card: int) -> int:
    for k in range(s.deck_n):
        if w.copy_card[s.deck[k]] == card:
            return 1
    return 0


@jit
def offer_routes(w: Record, s: Record, stack: int) -> None:
    """All that are left of the stack, or some of them (AP-18.R7)."""
    fill_steps(w, s, stack)
    z = s.pack_zone[stack]
    for n in range(w.degree[z]):
        if s.act_first[n] == 1:
            offer(s, A.CHOOSE + w.neighbour[z, n])
            for k in range(1, min(s.pack_n[stack], N.MOST)):
                offer(s, PATH_SOME + n * N.MOST + k)


@jit
def answer(w: Record, s: Record, t: int, a: int) -> None:
    """Carry out the answer ``a`` of that decision; its frame has been taken off."""
    task = s.stack[t, 0]
    i = s.stack[t, ASK.WHO_DECIDES]
    if task == N.MASK:
        if a == MASK:
            drop(w, s, i, mask_slot(w, s, i))
        else:
            take_wound(w, s, i)
    elif task == N.LOSE:
        drop(w, s, i, a - LOSE)
    elif task == N.HIT_WHOM:
        hit_survivor(s, s.stack[t, N.HIT_TARGET], a - HIT_SURVIVOR)
    elif task == N.ROUTE:
        answer_route(w, s, s.stack[t, N.ROUTE_STACK], a)
    elif task == N.MASTER:
        if a != PASS:
            play(w, s, a)
    elif task == N.PUSH:
        push_one(w, s, s.stack[t, N.PUSH_FROM], s.stack[t, N.PUSH_TO], s.stack[t, N.PUSH_N], a)
    elif task == N.TOO_MANY:
        discard_card(w, s, a - DISCARD_CARD)
    elif task == N.REWARD:
        reward(w, s, i, a - REWARD)
    elif task == N.RECRUIT:
        join(w, s, s.stack[t, N.RECRUIT_WHOM], a - RECRUIT)
    elif task == N.START_AGAIN and a == A.REROLL:
        start_again(s, i, s.stack[t, N.START_SOURCES])


@jit
def answer_route(w: Record, s: Record, stack: int, a: int) -> None:
    """Some of the stack, or all that are left of it, go."""
    if A.BLOCK_OF[a] == PATH_SOME:
        arg = a - PATH_SOME
        send(w, s, stack, w.neighbour[s.pack_zone[stack], arg // N.MOST], arg % N.MOST)
    else:
        s.pack_to[stack] = a - A.CHOOSE


# ---- defaults ----------------------------------------------------------------------------------------------------------


@jit
def default(w: Record, s: Record, t: int) -> int:
    """The answer of automatic mode, -1: the first one offered."""
    task = s.stack[t, 0]
    i = s.stack[t, ASK.WHO_DECIDES]
    if task == ASK.WOUND:
        return A.WOUND + default_victim(w, s)
    if task == N.LOSE:
        return LOSE + default_loss(s, i)
    if task == N.HIT_WHOM:
        return HIT_SURVIVOR + least_wounded(w, s, s.atk_zone[s.stack[t, N.HIT_TARGET]])
    if task == N.ROUTE:
        return A.CHOOSE + default_route(w, s, s.stack[t, N.ROUTE_STACK])
    if task == N.MASTER:
        return default_play(w, s)
    if task == N.REWARD:
        return REWARD + best_weapon(w, s)
    if task == N.START_AGAIN:
        return A.REROLL if s.stack[t - 1, N.STARTED_DIE] < 6 else A.ACCEPT
    return NONE


@jit
def least_wounded(w: Record, s: Record, zone: int) -> int:
    best = 99
    choice = 0
    for k in range(w.n_survivors):
        j = listed(w, s, k)
        if may_be_missed(w, s, j, zone) == 1 and s.wounds[j] < best:
            best = s.wounds[j]
            choice = j
    return choice


@jit
def best_weapon(w: Record, s: Record) -> int:
    """The first weapon of the deck with the most dice times damage (AP-D-9)."""
    best = -1
    choice = 0
    for card in range(1, w.n_cards + 1):
        value = 0
        if w.card_class[card] == WEAPON:
            value = max(w.melee_dice[card] * w.melee_damage[card], w.shot_dice[card] * w.shot_damage[card])
        if in_deck(w, s, card) == 1 and value > best:
            best = value
            choice = card
    return choice


@jit
def always_asks(task: int) -> int:
    """1 for a decision that is asked also with one answer: none."""
    return 0


@jit
def asked_anyway(task: int) -> int:
    """The Zombie Master's Phase is his turn."""
    return 1 if task == N.MASTER else 0
