"""Black text (HZ-17d): events are resolved immediately, after Scavenge and before the battle."""

from __future__ import annotations

from typing import Final

from zombicide_env.core.agenda import push
from zombicide_env.core.decisions import CHOICE, Decision, Task, Text, nothing_more
from zombicide_env.core.events import tell
from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record

from ..numbers import decisions as ASK
from ..numbers import events as E
from ..numbers import tasks as T
from ..numbers.actions import A_GIVE, A_PAY, A_REFUSE, A_SACRIFICE
from ..numbers.layout import (
    AMMO,
    COUNT,
    EV_FANATIC_BLAST,
    EV_FANATIC_FEE,
    EV_GAIN_SURVIVOR,
    EV_INJURY_CHECK,
    EV_LIQUIDATOR,
    EV_LOSE_RESOURCE,
    EV_LOSE_SURVIVOR,
    EV_MAP_CHECK,
    EV_RESCUE,
    EV_ROULETTE,
    EV_SNIPER_CHECK,
    EV_TAKE_TOKEN,
    EV_TOLL_1,
    EV_TOLL_2,
    EV_TOXIC_CHECK,
    EVENT_ROLL,
    FANATIC,
    FANATIC_FEE,
    GAS,
    INJURED,
    MAP,
    MAP_POINTS,
    RIFLE,
    TOXIC,
    WHO,
    WOUNDED,
)
from .auction import paying, see_units
from .belongings import gain, gain_survivor, gain_token, lose, on_card, pop_to
from .dice import roll, rolled, targets


@jit
def event(w: Record, s: Record, p: int, c: int) -> None:
    """Resolve the event of the card, or push its decision."""
    kind = w.event[c]
    if kind == EV_TAKE_TOKEN:
        gain_token(w, s, p, w.token[c], 1)
    elif kind == EV_GAIN_SURVIVOR:
        gain_survivor(w, s, p)
    elif kind == EV_LOSE_SURVIVOR:
        lose(w, s, p, 1)
    elif kind == EV_LOSE_RESOURCE:
        push(s, T.PAY, p, 1, ASK.LOSE_RESOURCE)
    elif kind == EV_TOLL_1:
        push(s, T.TOLL, 1)
    elif kind == EV_TOLL_2:
        push(s, T.TOLL, 2)
    elif kind == EV_MAP_CHECK:  # HZ-17.16
        if s.tokens[p, MAP] > 0:
            s.bonus[p] += MAP_POINTS * s.tokens[p, MAP]
            tell(w, E.POINTS, p, MAP_POINTS * s.tokens[p, MAP], s.bonus[p])
            gain_token(w, s, p, MAP, -s.tokens[p, MAP])
    elif kind == EV_LIQUIDATOR:
        s.liquidator[p] = 1
        tell(w, E.LIQUIDATOR, p)
    else:
        check(w, s, p, kind)


@jit
def check(w: Record, s: Record, p: int, kind: int) -> None:
    """Resolve events that ask for a token or for dice; adrenaline helps in none of them (HZ-17.R2, HZ-17.R4)."""
    if kind == EV_SNIPER_CHECK:
        if s.tokens[p, RIFLE] > 0:
            gain_token(w, s, p, RIFLE, -1)
        else:
            lose(w, s, p, 2)
    elif kind == EV_INJURY_CHECK:
        if s.tokens[p, INJURED] > 0:
            gain_token(w, s, p, INJURED, -1)
            lose(w, s, p, 1)
    elif kind == EV_TOXIC_CHECK:
        lose(w, s, p, s.tokens[p, TOXIC])
    elif kind == EV_ROULETTE:
        roll(w, s, EVENT_ROLL, s.group[p], 0)
        lose(w, s, p, rolled(s, WOUNDED))
    elif kind == EV_RESCUE:
        roll(w, s, EVENT_ROLL, 1, 0)
        if targets(s) == 0:
            lose(w, s, p, 1)
    elif kind == EV_FANATIC_FEE:
        if s.tokens[p, FANATIC] > 0:
            if s.own[p, AMMO] >= FANATIC_FEE:
                push(s, ASK.FANATIC, p)
            else:
                gain_token(w, s, p, FANATIC, -1)
    elif kind == EV_FANATIC_BLAST:
        if s.tokens[p, FANATIC] > 0:
            gain_token(w, s, p, FANATIC, -1)
            pop_to(s, T.CARD_END)  # no battle: the card is collected


@jit
def toll(w: Record, s: Record, units: int) -> None:
    """Pay each unit with 1 gas or a survivor; without gas a survivor is lost (HZ-17.14)."""
    p = s.turn
    while units > 0:
        if s.own[p, GAS] > 0:
            push(s, ASK.TOLL, p, units)
            return
        if lose(w, s, p, 1) == 0:
            return
        units -= 1


@jit
def answer_toll(w: Record, s: Record, p: int, units: int, a: int) -> None:
    if a == A_SACRIFICE:
        if lose(w, s, p, 1) == 0:
            return
    else:
        gain(w, s, p, GAS, -1)
    push(s, T.TOLL, units - 1)


@jit
def answer_fanatic(w: Record, s: Record, p: int, a: int) -> None:
    if a == A_GIVE:
        gain(w, s, p, AMMO, -FANATIC_FEE)
    else:
        gain_token(w, s, p, FANATIC, -1)


ROWS: Final = (
    Task(T.TOLL, toll, words={"units": COUNT}),
    paying(ASK.LOSE_RESOURCE, below=(T.BATTLE, T.CARD_END), fits=on_card, when="the event `lose_resource`", phase="event"),
    Decision(
        ASK.TOLL,
        words={"p": WHO, "units": COUNT},
        below=(T.BATTLE, T.CARD_END),
        asked=CHOICE,
        offer=(A_PAY + GAS, A_SACRIFICE),
        answer=answer_toll,
        default=A_PAY + GAS,
        see=see_units,
        fits=on_card,
        text=Text("one unit of a toll, with gas", "`pay gas`, `sacrifice`", "`pay gas`"),
        phase="event",
    ),
    Decision(
        ASK.FANATIC,
        words={"p": WHO},
        below=(T.BATTLE, T.CARD_END),
        asked=CHOICE,
        offer=(A_GIVE, A_REFUSE),
        answer=answer_fanatic,
        default=A_REFUSE,
        see=nothing_more,
        fits=on_card,
        text=Text("the event `fanatic_fee`, with fanatic and 3 ammo", "`give`, `refuse`", "`refuse`"),
        phase="event",
    ),
)
