"""Artefacts: their deck, and artefacts dropped by dead Abominations and Necromancers (WD-10.5, WD-12.16)."""

from __future__ import annotations

from typing import Final

from zombicide_env.core.agenda import push
from zombicide_env.core.chance import note
from zombicide_env.core.decks import find, remove_at
from zombicide_env.core.events import tell
from zombicide_env.core.jit import jit
from zombicide_env.core.records import Mask, Record

from ...table.action import Action
from ...table.codes import EV_ARTEFACT, NONE
from ..numbers import edition_actions as OA
from ..numbers import edition_events as OE
from ..numbers import edition_skills as OSK
from ..numbers import events as E
from ..numbers import tasks as T
from ..numbers.layout import D
from .outcome import check_end
from .passability import passable
from .sight import sees
from .storing import gain
from .terrain import walks_as


@jit
def artefacts_left(s: Record) -> int:
    """Number of cards in the artefact deck."""
    n = 0
    while n < s.aside.shape[0] and s.aside[n] > 0:
        n += 1
    return n


@jit
def top_artefact(s: Record) -> int:
    """Draw the top card of the artefact deck, 0: none."""
    n = artefacts_left(s)
    if n == 0:
        return 0
    c = s.aside[n - 1]
    s.aside[n - 1] = 0
    return c


@jit
def on_ground(s: Record) -> int:
    """Number of artefacts on the ground."""
    n = 0
    while n < s.ground_copy.shape[0] and s.ground_copy[n] > 0:
        n += 1
    return n


@jit
def drop_artefact(w: Record, s: Record, z: int) -> None:
    """Drop a random artefact face down in the zone, if one is left."""
    c = top_artefact(s)
    if c > 0:
        n = on_ground(s)
        s.ground_copy[n] = c
        s.ground_zone[n] = z
        tell(w, OE.ARTEFACT_LEFT, z)


@jit
def first_on_ground(s: Record, z: int) -> int:
    """Index of the artefact dropped first in the zone, -1: none."""
    return find(s.ground_zone, on_ground(s), z)


@jit
def pick_up(w: Record, s: Record, i: int, z: int) -> None:
    """Take the artefact dropped first in the zone; it is revealed and stored, with a free rearrangement."""
    k = first_on_ground(s, z)
    n = on_ground(s)
    c = s.ground_copy[k]
    remove_at(s.ground_copy, n, k)
    remove_at(s.ground_zone, n, k)
    s.ground_zone[n - 1] = NONE
    note(s, EV_ARTEFACT, w.copy_card[c])
    tell(w, E.DRAW, i, w.copy_card[c], E.FROM_VAULT)
    s.artefacts += 1
    s.gain_from = s.by_search = 0
    push(s, T.ACTION_END, i)
    gain(w, s, i, c)
    check_end(w, s)  # as when an objective gives one: it counts before it is stored (WD-25.54)


@jit
def legal_pick_up(s: Record, i: int, m: Mask) -> None:
    m[OA.PICK_UP] = first_on_ground(s, s.zone[i]) >= 0


@jit
def pick_up_here(w: Record, s: Record, i: int) -> None:
    pick_up(w, s, i, s.zone[i])


@jit
def legal_collect(w: Record, s: Record, i: int, m: Mask) -> None:
    """Mark uses of Artefact Collector, from a zone at range 1 (WD-24.16)."""
    here = s.zone[i]
    if s.skill[i, OSK.ARTEFACT_COLLECTOR] > 0:
        for n in range(w.degree[here]):
            z = w.neighbour[here, n]
            m[OA.COLLECT + n] = first_on_ground(s, z) >= 0 and sees(w, s, i, z) == 1 and passable(w, s, here, n, walks_as(w, s, i)) == 1


@jit
def collect(w: Record, s: Record, i: int, n: int) -> None:
    pick_up(w, s, i, w.neighbour[s.zone[i], n])


ACTIONS: Final = (
    Action(OA.COLLECT, collect, {"n": D}, legal=legal_collect, cost=1, purpose="objective"),
    Action(OA.PICK_UP, pick_up_here, legal=legal_pick_up, cost=1, purpose="objective"),
)
