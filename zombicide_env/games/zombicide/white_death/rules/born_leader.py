"""The action that a Born Leader gives, which is taken immediately (WD-24.50)."""

from __future__ import annotations

from typing import Final

from zombicide_env.core.agenda import push
from zombicide_env.core.decisions import Task
from zombicide_env.core.jit import jit
from zombicide_env.core.layout import FLAG
from zombicide_env.core.records import Record

from ...table.codes import NONE
from ..numbers import edition_tasks as OT
from ..numbers import tasks as T
from ..numbers.budget import N_USED, U_BORN_LEADER, U_LIFESAVER, U_SHOVE, U_TAUNT
from ..numbers.edition_budget import U_CHARGE, U_IMPROVISED_MELEE, U_IMPROVISED_RANGED
from ..numbers.layout import WHO
from .asking import ask_action
from .interrupts import save_turn


@jit
def lend_action(w: Record, s: Record, j: int) -> None:
    """Let survivor ``j`` take one action, as a separate turn for every limit; then the leader's turn resumes (WD-24.50)."""
    push(s, T.RESUME, save_turn(w, s))
    push(s, OT.LENT, j, s.searched[j], s.ordered[j])
    ask_action(s, j)
    s.current = j
    s.searched[j] = s.ordered[j] = 0
    s.lent = 1
    s.lent_done = 0
    s.next_turn += 1
    s.turn_id = s.next_turn
    s.actions[j] = 1
    s.pending_attack = s.pending_run = 0
    for f in range(s.free.shape[0]):
        s.free[f] = 0
    for u in range(N_USED):
        s.used[u] = 0
    for u in (U_TAUNT, U_SHOVE, U_LIFESAVER, U_BORN_LEADER, U_CHARGE, U_IMPROVISED_MELEE, U_IMPROVISED_RANGED):
        s.used[u] = 1


@jit
def lent_spent(s: Record) -> int:
    """1 if the lent action has been taken, with any follow-ups."""
    return 1 if s.lent == 1 and s.lent_done == 1 and s.pending_attack == 0 and s.pending_run == 0 else 0


@jit
def lent_ends(s: Record, j: int, searched: int, ordered: int) -> None:
    """Resume the leader's turn; what survivor ``j`` has used does not count in its own turn."""
    s.lent = 0
    s.current = NONE
    s.searched[j] = searched
    s.ordered[j] = ordered


#: searched, ordered: what the survivor had used in its own turn
ROWS: Final = (Task(OT.LENT, lent_ends, words={"j": WHO, "searched": FLAG, "ordered": FLAG}),)
