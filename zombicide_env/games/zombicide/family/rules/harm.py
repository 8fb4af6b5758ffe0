"""A fight in progress: the survivors wounded by each zombie, the cards discarded for wounds (BP-13e, BP-15b)."""

from __future__ import annotations

from typing import Final

from zombicide_env.core.agenda import push
from zombicide_env.core.decisions import CHOICE, Decision, Task, Text, anywhere
from zombicide_env.core.events import tell
from zombicide_env.core.jit import jit
from zombicide_env.core.layout import FLAG
from zombicide_env.core.records import Features, Record

from ..edition import GUARDS
from ..numbers import actions as A
from ..numbers import decisions as ASK
from ..numbers import events as E
from ..numbers import skills as SK
from ..numbers import tasks as T
from ..numbers.layout import KIND, MAX_WOUNDS, NEXT_SURVIVOR, SLOTS, WHO
from .about import about, about_wounds
from .guards import default_shield, hurt, offer_shields
from .inventory import drop
from .options import offer
from .team import common_decider
from .wounds import assign, default_victim, suffer, take_wounds, targetable, victim


@jit
def assign_attackers(w: Record, s: Record) -> None:
    """Assign every attacker to a victim; the team decides where there is a choice."""
    kind = assign(w, s)
    if kind >= 0:
        push(s, T.ASSIGN)
        push(s, ASK.WOUND, common_decider(w, s), kind)


@jit
def offer_victims(w: Record, s: Record) -> None:
    for j in range(w.n_survivors):
        if targetable(w, s, j, s.wnd_zone) == 1:
            offer(s, A.WOUND + j)
    offer_shields(w, s)


@jit
def answer_wound(w: Record, s: Record, kind: int, a: int) -> None:
    if A.BLOCK_OF[a] == A.WOUND:
        s.wnd[a - A.WOUND, kind] += 1
        tell(w, E.ASSAULT, s.wnd_zone, kind, 1, a - A.WOUND)
    else:
        hurt(w, s, s.wnd_zone, a)


@jit
def default_wound(w: Record, s: Record, kind: int) -> int:
    if GUARDS:
        shield = default_shield(w, s)
        if shield >= 0:
            return shield
    return A.WOUND + default_victim(w, s, kind)


@jit
def see_wound(s: Record, kind: int, o: Features) -> None:
    about(s.wnd_zone, kind, o)


@jit
def suffer_attack(w: Record, s: Record, j: int) -> None:
    """Apply the wounds that were not prevented; the survivor decides first which cards to lose against them."""
    if suffer(w, s, j) == 1:
        push(s, T.SUFFER, j)
        push(s, ASK.CANCEL, j)


@jit
def offer_cards(s: Record, i: int) -> None:
    for slot in range(SLOTS):
        if s.inv[i, slot] > 0:
            offer(s, A.DROP + slot)
    offer(s, A.ACCEPT)


@jit
def answer_cancel(w: Record, s: Record, i: int, a: int) -> None:
    if a == A.ACCEPT:
        s.depth -= 1  # T.SUFFER below would ask again
        take_wounds(w, s, i)
    else:
        drop(w, s, i, a - A.DROP)
        tell(w, E.IGNORE, i, SK.IS_THAT_ALL_YOUVE_GOT, 1)
        s.roll_sure -= 1


@jit
def default_cancel(s: Record, i: int) -> int:
    """Discard cards to stay alive, those of the backpack first (BP-D-23)."""
    if s.wounds[i] + s.roll_sure < MAX_WOUNDS:
        return A.ACCEPT
    for slot in range(SLOTS - 1, -1, -1):
        if s.inv[i, slot] > 0:
            return A.DROP + slot
    return A.ACCEPT


ROWS: Final = (
    Task(T.ASSIGN, assign_attackers),
    Decision(
        ASK.WOUND,
        words={"i": WHO, "kind": KIND},
        asked=CHOICE,
        offer=offer_victims,
        answer=answer_wound,
        default=default_wound,
        see=see_wound,
        fits=anywhere,
        text=Text("a zombie attacks", "which survivor it wounds", "the one with the fewest wounds, then roster order"),
    ),
    Task(T.VICTIM, victim, words={"start": NEXT_SURVIVOR, "friendly": FLAG}),
    Task(T.SUFFER, suffer_attack, words={"j": WHO}),
    Decision(
        ASK.CANCEL,
        words={"i": WHO},
        below=(T.SUFFER,),
        asked=CHOICE,
        offer=offer_cards,
        answer=answer_cancel,
        default=default_cancel,
        see=about_wounds,
        fits=anywhere,
        text=Text(
            "about to be wounded",
            "which cards to lose against wounds (Is that all you've got?)",
            "enough to stay alive, backpack first",
        ),
    ),
)
