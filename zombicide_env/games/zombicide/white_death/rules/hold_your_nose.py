"""Hold Your Nose: draw an equipment card whenever the last zombie of the survivor's zone has been killed (WD-24.27)."""

from __future__ import annotations

from typing import Final

from zombicide_env.core.agenda import push
from zombicide_env.core.decisions import Task
from zombicide_env.core.jit import jit
from zombicide_env.core.layout import FLAG, Range
from zombicide_env.core.records import Record

from ..numbers import edition_skills as OSK
from ..numbers import edition_tasks as OT
from ..numbers.layout import COUNT, POOL, STACK, TEAM
from .held_attack import WORDS, hold_attack
from .search import draw_cards_for
from .team import in_play

#: A drawn card may be an Aaahh!!, whose zombies may be killed at once (Combat Reflexes), and so on.  Such a chain, which only luck
#: ends, is cut when the agenda has just room for one more attack and its consequences.
LONGEST = STACK - 31


@jit
def hold_noses(w: Record, s: Record, zone: int) -> None:
    """Let survivors with the skill draw when an attack has killed the last zombie of their zone, before the attack continues.

    Fire and cauldrons leave no survivor there.
    """
    bits = 0
    for j in range(w.n_survivors):
        if in_play(s, j) == 1 and s.zone[j] == zone and s.skill[j, OSK.HOLD_YOUR_NOSE] > 0:
            bits |= 1 << j
    if bits != 0 and s.depth < LONGEST and s.pool_n + WORDS < POOL:
        hold_attack(s)
        push(s, OT.NOSES, bits)


@jit
def noses(w: Record, s: Record, bits: int) -> None:
    """Draw for the first of them; a drawing in progress resumes afterwards."""
    i = 0
    while (bits >> i) & 1 == 0:
        i += 1
    bits ^= 1 << i
    if bits != 0:
        push(s, OT.NOSES, bits)
    if in_play(s, i) == 0:
        return
    if s.gain_left > 0:
        push(s, OT.REGAIN, s.gain_left, s.by_search, s.gain_from)
    draw_cards_for(s, i, 1, 0)


@jit
def regain(s: Record, left: int, search: int, source: int) -> None:
    """Resume the interrupted drawing."""
    s.gain_left = left
    s.by_search = search
    s.gain_from = source


ROWS: Final = (
    Task(OT.NOSES, noses, words={"bits": TEAM}),
    Task(OT.REGAIN, regain, words={"left": COUNT, "search": FLAG, "source": Range(0, 2)}),
)
