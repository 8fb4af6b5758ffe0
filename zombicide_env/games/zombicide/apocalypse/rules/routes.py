"""Zombies with several ways: the Zombie Master's choice (AP-18.R7)."""

from __future__ import annotations

from typing import Final

from zombicide_env.core.decisions import CHOICE, Decision, Text, anywhere
from zombicide_env.core.jit import jit
from zombicide_env.core.records import Features, Record

from ...table.codes import FAR
from ..numbers import actions as A
from ..numbers import observation as O
from ..numbers import own_actions as OA
from ..numbers import own_decisions as OASK
from ..numbers.layout import ON_FOOT, WHO
from ..numbers.zombies import MOST, STACKS
from .about import about, put
from .movement import ways_from
from .options import offer
from .team import in_play
from .zombies import fill_steps, send

Z_ROUTE = O.OBSERVATION["zones"].column("route")
D_LEFT = O.OBSERVATION["decision"].column("left")


@jit
def offer_routes(w: Record, s: Record, stack: int) -> None:
    """Offer to send the rest of the stack, or some of it (AP-18.R7)."""
    fill_steps(w, s, stack)
    z = s.pack_zone[stack]
    for n in range(w.degree[z]):
        if s.act_first[n] == 1:
            offer(s, A.CHOOSE + w.neighbour[z, n])
            for k in range(1, min(s.pack_n[stack], MOST)):
                offer(s, OA.PATH_SOME + n * MOST + k)


@jit
def answer_route(w: Record, s: Record, stack: int, a: int) -> None:
    """Send some of the stack, or the rest of it."""
    if A.BLOCK_OF[a] == OA.PATH_SOME:
        arg = a - OA.PATH_SOME
        send(w, s, stack, w.neighbour[s.pack_zone[stack], arg // MOST], arg % MOST)
    else:
        s.pack_to[stack] = a - A.CHOOSE


@jit
def default_route(w: Record, s: Record, stack: int) -> int:
    """Default: the way whose zone is nearest to a survivor in play (AP-D-17, AP-D-18)."""
    z = s.pack_zone[stack]
    aimed = fill_steps(w, s, stack)
    best = 32767
    choice = z
    for n in range(w.degree[z]):
        if s.act_first[n] == 0:
            continue
        to = w.neighbour[z, n]
        value = 2 * FAR
        for i in range(w.n_survivors):
            if in_play(s, i) == 1:
                d = w.far[to, s.zone[i]]
                if aimed == 1:
                    d = w.dist[ways_from(w, s, s.zone[i], ON_FOOT), to]
                value = min(value, d)
        if aimed == 0 and s.fire[to] > 0:
            value += 1000
        if value < best:
            best = value
            choice = to
    return A.CHOOSE + choice


@jit
def see_route(w: Record, s: Record, stack: int, o: Features) -> None:
    z = s.pack_zone[stack]
    about(z, s.pack_kind[stack], o)
    put(o, O.DECISION + D_LEFT, s.pack_n[stack])
    for n in range(w.degree[z]):
        o[O.ZONES + w.neighbour[z, n] * O.N_ZONE + Z_ROUTE] = s.act_first[n]


ROWS: Final = (
    Decision(
        OASK.ROUTE,
        words={"i": WHO, "stack": STACKS},
        asked=CHOICE,
        offer=offer_routes,
        answer=answer_route,
        default=default_route,
        see=see_route,
        fits=anywhere,
        text=Text("zombies with several ways (Zombie Master)", "where they go, all or some of a stack", "nearest to a survivor"),
        notation={"choose": "path {}"},
    ),
)
