"""Guards: orders, fighting, dying for the survivors (WD-13)."""

from __future__ import annotations

from typing import Final

from zombicide_env.core.agenda import push
from zombicide_env.core.decisions import ALWAYS, Decision, Text, anywhere
from zombicide_env.core.events import tell
from zombicide_env.core.jit import jit
from zombicide_env.core.layout import Range
from zombicide_env.core.records import Record

from ...table.codes import NONE, RULE_LOSE_GUARD
from ..numbers import actions as A
from ..numbers import edition_actions as OA
from ..numbers import edition_decisions as OASK
from ..numbers import edition_events as OE
from ..numbers.layout import WHERE, WHO
from .about import about_zone
from .options import first_offered, offer
from .outcome import check_end
from .quest_rules import empress_at, has_rule
from .team import survivors_at

MISSED: Final = {"wound_empress": "miss empress"}


@jit
def shoots(s: Record, j: int) -> int:
    """1 if survivor ``j`` makes the attack in person; Guards under the survivor's orders may hit it (WD-13.13)."""
    return 1 if j == s.atk_by and s.atk_guards == 0 else 0


@jit
def able(w: Record, s: Record, zone: int) -> int:
    """Number of Guards of the zone that a miss or an attack may still hit: each takes one (WD-13.14, WD-15.21)."""
    n = s.guards[zone]
    if s.atk_guards > 0 and s.atk_from == zone:  # their own misses do not hit them (WD-13.13)
        n -= s.atk_guards
    return n


@jit
def empress_open(w: Record, s: Record, zone: int) -> int:
    """1 if the Empress is in the zone and has not been hit yet (WD-25.114)."""
    return 1 if empress_at(w, s) == zone and s.hurt_empress == 0 else 0


@jit
def exposed(w: Record, s: Record, zone: int) -> int:
    """Number of Guards, and the Empress, that the next miss at the zone may hit."""
    return max(0, able(w, s, zone) - missed(w, s)) + empress_open(w, s, zone)


@jit
def offer_missed(w: Record, s: Record, zone: int) -> None:
    """Offer a Guard, and the Empress, for the next miss."""
    if able(w, s, zone) > missed(w, s):
        offer(s, OA.MISS_GUARD)
    if empress_open(w, s, zone) == 1:
        offer(s, OA.WOUND_EMPRESS)


@jit
def missed(w: Record, s: Record) -> int:
    """Number of Guards that misses of the attack have hit."""
    return s.hurt // w.guard_absorbs


@jit
def unhurt(w: Record, s: Record) -> int:
    """Number of attacks that the Guards of the fight can still take."""
    return max(0, s.guards[s.wnd_zone] * w.guard_absorbs - s.hurt)


@jit
def shields(w: Record, s: Record) -> int:
    """Number of attacks that Guards and Empress can take in the fight; 0 if survivors taunt."""
    return 0 if s.act_taunter >= 0 else unhurt(w, s) + empress_open(w, s, s.wnd_zone)


@jit
def stands(w: Record, s: Record, zone: int) -> int:
    """1 if the zone has a Guard or the Empress, whom zombies attack."""
    if s.act_taunter >= 0:
        return 0
    return 1 if s.guards[zone] > 0 or empress_at(w, s) == zone else 0


@jit
def offer_shields(w: Record, s: Record) -> None:
    """Offer them as victims of the next attack."""
    if s.act_taunter >= 0:
        return
    if unhurt(w, s) > 0:
        offer(s, OA.WOUND_GUARD)
    if empress_open(w, s, s.wnd_zone) == 1:
        offer(s, OA.WOUND_EMPRESS)


@jit
def default_shield(w: Record, s: Record) -> int:
    """Default: a Guard takes the attack or miss first, last if a Guard's death loses the game (WD-27.1); -1: a survivor."""
    survivors = 0
    guard = NONE
    for k in range(s.n_options):
        a = s.options[k]
        if a == OA.WOUND_GUARD or a == OA.MISS_GUARD:
            guard = a
        elif A.BLOCK_OF[a] == A.WOUND or A.BLOCK_OF[a] == A.MISS:
            survivors += 1
    if guard >= 0 and (survivors == 0 or has_rule(w, RULE_LOSE_GUARD) == 0):
        return guard
    if survivors == 0:
        return s.options[0]
    return NONE


@jit
def hurt(w: Record, s: Record, zone: int, a: int) -> None:
    """Let the one that answer ``a`` names take the attack or miss."""
    s.hurt_zone = zone
    if a == OA.WOUND_EMPRESS:
        s.hurt_empress = 1
    elif a == OA.MISS_GUARD:
        s.hurt += w.guard_absorbs  # a miss hits one Guard, however many attacks of zombies it could take
    else:
        s.hurt += 1


@jit
def bury(w: Record, s: Record) -> None:
    """Remove the Guards that were hit, after the survivors' wounds are resolved (WD-13.3, WD-17.3)."""
    if s.hurt > 0:
        n = min(s.guards[s.hurt_zone], (s.hurt + w.guard_absorbs - 1) // w.guard_absorbs)
        s.hurt = 0
        kill_guards(w, s, s.hurt_zone, n)
        check_end(w, s)
    if s.hurt_empress == 1:
        s.hurt_empress = 0
        s.empress_hurt = 1
        tell(w, OE.EMPRESS_HURT, s.hurt_zone)
        check_end(w, s)


@jit
def kill_guards(w: Record, s: Record, zone: int, n: int) -> None:
    """Kill Guards; victory and defeat are tested after all simultaneous deaths (WD-3.12)."""
    if n > 0:
        tell(w, OE.GUARDS_DIE, n, zone)
    s.guards[zone] -= n
    s.guards_dead += n


# ---- rescued by a Lifesaver (WD-24.61) ---------------------------------------------------------------------------------------


@jit
def ask_rescued_guards(s: Record, i: int, zone: int, there: int) -> None:
    push(s, OASK.RESCUED, i, zone, there)


@jit
def offer_rescued(w: Record, s: Record, zone: int, there: int) -> None:
    """Offer the number of Guards to rescue; at least one if none of the ``there`` survivors is rescued."""
    left = survivors_at(w, s, zone)
    for n in range(1 if left == there else 0, s.guards[zone] + 1):
        offer(s, OA.RESCUE_GUARDS + n)


@jit
def come_along(w: Record, s: Record, i: int, zone: int, a: int) -> None:
    """Move rescued Guards to the rescuer."""
    n = a - OA.RESCUE_GUARDS
    target = s.zone[i]
    if n > 0:
        tell(w, OE.GUARDS_GO, n, zone, target)
    s.guards[zone] -= n
    s.guards[target] += n


ROWS: Final = (
    Decision(
        OASK.RESCUED,
        words={"i": WHO, "zone": WHERE, "there": Range(0, "n_survivors")},
        asked=ALWAYS,  # part of one text with the others of a Lifesaver
        offer=offer_rescued,
        answer=come_along,
        default=first_offered,
        see=about_zone,
        fits=anywhere,
        text=Text("Lifesaver", "how many Guards are moved", "all"),
        waits=True,  # while survivors are being named
    ),
)
