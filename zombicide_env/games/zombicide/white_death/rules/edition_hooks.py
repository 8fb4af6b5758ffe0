"""Hooks of White Death at moments of a round."""

from __future__ import annotations

from zombicide_env.core.agenda import push
from zombicide_env.core.jit import jit
from zombicide_env.core.records import Mask, Record

from ...table.action import ACTION, DISCARD, END
from ...table.codes import NONE
from ..numbers import actions as A
from ..numbers import edition_skills as OSK
from ..numbers import tasks as T
from ..numbers.layout import SLOTS
from .combat import end_streaks
from .freeze import thaw
from .quests import ask_empress, offer_exits, take_along
from .survivor import gain_xp, heal_wound
from .team import in_play


@jit
def before_action(w: Record, s: Record, i: int, block: int, counts: int) -> None:
    """End Escalation with every action except attacks, which count it (WD-24.74); victory and defeat are tested after it."""
    if counts == DISCARD:
        return
    if s.lent == 1:
        s.lent_done = 1
    if block == A.CONSUME:
        s.actions[i] -= w.food_costs_action  # WD-12.24
    if (counts == ACTION or counts == END) and s.lent == 0:
        end_streaks(s)
    s.act_taunter = NONE  # zombies that obeyed a taunt have acted
    if counts != END:
        push(s, T.CHECK)


@jit
def strike_out(w: Record, s: Record, i: int, m: Mask) -> None:
    """Remove food if it costs an action and none is left, and free actions while an action is lent."""
    if s.lent == 1 or (w.food_costs_action == 1 and s.actions[i] == 0):
        for slot in range(SLOTS):
            m[A.CONSUME + slot] = 0
    if s.lent == 1:  # a Born Leader gives one action, nothing free (WD-24.50)
        m[A.END] = 0
        for slot in range(SLOTS):
            m[A.DROP + slot] = 0


@jit
def turn_ends(w: Record, s: Record, i: int) -> None:
    """Called when survivor ``i``'s turn ends, if the survivor is in play."""


@jit
def token_passed(w: Record, s: Record) -> None:
    """Called after the first player token has passed."""


@jit
def end_phase(w: Record, s: Record) -> None:
    """Apply Medic, remove freeze tokens and unused Blessings (WD-3.6, WD-24.38, WD-19.18)."""
    healed = 0
    for i in range(w.n_survivors):
        if in_play(s, i) == 1 and s.skill[i, OSK.MEDIC] > 0:
            for j in range(w.n_survivors):
                if in_play(s, j) == 1 and s.zone[j] == s.zone[i] and s.wounds[j] > 0 and (healed >> j) & 1 == 0:
                    heal_wound(w, s, j)
                    healed |= 1 << j
                    gain_xp(w, s, i, 1)
    for z in range(w.n_zones):
        thaw(w, s, z)
    for i in range(w.n_survivors):
        s.blessing[i] = s.ordered[i] = 0


@jit
def round_begins(w: Record, s: Record) -> None:
    """Resolve levels that Medics have reached, then the Empress's move."""
    if s.outcome == 0:
        ask_empress(w, s)
        for i in range(w.n_survivors - 1, -1, -1):
            if in_play(s, i) == 1:
                push(s, T.LEVELS, i)


@jit
def offer_exit(w: Record, s: Record, i: int) -> None:
    """Offer leaving with a part of the Guards."""
    offer_exits(w, s, i)


@jit
def leaves(w: Record, s: Record, i: int, a: int) -> None:
    """Let Guards leave with the survivor."""
    take_along(w, s, i, a)


@jit
def action_ends(w: Record, s: Record, i: int) -> None:
    """Called when an action of survivor ``i`` is over."""


@jit
def turn_ready(w: Record, s: Record, i: int) -> None:
    """Reset the Guard Action and Escalation; in a position the first turn may have fewer actions."""
    s.ordered[i] = 0
    end_streaks(s)
    if s.first_actions[i] >= 0:
        s.actions[i] = s.first_actions[i]
        s.first_actions[i] = NONE
