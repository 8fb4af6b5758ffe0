"""The Zombie Master's Phase: legal plays and their effects (AP-21)."""

from __future__ import annotations

from typing import Final

from zombicide_env.core.agenda import push
from zombicide_env.core.decisions import MAIN, Decision, Task, Text, anywhere, nothing_more
from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record

from ...table.codes import CLOSED, MASTER_PHASE
from ..numbers import actions as A
from ..numbers import edition_actions as OA
from ..numbers import edition_decisions as OASK
from ..numbers import edition_tasks as OT
from ..numbers.layout import ON_FOOT, WHO, D, K
from ..numbers.master import N_MASTER, ZB1, ZB2, ZB3, ZB4, ZB5, ZG1, ZG2, ZG3, ZG4, ZG5
from ..numbers.zombies import ABOMINATIONS, CLASS_OF
from .master import hand_size
from .master_cards import card_worth, colour_of, movable, play_card
from .movement import neighbour_index
from .options import offer
from .passability import passable
from .team import in_play, survivors_at, team_level
from .tokens import active_token_in

# ---- the phase ---------------------------------------------------------------------------------------------------------


@jit
def begin_phase(w: Record, s: Record) -> None:
    """Begin the phase (AP-3.4); without a card nothing happens."""
    s.phase = MASTER_PHASE
    s.zm_played = 0
    push(s, OT.MASTER_NEXT)


@jit
def go_on(w: Record, s: Record) -> None:
    """Ask for a card as long as one can be played."""
    if w.master_cards == 1 and hand_size(s) > 0:
        s.n_options = 0
        offer_plays(w, s)
        if s.n_options > 0:
            push(s, OASK.MASTER, w.n_survivors)


@jit
def may_play(w: Record, s: Record, c: int) -> int:
    """1 if the card may be played: one blue and one green card per phase, one in total at Blue danger level (AP-21.R4, AP-21.R12)."""
    if s.zm_hand[c] == 0 or s.zm_played & colour_of(c):
        return 0
    if s.zm_played != 0 and team_level(w, s) == 0:
        return 0
    return 1


# ---- legal plays --------------------------------------------------------------------------------------------------------


@jit
def offer_plays(w: Record, s: Record) -> None:
    """Offer every card with every target on which it has an effect (AP-21.R8)."""
    if may_play(w, s, ZB1) == 1:
        for z in range(w.n_zones):
            for k in range(K):
                if s.zombies[z, k] > 0 and CLASS_OF[k] != ABOMINATIONS:
                    offer(s, OA.PLAY_ZB1 + z * K + k)
    if may_play(w, s, ZB2) == 1:
        for z in range(w.n_zones):
            if movable(s, z) > 0:
                for n in range(w.degree[z]):
                    if passable(w, s, z, n, ON_FOOT) == 1:
                        offer(s, OA.PLAY_ZB2 + z * D + n)
    if may_play(w, s, ZB4) == 1:
        for d in range(w.n_doors):
            offer_battering(w, s, d)
    for z in range(w.n_zones):
        if may_play(w, s, ZB3) == 1 and active_token_in(s, z) == 1 and survivors_at(w, s, z) == 0:
            offer(s, OA.PLAY_ZB3 + z)
        if may_play(w, s, ZG1) == 1:
            offer(s, OA.PLAY_ZG1 + z)
        if may_play(w, s, ZG5) == 1 and s.crowd[z] > 0:
            offer(s, OA.PLAY_ZG5 + z)
    if may_play(w, s, ZB5) == 1:
        for c in range(N_MASTER):
            if c != ZB5 and lies(s, c) == 1:
                offer(s, OA.PLAY_ZB5 + c)
    if may_play(w, s, ZG2) == 1:
        for i in range(w.n_survivors):
            if in_play(s, i) == 1:
                offer(s, OA.PLAY_ZG2 + i)
    if may_play(w, s, ZG3) == 1:
        offer(s, OA.PLAY_ZG3)
    if may_play(w, s, ZG4) == 1:
        offer(s, OA.PLAY_ZG4)


@jit
def offer_phase(w: Record, s: Record) -> None:
    offer_plays(w, s)
    offer(s, OA.PASS)


@jit
def strength(s: Record, z: int) -> int:
    """Strength of the zombies that batter a door, an Abomination counting three."""
    return movable(s, z) + 3 * (s.crowd[z] - movable(s, z))


@jit
def offer_battering(w: Record, s: Record, d: int) -> None:
    """Offer battering; the zombies' zone is named first; if both sides are strong enough, the first in canonical order (AP-21.R11)."""
    if s.door[d] != CLOSED:
        return
    a = min(w.door_zone[d, 0], w.door_zone[d, 1])
    b = max(w.door_zone[d, 0], w.door_zone[d, 1])
    if strength(s, a) >= 3:
        offer(s, OA.PLAY_ZB4 + a * D + neighbour_index(w, a, b))
    elif strength(s, b) >= 3:
        offer(s, OA.PLAY_ZB4 + b * D + neighbour_index(w, b, a))


@jit
def lies(s: Record, c: int) -> int:
    """1 if the card is in the discard pile."""
    for k in range(s.zm_pile_n):
        if s.zm_pile[k] == c + 1:
            return 1
    return 0


# ---- effects ------------------------------------------------------------------------------------------------------------


@jit
def play(w: Record, s: Record, a: int) -> None:
    """Play a card; then the phase continues."""
    if a == OA.PASS:
        return
    block = A.BLOCK_OF[a]
    push(s, OT.MASTER_NEXT)
    play_card(w, s, block, a - block)


# ---- choices of the automatic Zombie Master (AP-D-19 to 21) -------------------------------------------------------------


@jit
def default_play(w: Record, s: Record) -> int:
    """Default: blue cards by id, then green ones; the target with the most zombies near survivors."""
    best = -1
    choice = OA.PASS
    for k in range(s.n_options):
        a = s.options[k]
        if a == OA.PASS:
            continue
        value = card_worth(w, s, A.BLOCK_OF[a], a - A.BLOCK_OF[a])
        if value > best:
            best = value
            choice = a
    return choice


# ---- on the agenda -----------------------------------------------------------------------------------------------------


ROWS: Final = (
    Task(OT.MASTER_PHASE, begin_phase),
    Task(OT.MASTER_NEXT, go_on),
    Decision(
        OASK.MASTER,
        words={"i": WHO},
        asked=MAIN,
        offer=offer_phase,
        answer=play,
        default=default_play,
        see=nothing_more,
        fits=anywhere,
        text=Text("the Zombie Master's Phase", "which card to play on what, or pass", "blue cards by id, then green ones"),
    ),
)
