"""Spawning: zombie cards, escorts, the limit of Abominations, manholes, extra activations (AP-10, AP-20)."""

from __future__ import annotations

from typing import Final

from zombicide_env.core.agenda import push
from zombicide_env.core.chance import note
from zombicide_env.core.decisions import Task
from zombicide_env.core.events import tell
from zombicide_env.core.jit import jit
from zombicide_env.core.layout import FLAG
from zombicide_env.core.records import Record

from ...table.codes import EV_ZOMBIES, NONE, ONGOING, ZC_EXTRA, ZC_MANHOLE, ZC_MASTER
from ..numbers import edition_tasks as OT
from ..numbers import events as E
from ..numbers import tasks as T
from ..numbers.layout import COUNT, POOL_PLACE, K
from ..numbers.zombies import ABOMINATIONS, CLASS_OF, ESCORT, MOST_ABOMINATIONS, STAND_IN, TOXIC
from .casualties import settle
from .master import take_card
from .team import in_play, team_level, zombie_links
from .tokens import BY_TOKEN, slot_zone
from .zombie_deck import draw_zombie_card

TOXIC_KINDS = K  # a card's activation, in addition to the kinds


# ---- sequences of slots -----------------------------------------------------------------------------------------------


@jit
def spawn_step(w: Record, s: Record) -> None:
    """Step 2 of the Zombies' Phase: one slot per active token, then lasting cards of the phase end (AP-20.R1, AP-21.R7)."""
    push(s, OT.EXPIRE)
    start = s.pool_n
    for t in range(s.n_tokens):
        if s.token_active[t] == 1:
            s.pool[s.pool_n] = s.token_id[t]
            s.pool_n += 1
    s.ret = 0
    if s.pool_n > start:
        push(s, T.SEQUENCE, start, s.pool_n - start, 0, BY_TOKEN)


@jit
def sequence(w: Record, s: Record, start: int, n: int, first: int, mode: int) -> None:
    """Draw the card of the next slot and resolve it."""
    for index in range(first, n):
        zone = slot_zone(s, start, index, mode)
        if zone < 0:
            continue
        push(s, T.SEQUENCE, start, n, index + 1, mode)
        card = draw_zombie_card(w, s)
        if card > 0:
            resolve_card(w, s, card, zone)
        return
    s.pool_n = start


@jit
def resolve_card(w: Record, s: Record, card: int, zone: int) -> None:
    kind = w.zcard_kind[card]
    if kind == ZC_MASTER:  # AP-21.R1, AP-21.R2
        take_card(w, s, w.zcard_master[card] - 1, zone)
        return
    note(s, EV_ZOMBIES, card)  # cards drawn by the Zombie Master are secret
    s.zdiscard[s.zdiscard_n] = card
    s.zdiscard_n += 1
    level = team_level(w, s)
    tell(w, E.ZOMBIE_CARD, card, zone, level)
    if kind == ZC_EXTRA:
        if w.zcard_extra[card, level] >= 0:
            push(s, T.ACTIVATE, kinds_activated(w.zcard_extra[card, level]), NONE, NONE, NONE)
        links = zombie_links(w, s)
        if links != 0:
            push(s, T.LINK, links)
    elif kind == ZC_MANHOLE:
        for t in range(w.n_tiles - 1, -1, -1):  # the first tile ends on top (AP-20.R3)
            if on_tile(w, s, t) == 1:
                bring(w, s, card, level, w.manhole[t])
    else:
        bring(w, s, card, level, zone)


@jit
def bring(w: Record, s: Record, card: int, level: int, zone: int) -> None:
    for k in range(K - 1, -1, -1):  # the first kind ends on top (BP-16.R12)
        if w.zcard_brings[card, level, k] > 0:
            push(s, T.PLACE, k, w.zcard_brings[card, level, k], zone)


@jit
def on_tile(w: Record, s: Record, t: int) -> int:
    """1 if a survivor in play is on the tile."""
    for i in range(w.n_survivors):
        if in_play(s, i) == 1 and w.tile[s.zone[i]] == t:
            return 1
    return 0


@jit
def kinds_activated(what: int) -> int:
    """Kinds that an extra activation card activates, as bits: never toxic ones with others (AP-10.15, AP-20.R2)."""
    bits = 0
    for k in range(K):
        if what == TOXIC_KINDS:
            if TOXIC[k] == 1:
                bits |= 1 << k
        elif CLASS_OF[k] == CLASS_OF[what] and TOXIC[k] == 0:
            bits |= 1 << k
    return bits


# ---- placing -----------------------------------------------------------------------------------------------------------


@jit
def abominations_on_board(w: Record, s: Record) -> int:
    n = 0
    for z in range(w.n_zones):
        for k in range(K):
            if CLASS_OF[k] == ABOMINATIONS:
                n += s.zombies[z, k]
    return n


@jit
def place(w: Record, s: Record, kind: int, n: int, zone: int) -> None:
    """Put zombies into a zone: limit, supply, shortage, escort, in this order (AP-20.R4)."""
    if s.outcome != ONGOING:
        return
    if CLASS_OF[kind] == ABOMINATIONS:
        if n > 1:
            push(s, T.PLACE, kind, n - 1, zone)
        if abominations_on_board(w, s) >= MOST_ABOMINATIONS[team_level(w, s)]:
            push(s, T.PLACE, STAND_IN[kind], 1, zone)
            return
        n = 1
    k = min(n, s.supply[kind])
    s.supply[kind] -= k
    s.zombies[zone, kind] += k
    s.crowd[zone] += k
    if k > 0:
        tell(w, E.SPAWN, zone, kind, k, 0)
    settle(w, s, zone)
    if ESCORT[kind] >= 0 and k > 0:
        push(s, T.PLACE, ESCORT[kind], 2 * k, zone)
    if k < n:
        tell(w, E.SHORTAGE, kind, n - k)
        push(s, T.ACTIVATE, 1 << kind, NONE, NONE, NONE)


ROWS: Final = (Task(T.SEQUENCE, sequence, words={"start": POOL_PLACE, "n": POOL_PLACE, "first": COUNT, "mode": FLAG}),)
