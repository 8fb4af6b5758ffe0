"""Medic: heal a wound in the survivor's zone, once per turn (AP-8.R4)."""

from __future__ import annotations

from typing import Final

from zombicide_env.core.jit import jit
from zombicide_env.core.records import Mask, Record

from ...table.action import FREE, Action
from ..numbers import edition_actions as OA
from ..numbers import edition_skills as OSK
from ..numbers.edition_budget import U_MEDIC
from ..numbers.layout import S
from .survivor import heal_wound
from .team import in_play


@jit
def legal_medic(w: Record, s: Record, i: int, m: Mask) -> None:
    if s.skill[i, OSK.MEDIC] > 0 and s.used[U_MEDIC] == 0:
        for j in range(w.n_survivors):
            m[OA.MEDIC + j] = in_play(s, j) == 1 and s.zone[j] == s.zone[i] and s.wounds[j] > 0


@jit
def treat(w: Record, s: Record, j: int) -> None:
    s.used[U_MEDIC] = 1
    heal_wound(w, s, j)


ACTIONS: Final = (Action(OA.MEDIC, treat, {"j": S}, legal=legal_medic, counts=FREE),)
