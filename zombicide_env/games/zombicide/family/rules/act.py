"""Actions of a survivor's turn: the rows of all chapters, legal actions, what precedes each action (BP-6, BP-11)."""

from __future__ import annotations

from typing import Final

from zombicide_env.core.agenda import push
from zombicide_env.core.jit import jit
from zombicide_env.core.memory import BITS, lowest, marked
from zombicide_env.core.records import Mask, Record

from ...table.action import ATTACK, DISCARD, END, FREE, Actions
from ...table.codes import NONE
from ..edition import LOADS_ITSELF
from ..numbers import actions as A
from ..numbers import skills as SK
from ..numbers import tasks as T
from ..numbers.actions import N_ACTIONS
from ..numbers.layout import Z
from . import aiming, edition_hooks, edition_rows, plain_actions, turn_skills
from .zone_skills import zone_skill

ACTIONS: Final = Actions((*plain_actions.ACTIONS, *aiming.ACTIONS, *turn_skills.ACTIONS, *edition_rows.ACTIONS), N_ACTIONS)
mark = ACTIONS.mark(__name__)
do = ACTIONS.do(__name__)
COST: Final = ACTIONS.of_blocks("cost")
COUNTS: Final = ACTIONS.of_blocks("counts")


@jit
def legal_turn(w: Record, s: Record, i: int, mask: Mask) -> None:
    """Mark the legal actions of survivor ``i`` in its turn."""
    mark(w, s, i, mask)
    edition_hooks.strike_out(w, s, i, mask)


@jit
def act(w: Record, s: Record, i: int, a: int) -> None:
    """Carry out action ``a`` of the survivor in turn."""
    block = A.BLOCK_OF[a]
    arg = a - block
    counts = COUNTS[block]
    if counts != DISCARD:
        lose_pending(s, i, block, arg, counts)
    edition_hooks.before_action(w, s, i, block, counts)
    if LOADS_ITSELF and counts != END and block != A.DROP and s.skill[i, SK.FREE_RELOAD] > 0:
        push(s, T.ACTION_END, i)  # after any action the survivor's weapons are reloaded (BP-22.30)
    s.actions[i] -= COST[block]
    do(w, s, i, block, arg)


@jit
def lose_pending(s: Record, i: int, block: int, arg: int, counts: int) -> None:
    """Drop a pending free action, which any action that does not use it forfeits."""
    skill = NONE
    if block == A.USE_ZONE:
        skill = zone_skill(s, i, arg // Z)
    elif block == A.CHOOSE:
        skill = zone_skill(s, i, arg)
    if block != A.MOVE and skill != SK.SPRINT:
        s.pending_run = s.pending_blitz = 0
    if counts != ATTACK:
        s.pending_attack = 0


@jit
def can_act(w: Record, s: Record, i: int) -> int:
    """1 if the survivor can do anything except Do nothing and discarding (BP-11.R10)."""
    if s.actions[i] > 0:
        return 1  # Make noise is always possible
    for a in range(N_ACTIONS):
        w.mask[a] = 0
    legal_turn(w, s, i, w.mask)
    for start in range(0, N_ACTIONS, BITS):
        bits = marked(w.mask, start, N_ACTIONS)
        while bits != 0:
            if COUNTS[A.BLOCK_OF[start + lowest(bits)]] <= FREE:
                return 1
            bits &= bits - 1
    return 0
