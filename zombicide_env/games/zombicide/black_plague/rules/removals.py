"""Tokens that players remove from the board: for a killed Necromancer, for a fifth Dragon Bile token (BP-17.7, BP-14.6)."""

from __future__ import annotations

from typing import Final

from zombicide_env.core.agenda import push
from zombicide_env.core.decisions import CHOICE, Decision, Text, nothing_more
from zombicide_env.core.jit import jit
from zombicide_env.core.layout import FLAG
from zombicide_env.core.records import Record

from ..numbers import actions as A
from ..numbers import decisions as ASK
from ..numbers import tasks as T
from ..numbers.decisions import BILE_TOKEN, SPAWN_TOKEN
from ..numbers.layout import TOKEN_ID, WHO
from .bile import bile_in, move_bile
from .necromancer import default_removal, remove_from, token_in
from .options import offer
from .team import common_decider


@jit
def ask_removal(s: Record, i: int, what: int, about: int) -> None:
    """Ask survivor ``i`` for a token to remove; ``about``: token of the dead Necromancer, or zone of the new Dragon Bile."""
    push(s, ASK.REMOVE, i, what, about)


@jit
def next_removal(w: Record, s: Record) -> None:
    """Remove one spawn token for each Necromancer killed, in order of death (BP-17.7, BP-17.R7, BP-17.R8)."""
    if s.n_dead == 0:
        return
    own = s.dead_token[0]
    s.n_dead -= 1
    for k in range(s.n_dead):
        s.dead_token[k] = s.dead_token[k + 1]
    push(s, T.TOKENS)
    if s.n_tokens > 0:
        ask_removal(s, common_decider(w, s), 0, own)


@jit
def offer_removals(w: Record, s: Record, what: int) -> None:
    """Offer zones with a spawn token (BP-17.7), or with a Dragon Bile token."""
    for z in range(w.n_zones):
        if (what == SPAWN_TOKEN and token_in(s, z) == 1) or (what == BILE_TOKEN and bile_in(s, z) == 1):
            offer(s, A.CHOOSE + z)


@jit
def answer_removal(w: Record, s: Record, what: int, about: int, a: int) -> None:
    if what == SPAWN_TOKEN:
        remove_from(w, s, a - A.CHOOSE, about)
    else:
        move_bile(w, s, a - A.CHOOSE, about)


@jit
def choose_removal(w: Record, s: Record, what: int) -> int:
    if what == SPAWN_TOKEN:
        return A.CHOOSE + default_removal(w, s)
    return A.CHOOSE + s.bile_zone[0]  # BP-D-31


@jit
def fits_removal(w: Record, s: Record, what: int, about: int) -> int:
    """1 if the new Dragon Bile token has a zone."""
    return 1 if what == SPAWN_TOKEN or (about >= 0 and about < w.n_zones) else 0


ROWS: Final = (
    Decision(
        ASK.REMOVE,
        words={"i": WHO, "what": FLAG, "about": TOKEN_ID},
        asked=CHOICE,
        offer=offer_removals,
        answer=answer_removal,
        default=choose_removal,
        see=nothing_more,
        fits=fits_removal,
        text=Text(
            "a Necromancer was killed, or a fifth Dragon Bile token is placed",
            "which token goes",
            "the nearest active one; the oldest",
        ),
        notation={"choose": "remove {}"},
    ),
)
