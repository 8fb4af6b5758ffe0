"""Cards with an effect when drawn: events, mini-missions; Destiny, which replaces the card drawn (AP-12.4, AP-12.5, BP-22.67)."""

from __future__ import annotations

from zombicide_env.core.agenda import push
from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record

from ...table.codes import FX_AAAHH, FX_CAR_ALARM, FX_FIRST_AID, FX_RUSTY_NAIL, FX_SECOND_WIND, FX_STASH_1
from ..numbers import skills as SK
from ..numbers import tasks as T
from ..numbers.budget import U_DESTINY
from ..numbers.cards import MINI_MISSION
from ..numbers.layout import WALKER
from .inventory import discard_copy
from .owners import listed
from .survivor import heal_wound
from .team import in_play
from .wounds import lose_card


@jit
def spring_trap(w: Record, s: Record, i: int) -> None:
    """Resolve an event or begin a mini-mission; Aaahh!! and mini-missions end the Search (AP-12.4, AP-12.5, AP-12.R2)."""
    c = s.gain_copy
    card = w.copy_card[c]
    s.gain_copy = 0
    if w.card_effect[card] == FX_AAAHH or w.card_class[card] == MINI_MISSION:
        s.gain_left = 0
    else:
        push(s, T.DRAW, i)
    take_effect(w, s, i, c)


@jit
def take_effect(w: Record, s: Record, i: int, c: int) -> None:
    """Apply a card that is not stored."""
    card = w.copy_card[c]
    if w.card_class[card] == MINI_MISSION:
        begin_mission(w, s, i, c)
    else:
        discard_copy(s, c)
        happen(w, s, i, card)


@jit
def happen(w: Record, s: Record, i: int, card: int) -> None:
    """Apply an event (AP-26.R7)."""
    effect = w.card_effect[card]
    if effect == FX_FIRST_AID:
        first_aid(w, s, i)
    elif effect == FX_CAR_ALARM:
        s.noise[s.zone[i]] += 3
    elif effect == FX_SECOND_WIND:
        s.actions[i] += 1
    elif effect == FX_RUSTY_NAIL:
        lose_card(w, s, i)
    elif effect == FX_AAAHH:
        push(s, T.PLACE, WALKER, 1, s.zone[i])


@jit
def first_aid(w: Record, s: Record, i: int) -> None:
    """Heal a wound of the searcher, or of the first wounded survivor in the zone."""
    if s.wounds[i] > 0:
        heal_wound(w, s, i)
        return
    for k in range(w.n_survivors):
        j = listed(w, s, k)
        if in_play(s, j) == 1 and s.zone[j] == s.zone[i] and s.wounds[j] > 0:
            heal_wound(w, s, j)
            return


@jit
def begin_mission(w: Record, s: Record, i: int, c: int) -> None:
    """Place a mini-mission outside the inventory (AP-12.5)."""
    m = w.card_effect[w.copy_card[c]] - FX_STASH_1
    if s.mini[i, m] > 0:
        discard_copy(s, c)
        return
    s.mini[i, m] = c
    s.mini_done[i, m] = 0
    for k in range(s.tally.shape[0]):  # earlier achievements of the turn do not count
        s.tally_from[m, k] = s.tally[k]


@jit
def can_use_destiny(s: Record, i: int) -> int:
    return 1 if s.gain_search == 1 and s.skill[i, SK.DESTINY] > 0 and s.used[U_DESTINY] == 0 and s.current == i else 0
