"""The battle of a card (HZ-7, HZ-8), its red rule (HZ-17e) and the Molotov (HZ-9)."""

from __future__ import annotations

from ...core.agenda import pop, push, word
from ...core.events import tell
from ...core.jit import jit
from ...core.records import Record
from . import told
from .actions import A_FLEE, A_MOLOTOV, A_SAVE, A_SHOOT, A_STRIKE
from .belongings import eliminate, gain, gain_token, horde_for, lose, pop_to
from .dice import roll, rolled, targets
from .layout import (
    ADRENALINE,
    AMMO,
    AT_FLEE,
    AT_MELEE,
    AT_START,
    DICE_PER_AMMO,
    DOUBLE,
    FLEE_COST,
    GAS,
    HORROR,
    MELEE_ROLL,
    MOLOTOV,
    MOST_MELEE,
    NO_ADRENALINE,
    NO_FLEE,
    RANGED_BITES,
    RANGED_ROLL,
    SHOTS,
    SPARK,
    WOUNDED,
)
from .tasks import (
    D_FLEE,
    D_MOLOTOV,
    D_SHOOT,
    D_STRIKE,
    D_WOUNDED,
    T_CARD_END,
    T_FLEE,
    T_MELEE,
    T_ROLL,
    T_ROLLED,
    T_SHOOT,
    T_STRIKES,
    T_WINDOW,
    T_WOUNDS,
)


@jit
def card_in_play(s: Record) -> int:
    return s.route[s.row, s.place]


@jit
def red_rule(w: Record, s: Record) -> int:
    return w.rule[card_in_play(s)]


@jit
def begin_battle(w: Record, s: Record) -> None:
    s.fighting = 1
    s.zombies = w.zombies[card_in_play(s)]
    tell(w, told.BATTLE, s.turn, s.zombies)
    s.step = AT_START
    s.melee_round = 0
    push(s, T_SHOOT)
    push(s, T_WINDOW)


@jit
def fewer(w: Record, s: Record, n: int) -> None:
    """So many zombies are left now, or of ``ranged_bites`` there are."""
    if n != s.zombies:
        tell(w, told.ZOMBIES, n - s.zombies, n)
    s.zombies = n


@jit
def win(w: Record, s: Record) -> None:
    """No zombie is left: the card is collected (HZ-7.8)."""
    fewer(w, s, 0)
    pop_to(s, T_CARD_END)


# ---- Molotov --------------------------------------------------------------------------------------------------------


@jit
def window(s: Record) -> None:
    if s.tokens[s.turn, MOLOTOV] > 0:
        push(s, D_MOLOTOV, s.turn)


@jit
def answer_molotov(w: Record, s: Record, a: int) -> None:
    p = word(s, 1)
    pop(s)
    if a == A_MOLOTOV:  # HZ-9.3
        tell(w, told.MOLOTOV, p)
        gain_token(w, s, p, MOLOTOV, -1)
        win(w, s)


# ---- ranged attack and flight -----------------------------------------------------------------------------------------


@jit
def ask_shoot(s: Record) -> None:
    if s.own[s.turn, AMMO] > 0:
        push(s, D_SHOOT, s.turn)
    else:
        s.step = AT_FLEE
        push(s, T_FLEE)


@jit
def most_shots(s: Record, p: int) -> int:
    return min(SHOTS - 1, s.own[p, AMMO])


@jit
def answer_shoot(w: Record, s: Record, a: int) -> None:
    """HZ-7.2; newcomers of ``ranged_bites`` arrive after the kills (HZ-17.R7)."""
    p = word(s, 1)
    pop(s)
    n = a - A_SHOOT
    s.step = AT_FLEE
    push(s, T_FLEE)
    if n == 0:
        return
    tell(w, told.SHOOT, p, n)
    gain(w, s, p, AMMO, -n)
    roll(w, s, RANGED_ROLL, DICE_PER_AMMO * n, 0)
    fewer(w, s, max(0, s.zombies - targets(s)))
    if red_rule(w, s) == RANGED_BITES:
        fewer(w, s, s.zombies + rolled(s, WOUNDED))
    if s.zombies == 0:
        win(w, s)
    else:
        push(s, T_WINDOW)


@jit
def ask_flee(w: Record, s: Record) -> None:
    if s.own[s.turn, GAS] >= FLEE_COST and red_rule(w, s) != NO_FLEE:
        push(s, D_FLEE, s.turn)
    else:
        push(s, T_MELEE)


@jit
def answer_flee(w: Record, s: Record, a: int) -> None:
    p = word(s, 1)
    pop(s)
    if a == A_FLEE:  # HZ-7.4
        tell(w, told.FLEE, p)
        gain(w, s, p, GAS, -FLEE_COST)
        s.fled = 1
        pop_to(s, T_CARD_END)
    else:
        push(s, T_MELEE)


# ---- melee --------------------------------------------------------------------------------------------------------------


@jit
def melee(s: Record) -> None:
    """A melee round; from the second on it begins with a window (HZ-9.R3)."""
    s.step = AT_MELEE
    push(s, T_ROLL)
    if s.melee_round > 0:
        push(s, T_WINDOW)


@jit
def melee_roll(w: Record, s: Record) -> None:
    """Dice, deaths, free kills (HZ-7.R3 steps 2 to 4)."""
    p = s.turn
    if s.melee_round >= MOST_MELEE:
        eliminate(w, s, p)
        return
    s.melee_round += 1
    tell(w, told.MELEE, p, s.melee_round)
    group = s.group[p]
    red = min(group, horde_for(w, s, p, card_in_play(s)))  # HZ-8.R1
    roll(w, s, MELEE_ROLL, group - red, red)
    if lose(w, s, p, rolled(s, HORROR)) == 0:
        return
    fewer(w, s, max(0, s.zombies - targets(s)))
    s.wounds = rolled(s, WOUNDED)
    s.strikes = rolled(s, SPARK) + rolled(s, DOUBLE)
    push(s, T_ROLLED)
    push(s, T_STRIKES)
    push(s, T_WOUNDS)


@jit
def may_use_adrenaline(w: Record, s: Record, p: int) -> int:
    if s.own[p, ADRENALINE] > 0 and red_rule(w, s) != NO_ADRENALINE:
        return 1
    return 0


@jit
def wounds(w: Record, s: Record) -> None:
    """Each ``wounded`` die: adrenaline or a survivor (HZ-7.R3 step 5)."""
    p = s.turn
    while s.wounds > 0:
        if may_use_adrenaline(w, s, p) == 1:
            push(s, T_WOUNDS)
            push(s, D_WOUNDED, p)
            return
        s.wounds -= 1
        if lose(w, s, p, 1) == 0:
            return


@jit
def answer_wounded(w: Record, s: Record, a: int) -> None:
    p = word(s, 1)
    pop(s)
    s.wounds -= 1
    if a == A_SAVE:
        tell(w, told.SAVE, p)
        gain(w, s, p, ADRENALINE, -1)
    else:
        lose(w, s, p, 1)


@jit
def strikes(w: Record, s: Record) -> None:
    """Adrenaline kills (HZ-7.R3 step 6)."""
    p = s.turn
    if s.strikes > 0 and s.zombies > 0 and may_use_adrenaline(w, s, p) == 1:
        push(s, T_STRIKES)
        push(s, D_STRIKE, p)
    else:
        s.strikes = 0


@jit
def answer_strike(w: Record, s: Record, a: int) -> None:
    p = word(s, 1)
    pop(s)
    if a == A_STRIKE:
        tell(w, told.STRIKE, p)
        gain(w, s, p, ADRENALINE, -1)
        fewer(w, s, s.zombies - 1)
        s.strikes -= 1
    else:
        s.strikes = 0


@jit
def after_roll(w: Record, s: Record) -> None:
    if s.zombies == 0:
        win(w, s)
    else:
        push(s, T_MELEE)
