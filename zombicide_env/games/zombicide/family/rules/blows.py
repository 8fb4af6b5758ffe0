"""An attack in progress, from the dice to its end (BP-13.R7): the dice rolled, the zombies killed by each hit."""

from __future__ import annotations

from typing import Final

from zombicide_env.core.agenda import push
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
from .combat import roll, rolled
from .free_moves import attack_end
from .friendly_fire import misses
from .hits import hit, hits, targets
from .options import offer


@jit
def assign_hits(w: Record, s: Record, z: int) -> None:
    """Assign the hits at target zone ``z``; the attacker decides where there is a choice."""
    i = hits(w, s, z)
    if i >= 0:
        push(s, T.HITS, z)
        push(s, ASK.HIT, i, z)


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
    hit(w, s, z, a - A.BLOCK_OF[a], 1 if A.BLOCK_OF[a] == A.REAP else 0)


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
    Task(T.ROLL, roll, words={"i": WHO}),
    Task(T.ROLLED, rolled, words={"i": WHO, "extra0": COUNT, "extra1": COUNT}),
    Task(T.HITS, assign_hits, words={"z": FLAG}),
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
