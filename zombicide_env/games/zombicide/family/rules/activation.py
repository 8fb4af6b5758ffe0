"""The Zombies' Phase: its activation and its spawn (BP-15, BP-16)."""

from __future__ import annotations

from typing import Final

from zombicide_env.core.decisions import Task
from zombicide_env.core.jit import jit
from zombicide_env.core.layout import Range
from zombicide_env.core.records import Record

from ...table.codes import ZOMBIES_PHASE
from ..numbers import tasks as T
from ..numbers.layout import COUNT, KIND, KIND_SET, NEXT_ZONE, PASSES, SURVIVOR, TOKEN_ID, WHERE, ZONE
from .fights import fights
from .spawn import place, spawn_step
from .zombies import activate, arrive, moves, start_pass


@jit
def begin_spawn(w: Record, s: Record) -> None:
    s.phase = ZOMBIES_PHASE
    spawn_step(w, s)


ROWS: Final = (
    Task(T.ACTIVATE, activate, words={"kinds": KIND_SET, "zone": ZONE, "taunter": SURVIVOR, "limit": TOKEN_ID}),
    Task(T.PASS, start_pass, words={"action": Range(1, PASSES)}),
    Task(T.FIGHTS, fights, words={"start": NEXT_ZONE}),
    Task(T.MOVES, moves),
    Task(T.ARRIVE, arrive),
    Task(T.SPAWN_STEP, begin_spawn),
    Task(T.PLACE, place, words={"kind": KIND, "n": COUNT, "zone": WHERE}),
)
