"""Replacing the number of dice of an attack by that of the zombies: Barbarian, Iron rain, Mana rain (BP-22.31)."""

from __future__ import annotations

from typing import Final

from zombicide_env.core.agenda import push
from zombicide_env.core.decisions import CHOICE, Decision, Text, anywhere
from zombicide_env.core.jit import jit
from zombicide_env.core.layout import FLAG
from zombicide_env.core.records import Record

from ..numbers import actions as A
from ..numbers import decisions as ASK
from ..numbers.layout import WHO
from .about import about_attack
from .dice import printed_dice, replace_dice


@jit
def ask_replace(s: Record, i: int, z: int) -> None:
    """Ask survivor ``i`` how many dice to roll at target zone ``z``."""
    push(s, ASK.REPLACE, i, z)


@jit
def answer_replace(w: Record, s: Record, i: int, z: int, a: int) -> None:
    if a == A.REPLACE:
        replace_dice(w, s, i, z)


@jit
def default_replace(w: Record, s: Record, z: int) -> int:
    """BP-D-16."""
    return A.REPLACE if s.crowd[s.atk_zone[z]] > printed_dice(w, s) else A.PRINTED


ROWS: Final = (
    Decision(
        ASK.REPLACE,
        words={"i": WHO, "z": FLAG},
        asked=CHOICE,
        offer=(A.REPLACE, A.PRINTED),
        answer=answer_replace,
        default=default_replace,
        see=about_attack,
        fits=anywhere,
        text=Text("before a roll", "roll as many dice as there are zombies (Barbarian, Iron rain, Mana rain)", "if that is more"),
        waits=True,
    ),
)
