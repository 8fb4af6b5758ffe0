"""Step 2 of the Zombies' Phase: tokens in ascending order, one card each (WD-18, WD-22)."""

from __future__ import annotations

from typing import Final

from zombicide_env.core.agenda import push
from zombicide_env.core.decisions import Task
from zombicide_env.core.events import tell
from zombicide_env.core.jit import jit
from zombicide_env.core.layout import Range
from zombicide_env.core.records import Record

from ...table.codes import ZC_ABOMINATION, ZC_EXTRA, ZC_NECROMANCER, ZC_SIEGE
from ..numbers import edition_tasks as OT
from ..numbers import events as E
from ..numbers import skills as SK
from ..numbers import tasks as T
from ..numbers.layout import COUNT, NECROMANCER, POOL_PLACE, WHERE, K
from ..numbers.tokens import FREE_TOKENS
from .defiler import DEFILER, defiler_appears
from .placing import abomination_card, activate_once, begin_card, card_in_play, place, put_guest
from .team import in_play, team_level
from .tokens import find_token
from .zombie_deck import draw_zombie_card

__all__ = ["ROWS", "place", "spawn_step"]


@jit
def spawn_step(w: Record, s: Record) -> None:
    """Spawn tokens 1 to 4, then the Defiler's; then the cards for seven and more survivors (WD-18.1, WD-22.2)."""
    push(s, OT.EXTRAS, 0)


@jit
def extra_card(w: Record, s: Record, number: int) -> None:
    """Draw card ``number`` of the step: one for each place of a token, then the additional ones in the same order."""
    while number < FREE_TOKENS and find_token(s, number) < 0:  # absent, or removed meanwhile (WD-18.4)
        number += 1
    if number < FREE_TOKENS:
        t = find_token(s, number)
    elif number - FREE_TOKENS < w.extra_cards and s.n_tokens > 0:
        t = (number - FREE_TOKENS) % s.n_tokens
    else:
        return
    push(s, OT.EXTRAS, number + 1)
    card = draw_zombie_card(w, s)
    if card == 0:
        return
    s.card_token = s.token_id[t]
    s.pool[s.pool_n] = card
    s.pool_n += 1
    push(s, T.CARDS, s.pool_n - 1, 1, 0, 0, s.token_zone[t])


@jit
def cards(w: Record, s: Record, start: int, n: int, first: int, doubles: int, zone: int) -> None:
    """Resolve the card, then discard it (WD-18.13)."""
    if first == n:
        for k in range(n):
            s.zdiscard[s.zdiscard_n] = s.pool[start + k]
            s.zdiscard_n += 1
        s.pool_n = start
        return
    push(s, T.CARDS, start, n, first + 1, 0, zone)
    begin_card(w, s)
    tell(w, E.ZOMBIE_CARD, s.pool[start + first], zone, team_level(w, s))
    resolve_card(w, s, s.pool[start + first], zone)


@jit
def resolve_card(w: Record, s: Record, card: int, zone: int) -> None:
    kind = w.zcard_kind[card]
    level = team_level(w, s)
    if kind == ZC_EXTRA:  # nothing at Blue (WD-18.7)
        if w.zcard_extra[card, level] >= 0:
            activate_once(s, w.zcard_extra[card, level])
        return
    if kind == ZC_SIEGE:
        push(s, OT.BEGIN_CLIMB)
        push(s, OT.REFLEXES, 0, 0)
        push(s, OT.SIEGE, card)
        push_links(w, s)
        return
    push(s, OT.REFLEXES, 0, 0)
    if kind == ZC_NECROMANCER:
        push(s, T.NECRO_CARD, zone)
    elif kind == ZC_ABOMINATION:
        push(s, OT.GIANT_CARD, zone, 0)
    else:
        for k in range(K - 1, -1, -1):  # the first kind ends on top
            if w.zcard_brings[card, level, k] > 0:
                push(s, T.PLACE, k, w.zcard_brings[card, level, k], zone)


@jit
def push_links(w: Record, s: Record) -> None:
    """Push additional turns when a Siege card is revealed, in roster order (WD-24.57, WD-27.2)."""
    for i in range(w.n_survivors - 1, -1, -1):
        if in_play(s, i) == 1 and s.skill[i, SK.ZOMBIE_LINK] > 0:
            push(s, T.TURN, i, 1)


@jit
def necromancer_card(w: Record, s: Record, zone: int) -> None:
    """Resolve a Necromancer card: the Defiler appears; if it is present, it acts, and an extra Necromancer may appear.

    Rules: WD-11.1, WD-11.3, WD-20.6.
    """
    if s.defiler_zone < 0 and s.supply[DEFILER] > 0:
        s.placed[zone] = 1
        tell(w, E.SPAWN, zone, DEFILER, 1, card_in_play(s) if w.telling != 0 else 0)
        defiler_appears(w, s, zone, s.card_token)
    elif s.defiler_zone >= 0:
        if w.many_necromancers == 1 and s.necromancers_left > 0:
            push(s, OT.GIANT_CARD, zone, 2)
        activate_once(s, DEFILER)


@jit
def further_necromancer(w: Record, s: Record, zone: int) -> None:
    s.necromancers_left -= 1
    put_guest(w, s, NECROMANCER, zone)


@jit
def giant_card(w: Record, s: Record, zone: int, what: int) -> None:
    """Resolve an Abomination card, or place the further figure after the others have acted."""
    if what == 0:
        abomination_card(w, s, zone)
    elif what == 1:
        s.abominations_left -= 1
        put_guest(w, s, 3, zone)
    else:
        further_necromancer(w, s, zone)


ROWS: Final = (
    Task(OT.EXTRAS, extra_card, words={"number": COUNT}),
    Task(T.CARDS, cards, words={"start": POOL_PLACE, "n": POOL_PLACE, "first": POOL_PLACE, "doubles": COUNT, "zone": WHERE}),
    Task(T.NECRO_CARD, necromancer_card, words={"zone": WHERE}),
    Task(OT.GIANT_CARD, giant_card, words={"zone": WHERE, "what": Range(0, 2)}),
)
