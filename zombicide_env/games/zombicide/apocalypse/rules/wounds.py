"""Wounds: their distribution, the Goalie Mask, the card that a wound costs, the second wound that kills (AP-15)."""

from __future__ import annotations

from typing import Final

from zombicide_env.core.agenda import pending, push
from zombicide_env.core.decisions import CHOICE, Decision, Task, Text, anywhere, nothing_more
from zombicide_env.core.events import tell
from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record

from ...table.codes import FX_MASK, NONE, ZOMBIES_PHASE
from ..numbers import actions as A
from ..numbers import edition_actions as OA
from ..numbers import edition_decisions as OASK
from ..numbers import edition_tasks as OT
from ..numbers import events as E
from ..numbers import skills as SK
from ..numbers import tasks as T
from ..numbers.layout import COUNT, MAX_WOUNDS, SLOTS, WHO, K
from ..numbers.master import ZG2
from ..numbers.mini_missions import N_MINI
from ..numbers.zombies import KIND_OF
from .hidden import hidden
from .inventory import count_cards, discard_copy, drop
from .master import expire
from .options import offer
from .outcome import check_end
from .owners import listed
from .survivor import remove_survivor
from .team import in_play


@jit
def targetable(w: Record, s: Record, i: int, zone: int) -> int:
    """1 if zombies of the zone may attack the survivor (AP-18.R9, Taunt: BP-22.59)."""
    if in_play(s, i) == 0 or s.zone[i] != zone or hidden(w, s, i) == 1:
        return 0
    if s.act_taunter >= 0 and s.act_taunter != i:
        return 0
    return 1


@jit
def assign(w: Record, s: Record) -> int:
    """Assign the wounds of ``wnd_left`` in the order of the kinds, up to a choice (AP-15.R7); returns its kind, NONE: no choice."""
    n = 0
    only = NONE
    for j in range(w.n_survivors):
        if targetable(w, s, j, s.wnd_zone) == 1:
            n += 1
            only = j
    for k in range(K):
        if n == 1:
            if s.wnd_left[k] > 0:
                tell(w, E.ASSAULT, s.wnd_zone, k, s.wnd_left[k], only)
            s.wnd[only, k] += s.wnd_left[k]
            s.wnd_left[k] = 0
        elif s.wnd_left[k] > 0:
            s.wnd_left[k] -= 1
            return k
    return NONE


@jit
def wounds_of(w: Record, s: Record, j: int) -> int:
    """Number of wounds that victim ``j`` has to take: Ironclad, then Tough (BP-13.R15)."""
    n = 0
    for k in range(K):
        if ironclad(s, j, k) == 0:
            n += s.wnd[j, k]
        s.wnd[j, k] = 0
    return toughened(s, j, n)


@jit
def ironclad(s: Record, j: int, k: int) -> int:
    """1 if survivor ``j`` ignores wounds from zombies of id ``k``; a kind covers all its types (BP-22.36, AP-0.R2)."""
    return min(1, s.skill[j, SK.IRONCLAD[k]] + s.skill[j, SK.IRONCLAD[KIND_OF[k]]])


@jit
def toughened(s: Record, j: int, n: int) -> int:
    """Number of wounds of a zombie attack after Tough: one fewer, once per Zombies' Phase (BP-22.50)."""
    if n > 0 and s.skill[j, SK.TOUGH] > 0 and s.phase == ZOMBIES_PHASE and s.tough_used[j] == 0:
        s.tough_used[j] = 1
        n -= 1
    return n


@jit
def victim(w: Record, s: Record, start: int, friendly: int) -> None:
    """Resolve the wounds of the next victim in roster order."""
    for k in range(start, w.n_survivors):
        j = listed(w, s, k)
        n = wounds_of(w, s, j)
        if n > 0:
            s.roll_sure = n
            push(s, T.VICTIM, k + 1, 0)
            push(s, T.SUFFER, j)
            return


@jit
def suffer(w: Record, s: Record, j: int) -> int:
    """Resolve the wounds of an attack one by one; returns 1 if cards may be lost instead: "Is that all you've got?" (BP-22.76)."""
    if s.roll_sure > 0 and s.skill[j, SK.IS_THAT_ALL_YOUVE_GOT] > 0 and count_cards(s, j) > 0:
        return 1
    take_wounds(w, s, j)
    return 0


@jit
def take_wounds(w: Record, s: Record, j: int) -> None:
    n = s.roll_sure
    s.roll_sure = 0
    push(s, OT.SUFFER, j, n)


@jit
def mask_slot(w: Record, s: Record, j: int) -> int:
    """Lowest slot with a Goalie Mask, -1: none (AP-15.R4)."""
    for slot in range(SLOTS):
        if w.card_effect[w.copy_card[s.inv[j, slot]]] == FX_MASK:
            return slot
    return NONE


@jit
def suffer_wounds(w: Record, s: Record, j: int, n: int) -> None:
    """Resolve the next of ``n`` wounds: the mask may prevent it, else it is taken (AP-15.R6)."""
    if n <= 0 or in_play(s, j) == 0:
        return
    push(s, OT.SUFFER, j, n - 1)
    if mask_slot(w, s, j) >= 0:
        push(s, OASK.MASK, j)
    else:
        take_wound(w, s, j)


@jit
def take_wound(w: Record, s: Record, j: int) -> None:
    """Take a wound: the second one kills; the first one costs a card (AP-15.R1, AP-15.R2)."""
    s.wounds[j] += 1
    tell(w, E.WOUND, j, 1, s.wounds[j])
    if s.wounds[j] >= MAX_WOUNDS:
        kill(w, s, j)
    else:
        lose_card(w, s, j)


@jit
def kill(w: Record, s: Record, j: int) -> None:
    """Kill a single survivor; survivors who die together are removed together before victory and defeat are tested."""
    die(w, s, j)
    check_end(w, s)


@jit
def die(w: Record, s: Record, j: int) -> None:
    """Take the survivor out of the seat, discard mini-missions and cards (AP-15.R1, AP-16.R9, AP-12.R5)."""
    remove_survivor(w, s, j)
    s.seat[j] = NONE
    expire(w, s, ZG2, j)
    for m in range(N_MINI):
        if s.mini[j, m] > 0:
            discard_copy(s, s.mini[j, m])
            s.mini[j, m] = s.mini_done[j, m] = 0


@jit
def lose_card(w: Record, s: Record, j: int) -> None:
    """Discard one card; with several the victim's player chooses."""
    n = count_cards(s, j)
    if n > 1:
        push(s, OASK.LOSE, j)
    elif n == 1:
        drop(w, s, j, default_loss(s, j))


@jit
def loses_card(s: Record) -> int:
    """1 while a survivor chooses the card that a wound costs."""
    return pending(s, OASK.LOSE)


@jit
def default_loss(s: Record, j: int) -> int:
    """Default: the highest pack slot filled, then right, then left (AP-D-4)."""
    for slot in range(SLOTS - 1, -1, -1):
        if s.inv[j, slot] > 0:
            return slot
    return NONE


@jit
def default_victim(w: Record, s: Record, kind: int) -> int:
    """Default victim of the next wound: one each for the unwounded if that suffices, else all for the least experienced (AP-D-3)."""
    left = 1
    for k in range(K):
        left += s.wnd_left[k]
    given = 0
    unhurt = 0
    first = NONE
    least = NONE
    for place in range(w.n_survivors):
        j = listed(w, s, place)
        if targetable(w, s, j, s.wnd_zone) == 0:
            continue
        own = 0
        for k in range(K):
            own += s.wnd[j, k]
        given += own
        if s.wounds[j] == 0:
            unhurt += 1
            if own == 0 and first < 0:
                first = j
        if least < 0 or s.xp[j] <= s.xp[least]:
            least = j
    return first if left + given <= unhurt and first >= 0 else least


# ---- on the agenda -----------------------------------------------------------------------------------------------------


@jit
def answer_mask(w: Record, s: Record, i: int, a: int) -> None:
    if a == OA.MASK:
        drop(w, s, i, mask_slot(w, s, i))
    else:
        take_wound(w, s, i)


@jit
def offer_losses(s: Record, i: int) -> None:
    for slot in range(SLOTS):
        if s.inv[i, slot] > 0:
            offer(s, OA.LOSE + slot)


@jit
def answer_loss(w: Record, s: Record, i: int, a: int) -> None:
    drop(w, s, i, a - OA.LOSE)


@jit
def choose_loss(s: Record, i: int) -> int:
    return OA.LOSE + default_loss(s, i)


ROWS: Final = (
    Task(OT.SUFFER, suffer_wounds, words={"j": WHO, "n": COUNT}),
    Decision(
        OASK.MASK,
        words={"i": WHO},
        asked=CHOICE,
        offer=(OA.MASK, A.ACCEPT),
        answer=answer_mask,
        default=OA.MASK,
        see=nothing_more,
        fits=anywhere,
        text=Text("a wound, while a Goalie Mask is carried", "use the mask or accept the wound", "mask"),
    ),
    Decision(
        OASK.LOSE,
        words={"i": WHO},
        asked=CHOICE,
        offer=offer_losses,
        answer=answer_loss,
        default=choose_loss,
        see=nothing_more,
        fits=anywhere,
        text=Text("the first wound, or Rusty Nail", "which card is lost", "the highest pack slot, then right, then left"),
    ),
)
