"""The Zombie Master: movement of zombies, and plays of cards (AP-18.R7, AP-21)."""

from __future__ import annotations

from typing import Final

from zombicide_env.core.blocks import Act, by_block
from zombicide_env.core.chains import chain
from zombicide_env.core.jit import jit
from zombicide_env.core.records import Mask, Record, Row

from ...table.codes import NONE
from ..numbers import actions as A
from ..numbers import edition_actions as OA
from ..numbers import edition_decisions as OASK
from ..numbers.actions import N_ACTIONS
from ..numbers.layout import PACK, D, K, S, Z
from ..numbers.master import HAND_LIMIT
from ..numbers.zombies import ABOMINATION_WOUNDS, ABOMINATIONS, CLASS_OF
from ..rules.inventory import card_at
from ..rules.master import hand_size
from ..rules.master_cards import movable
from ..rules.table import TABLE
from ..rules.targets import fill_steps
from .combat import KILL_VALUE
from .distances import rooms_behind
from .gear import in_hands
from .hunger import NOWHERE, close_to, feast, lure
from .play import Play

#: Expected future worth of each card, in the order of the cards: the lowest is discarded first.
KEEP: Final = (1.6, 1.2, 0.9, 0.8, 0.5, 0.7, 1.1, 0.6, 1.0, 0.4)
PUSHED: Final = 3
CROWD: Final = 5  # zombies that block survivors; more have no further effect
SHOVE: Final = 0.45  # a zombie in a survivor's zone at the survivor's next turn
ROOM: Final = 0.9  # a room that spawns
LATE_ARRIVAL: Final = 1.2


@jit
def master(w: Record, s: Record, v: Record, weights: Record, m: Mask, first: int) -> int:
    """Return the answer to the decision on top of the agenda."""
    chosen = choice(w, s, v, weights, m, first)
    return chosen if chosen >= 0 else first


@jit
def best(w: Record, s: Record, v: Record, weights: Record, m: Mask, first: int) -> int:
    """Return the answer about the cards of the Zombie Master with the highest score, the first among equals."""
    found = first
    most = -1e9
    for a in range(first, N_ACTIONS):
        if m[a] == 1:
            value = worth(w, s, v, weights, a)
            if value > most:
                most = value
                found = a
    return found


@jit
def rate_answers(w: Record, s: Record, v: Record, weights: Record, m: Mask, first: int, scores: Row) -> bool:
    """Score each way for a whole stack, or each answer about the cards; returns False if nothing is compared."""
    t = s.depth - 1
    if s.stack[t, 0] == OASK.ROUTE:
        rate_routes(w, s, v, weights, s.stack[t, _STACK], scores)
        return True
    if _VALUED[s.stack[t, 0]] == 0:
        return False
    for a in range(first, N_ACTIONS):
        if m[a] == 1:
            scores[a] = worth(w, s, v, weights, a)
    return True


@jit
def play_card(w: Record, s: Record, v: Record, weights: Record, a: int) -> float:
    return (
        weights.patience * (1.0 if hand_size(s) < HAND_LIMIT else 0.3)
        if a == OA.PASS
        else card_worth(w, s, v, weights, A.BLOCK_OF[a], a - A.BLOCK_OF[a])
    )


@jit
def push_zombie(a: int) -> float:
    return KILL_VALUE[a - OA.PUSH] if a >= OA.PUSH and a < OA.PUSH + K else -1.0


@jit
def discard(a: int) -> float:
    return -KEEP[a - OA.DISCARD_CARD]


# ---- routes --------------------------------------------------------------------------------------------------------


@jit
def route(w: Record, s: Record, v: Record, weights: Record, stack: int, first: int) -> int:
    """Send the whole stack to the zone of the highest worth."""
    fill_steps(w, s, stack)
    z = s.pack_zone[stack]
    best = -1e9
    found = first
    for n in range(w.degree[z]):
        if s.act_first[n] == 1:
            worth = way_worth(w, s, v, weights, stack, w.neighbour[z, n])
            if worth > best:
                best = worth
                found = A.CHOOSE + w.neighbour[z, n]
    return found


@jit
def rate_routes(w: Record, s: Record, v: Record, weights: Record, stack: int, scores: Row) -> None:
    """Score each way for the whole stack."""
    fill_steps(w, s, stack)
    z = s.pack_zone[stack]
    for n in range(w.degree[z]):
        if s.act_first[n] == 1:
            scores[A.CHOOSE + w.neighbour[z, n]] = way_worth(w, s, v, weights, stack, w.neighbour[z, n])


@jit
def way_worth(w: Record, s: Record, v: Record, weights: Record, stack: int, to: int) -> float:
    """Worth of a way: close to a target, together with other zombies."""
    return lure(w, s, v, weights, to) + weights.pack * min(6, company(s, to, stack))


@jit
def company(s: Record, zone: int, stack: int) -> int:
    """Number of zombies that will be in the zone: those of arriving stacks, and those that stay."""
    n = 0
    for t in range(s.n_packs):
        if t != stack and s.pack_to[t] == zone:
            n += s.pack_n[t]
    return n


# ---- cards ---------------------------------------------------------------------------------------------------------


@jit
def arrival(w: Record, s: Record, v: Record, weights: Record, zone: int) -> float:
    return LATE_ARRIVAL + (0.6 if close_to(w, s, v, zone) == 1 else 0.0) + 0.1 * max(NOWHERE, lure(w, s, v, weights, zone))


@jit
def battering(w: Record, s: Record, v: Record, zone: int, n: int) -> float:
    beyond = w.neighbour[zone, n]
    rooms = max(rooms_behind(w, s, beyond), rooms_behind(w, s, zone))
    return ROOM * rooms + (1.5 if v.here[beyond] != 0 else 0.0)


@jit
def take_back(card: int) -> float:
    return KEEP[card] - 0.3


@jit
def echo(w: Record, s: Record, v: Record, weights: Record, zone: int) -> float:
    return 0.3 * max(0.0, lure(w, s, v, weights, zone)) + 0.1 * min(4, s.crowd[zone]) if v.here[zone] != 0 else 0.0


@jit
def cramp(w: Record, s: Record, v: Record, i: int) -> float:
    return 0.7 + 0.25 * min(4, s.crowd[s.zone[i]]) + 0.1 * in_hands(w, s, v, i)


@jit
def blackout(w: Record, s: Record, v: Record) -> float:
    return 0.4 * marksmen(w, s, v)


@jit
def clutching_hands(s: Record, v: Record) -> float:
    held = 0
    for n in range(v.n_team):
        held += 1 if s.crowd[s.zone[v.team[n]]] > 0 else 0
    return 0.8 * held


@jit
def jolt(w: Record, s: Record, v: Record, weights: Record, zone: int, kind: int) -> float:
    """Worth of one action of the zombies of a kind: attacks if there are survivors, else a step closer."""
    number = s.zombies[zone, kind]
    if v.here[zone] != 0:
        return feast(w, s, v, weights, zone, number * (ABOMINATION_WOUNDS[v.danger] if CLASS_OF[kind] == ABOMINATIONS else 1))
    if close_to(w, s, v, zone) == 1:
        return SHOVE * min(CROWD, number)
    return 0.02 * min(CROWD, number)


@jit
def shove(w: Record, s: Record, v: Record, zone: int, n: int) -> float:
    """Worth of a push: zombies pushed to survivors block them and attack next; those already with survivors stay."""
    to = w.neighbour[zone, n]
    number = min(PUSHED, movable(s, zone))
    if v.here[to] != 0 and v.here[zone] == 0 and s.fire[to] == 0:
        return SHOVE * number + 0.3
    return -1.0


@jit
def marksmen(w: Record, s: Record, v: Record) -> int:
    """Number of survivors whose weapons have range 2 or more."""
    number = 0
    for n in range(v.n_team):
        reach = 0
        for hand in range(PACK):
            reach = max(reach, w.shot_max[card_at(w, s, v.team[n], hand)])
        number += 1 if reach >= 2 else 0
    return number


@jit
def puppets(w: Record, s: Record, v: Record, zone: int) -> float:
    """Worth of leading a crowd that sees no survivors."""
    if v.here[zone] != 0 or close_to(w, s, v, zone) == 1:
        return 0.0
    return 0.1 * min(10, s.crowd[zone])


card_worth = by_block(  # effect of a card on the survivors, 1 being about a wound
    __name__,
    "card_worth",
    ("w", "s", "v", "weights"),
    (
        Act(OA.PLAY_ZB1, jolt, {"zone": Z, "kind": K}),
        Act(OA.PLAY_ZB2, shove, {"zone": Z, "n": D}),
        Act(OA.PLAY_ZB3, arrival, {"zone": Z}),
        Act(OA.PLAY_ZB4, battering, {"zone": Z, "n": D}),
        Act(OA.PLAY_ZB5, take_back, {"card": len(KEEP)}),
        Act(OA.PLAY_ZG1, echo, {"zone": Z}),
        Act(OA.PLAY_ZG2, cramp, {"i": S}),
        Act(OA.PLAY_ZG3, blackout),
        Act(OA.PLAY_ZG4, clutching_hands),
        Act(OA.PLAY_ZG5, puppets, {"zone": Z}),
    ),
    result="float",
)

# ---- all answers -----------------------------------------------------------------------------------------------------

ROWS: Final = (
    Play(OASK.ROUTE, route),
    Play(OASK.MASTER, best, worth=play_card),
    Play(OASK.PUSH, best, worth=push_zombie),
    Play(OASK.TOO_MANY, best, worth=discard),
)
_STACK: Final = TABLE.places[OASK.ROUTE]["stack"]
_WORTHS: Final = {row.code: row.worth for row in ROWS if row.worth is not None}
_VALUED: Final = TABLE.flags(lambda row: row.code in _WORTHS)
choice = chain(
    __name__,
    "choice",
    ("w", "s", "v", "weights", "m", "first"),
    {row.code: row.answer for row in ROWS},
    words=TABLE.places,
    result="int",
    otherwise=NONE,
)
worth = chain(__name__, "worth", ("w", "s", "v", "weights", "a"), _WORTHS, words=TABLE.places, result="float")
