"""What a survivor may do in his turn (BP-11, BP-22): ``m[a] = 1`` for every legal action."""

from __future__ import annotations

from zombicide_env.core.jit import jit
from zombicide_env.core.memory import BITS, lowest, marked
from zombicide_env.core.records import Mask, Record

from ...table.codes import (
    CLOSED,
    FAR,
    FX_FOOD,
    OPEN,
)
from ..edition import DOORS_OPEN, LOADS_ITSELF
from ..numbers import actions as A
from ..numbers import skills as SK
from ..numbers.actions import N_ACTIONS
from ..numbers.budget import F_NOSE, F_SEARCH, U_BORN_LEADER, U_LOUD
from ..numbers.layout import SLOTS, VAULT_CARDS, ZONE_USES, D, Z
from .attacks import legal_attacks
from .borders import passable
from .deeds import idle, legal_deeds
from .doors import BREAK_IN, can_open
from .feats import (
    can_pay_move,
    can_save,
    can_shove,
    move_steps,
    prepare_skill,
    skill_payable,
    skill_reaches,
)
from .fire import legal_throws
from .ground import searchable, searches_again, walks_as
from .inventory import (
    card_at,
    unloaded_slot,
)
from .magic import legal_enchantments
from .movement import fill_reach
from .objectives import may_take
from .rearrange import can_reorganise, can_trade
from .survivor import can_pay
from .team import in_play, killed_in
from .vaults import first_face_down, takes_from_vault
from .zone_skills import zone_skill


@jit
def legal_turn(w: Record, s: Record, i: int, mask: Mask) -> None:
    mask[A.END] = 1
    legal_moves(w, s, i, mask)
    legal_attacks(w, s, i, mask)
    if DOORS_OPEN:
        legal_doors(w, s, i, mask)
    legal_search(w, s, i, mask)
    legal_cards(w, s, i, mask)
    legal_enchantments(w, s, i, mask)
    legal_skills(w, s, i, mask)
    if s.actions[i] > 0:
        legal_plain(w, s, i, mask)
    legal_deeds(w, s, i, mask)


@jit
def legal_moves(w: Record, s: Record, i: int, m: Mask) -> None:
    if can_pay_move(w, s, i) == 0:
        return
    here = s.zone[i]
    steps = move_steps(w, s, i, 0)
    if steps == 1:
        for n in range(w.degree[here]):
            if passable(w, s, here, n, walks_as(w, s, i)) == 1:
                m[A.MOVE + w.neighbour[here, n]] = 1
        return
    fill_reach(w, s, i, here, steps)
    for z in range(w.n_zones):
        if z != here and w.reach[z] != FAR:
            m[A.MOVE + z] = 1


# ---- doors, searching, cards -------------------------------------------------------------------------------------------------


@jit
def legal_doors(w: Record, s: Record, i: int, m: Mask) -> None:
    here = s.zone[i]
    bits = -1
    for n in range(w.degree[here]):
        door = w.link_door[here, n]
        if door < 0:
            continue
        if s.door[door] == CLOSED:
            if bits < 0:
                bits = can_open(w, s, i)
            for means in range(BREAK_IN + 1):
                if (bits >> means) & 1:
                    m[A.OPEN + means * D + n] = 1
        elif s.door[door] == OPEN and s.skill[i, SK.LOCK_IT_DOWN] > 0 and s.actions[i] > 0:
            m[A.CLOSE + n] = 1


@jit
def can_search(w: Record, s: Record, i: int) -> int:
    """Which action may pay a Search: 1 normal or free, 2 only Hold your nose, 0 none (BP-11.2, BP-22.45)."""
    here = s.zone[i]
    if s.crowd[here] > 0 or (s.searched[i] == 1 and searches_again(w, s, i) == 0):
        return 0
    if searchable(w, s, i, here) == 1:
        if can_pay(s, i, F_SEARCH) == 1:
            return 1
    if s.free[F_NOSE] > 0 and killed_in(s, i, here) == 1:
        return 2
    return 0


@jit
def legal_search(w: Record, s: Record, i: int, m: Mask) -> None:
    if can_search(w, s, i) > 0:
        m[A.SEARCH] = 1


@jit
def legal_cards(w: Record, s: Record, i: int, m: Mask) -> None:
    """Dropping, eating, throwing, reloading, trading (BP-9.7, BP-24.7, BP-14, BP-13f, BP-11.9)."""
    for slot in range(SLOTS):
        if s.inv[i, slot] == 0:
            continue
        m[A.DROP + slot] = 1
        if w.card_effect[card_at(w, s, i, slot)] == FX_FOOD and first_of_card(w, s, i, slot) == 1:
            m[A.CONSUME + slot] = 1
    if s.actions[i] > 0 or (not LOADS_ITSELF and s.skill[i, SK.FREE_RELOAD] > 0):
        if unloaded_slot(w, s, i) >= 0:
            m[A.RELOAD] = 1
    if s.actions[i] == 0:
        return
    m[A.REORGANISE] = can_reorganise(w, s, i)
    for j in range(w.n_survivors):
        if j != i and in_play(s, j) == 1 and s.zone[j] == s.zone[i]:
            m[A.TRADE + j] = can_trade(w, s, i, j)
    legal_throws(w, s, i, m)


@jit
def first_of_card(w: Record, s: Record, i: int, slot: int) -> int:
    for t in range(slot):
        if card_at(w, s, i, t) == card_at(w, s, i, slot):
            return 0
    return 1


@jit
def legal_plain(w: Record, s: Record, i: int, m: Mask) -> None:
    """Actions paid with a normal action and nothing else: noise, objectives, vaults."""
    here = s.zone[i]
    m[A.NOISE] = 1
    if s.objective[here] > 0 and may_take(w, s, here) == 1:
        m[A.TAKE] = 1
    v = w.vault_of[here]
    if v >= 0:
        if first_face_down(s, v) >= 0:
            m[A.TAKE_ARTEFACT] = 1
        for p in range(VAULT_CARDS):
            if takes_from_vault(w, s, v, p) == 1:
                m[A.TAKE_CARD + p] = 1


# ---- enchantments and skills ---------------------------------------------------------------------------------------------------


@jit
def legal_skills(w: Record, s: Record, i: int, m: Mask) -> None:
    here = s.zone[i]
    for number in range(len(SK.ZONE)):
        skill = zone_skill(s, i, number)
        if skill < 0:
            break
        if skill_payable(w, s, i, skill) == 1:
            prepare_skill(w, s, i, skill)
            for z in range(w.n_zones):
                if skill_reaches(w, s, i, skill, z) == 1:
                    if number < ZONE_USES:
                        m[A.USE_ZONE + number * Z + z] = 1
                    else:
                        m[A.CHOOSE + number] = 1
    if s.skill[i, SK.SHOVE] > 0:
        for n in range(w.degree[here]):
            m[A.SHOVE + n] = can_shove(w, s, i, n)
    if s.skill[i, SK.LIFESAVER] > 0:
        for n in range(w.degree[here]):
            m[A.LIFESAVER + n] = can_save(w, s, i, n)
    if s.skill[i, SK.LOUD] > 0 and s.used[U_LOUD] == 0:
        m[A.LOUD] = 1
    if s.skill[i, SK.BORN_LEADER] > 0 and s.used[U_BORN_LEADER] == 0:
        for j in range(w.n_survivors):
            if j != i and in_play(s, j) == 1:
                m[A.BORN_LEADER + j] = 1


@jit
def can_act(w: Record, s: Record, i: int) -> int:
    """1 if the survivor still has something to do beside Do nothing and discarding (BP-11.R10)."""
    if s.actions[i] > 0:
        return 1  # Make noise is always possible
    for a in range(N_ACTIONS):
        w.mask[a] = 0
    legal_turn(w, s, i, w.mask)
    for start in range(0, N_ACTIONS, BITS):
        bits = marked(w.mask, start, N_ACTIONS)
        while bits != 0:
            a = start + lowest(bits)
            if a != A.END and A.BLOCK_OF[a] != A.DROP and idle(A.BLOCK_OF[a]) == 0:
                return 1
            bits &= bits - 1
    return 0
