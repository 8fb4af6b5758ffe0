"""Immediate reactions of survivors when a card places zombies nearby: Combat Reflexes, Sidestep (WD-24.13, WD-24.46, WD-18.13)."""

from __future__ import annotations

from typing import Final

from zombicide_env.core.agenda import push
from zombicide_env.core.decisions import Task
from zombicide_env.core.jit import jit
from zombicide_env.core.layout import FLAG, Range
from zombicide_env.core.records import Record

from ..numbers import own_decisions as OASK
from ..numbers import own_skills as OSK
from ..numbers import own_tasks as OT
from .team import in_play

# ---- zones of the board, as bits of the agenda words
PLACED_WORDS: Final = 6
PLACED_BITS: Final = 13


@jit
def begin_card(w: Record, s: Record) -> None:
    """Begin a card: nothing is placed, nobody activated by it."""
    s.activated = 0
    for z in range(w.n_zones):
        s.placed[z] = 0


@jit
def interrupt_card(w: Record, s: Record) -> None:
    """Save the zones where a card has placed zombies when another card interrupts the reactions to it."""
    waits = 0
    for t in range(s.depth):
        if s.stack[t, 0] == OT.REFLEXES:
            waits = 1
    if waits == 1:
        push(s, OT.PLACED)
        for z in range(w.n_zones):
            s.stack[s.depth - 1, 1 + z // PLACED_BITS] |= s.placed[z] << (z % PLACED_BITS)


@jit
def resume_card(w: Record, s: Record) -> None:
    """Resume the card; the words of its frame, already popped, are still in the stack."""
    for z in range(w.n_zones):
        s.placed[z] = (s.stack[s.depth, 1 + z // PLACED_BITS] >> (z % PLACED_BITS)) & 1


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


ROWS: Final = (
    Task(OT.REFLEXES, reflexes, words={"first": Range(0, "n_survivors"), "step": FLAG}),
    Task(OT.PLACED, resume_card, words={f"zones_{k}": Range(0, 2**PLACED_BITS - 1) for k in range(PLACED_WORDS)}),
)
