"""The course of a game: the agenda worked off from one decision to the next; the kernels ``reset`` and ``step``."""

from __future__ import annotations

from zombicide_env.core.agenda import push
from zombicide_env.core.events import tell
from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record

from ...table.codes import NONE, ONGOING, ZOMBIES_PHASE
from ..numbers import actions as A
from ..numbers import decisions as ASK
from ..numbers import events as E
from ..numbers import tasks as T
from . import own
from .act import act, arrange_step, store_step
from .armour import armour_roll
from .combat import attack_end, roll, rolled
from .decide import answer, fill_options
from .defaults import default_option
from .doors import door_roll, opened, rooms, start_door_roll
from .fights import fights
from .fire import burn
from .hits import hits, misses
from .interrupts import resume
from .inventory import can_use_matching_set, free_slot, shuffle_deck, stored
from .necromancer import dark_ritual, next_removal
from .objectives import objective_effects
from .outcome import check_end, won_by_any_event
from .questions import always_asks, asked_anyway
from .rearrange import default_step, goes_on
from .reward import give_rewards, start_rewards
from .safe_search import search_on
from .search import draw
from .setup import setup
from .spawn import cards, necromancer_card, place, sequence, spawn_step
from .survivor import after_action, deaths, levels
from .team import seated
from .turn import (
    end_phase,
    extra_activation,
    link,
    players,
    start_turn,
    turn_end,
    turn_goes_on,
    turn_over,
    zombies_phase,
)
from .wounds import assign, suffer, victim
from .zombies import activate, arrive, escape_all, group, moves, necro_move, push_all, start_pass

# ---- work -------------------------------------------------------------------------------------------------------------


@jit
def work_on_phases(w: Record, s: Record, t: int) -> int:
    """Turns, phases and spawning; 1 if the task is one of these."""
    a = s.stack[t, 1]
    b = s.stack[t, 2]
    c = s.stack[t, 3]
    d = s.stack[t, 4]
    task = s.stack[t, 0]
    if task == T.PLAYERS:
        players(w, s)
    elif task == T.TURN:
        start_turn(w, s, a, b)
    elif task == T.TURN_END:
        turn_end(w, s, a)
    elif task == T.TURN_OVER:
        turn_over(w, s, a)
    elif task == T.RESUME:
        resume(s, a)
    elif task == T.ACTION_END:
        after_action(w, s, a)
        push(s, T.TOKENS)
        push(s, T.LEVELS, a)
        own.action_ends(w, s, a)
    elif task == T.LEVELS:
        levels(w, s, a)
    elif task == T.TOKENS:
        next_removal(w, s)
    elif task == T.ZOMBIES:
        zombies_phase(w, s)
    elif task == T.RITUAL:
        dark_ritual(w, s)
    elif task == T.END:
        end_phase(w, s)
    elif task == T.SPAWN_STEP:
        s.phase = ZOMBIES_PHASE
        spawn_step(w, s)
    elif task == T.SEQUENCE:
        sequence(w, s, a, b, c, d)
    elif task == T.CARDS:
        cards(w, s, a, b, c, d, s.stack[t, 5])
    elif task == T.PLACE:
        place(w, s, a, b, c)
    elif task == T.NECRO_CARD:
        necromancer_card(w, s, a)
    elif task == T.EXTRA:
        extra_activation(w, s, a)
    elif task == T.LINK:
        link(w, s, a)
    else:
        return 0
    return 1


@jit
def work_on_zombies(w: Record, s: Record, t: int) -> int:
    """The activation and the wounds that it deals; 1 if the task is one of these."""
    task = s.stack[t, 0]
    a = s.stack[t, 1]
    b = s.stack[t, 2]
    if task == T.ACTIVATE:
        activate(w, s, a, b, s.stack[t, 3], s.stack[t, 4])
    elif task == T.PASS:
        start_pass(w, s, a)
    elif task == T.ESCAPES:
        escape_all(w, s)
    elif task == T.FIGHTS:
        fights(w, s, a)
    elif task == T.MOVES:
        moves(w, s)
    elif task == T.GROUP:
        group(w, s, a, b)
    elif task == T.NECRO_MOVE:
        necro_move(w, s, a, b)
    elif task == T.ARRIVE:
        arrive(w, s)
    elif task == T.ASSIGN:
        assign(w, s)
    elif task == T.VICTIM:
        victim(w, s, a, b)
    elif task == T.SUFFER:
        suffer(w, s, a)
    elif task == T.DEATHS:
        deaths(w, s)
    else:
        return 0
    return 1


@jit
def work_on_actions(w: Record, s: Record, t: int) -> int:
    """What an action of a survivor has set going; 1 if the task is one of these."""
    task = s.stack[t, 0]
    a = s.stack[t, 1]
    b = s.stack[t, 2]
    c = s.stack[t, 3]
    d = s.stack[t, 4]
    if task == T.ROLL:
        roll(w, s, a)
    elif task == T.ROLLED:
        rolled(w, s, a, b, c)
    elif task == T.HITS:
        hits(w, s, a)
    elif task == T.MISSES:
        misses(w, s, a)
    elif task == T.ATTACK_END:
        attack_end(w, s, a)
    elif task == T.DRAW:
        draw(w, s, a)
    elif task == T.STORED:
        stored(w, s, a)
    elif task == T.ARMOUR_ROLL:
        armour_roll(w, s, a)
    elif task == T.DOOR_ROLL:
        if d == 1:
            door_roll(w, s, a, b, c)
        else:
            start_door_roll(w, s, a, b, c)
    elif task == T.DOOR_ROLLED:
        if d > 0:
            push(s, T.OPENED, a, b)
    elif task == T.OPENED:
        opened(w, s, a, b)
    elif task == T.ROOMS:
        rooms(w, s, a, b, c)
    elif task == T.OBJECTIVE:
        objective_effects(w, s, a, b, c, d)
    elif task == T.ARRANGE:
        s.arranged = 0
        push(s, ASK.ARRANGE, a, b, c)
    elif task == T.BURN:
        burn(w, s, a, b)
    elif task == T.REPULSED:
        push_all(w, s, a, b)
    elif task == T.CHECK:
        check_end(w, s)
    elif task == T.RETURN_CARD:
        s.deck[s.deck_n] = a
        s.deck_n += 1
        shuffle_deck(w, s)
    else:
        return 0
    return 1


@jit
def work(w: Record, s: Record) -> None:
    """Take the task on top off the agenda and do it."""
    t = s.depth - 1
    s.depth = t
    if work_on_phases(w, s, t) == 1 or work_on_zombies(w, s, t) == 1 or work_on_actions(w, s, t) == 1:
        return
    own.work(w, s, t)


@jit
def settled(w: Record, s: Record) -> int:
    """1 if the decision on top has to be asked; else it is answered here (BP-0.R3 and automatic mode)."""
    t = s.depth - 1
    task = s.stack[t, 0]
    i = s.stack[t, ASK.WHO_DECIDES]
    if task == ASK.TURN:
        if turn_goes_on(w, s, i) == 1:
            return 1
        s.depth = t
        return 0
    if task == ASK.ARRANGE:
        return arranged(w, s, t)
    if task == ASK.STORE:
        if w.automatic == 0:
            return 1
        if can_use_matching_set(w, s, i) == 1:  # BP-D-11
            store_step(w, s, A.MATCHING_SET)
            return 0
        if search_on(w, s, i) == 1:
            return 0
        slot = free_slot(w, s, i, w.copy_card[s.gain_copy])
        store_step(w, s, A.DISCARD if slot < 0 else A.KEEP + slot)
        return 0
    fill_options(w, s)
    if s.n_options == 1 and always_asks(task) == 0 and (task != ASK.TARGET or s.stack[t, ASK.TARGET_AIM] != ASK.ZONE_SKILL):
        answer(w, s, s.options[0])
        return 0
    # the parts of a survivor's own action are asked in automatic mode too
    if w.automatic == 1 and task != ASK.TARGET and rescues(s, t) == 0 and always_asks(task) == 0 and asked_anyway(task) == 0:
        answer(w, s, default_option(w, s))
        return 0
    return 1


@jit
def rescues(s: Record, t: int) -> int:
    """1 for a survivor who names whom he rescues: a part of his own action."""
    return 1 if s.stack[t, 0] == ASK.RESCUE and s.stack[t, ASK.RESCUE_BY] < 0 else 0


@jit
def arranged(w: Record, s: Record, t: int) -> int:
    """1 if the rearrangement in frame ``t`` is asked; else automatic mode takes a step of its default, or it ends."""
    if w.automatic == 1 and s.stack[t, ASK.ARRANGE_ALWAYS] == 1:  # BP-25.R1
        a = default_step(w, s, t)
        if a != A.DONE:
            arrange_step(w, s, t, a)
            return 0
    if goes_on(w, s, t) == 1:
        return 1
    end_arrange(s, t)
    return 0


@jit
def end_arrange(s: Record, t: int) -> None:
    """The partner of a trade may rearrange his own inventory afterwards (BP-11.R12)."""
    partner = s.stack[t, ASK.ARRANGE_PARTNER]
    s.depth = t
    if partner >= 0:
        push(s, T.ARRANGE, partner, NONE, 0)


@jit
def advance(w: Record, s: Record) -> None:
    """Work the agenda off until somebody has to decide or the game is over."""
    while s.outcome == ONGOING and s.depth > 0:
        if s.stack[s.depth - 1, 0] < ASK.FIRST:
            work(w, s)
        elif settled(w, s) == 1:
            if won_by_any_event(w) == 1:  # BP-3.R1; other goals are tested by the events that reach them
                check_end(w, s)
            return


# ---- kernels -----------------------------------------------------------------------------------------------------------------


@jit
def reset(w: Record, s: Record, seed: int) -> None:
    """Start a game from its seed."""
    setup(w, s, seed)
    push(s, T.PLAYERS)
    own.round_begins(w, s)
    advance(w, s)
    start_rewards(w, s)


@jit
def apply(w: Record, s: Record, a: int) -> None:
    """Carry out the action of the decision on top."""
    t = s.depth - 1
    task = s.stack[t, 0]
    if task == ASK.TURN:
        act(w, s, s.stack[t, ASK.WHO_DECIDES], a)
    elif task == ASK.ARRANGE:
        if a == A.DONE:
            end_arrange(s, t)
        else:
            arrange_step(w, s, t, a)
    elif task == ASK.STORE:
        store_step(w, s, a)
    else:
        answer(w, s, a)


@jit
def step(w: Record, s: Record, a: int) -> None:
    """Apply a legal action and go on to the next decision."""
    s.steps += 1
    s.chance_n = 0
    apply(w, s, a)
    advance(w, s)
    if s.outcome != ONGOING:
        tell(w, E.END, s.outcome, s.defeat)
    give_rewards(w, s)


@jit
def decider(w: Record, s: Record) -> int:
    """Seat that decides, -1: nobody (the game is over)."""
    if s.outcome != ONGOING or s.depth == 0:
        return -1
    return s.stack[s.depth - 1, ASK.WHO_DECIDES]


@jit
def active(w: Record, s: Record, i: int) -> int:
    """1 while survivor ``i`` lives and stands on the board, or is still asked: who leaves by car learns what his drive has earned."""
    return 1 if decider(w, s) == i else seated(w, s, i)
