"""Continue from a position: whose turn it is, and automatic steps of the round (compiled)."""

from __future__ import annotations

from typing import Final

from zombicide_env.core.agenda import push
from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record

from ...table.codes import NONE, PLAYERS_PHASE, ZOMBIES_PHASE
from ..numbers import edition_tasks as OT
from ..numbers import tasks as T
from ..numbers.master import ZG3, ZG4
from ..rules.exits import keep_way_open
from ..rules.master import expire
from ..rules.step import go_on
from ..rules.turn import start_turn
from ..rules.zombies import ALL_KINDS

#: Steps of the round that a conformance vector may run.
RUNS: Final = ("activation_step", "spawn_step", "zombies_phase", "zombie_master_phase", "end_phase", "round")
ACTIVATION, SPAWN, ZOMBIES, MASTER, END, ROUND = range(len(RUNS))


@jit
def begin_position(w: Record, s: Record, i: int, actions: int) -> None:
    """Pause in the Players' Phase at the turn of survivor ``i`` of player ``s.go`` (-1: nobody); ``actions`` left, -1: all."""
    s.resting = 1
    s.phase = PLAYERS_PHASE
    s.depth = s.pool_n = 0
    push(s, T.PLAYERS)
    if i >= 0:
        searched = s.searched[i]
        start_turn(w, s, i, 0)
        s.searched[i] = searched
        if actions >= 0:
            s.actions[i] = actions
    go_on(w, s)


@jit
def run_step(w: Record, s: Record, code: int) -> None:
    """Run a step of the round from the present position; turns in progress are dropped."""
    keep_way_open(w, s)  # of the position that ends here (AP-26.M1)
    s.depth = s.pool_n = 0
    s.current = NONE
    s.link_turn = 0
    s.go = NONE
    if s.phase == PLAYERS_PHASE:
        expire(w, s, ZG3, NONE)
        expire(w, s, ZG4, NONE)
    if code == END or code == ROUND:
        push(s, T.END)
    if code == MASTER or code == ROUND:
        push(s, OT.MASTER_PHASE)
    if code == SPAWN:
        push(s, T.SPAWN_STEP)
    elif code == ACTIVATION:
        s.phase = ZOMBIES_PHASE
        push(s, T.ACTIVATE, ALL_KINDS, NONE, NONE, NONE)
    elif code == ZOMBIES or code == ROUND:
        push(s, T.ZOMBIES)
    for i in range(w.n_survivors):
        s.actions[i] = 0
    go_on(w, s)
