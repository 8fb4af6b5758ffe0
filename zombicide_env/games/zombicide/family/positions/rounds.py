"""Continue from a position: whose turn it is, and automatic steps of the round (compiled)."""

from __future__ import annotations

from typing import Final

from zombicide_env.core.agenda import push
from zombicide_env.core.records import Record

from ...table.codes import NONE, PLAYERS_PHASE, ZOMBIES_PHASE
from ...table.seams import seam
from ..numbers import tasks as T
from ..rules.owners import owner
from ..rules.step import go_on
from ..rules.turn import start_turn
from ..rules.zombies import ALL_KINDS

#: Steps of the round that a conformance vector may run.
RUNS: Final = ("activation_step", "spawn_step", "zombies_phase", "end_phase", "round")
ACTIVATION, SPAWN, ZOMBIES, END, ROUND = range(len(RUNS))


@seam
def begin_position(w: Record, s: Record, i: int, actions: int) -> None:
    """Pause in the Players' Phase at the turn of survivor ``i`` (-1: nobody); ``actions`` left, -1: all."""
    s.resting = 1
    s.phase = PLAYERS_PHASE
    s.depth = s.pool_n = 0
    push(s, T.PLAYERS)
    if i >= 0:
        s.go = owner(w, s, i)
        start_turn(w, s, i, 0)
        if actions >= 0:
            s.actions[i] = actions
    go_on(w, s)


@seam
def run_step(w: Record, s: Record, code: int) -> None:
    """Run a step of the round from the present position; turns in progress are dropped."""
    for t in range(s.depth):  # cards of a turn that an additional turn has interrupted
        if s.stack[t, 0] == T.CARDS:
            for k in range(s.stack[t, T.CARDS_NUMBER]):
                s.zdiscard[s.zdiscard_n] = s.pool[s.stack[t, T.CARDS_START] + k]
                s.zdiscard_n += 1
    s.depth = s.pool_n = 0
    s.current = NONE
    s.link_turn = 0
    s.go = NONE
    if code == ACTIVATION:
        s.phase = ZOMBIES_PHASE
        push(s, T.ACTIVATE, ALL_KINDS, NONE, NONE, NONE)
    elif code == SPAWN:
        push(s, T.SPAWN_STEP)
    elif code == END:
        push(s, T.END)
    elif code == ROUND or code == ZOMBIES:
        if code == ROUND:
            push(s, T.END)
        push(s, T.ZOMBIES)
    for i in range(w.n_survivors):
        s.actions[i] = 0
    go_on(w, s)
