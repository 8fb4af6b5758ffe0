"""Placing zombies on the board, and shortages of figures (WD-18.2, WD-18.14, WD-20)."""

from __future__ import annotations

from typing import Final

from zombicide_env.core.agenda import push
from zombicide_env.core.decisions import Task
from zombicide_env.core.events import tell
from zombicide_env.core.jit import jit
from zombicide_env.core.layout import Range
from zombicide_env.core.records import Record

from ...table.codes import NONE
from ..numbers import edition_tasks as OT
from ..numbers import events as E
from ..numbers import tasks as T
from ..numbers.layout import ABOMINATION, NECROMANCER, WHERE
from .defiler import necromancer_enters

# ---- zones of the board, as bits of the agenda words
PLACED_WORDS: Final = 6
PLACED_BITS: Final = 13


@jit
def card_in_play(s: Record) -> int:
    """Zombie card that is being resolved, 0: none."""
    for t in range(s.depth - 1, -1, -1):
        if s.stack[t, 0] == T.CARDS:
            return s.pool[s.stack[t, T.CARDS_START]]
    return 0


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
def put(w: Record, s: Record, kind: int, n: int, zone: int) -> None:
    """Put available figures into a zone."""
    s.supply[kind] -= n
    s.zombies[zone, kind] += n
    s.crowd[zone] += n
    s.placed[zone] = 1
    tell(w, E.SPAWN, zone, kind, n, card_in_play(s) if w.telling != 0 else 0)


@jit
def put_guest(w: Record, s: Record, kind: int, zone: int) -> None:
    """Put a figure of another box into a zone (WD-20)."""
    s.guests[kind] += 1
    s.supply[kind] += 1
    put(w, s, kind, 1, zone)
    if kind == NECROMANCER:
        necromancer_enters(w, s, zone)


@jit
def place(w: Record, s: Record, kind: int, n: int, zone: int) -> None:
    """Put zombies into a zone; if figures are missing, the Abomination appears or acts (WD-18.14)."""
    k = min(n, s.supply[kind])
    if k > 0:
        put(w, s, kind, k, zone)
    if k < n:
        tell(w, E.SHORTAGE, kind, n - k)
        push(s, OT.SHORTAGE, zone)


@jit
def abominations(w: Record, s: Record) -> int:
    """Number of Abominations on the board."""
    n = 0
    for z in range(w.n_zones):
        n += s.zombies[z, ABOMINATION]
    return n


@jit
def activate_once(s: Record, kind: int) -> None:
    """Activate, at most once per card (WD-18.12)."""
    if s.activated == 0:
        s.activated = 1
        push(s, T.ACTIVATE, 1 << kind, NONE, NONE, NONE)


@jit
def bring_abomination(w: Record, s: Record, zone: int) -> None:
    """Place one of the Abomination deck if it is used, else the Khan (WD-18.5, WD-20.1)."""
    if s.abominations_left > 0:
        s.abominations_left -= 1
        put_guest(w, s, ABOMINATION, zone)
    elif s.supply[ABOMINATION] > 0 and w.abomination_deck == 0:
        put(w, s, ABOMINATION, 1, zone)


@jit
def shortage(w: Record, s: Record, zone: int) -> None:
    """Resolve a shortage: an Abomination appears in the zone if there is none on the board; else it activates."""
    if abominations(w, s) == 0:
        bring_abomination(w, s, zone)
    else:
        activate_once(s, ABOMINATION)


@jit
def abomination_card(w: Record, s: Record, zone: int) -> None:
    """Resolve an Abomination card: it appears, or those on the board act; in fest mode a further one follows (WD-18.5, WD-20.2)."""
    if abominations(w, s) == 0:
        bring_abomination(w, s, zone)
        return
    if w.fest == 1 and s.abominations_left > 0:
        push(s, OT.GIANT_CARD, zone, 1)
    activate_once(s, ABOMINATION)


ROWS: Final = (
    Task(OT.SHORTAGE, shortage, words={"zone": WHERE}),
    Task(OT.PLACED, resume_card, words={f"zones_{k}": Range(0, 2**PLACED_BITS - 1) for k in range(PLACED_WORDS)}),
)
