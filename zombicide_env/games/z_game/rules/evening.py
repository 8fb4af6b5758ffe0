"""Decisions of evening work, and the effects of finished work (ZG-13.1)."""

from __future__ import annotations

from typing import Final

from zombicide_env.core.decisions import CHOICE, Decision, Text, nothing_more
from zombicide_env.core.jit import jit
from zombicide_env.core.layout import Range
from zombicide_env.core.records import Record

from ..numbers import decisions as ASK
from ..numbers import tasks as T
from ..numbers.layout import BUILD_WORK, SABOTAGE_WORK, SKILLS, WHO, A
from .building import lay_project
from .cards import see_card
from .lowest import first_legal
from .medicine import heal
from .sabotage import attempt
from .work import card_done, default_worker, legal_skill, legal_work_card, legal_worker, skill_done, worker_done, works


@jit
def carry_out(w: Record, s: Record, p: int) -> None:
    if s.work == BUILD_WORK:
        lay_project(w, s, p)
    elif s.work == SABOTAGE_WORK:
        attempt(w, s, p)
    else:
        heal(w, s, p)


@jit
def answer_worker(w: Record, s: Record, p: int, a: int) -> None:
    if worker_done(w, s, p, a) == 1:
        carry_out(w, s, p)


@jit
def answer_work_card(w: Record, s: Record, p: int, a: int) -> None:
    if card_done(w, s, p, a) == 1:
        carry_out(w, s, p)


@jit
def answer_skill(w: Record, s: Record, p: int, a: int) -> None:
    if skill_done(s, a) == 1:
        carry_out(w, s, p)


ROWS: Final = (
    Decision(
        ASK.WORK_CHAR,
        words={"p": WHO},
        below=(T.BUILD, T.SABOTAGE, T.MEDICINE),
        asked=CHOICE,
        offer=legal_worker,
        answer=answer_worker,
        default=default_worker,
        see=nothing_more,
        fits=works,
        text=Text("who works", default="the lowest that is needed"),
        notation={"char": "worker {}", "confirm": "done"},
        stays=True,
    ),
    Decision(
        ASK.WORK_CARD,
        words={"p": WHO},
        below=(T.BUILD, T.SABOTAGE, T.MEDICINE),
        asked=CHOICE,
        offer=legal_work_card,
        answer=answer_work_card,
        default=first_legal,
        see=nothing_more,
        fits=works,
        text=Text("cards that help", default="the lowest that is needed"),
        notation={"confirm": "done", "card": "use {}"},
        stays=True,
    ),
    Decision(
        ASK.WORK_SKILL,
        words={"p": WHO, "card": Range(0, A - 1)},
        below=(ASK.WORK_CARD,),
        asked=CHOICE,
        offer=legal_skill,
        answer=answer_skill,
        default=first_legal,
        see=see_card,
        fits=works,
        text=Text("which of two skills a card raises", default="the first that is needed"),
        notation={"option": "as {}"},
        menu=SKILLS,
    ),
)
