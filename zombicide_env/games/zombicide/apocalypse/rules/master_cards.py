"""The Zombie Master's cards: their effects, and their priority for the automatic Zombie Master (AP-21, AP-D-19 to 21).

A played card is public, with everything that it names (AP-21.R9).
"""

from __future__ import annotations

from typing import Final

from zombicide_env.core.agenda import push
from zombicide_env.core.blocks import Act, by_block
from zombicide_env.core.decisions import CHOICE, Decision, Text, anywhere
from zombicide_env.core.events import tell
from zombicide_env.core.jit import jit
from zombicide_env.core.layout import Range
from zombicide_env.core.records import Record

from ...table.codes import FAR, NONE, OPEN
from ..numbers import actions as A
from ..numbers import edition_actions as OA
from ..numbers import edition_decisions as OASK
from ..numbers import edition_events as OE
from ..numbers import events as E
from ..numbers import tasks as T
from ..numbers.layout import RUNNER, WALKER, WHERE, WHO, D, K, S, Z
from ..numbers.master import BLUE_CARDS, N_MASTER, ZB1, ZB2, ZB3, ZB4, ZB5, ZG1, ZG2, ZG3, ZG4, ZG5
from ..numbers.zombies import ABOMINATIONS, CLASS_OF
from .about import about_zone
from .casualties import settle
from .doors import reveal_rooms
from .entrances import comes_open
from .master import lay_down, lay_open
from .options import first_offered, offer
from .outcome import check_end
from .team import in_play, team_level

BLUE = 1
GREEN = 2


@jit
def colour_of(c: int) -> int:
    return BLUE if c < BLUE_CARDS else GREEN


@jit
def spend(s: Record, c: int) -> None:
    s.zm_hand[c] -= 1
    s.zm_played |= BLUE
    lay_down(s, c)


@jit
def lay(w: Record, s: Record, c: int, target: int) -> None:
    """Put a green card into effect."""
    s.zm_played |= GREEN
    lay_open(s, c, target)


@jit
def nearest_survivor(w: Record, s: Record, z: int) -> int:
    """Steps from the zone to a survivor in play, with all doors open."""
    best = FAR
    for i in range(w.n_survivors):
        if in_play(s, i) == 1:
            best = min(best, w.far[z, s.zone[i]])
    return best


def _rank(c: int) -> int:
    """Rank in which the first card counts most."""
    return (N_MASTER - c) * 100_000


rank = jit(_rank)


@jit
def zone_worth(w: Record, s: Record, z: int) -> int:
    """Number of zombies of the zone; near survivors (distance 2) they count before all others."""
    n = min(90, s.crowd[z]) * 300
    if nearest_survivor(w, s, z) <= 2 and s.crowd[z] > 0:
        n += 30_000
    return n


# ---- blue cards --------------------------------------------------------------------------------------------------------


@jit
def jolt(w: Record, s: Record, zone: int, kind: int) -> None:
    tell(w, OE.MASTER_PLAYS, ZB1, zone, NONE, NONE, kind, NONE)
    spend(s, ZB1)
    push(s, T.ACTIVATE, 1 << kind, zone, NONE, 1)


@jit
def worth_of_jolt(w: Record, s: Record, zone: int, kind: int) -> int:
    return rank(ZB1) + zone_worth(w, s, zone) + s.zombies[zone, kind]


@jit
def shove(w: Record, s: Record, zone: int, n: int) -> None:
    tell(w, OE.MASTER_PLAYS, ZB2, zone, w.neighbour[zone, n], NONE, NONE, NONE)
    spend(s, ZB2)
    push(s, OASK.PUSH, w.n_survivors, zone, w.neighbour[zone, n], 0)


@jit
def worth_of_shove(w: Record, s: Record, zone: int, n: int) -> int:
    return rank(ZB2) + zone_worth(w, s, zone) + FAR - nearest_survivor(w, s, w.neighbour[zone, n])


@jit
def late_arrival(w: Record, s: Record, zone: int) -> None:
    tell(w, OE.MASTER_PLAYS, ZB3, zone, NONE, NONE, NONE, NONE)
    spend(s, ZB3)
    if team_level(w, s) >= 2:
        push(s, T.PLACE, RUNNER, 1, zone)
    push(s, T.PLACE, WALKER, 2, zone)


@jit
def worth_of_arrival(w: Record, s: Record, zone: int) -> int:
    return rank(ZB3) + FAR - nearest_survivor(w, s, zone)


@jit
def battering(w: Record, s: Record, zone: int, n: int) -> None:
    tell(w, OE.MASTER_PLAYS, ZB4, zone, w.neighbour[zone, n], NONE, NONE, NONE)
    spend(s, ZB4)
    batter(w, s, zone, n)


@jit
def batter(w: Record, s: Record, z: int, n: int) -> None:
    """Open the door as a survivor would; a building opened for the first time spawns (AP-13.2)."""
    door = w.link_door[z, n]
    s.door[door] = OPEN
    tell(w, OE.BATTER, door)
    s.opener = w.n_survivors
    comes_open(w, s, door)
    reveal_rooms(w, s, z)
    reveal_rooms(w, s, w.neighbour[z, n])


@jit
def worth_of_battering(w: Record, s: Record, zone: int, n: int) -> int:
    return rank(ZB4) + FAR - nearest_survivor(w, s, w.neighbour[zone, n])


@jit
def regurgitate(w: Record, s: Record, card: int) -> None:
    tell(w, OE.MASTER_PLAYS, ZB5, NONE, NONE, NONE, NONE, card)
    s.zm_hand[ZB5] -= 1
    s.zm_gone += 1
    s.zm_played |= BLUE
    take_back(s, card)


@jit
def take_back(s: Record, c: int) -> None:
    """Regurgitate: return the oldest copy of the card in the discard pile to the hand."""
    kept = 0
    found = 0
    n = s.zm_pile_n
    for k in range(n):
        if found == 0 and s.zm_pile[k] == c + 1:
            found = 1
        else:
            s.zm_pile[kept] = s.zm_pile[k]
            kept += 1
    s.zm_pile_n = kept
    for k in range(kept, n):
        s.zm_pile[k] = 0
    s.zm_hand[c] += 1


@jit
def worth_of_card(card: int) -> int:
    return rank(ZB5) + card


# ---- green cards -------------------------------------------------------------------------------------------------------


@jit
def echo(w: Record, s: Record, zone: int) -> None:
    tell(w, OE.MASTER_PLAYS, ZG1, zone, NONE, NONE, NONE, NONE)
    lay(w, s, ZG1, zone)


@jit
def worth_of_echo(w: Record, s: Record, zone: int) -> int:
    return rank(ZG1) + zone_worth(w, s, zone)


@jit
def cramp(w: Record, s: Record, i: int) -> None:
    tell(w, OE.MASTER_PLAYS, ZG2, NONE, NONE, i, NONE, NONE)
    lay(w, s, ZG2, i)


@jit
def worth_of_cramp(s: Record, i: int) -> int:
    return rank(ZG2) + s.xp[i]


@jit
def blackout(w: Record, s: Record) -> None:
    tell(w, OE.MASTER_PLAYS, ZG3, NONE, NONE, NONE, NONE, NONE)
    lay(w, s, ZG3, NONE)


@jit
def clutching_hands(w: Record, s: Record) -> None:
    tell(w, OE.MASTER_PLAYS, ZG4, NONE, NONE, NONE, NONE, NONE)
    lay(w, s, ZG4, NONE)


@jit
def puppet_pack(w: Record, s: Record, zone: int) -> None:
    tell(w, OE.MASTER_PLAYS, ZG5, zone, NONE, NONE, NONE, NONE)
    lay(w, s, ZG5, zone)


@jit
def worth_of_puppets(w: Record, s: Record, zone: int) -> int:
    return rank(ZG5) + zone_worth(w, s, zone)


play_card = by_block(
    __name__,
    "play_card",
    ("w", "s"),
    (
        Act(OA.PLAY_ZB1, jolt, {"zone": Z, "kind": K}),
        Act(OA.PLAY_ZB2, shove, {"zone": Z, "n": D}),
        Act(OA.PLAY_ZB3, late_arrival, {"zone": Z}),
        Act(OA.PLAY_ZB4, battering, {"zone": Z, "n": D}),
        Act(OA.PLAY_ZB5, regurgitate, {"card": N_MASTER}),
        Act(OA.PLAY_ZG1, echo, {"zone": Z}),
        Act(OA.PLAY_ZG2, cramp, {"i": S}),
        Act(OA.PLAY_ZG3, blackout),
        Act(OA.PLAY_ZG4, clutching_hands),
        Act(OA.PLAY_ZG5, puppet_pack, {"zone": Z}),
    ),
)
card_worth = by_block(
    __name__,
    "card_worth",
    ("w", "s"),
    (
        Act(OA.PLAY_ZB1, worth_of_jolt, {"zone": Z, "kind": K}),
        Act(OA.PLAY_ZB2, worth_of_shove, {"zone": Z, "n": D}),
        Act(OA.PLAY_ZB3, worth_of_arrival, {"zone": Z}),
        Act(OA.PLAY_ZB4, worth_of_battering, {"zone": Z, "n": D}),
        Act(OA.PLAY_ZB5, worth_of_card, {"card": N_MASTER}),
        Act(OA.PLAY_ZG1, worth_of_echo, {"zone": Z}),
        Act(OA.PLAY_ZG2, worth_of_cramp, {"i": S}),
        Act(OA.PLAY_ZG3, _rank(ZG3)),
        Act(OA.PLAY_ZG4, _rank(ZG4)),
        Act(OA.PLAY_ZG5, worth_of_puppets, {"zone": Z}),
    ),
    result="int",
)


# ---- on the agenda -----------------------------------------------------------------------------------------------------


@jit
def movable(s: Record, z: int) -> int:
    """Number of zombies of the zone that Shove can move."""
    n = 0
    for k in range(K):
        if CLASS_OF[k] != ABOMINATIONS:
            n += s.zombies[z, k]
    return n


@jit
def offer_pushes(s: Record, zone: int, pushed: int) -> None:
    for k in range(K):
        if s.zombies[zone, k] > 0 and CLASS_OF[k] != ABOMINATIONS:
            offer(s, OA.PUSH + k)
    if pushed > 0:
        offer(s, A.DONE)


@jit
def push_one(w: Record, s: Record, zone: int, to: int, pushed: int, a: int) -> None:
    """Move one zombie after the other by Shove, at most three (AP-21.R11)."""
    if a == A.DONE:
        return
    k = a - OA.PUSH
    tell(w, E.PUSH, k, 1, zone, to)
    s.zombies[zone, k] -= 1
    s.crowd[zone] -= 1
    s.zombies[to, k] += 1
    s.crowd[to] += 1
    settle(w, s, to)
    check_end(w, s)
    if pushed < 2 and movable(s, zone) > 0:
        push(s, OASK.PUSH, w.n_survivors, zone, to, pushed + 1)


ROWS: Final = (
    Decision(
        OASK.PUSH,
        words={"i": WHO, "zone": WHERE, "to": WHERE, "pushed": Range(0, 3)},
        asked=CHOICE,
        offer=offer_pushes,
        answer=push_one,
        default=first_offered,
        see=about_zone,
        fits=anywhere,
        text=Text("Shove", "which zombie is moved next, or done", "three zombies"),
    ),
)
