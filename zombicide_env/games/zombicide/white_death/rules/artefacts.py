"""Artefacts: their deck, and those that dead Abominations and Necromancers leave on the ground (WD-10.5, WD-12.16)."""

from __future__ import annotations

from zombicide_env.core.agenda import push
from zombicide_env.core.chance import note
from zombicide_env.core.decks import remove_at
from zombicide_env.core.events import tell
from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record

from ...table.codes import EV_ARTEFACT, NONE
from ..numbers import events as E
from ..numbers import own
from ..numbers import tasks as T
from .inventory import gain
from .outcome import check_end


@jit
def artefacts_left(s: Record) -> int:
    """Cards in the artefact deck."""
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
    """Artefacts on the ground."""
    n = 0
    while n < s.ground_copy.shape[0] and s.ground_copy[n] > 0:
        n += 1
    return n


@jit
def drop_artefact(w: Record, s: Record, z: int) -> None:
    """A random artefact face down in the zone, if there is one left."""
    c = top_artefact(s)
    if c > 0:
        n = on_ground(s)
        s.ground_copy[n] = c
        s.ground_zone[n] = z
        tell(w, own.ARTEFACT_LEFT, z)


@jit
def first_on_ground(s: Record, z: int) -> int:
    """Place of the artefact dropped first in the zone, -1: none."""
    for k in range(on_ground(s)):
        if s.ground_zone[k] == z:
            return k
    return NONE


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
    s.gain_from = 0
    s.by_search = 0
    push(s, T.ACTION_END, i)
    gain(w, s, i, c)
    check_end(w, s)  # as when an objective brings one: it counts before it is stored (WD-25.54)
