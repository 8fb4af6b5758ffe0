"""The battle of a card (HZ-7, HZ-8), its red rule (HZ-17e) and the Molotov (HZ-9)."""

from __future__ import annotations

from typing import Final

from zombicide_env.core.agenda import push
from zombicide_env.core.decisions import CHOICE, MAIN, Decision, Task, Text, nothing_more
from zombicide_env.core.events import tell
from zombicide_env.core.jit import jit
from zombicide_env.core.records import Mask, Record

from ..numbers import decisions as ASK
from ..numbers import events as E
from ..numbers import tasks as T
from ..numbers.actions import A_FIGHT, A_FLEE, A_HOLD, A_KEEP, A_MOLOTOV, A_SACRIFICE, A_SAVE, A_SHOOT, A_STRIKE
from ..numbers.layout import (
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
    WHO,
    WOUNDED,
)
from .belongings import eliminate, gain, gain_token, horde_for, in_battle, lose, pop_to
from .dice import roll, rolled, targets


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
    tell(w, E.BATTLE, s.turn, s.zombies)
    s.step = AT_START
    s.melee_round = 0
    push(s, T.SHOOT)
    push(s, T.WINDOW)


@jit
def fewer(w: Record, s: Record, n: int) -> None:
    """Set the number of zombies, which decreases, or increases with ``ranged_bites``."""
    if n != s.zombies:
        tell(w, E.ZOMBIES, n - s.zombies, n)
    s.zombies = n


@jit
def win(w: Record, s: Record) -> None:
    """Win the battle without zombies left: collect the card (HZ-7.8)."""
    fewer(w, s, 0)
    pop_to(s, T.CARD_END)


# ---- Molotov --------------------------------------------------------------------------------------------------------


@jit
def window(s: Record) -> None:
    if s.tokens[s.turn, MOLOTOV] > 0:
        push(s, ASK.MOLOTOV, s.turn)


@jit
def answer_molotov(w: Record, s: Record, p: int, a: int) -> None:
    if a == A_MOLOTOV:  # HZ-9.3
        tell(w, E.MOLOTOV, p)
        gain_token(w, s, p, MOLOTOV, -1)
        win(w, s)


@jit
def default_molotov(w: Record, s: Record, p: int) -> int:
    """Default of HZ-D-6."""
    return A_MOLOTOV if threat(w, s, p) >= s.group[p] else A_KEEP


@jit
def threat(w: Record, s: Record, p: int) -> int:
    """Threat: remaining zombies, plus 2 for each red die."""
    return s.zombies + 2 * horde_for(w, s, p, card_in_play(s))


# ---- ranged attack and flight -----------------------------------------------------------------------------------------


@jit
def ask_shoot(s: Record) -> None:
    if s.own[s.turn, AMMO] > 0:
        push(s, ASK.SHOOT, s.turn)
    else:
        s.step = AT_FLEE
        push(s, T.FLEE)


@jit
def most_shots(s: Record, p: int) -> int:
    return min(SHOTS - 1, s.own[p, AMMO])


@jit
def offer_shots(s: Record, p: int, mask: Mask) -> None:
    for n in range(most_shots(s, p) + 1):
        mask[A_SHOOT + n] = 1


@jit
def default_shots(s: Record, p: int) -> int:
    """Default of HZ-D-7."""
    return A_SHOOT + min(most_shots(s, p), s.zombies // 2)


@jit
def answer_shoot(w: Record, s: Record, p: int, a: int) -> None:
    """Shoot (HZ-7.2); newcomers of ``ranged_bites`` arrive after the kills (HZ-17.R7)."""
    n = a - A_SHOOT
    s.step = AT_FLEE
    push(s, T.FLEE)
    if n == 0:
        return
    tell(w, E.SHOOT, p, n)
    gain(w, s, p, AMMO, -n)
    roll(w, s, RANGED_ROLL, DICE_PER_AMMO * n, 0)
    fewer(w, s, max(0, s.zombies - targets(s)))
    if red_rule(w, s) == RANGED_BITES:
        fewer(w, s, s.zombies + rolled(s, WOUNDED))
    if s.zombies == 0:
        win(w, s)
    else:
        push(s, T.WINDOW)


@jit
def ask_flee(w: Record, s: Record) -> None:
    if s.own[s.turn, GAS] >= FLEE_COST and red_rule(w, s) != NO_FLEE:
        push(s, ASK.FLEE, s.turn)
    else:
        push(s, T.MELEE)


@jit
def answer_flee(w: Record, s: Record, p: int, a: int) -> None:
    if a == A_FLEE:  # HZ-7.4
        tell(w, E.FLEE, p)
        gain(w, s, p, GAS, -FLEE_COST)
        s.fled = 1
        pop_to(s, T.CARD_END)
    else:
        push(s, T.MELEE)


@jit
def default_flight(w: Record, s: Record, p: int) -> int:
    """Default of HZ-D-8."""
    return A_FLEE if threat(w, s, p) >= s.group[p] + s.own[p, ADRENALINE] else A_FIGHT


# ---- melee --------------------------------------------------------------------------------------------------------------


@jit
def melee(s: Record) -> None:
    """Fight a melee round; from the second one it begins with a Molotov window (HZ-9.R3)."""
    s.step = AT_MELEE
    push(s, T.ROLL)
    if s.melee_round > 0:
        push(s, T.WINDOW)


@jit
def melee_roll(w: Record, s: Record) -> None:
    """Roll the dice and resolve deaths and free kills (HZ-7.R3 steps 2 to 4)."""
    p = s.turn
    if s.melee_round >= MOST_MELEE:
        eliminate(w, s, p)
        return
    s.melee_round += 1
    tell(w, E.MELEE, p, s.melee_round)
    group = s.group[p]
    red = min(group, horde_for(w, s, p, card_in_play(s)))  # HZ-8.R1
    roll(w, s, MELEE_ROLL, group - red, red)
    if lose(w, s, p, rolled(s, HORROR)) == 0:
        return
    fewer(w, s, max(0, s.zombies - targets(s)))
    s.wounds = rolled(s, WOUNDED)
    s.strikes = rolled(s, SPARK) + rolled(s, DOUBLE)
    push(s, T.ROLLED)
    push(s, T.STRIKES)
    push(s, T.WOUNDS)


@jit
def may_use_adrenaline(w: Record, s: Record, p: int) -> int:
    return 1 if s.own[p, ADRENALINE] > 0 and red_rule(w, s) != NO_ADRENALINE else 0


@jit
def wounds(w: Record, s: Record) -> None:
    """Resolve each ``wounded`` die: adrenaline or a survivor (HZ-7.R3 step 5)."""
    p = s.turn
    while s.wounds > 0:
        if may_use_adrenaline(w, s, p) == 1:
            push(s, T.WOUNDS)
            push(s, ASK.WOUNDED, p)
            return
        s.wounds -= 1
        if lose(w, s, p, 1) == 0:
            return


@jit
def answer_wounded(w: Record, s: Record, p: int, a: int) -> None:
    s.wounds -= 1
    if a == A_SAVE:
        tell(w, E.SAVE, p)
        gain(w, s, p, ADRENALINE, -1)
    else:
        lose(w, s, p, 1)


@jit
def strikes(w: Record, s: Record) -> None:
    """Resolve adrenaline kills (HZ-7.R3 step 6)."""
    p = s.turn
    if s.strikes > 0 and s.zombies > 0 and may_use_adrenaline(w, s, p) == 1:
        push(s, T.STRIKES)
        push(s, ASK.STRIKE, p)
    else:
        s.strikes = 0


@jit
def answer_strike(w: Record, s: Record, p: int, a: int) -> None:
    if a == A_STRIKE:
        tell(w, E.STRIKE, p)
        gain(w, s, p, ADRENALINE, -1)
        fewer(w, s, s.zombies - 1)
        s.strikes -= 1
    else:
        s.strikes = 0


@jit
def default_strike(s: Record, p: int) -> int:
    """Default of HZ-D-10."""
    return A_STRIKE if s.own[p, ADRENALINE] >= 2 or s.zombies == 1 else A_HOLD


@jit
def after_roll(w: Record, s: Record) -> None:
    if s.zombies == 0:
        win(w, s)
    else:
        push(s, T.MELEE)


ROWS: Final = (
    Task(T.BATTLE, begin_battle, below=(T.CARD_END,)),
    Task(T.WINDOW, window),
    Task(T.SHOOT, ask_shoot, below=(T.CARD_END,)),
    Task(T.FLEE, ask_flee, below=(T.CARD_END,)),
    Task(T.MELEE, melee),
    Task(T.ROLL, melee_roll, below=(T.CARD_END,)),
    Task(T.WOUNDS, wounds, below=(T.STRIKES,)),
    Task(T.STRIKES, strikes, below=(T.ROLLED,)),
    Task(T.ROLLED, after_roll, below=(T.CARD_END,)),
    Decision(
        ASK.MOLOTOV,
        words={"p": WHO},
        below=(T.SHOOT, T.FLEE, T.ROLL),
        asked=CHOICE,
        offer=(A_MOLOTOV, A_KEEP),
        answer=answer_molotov,
        default=default_molotov,
        see=nothing_more,
        fits=in_battle,
        text=Text("a Molotov window of a battle", "`molotov`, `keep`", "`molotov` against as many as survivors"),
        phase="battle",
    ),
    Decision(
        ASK.SHOOT,
        words={"p": WHO},
        below=(T.CARD_END,),
        asked=MAIN,
        offer=offer_shots,
        answer=answer_shoot,
        default=default_shots,
        see=nothing_more,
        fits=in_battle,
        text=Text("the start of a battle, with ammo", "`shoot 0`, `shoot 1` ...", "half as much ammo as zombies"),
        phase="battle",
    ),
    Decision(
        ASK.FLEE,
        words={"p": WHO},
        below=(T.CARD_END,),
        asked=MAIN,
        offer=(A_FLEE, A_FIGHT),
        answer=answer_flee,
        default=default_flight,
        see=nothing_more,
        fits=in_battle,
        text=Text("before melee, with 2 gas", "`flee`, `fight`", "`flee` from as many as survivors and adrenaline"),
        phase="battle",
    ),
    Decision(
        ASK.WOUNDED,
        words={"p": WHO},
        below=(T.WOUNDS,),
        asked=CHOICE,
        offer=(A_SAVE, A_SACRIFICE),
        answer=answer_wounded,
        default=A_SAVE,
        see=nothing_more,
        fits=in_battle,
        text=Text("a `wounded` die, with adrenaline", "`save`, `sacrifice`", "`save`"),
        phase="battle",
    ),
    Decision(
        ASK.STRIKE,
        words={"p": WHO},
        below=(T.STRIKES,),
        asked=CHOICE,
        offer=(A_STRIKE, A_HOLD),
        answer=answer_strike,
        default=default_strike,
        see=nothing_more,
        fits=in_battle,
        text=Text("lightning dice, zombies and adrenaline left", "`strike`, `hold`", "`strike` with 2 adrenaline, or at the last zombie"),
        phase="battle",
    ),
)
