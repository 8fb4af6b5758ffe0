"""Zombies with several ways: where each moves, and where pushed zombies go (BP-15.17, BP-24.R2)."""

from __future__ import annotations

from typing import Final

from zombicide_env.core.agenda import push
from zombicide_env.core.decisions import CHOICE, Decision, Task, Text
from zombicide_env.core.jit import jit
from zombicide_env.core.layout import Range
from zombicide_env.core.records import Record

from ..numbers import actions as A
from ..numbers import decisions as ASK
from ..numbers import tasks as T
from ..numbers.decisions import PUSHED
from ..numbers.layout import ABOMINATION, COUNT, NECROMANCER, NECROS, WHERE, WHO, D, K
from .about import about
from .groups import choose_path
from .necromancer import default_necro_step, go_necromancer
from .options import offer
from .pushes import push_all, pushes_to


@jit
def ask_path(s: Record, i: int, zone: int, kind: int, picks: int, necromancer: int) -> None:
    """Ask survivor ``i`` which ways ``picks`` miniatures of the kind take from the zone; ``necromancer``: index of the Necromancer."""
    push(s, ASK.PATH, i, zone, kind, picks, 0, necromancer)


@jit
def offer_paths(w: Record, s: Record, i: int, zone: int, kind: int, chosen: int) -> None:
    """Offer the first zones of the routes not yet chosen, in zone order."""
    for n in range(w.degree[zone]):
        if kind == PUSHED:
            if pushes_to(w, s, i, zone, n) == 1:
                offer(s, A.CHOOSE + w.neighbour[zone, n])
        elif s.act_first[n] == 1 and (chosen >> n) & 1 == 0:
            offer(s, A.CHOOSE + w.neighbour[zone, n])


@jit
def answer_path(w: Record, s: Record, i: int, zone: int, kind: int, picks: int, chosen: int, necromancer: int, a: int) -> None:
    """Send the next miniature of the group to the zone."""
    target = a - A.CHOOSE
    if kind == PUSHED:
        push(s, T.REPULSED, zone, target)
        return
    for n in range(w.degree[zone]):
        if w.neighbour[zone, n] == target:
            if kind == NECROMANCER:
                go_necromancer(w, s, necromancer, target)
                return
            choose_path(w, s, zone, kind, n)
            if kind != ABOMINATION:  # the same route may be taken by several Abominations
                chosen |= 1 << n
    if picks > 1:
        push(s, ASK.PATH, i, zone, kind, picks - 1, chosen, necromancer)


@jit
def default_path(w: Record, s: Record, zone: int, kind: int, necromancer: int) -> int:
    if kind == NECROMANCER and s.act_taunter < 0:
        return A.CHOOSE + default_necro_step(w, s, zone, necromancer)
    return s.options[0]


@jit
def fits_path(s: Record, kind: int, picks: int) -> int:
    """0 if more miniatures are to be sent than there are routes."""
    return 0 if kind >= 0 and kind != ABOMINATION and picks > s.n_options else 1


ROWS: Final = (
    Decision(
        ASK.PATH,
        words={
            "i": WHO,
            "zone": WHERE,
            "kind": Range(PUSHED, K - 1),
            "picks": COUNT,
            "chosen": Range(0, (1 << D) - 1),
            "necromancer": Range(0, NECROS - 1),
        },
        asked=CHOICE,
        offer=offer_paths,
        answer=answer_path,
        default=default_path,
        see=about,
        fits=fits_path,
        text=Text("zombies have several shortest ways and cannot split evenly", "where they go", "lowest zone"),
        notation={"choose": "path {}"},
    ),
    Task(T.REPULSED, push_all, words={"z": WHERE, "t": WHERE}),
)
