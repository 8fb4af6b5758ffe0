"""Sabotage (section 13.3) and scouting in the fog (ZG-17.6)."""

from __future__ import annotations

from typing import Final

from zombicide_env.core.agenda import pop, push, top_task
from zombicide_env.core.chance import note
from zombicide_env.core.decisions import CHOICE, MAIN, Decision, Task, Text, anywhere, nothing_more
from zombicide_env.core.dice import roll_d6
from zombicide_env.core.events import tell
from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record, Row
from zombicide_env.core.rng import rand_below

from ..numbers import decisions as ASK
from ..numbers import events as E
from ..numbers import tasks as T
from ..numbers.actions import A_CONFIRM, A_LOC, A_OPTION, A_PASS
from ..numbers.layout import (
    BASE,
    DESTROY,
    DESTROY_AND_STEAL,
    EFFECTS,
    HORDE,
    NONE,
    SABOTAGE_WORK,
    SABOTAGED,
    SCOUT,
    STEAL,
    TAKEN,
    WHO,
    K,
)
from .board import controller, foreign_markers, foreign_people, ruin
from .cards import gain, lose
from .knowledge import stolen
from .lowest import first_legal
from .scoring import eliminations
from .work import ENGINEERING, SCIENCE, begin_work, both_possible, end_work, skill_at

N_EFFECTS = 5


# ---- targets (ZG-13.22 to ZG-13.24) -------------------------------------------------------------------------------


@jit
def robbable(s: Record, p: int, loc: int) -> int:
    """1 if the location's controller is another player with a card in hand."""
    q = controller(s, loc)
    return 1 if q >= 0 and q != p and s.n_hand[q] > 0 else 0


@jit
def target_for(s: Record, p: int, loc: int, effect: int) -> int:
    if effect == SCOUT:
        return s.face_down[loc]
    if s.kind[loc] == BASE or s.face_down[loc] == 1:
        return 0
    if effect == DESTROY:
        return foreign_markers(s, p, loc)
    if effect == HORDE:
        return max(foreign_markers(s, p, loc), foreign_people(s, p, loc))
    if effect == STEAL:
        return robbable(s, p, loc)
    return max(foreign_markers(s, p, loc), robbable(s, p, loc))  # ZG-13.30


@jit
def on_menu(w: Record, effect: int) -> int:
    if effect == SCOUT:
        return w.fog
    if effect == DESTROY_AND_STEAL:
        return w.sabotage_combo
    if effect == DESTROY or effect == STEAL:
        return 1 - w.sabotage_combo
    return 1


@jit
def has_target_for(w: Record, s: Record, p: int, loc: int, effect: int) -> int:
    if on_menu(w, effect) == 0:
        return 0
    for i in range(w.n_near[loc]):
        if target_for(s, p, w.near[loc, i], effect) == 1:
            return 1
    return 0


# ---- decisions ---------------------------------------------------------------------------------------------------------


@jit
def sabotage_more(s: Record, p: int) -> None:
    push(s, T.SABOTAGE, p)
    push(s, ASK.SAB_FROM, p)


@jit
def able_at(w: Record, s: Record, p: int, loc: int) -> int:
    """1 if the player's idle characters there can reach 2 gears and 2 flasks with the cards in hand (ZG-13.19)."""
    if s.people[loc, p] == 0:
        return 0
    gears = skill_at(w, s, p, loc, ENGINEERING, 0)
    return 1 if gears > 0 and both_possible(w, s, p, gears, skill_at(w, s, p, loc, SCIENCE, 0), NONE) == 1 else 0


@jit
def legal_from_place(w: Record, s: Record, p: int, mask: Row) -> None:
    mask[A_PASS] = 1
    for loc in range(w.n_locations):
        if able_at(w, s, p, loc) == 1:
            for effect in range(N_EFFECTS):
                if has_target_for(w, s, p, loc, effect) == 1:
                    mask[A_LOC + loc] = 1
                    break


@jit
def answer_from_place(s: Record, p: int, a: int) -> None:
    if a == A_PASS:
        pop(s)  # nothing more to do: T.SABOTAGE is below
    else:
        s.work_at = a - A_LOC
        push(s, ASK.SAB_KIND, p)


@jit
def legal_effect(w: Record, s: Record, p: int, mask: Row) -> None:
    for effect in range(N_EFFECTS):
        mask[A_OPTION + effect] = has_target_for(w, s, p, s.work_at, effect)


@jit
def answer_effect(s: Record, p: int, a: int) -> None:
    s.effect = a - A_OPTION
    push(s, ASK.SAB_TARGET, p)


@jit
def legal_sab_target(w: Record, s: Record, p: int, mask: Row) -> None:
    """Mark one target; a scout may name a second one with a higher index."""
    mask[A_CONFIRM] = s.target[0] >= 0
    for i in range(w.n_near[s.work_at]):
        loc = w.near[s.work_at, i]
        if loc > s.target[0]:
            mask[A_LOC + loc] = target_for(s, p, loc, s.effect)


@jit
def answer_sab_target(s: Record, p: int, a: int) -> None:
    if a != A_CONFIRM:
        i = 0 if s.target[0] < 0 else 1
        s.target[i] = a - A_LOC
        if i == 0 and s.effect == SCOUT:
            return
    pop(s)
    begin_work(s, SABOTAGE_WORK, p, s.work_at)


# ---- the attempt (ZG-13.25 to ZG-13.30) -------------------------------------------------------------------------------------


@jit
def attempt(w: Record, s: Record, p: int) -> None:
    """Roll a die: 4 or more, 1 more for each intact marker."""
    loc = s.target[0]
    needed = SABOTAGED
    if s.effect != SCOUT:
        needed += s.intact[loc]
    face = roll_d6(s)
    tell(w, E.DIE, face, needed)
    if face < needed:
        end_work(s)
        return
    if s.effect == SCOUT:
        scout(s, p)
        return
    if s.effect == HORDE:
        s.horde[loc] = 1
    if s.effect == STEAL or s.effect == DESTROY_AND_STEAL:
        rob(w, s, p, loc)
    if s.effect == DESTROY or s.effect == DESTROY_AND_STEAL:
        if foreign_markers(s, p, loc) == 1:
            ruin(w, s, loc)
    end_work(s)


@jit
def rob(w: Record, s: Record, p: int, loc: int) -> None:
    """Steal a random card of the player who controls the location (ZG-13.28)."""
    if robbable(s, p, loc) == 0:
        return
    q = controller(s, loc)
    left = rand_below(s, s.n_hand[q])
    for card in range(K):
        left -= s.hand[q, card]
        if left < 0:
            lose(s, q, card)
            gain(s, p, card)
            stolen(w, s, p, q, card)
            note(s, TAKEN, card)
            return


@jit
def scout(s: Record, p: int) -> None:
    """Let the scout look at the hidden tiles."""
    for i in range(2):
        if s.target[i] >= 0:
            look(s, p, s.target[i])
    push(s, ASK.SCOUT_SWAP, p)


@jit
def look(s: Record, p: int, loc: int) -> None:
    if (s.looked[loc] >> p) & 1 == 0:
        s.looked[loc] += 1 << p


@jit
def legal_swap(s: Record, mask: Row) -> None:
    mask[A_PASS] = 1
    mask[A_CONFIRM] = s.target[1] >= 0


@jit
def answer_swap(s: Record, p: int, a: int) -> None:
    """Swap the tiles publicly; what other players have seen there is no longer valid (ZG-19.1)."""
    if a == A_CONFIRM:
        i = s.target[0]
        j = s.target[1]
        kind = s.kind[i]
        s.kind[i] = s.kind[j]
        s.kind[j] = kind
        s.looked[i] = 1 << p
        s.looked[j] = 1 << p
    end_work(s)


@jit
def next_sabotage(w: Record, s: Record, p: int) -> None:
    """Continue after an attempt, which may eliminate players."""
    eliminations(w, s)
    sabotage_more(s, p)


# ---- whether the decision is possible in the current sabotage: the attempt follows, and a character there has to be able to do it


@jit
def is_able(w: Record, s: Record, p: int) -> int:
    return able_at(w, s, p, s.work_at) if s.work_at >= 0 else 0


@jit
def has_effect(w: Record, s: Record, p: int) -> int:
    return is_able(w, s, p) if s.effect >= 0 else 0


@jit
def has_scouted(s: Record) -> int:
    return 1 if s.target[0] >= 0 else 0


@jit
def plans_sabotage(s: Record) -> int:
    """1 while effect and targets are being named."""
    return 1 if top_task(s) == ASK.SAB_KIND or top_task(s) == ASK.SAB_TARGET else 0


ROWS: Final = (
    Task(T.SABOTAGE, next_sabotage, words={"p": WHO}, below=(T.SEATS,)),
    Decision(
        ASK.SAB_FROM,
        words={"p": WHO},
        below=(T.SABOTAGE,),
        asked=MAIN,
        offer=legal_from_place,
        answer=answer_from_place,
        default=first_legal,
        see=nothing_more,
        fits=anywhere,
        text=Text("where the sabotage starts from", default="`pass`"),
        notation={"pass": "pass", "loc": "from {}"},
    ),
    Decision(
        ASK.SAB_KIND,
        words={"p": WHO},
        below=(T.SABOTAGE,),
        asked=MAIN,
        offer=legal_effect,
        answer=answer_effect,
        default=first_legal,
        see=nothing_more,
        fits=is_able,
        text=Text("its effect", default="the lowest"),
        notation={"option": "effect {}"},
        menu=EFFECTS,
    ),
    Decision(
        ASK.SAB_TARGET,
        words={"p": WHO},
        below=(T.SABOTAGE,),
        asked=MAIN,
        offer=legal_sab_target,
        answer=answer_sab_target,
        default=first_legal,
        see=nothing_more,
        fits=has_effect,
        text=Text("its target; up to two for scouts", default="the lowest"),
        notation={"loc": "target {}", "confirm": "done"},
        stays=True,
    ),
    Decision(
        ASK.SCOUT_SWAP,
        words={"p": WHO},
        below=(T.SABOTAGE,),
        asked=CHOICE,
        offer=legal_swap,
        answer=answer_swap,
        default=first_legal,
        see=nothing_more,
        fits=has_scouted,
        text=Text("whether the two tiles are swapped", default="`keep`"),
        notation={"pass": "keep", "confirm": "swap"},
    ),
)
