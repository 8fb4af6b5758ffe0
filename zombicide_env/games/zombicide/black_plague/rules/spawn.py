"""Spawning (BP-16, BP-12): zombie cards, double spawns, extra activations, shortage of miniatures.

``s.ret`` returns the number of double spawn cards drawn by a slot to the sequence.
"""

from __future__ import annotations

from typing import Final

from zombicide_env.core.agenda import push
from zombicide_env.core.decisions import Task
from zombicide_env.core.events import tell
from zombicide_env.core.jit import jit
from zombicide_env.core.layout import FLAG, Range
from zombicide_env.core.records import Record

from ...table.codes import (
    NONE,
    RULE_REPLACE,
    ZC_DOUBLE,
    ZC_EXTRA,
    ZC_NECROMANCER,
)
from ..numbers import events as E
from ..numbers import tasks as T
from ..numbers.layout import COUNT, NECROMANCER, POOL_PLACE, WHERE, K
from .necromancer import appear
from .team import team_level, zombie_links
from .tokens import BY_TOKEN, BY_ZONE, slot_zone
from .zombie_deck import draw_zombie_card

# ---- sequences of slots -----------------------------------------------------------------------------------------------


@jit
def spawn_step(w: Record, s: Record) -> None:
    """Step 2 of the Zombies' Phase: one slot per active token, fixed as the step begins (BP-16.R1, BP-16.R2)."""
    start = s.pool_n
    for t in range(s.n_tokens):
        if s.token_active[t] == 1:
            s.pool[s.pool_n] = s.token_id[t]
            s.pool_n += 1
    s.ret = 0
    if s.pool_n > start:
        push(s, T.SEQUENCE, start, s.pool_n - start, 0, BY_TOKEN)


@jit
def spawn_in(s: Record, z: int) -> None:
    """Spawn by a quest effect: one slot (BP-16.R7)."""
    s.pool[s.pool_n] = z
    s.pool_n += 1
    s.ret = 0
    push(s, T.SEQUENCE, s.pool_n - 1, 1, 0, BY_ZONE)


@jit
def deck_of_doubles(w: Record, s: Record) -> int:
    """1 if the deck is empty and would be refilled with nothing but double spawns.

    BP-16.R5 would never end then.  Our ruling: no further card is drawn.  An extra activation without a kind (BP-16.7)
    does not count as a card either.
    """
    if s.zdeck_n > 0:
        return 0
    level = team_level(w, s)
    for k in range(s.zdiscard_n):
        card = s.zdiscard[k]
        idle = w.zcard_kind[card] == ZC_EXTRA and w.zcard_extra[card, level] < 0 and zombie_links(w, s) == 0
        if w.zcard_kind[card] != ZC_DOUBLE and not idle:
            return 0
    return 1


@jit
def sequence(w: Record, s: Record, start: int, n: int, first: int, mode: int) -> None:
    """Continue with the next slot; pending double spawns multiply its cards, also past the end (BP-16.R5, BP-16.R6)."""
    pending = s.ret
    i = first
    skipped = 0
    if pending > 0 and deck_of_doubles(w, s) == 1:
        skipped = n
    while (i < n or pending > 0) and skipped < n:
        index = i % n
        zone = slot_zone(s, start, index, mode)
        i += 1
        if zone < 0:  # removed during the step (BP-16.R2)
            skipped += 1
            continue
        push(s, T.SEQUENCE, start, n, i, mode)
        cards = 1
        if pending > 0:
            cards = 2 * pending
        draw_cards(w, s, zone, cards)
        return
    s.pool_n = start
    s.ret = 0


@jit
def draw_cards(w: Record, s: Record, zone: int, n: int) -> None:
    """Draw ``n`` cards for a slot, all before any of them is resolved (BP-16.9)."""
    start = s.pool_n
    for _ in range(n):
        card = draw_zombie_card(w, s)
        if card > 0:
            tell(w, E.ZOMBIE_CARD, card, zone, team_level(w, s))
            s.pool[s.pool_n] = card
            s.pool_n += 1
    s.ret = 0
    push(s, T.CARDS, start, s.pool_n - start, 0, 0, zone)


@jit
def cards(w: Record, s: Record, start: int, n: int, first: int, doubles: int, zone: int) -> None:
    """Resolve the next card of the slot; a Necromancer's immediate spawn may add double spawns (BP-16.R8)."""
    doubles += s.ret
    s.ret = 0
    for i in range(first, n):
        card = s.pool[start + i]
        if w.zcard_kind[card] == ZC_DOUBLE:
            doubles += 1
            continue
        push(s, T.CARDS, start, n, i + 1, doubles, zone)
        resolve_card(w, s, card, zone)
        return
    for i in range(n):
        s.zdiscard[s.zdiscard_n] = s.pool[start + i]
        s.zdiscard_n += 1
    s.pool_n = start
    s.ret = doubles


@jit
def resolve_card(w: Record, s: Record, card: int, zone: int) -> None:
    kind = w.zcard_kind[card]
    level = team_level(w, s)
    if kind == ZC_NECROMANCER:
        push(s, T.NECRO_CARD, zone)
    elif kind == ZC_EXTRA:
        push(s, T.EXTRA, w.zcard_extra[card, level])
        links = zombie_links(w, s)
        if links != 0:
            push(s, T.LINK, links)
    else:
        for k in range(K - 1, -1, -1):  # the first kind ends on top (BP-16.R12)
            if w.zcard_brings[card, level, k] > 0:
                push(s, T.PLACE, k, w.zcard_brings[card, level, k], zone)


# ---- placing -----------------------------------------------------------------------------------------------------------


@jit
def stand_in(w: Record, kind: int) -> int:
    """Kind that a quest substitutes for another one (BP-23.Q0.6)."""
    for r in range(w.n_rules):
        if w.rule[r, 0] == RULE_REPLACE and w.rule[r, 2] == kind:
            return w.rule[r, 3]
    return kind


@jit
def card_in_play(s: Record) -> int:
    """Zombie card whose zombies are being placed, 0: placed by other means.  The card's other kinds wait above its frame on the agenda."""
    t = s.depth - 1
    while t >= 0 and s.stack[t, 0] == T.PLACE:
        t -= 1
    if t < 0 or s.stack[t, 0] != T.CARDS:
        return 0
    return s.pool[s.stack[t, T.CARDS_START] + s.stack[t, T.CARDS_NEXT] - 1]


@jit
def place(w: Record, s: Record, kind: int, n: int, zone: int) -> None:
    """Put zombies into a zone; if miniatures are missing, the whole kind is activated once (BP-16.R9)."""
    kind = stand_in(w, kind)
    k = min(n, s.supply[kind])
    s.supply[kind] -= k
    s.zombies[zone, kind] += k
    s.crowd[zone] += k
    if k > 0:
        tell(w, E.SPAWN, zone, kind, k, card_in_play(s) if w.telling != 0 else 0)
    if k < n:
        tell(w, E.SHORTAGE, kind, n - k)
        push(s, T.ACTIVATE, 1 << kind, NONE, NONE, NONE)


@jit
def necromancer_card(w: Record, s: Record, zone: int) -> None:
    """Resolve a Necromancer card: a new Necromancer with token and immediate spawn, then those already present activate (BP-17.R1)."""
    if s.supply[NECROMANCER] > 0:
        newest = appear(w, s, zone)
        push(s, T.ACTIVATE, 1 << NECROMANCER, NONE, NONE, newest)
        draw_cards(w, s, zone, 1)
    elif s.n_necros > 0:
        push(s, T.ACTIVATE, 1 << NECROMANCER, NONE, NONE, NONE)


@jit
def extra_activation(w: Record, s: Record, kind: int) -> None:
    if kind >= 0:
        push(s, T.ACTIVATE, 1 << kind, NONE, NONE, NONE)


ROWS: Final = (
    Task(T.SEQUENCE, sequence, words={"start": POOL_PLACE, "n": POOL_PLACE, "first": COUNT, "mode": FLAG}),
    Task(T.CARDS, cards, words={"start": POOL_PLACE, "n": POOL_PLACE, "first": POOL_PLACE, "doubles": COUNT, "zone": WHERE}),
    Task(T.NECRO_CARD, necromancer_card, words={"zone": WHERE}),
    Task(T.EXTRA, extra_activation, words={"kind": Range(-1, K - 1)}),
)
