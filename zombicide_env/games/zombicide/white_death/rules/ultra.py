"""Ultra mode: further skills after the ID card is used up (WD-21)."""

from __future__ import annotations

from typing import Final

from zombicide_env.core.decisions import CHOICE, Decision, Text, anywhere, nothing_more
from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record

from ..numbers import edition_actions as OA
from ..numbers import edition_decisions as OASK
from ..numbers import edition_skills as OSK
from ..numbers.layout import WHO
from ..numbers.skills import SKILLS
from .options import first_offered, offer
from .survivor import gain_skill

#: Skills that may be learned: all.
N_LEARNED: Final = len(SKILLS)


@jit
def offer_skills(s: Record, i: int) -> None:
    for k in range(N_LEARNED):
        if s.skill[i, k] == 0 and k != OSK.STARTS_WITH_2_AP:
            offer(s, OA.MASTER + k)


@jit
def answer_skill(w: Record, s: Record, i: int, a: int) -> None:
    skill = a - OA.MASTER
    gain_skill(w, s, i, skill)
    if OSK.IS_COMPANY[skill] == 1:
        s.brothers = 1


ROWS: Final = (
    Decision(
        OASK.MASTER,
        words={"i": WHO},
        asked=CHOICE,
        offer=offer_skills,
        answer=answer_skill,
        default=first_offered,
        see=nothing_more,
        fits=anywhere,
        text=Text("Ultra mode, the ID card is used up", "any further skill", "the first not held"),
    ),
)
