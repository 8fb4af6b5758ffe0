"""Lifesaver: the choice of survivors to rescue (BP-22.65, WD-24.61)."""

from __future__ import annotations

from typing import Final

from zombicide_env.core.agenda import push
from zombicide_env.core.decisions import CHOICE, MAIN, Decision, Text, anywhere
from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record

from ...table.codes import NONE
from ..numbers import actions as A
from ..numbers import decisions as ASK
from ..numbers.layout import NEXT_SURVIVOR, SURVIVOR, TEAM, WHERE, WHO
from .about import about_zone
from .guards import stands
from .options import first_offered, offer
from .rescue import ask_rescued
from .skill_actions import go
from .team import in_play


@jit
def asked_rescue(rescuer: int) -> int:
    """The choice whom to rescue is part of the survivor's action, so that it is asked in automatic mode too."""
    return MAIN if rescuer < 0 else CHOICE


@jit
def offer_rescue(w: Record, s: Record, zone: int, after: int, stay: int, rescuer: int) -> None:
    """Offer to accept another player's Lifesaver or stay, or offer the willing survivors to rescue (BP-22.65)."""
    if rescuer >= 0:
        offer(s, A.ACCEPT)
        offer(s, A.STAY)
        return
    for j in range(after, w.n_survivors):
        if in_play(s, j) == 1 and s.zone[j] == zone and (stay >> j) & 1 == 0:
            offer(s, A.RESCUE + j)
    if s.n_options == 0 or after > 0 or stands(w, s, zone) == 1:
        offer(s, A.DONE)


@jit
def answer_rescue(w: Record, s: Record, i: int, zone: int, after: int, stay: int, rescuer: int, a: int) -> None:
    if rescuer >= 0:
        ask_rescued(w, s, rescuer, zone, after, stay | (1 << i if a == A.STAY else 0))
    elif a != A.DONE:
        go(w, s, a - A.RESCUE, s.zone[i])
        push(s, ASK.RESCUE, i, zone, a - A.RESCUE + 1, stay, NONE)


ROWS: Final = (
    Decision(
        ASK.RESCUE,
        # stay: those who have refused, as bits; rescuer: whose Lifesaver one may accept or refuse, NONE: the decider chooses whom to rescue
        words={"i": WHO, "zone": WHERE, "after": NEXT_SURVIVOR, "stay": TEAM, "rescuer": SURVIVOR},
        asked=asked_rescue,
        offer=offer_rescue,
        answer=answer_rescue,
        default=first_offered,
        see=about_zone,
        fits=anywhere,
        text=Text("Lifesaver", "which survivors are moved; a survivor of another player is asked first", "all"),
        phase="action",
    ),
)
