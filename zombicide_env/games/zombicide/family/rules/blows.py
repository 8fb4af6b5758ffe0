"""An attack in progress, from the dice to its end (BP-13.R7): the dice rolled, the zombies killed by each hit."""

from __future__ import annotations

from typing import Final

from zombicide_env.core.decisions import CHOICE, Decision, Task, Text, anywhere
from zombicide_env.core.jit import jit
from zombicide_env.core.layout import FLAG
from zombicide_env.core.records import Record

from ..edition import KILL_ORDER
from ..numbers import actions as A
from ..numbers import decisions as ASK
from ..numbers import tasks as T
from ..numbers.layout import COUNT, WHO, K
from .about import about_attack
from .combat import attack_end, printed_dice, replace_dice, roll, rolled
from .hits import hit, hits, misses, targets
from .options import offer


@jit
def answer_replace(w: Record, s: Record, i: int, z: int, a: int) -> None:
    if a == A.REPLACE:
        replace_dice(w, s, i, z)


@jit
def default_replace(w: Record, s: Record, z: int) -> int:
    """BP-D-16."""
    return A.REPLACE if s.crowd[s.atk_zone[z]] > printed_dice(w, s) else A.PRINTED


@jit
def offer_hits(w: Record, s: Record, z: int) -> None:
    bits = targets(w, s, z)
    for k in range(K):
        if (bits >> k) & 1:
            offer(s, A.HIT + k)
            if s.atk_reaper == 1 and s.zombies[s.atk_zone[z], k] >= 2:
                offer(s, A.REAP + k)


@jit
def answer_hit(w: Record, s: Record, z: int, a: int) -> None:
    if A.BLOCK_OF[a] == A.REAP:
        hit(w, s, z, a - A.REAP, 1)
    else:
        hit(w, s, z, a - A.HIT, 0)


@jit
def default_hit(w: Record, s: Record, z: int) -> int:
    bits = targets(w, s, z)
    for k in range(K):
        kind = KILL_ORDER[k]
        if (bits >> kind) & 1:
            if s.atk_reaper == 1 and s.zombies[s.atk_zone[z], kind] >= 2:  # BP-D-20
                return A.REAP + kind
            return A.HIT + kind
    return s.options[0]


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
    Task(T.ROLL, roll, words={"i": WHO}),
    Task(T.ROLLED, rolled, words={"i": WHO, "extra0": COUNT, "extra1": COUNT}),
    Task(T.HITS, hits, words={"z": FLAG}),
    Decision(
        ASK.HIT,
        words={"i": WHO, "z": FLAG},
        asked=CHOICE,
        offer=offer_hits,
        answer=answer_hit,
        default=default_hit,
        see=about_attack,
        fits=anywhere,
        text=Text(
            "each hit with a choice",
            "which kind of zombie it hits",
            "Abomination, Necromancer, Runner, Fatty, Walker: the first that dies",
        ),
    ),
    Task(T.MISSES, misses, words={"z": FLAG, "own": FLAG}),  # own: point-blank, at the zone in which the attacker stood
    Task(T.ATTACK_END, attack_end, words={"i": WHO}),
)
