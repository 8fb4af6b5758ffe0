"""The course of a game: the agenda worked off from one decision to the next; the kernels ``reset`` and ``step``."""

from __future__ import annotations

from zombicide_env.core.agenda import push
from zombicide_env.core.chance import note
from zombicide_env.core.decks import shuffle
from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record

from ...table.codes import EQUIPMENT_DECK, EV_SHUFFLE, NONE, ONGOING, PLAYERS_PHASE, ZOMBIES_PHASE
from ..numbers.actions import A_DISCARD, A_DONE, A_KEEP, A_MATCHING_SET
from ..numbers.tasks import (
    ARRANGE_LIMIT,
    D_ARRANGE,
    D_RESCUE,
    D_STORE,
    D_TARGET,
    D_TURN,
    FIRST_DECISION,
    RUN_ACTIVATION,
    RUN_END,
    RUN_ROUND,
    RUN_SPAWN,
    RUN_ZOMBIES,
    T_ACTION_END,
    T_ACTIVATE,
    T_ARMOUR_ROLL,
    T_ARRANGE,
    T_ARRIVE,
    T_ASSIGN,
    T_ATTACK_END,
    T_BURN,
    T_CARDS,
    T_CHECK,
    T_DEATHS,
    T_DOOR_ROLL,
    T_DOOR_ROLLED,
    T_DRAW,
    T_END,
    T_ESCAPES,
    T_EXTRA,
    T_FIGHTS,
    T_GROUP,
    T_HITS,
    T_LEVELS,
    T_LINK,
    T_MISSES,
    T_MOVES,
    T_NECRO_CARD,
    T_NECRO_MOVE,
    T_OBJECTIVE,
    T_OPENED,
    T_PASS,
    T_PLACE,
    T_PLAYERS,
    T_REPULSED,
    T_RESUME,
    T_RETURN_CARD,
    T_RITUAL,
    T_ROLL,
    T_ROLLED,
    T_ROOMS,
    T_SEQUENCE,
    T_SPAWN_STEP,
    T_STORED,
    T_SUFFER,
    T_TOKENS,
    T_TURN,
    T_TURN_END,
    T_TURN_OVER,
    T_VICTIM,
    T_ZOMBIES,
)
from .act import act, arrange_step, store_step
from .combat import attack_end, roll, rolled
from .decide import answer, fill_options
from .defaults import default_option
from .doors import door_roll, opened, rooms, start_door_roll
from .fire import burn
from .hits import hits, misses
from .inventory import can_use_matching_set, draw, free_slot, holds_anything, stored
from .necromancer import dark_ritual, next_removal
from .objectives import objective_effects
from .outcome import check_end
from .reward import give_rewards, start_rewards
from .setup import setup
from .spawn import cards, necromancer_card, place, sequence, spawn_step
from .survivor import after_action, deaths, levels
from .team import in_play
from .turn import (
    end_phase,
    extra_activation,
    link,
    players,
    resume,
    start_turn,
    turn_end,
    turn_goes_on,
    turn_over,
    zombies_phase,
)
from .wounds import armour_roll, assign, suffer, victim
from .zombies import (
    ALL_KINDS,
    activate,
    arrive,
    escape_all,
    fights,
    group,
    moves,
    necro_move,
    push_all,
    start_pass,
)

# ---- work -------------------------------------------------------------------------------------------------------------


@jit
def work_on_phases(w: Record, s: Record, t: int) -> None:
    """Turns, phases and spawning."""
    a = s.stack[t, 1]
    b = s.stack[t, 2]
    c = s.stack[t, 3]
    d = s.stack[t, 4]
    task = s.stack[t, 0]
    if task == T_PLAYERS:
        players(w, s)
    elif task == T_TURN:
        start_turn(w, s, a, b)
    elif task == T_TURN_END:
        turn_end(w, s, a)
    elif task == T_TURN_OVER:
        turn_over(s, a)
    elif task == T_RESUME:
        resume(s, a)
    elif task == T_ACTION_END:
        after_action(w, s, a)
        push(s, T_TOKENS)
        push(s, T_LEVELS, a)
    elif task == T_LEVELS:
        levels(w, s, a)
    elif task == T_TOKENS:
        next_removal(w, s)
    elif task == T_ZOMBIES:
        zombies_phase(w, s)
    elif task == T_RITUAL:
        dark_ritual(w, s)
    elif task == T_END:
        end_phase(w, s)
    elif task == T_SPAWN_STEP:
        s.phase = ZOMBIES_PHASE
        spawn_step(w, s)
    elif task == T_SEQUENCE:
        sequence(w, s, a, b, c, d)
    elif task == T_CARDS:
        cards(w, s, a, b, c, d, s.stack[t, 5])
    elif task == T_PLACE:
        place(w, s, a, b, c)
    elif task == T_NECRO_CARD:
        necromancer_card(w, s, a)
    elif task == T_EXTRA:
        extra_activation(w, s, a)
    elif task == T_LINK:
        link(w, s, a)


@jit
def work_on_zombies(w: Record, s: Record, t: int) -> None:
    """The activation and the wounds that it deals."""
    task = s.stack[t, 0]
    a = s.stack[t, 1]
    b = s.stack[t, 2]
    if task == T_ACTIVATE:
        activate(w, s, a, b, s.stack[t, 3], s.stack[t, 4])
    elif task == T_PASS:
        start_pass(w, s, a)
    elif task == T_ESCAPES:
        escape_all(w, s)
    elif task == T_FIGHTS:
        fights(w, s, a)
    elif task == T_MOVES:
        moves(w, s)
    elif task == T_GROUP:
        group(w, s, a, b)
    elif task == T_NECRO_MOVE:
        necro_move(w, s, a, b)
    elif task == T_ARRIVE:
        arrive(w, s)
    elif task == T_ASSIGN:
        assign(w, s)
    elif task == T_VICTIM:
        victim(w, s, a, b)
    elif task == T_SUFFER:
        suffer(w, s, a)
    elif task == T_DEATHS:
        deaths(w, s)


@jit
def work_on_actions(w: Record, s: Record, t: int) -> None:
    """What an action of a survivor has set going."""
    task = s.stack[t, 0]
    a = s.stack[t, 1]
    b = s.stack[t, 2]
    c = s.stack[t, 3]
    d = s.stack[t, 4]
    if task == T_ROLL:
        roll(w, s, a)
    elif task == T_ROLLED:
        rolled(w, s, a, b, c)
    elif task == T_HITS:
        hits(w, s, a)
    elif task == T_MISSES:
        misses(w, s, a)
    elif task == T_ATTACK_END:
        attack_end(w, s, a)
    elif task == T_DRAW:
        draw(w, s, a)
    elif task == T_STORED:
        stored(w, s, a)
    elif task == T_ARMOUR_ROLL:
        armour_roll(w, s, a)
    elif task == T_DOOR_ROLL:
        if d == 1:
            door_roll(w, s, a, b, c)
        else:
            start_door_roll(w, s, a, b, c)
    elif task == T_DOOR_ROLLED:
        if d > 0:
            push(s, T_OPENED, a, b)
    elif task == T_OPENED:
        opened(w, s, a, b)
    elif task == T_ROOMS:
        rooms(w, s, a, b, c)
    elif task == T_OBJECTIVE:
        objective_effects(w, s, a, b, c, d)
    elif task == T_ARRANGE:
        s.arranged = 0
        push(s, D_ARRANGE, a, b, c)
    elif task == T_BURN:
        burn(w, s, a, b)
    elif task == T_REPULSED:
        push_all(w, s, a, b)
    elif task == T_CHECK:
        check_end(w, s)
    elif task == T_RETURN_CARD:
        s.deck[s.deck_n] = a
        s.deck_n += 1
        shuffle(s, s.deck, s.deck_n)
        note(s, EV_SHUFFLE, EQUIPMENT_DECK)


@jit
def work(w: Record, s: Record) -> None:
    """Take the task on top off the agenda and do it."""
    t = s.depth - 1
    s.depth = t
    task = s.stack[t, 0]
    if task < T_ACTIVATE:
        work_on_phases(w, s, t)
    elif task <= T_DEATHS:
        work_on_zombies(w, s, t)
    else:
        work_on_actions(w, s, t)


@jit
def settled(w: Record, s: Record) -> int:
    """1 if the decision on top has to be asked; else it is answered here (BP-0.R3 and automatic mode)."""
    t = s.depth - 1
    task = s.stack[t, 0]
    i = s.stack[t, 1]
    if task == D_TURN:
        if turn_goes_on(w, s, i) == 1:
            return 1
        s.depth = t
        return 0
    if task == D_ARRANGE:
        if arrange_needed(w, s, t) == 1:
            return 1
        s.depth = t
        end_arrange(s, i, s.stack[t, 2])
        return 0
    if task == D_STORE:
        if w.automatic == 0:
            return 1
        if can_use_matching_set(w, s, i) == 1:  # BP-D-11
            store_step(w, s, A_MATCHING_SET)
            return 0
        slot = free_slot(w, s, i, w.copy_card[s.gain_copy])
        store_step(w, s, A_DISCARD if slot < 0 else A_KEEP + slot)
        return 0
    fill_options(w, s)
    if s.n_options == 1 and (task != D_TARGET or s.stack[t, 4] != 2):
        answer(w, s, s.options[0])
        return 0
    if w.automatic == 1 and task != D_TARGET and task != D_RESCUE:  # these two belong to the survivor's own action
        answer(w, s, default_option(w, s))
        return 0
    return 1


@jit
def arrange_needed(w: Record, s: Record, t: int) -> int:
    i = s.stack[t, 1]
    partner = s.stack[t, 2]
    if s.arranged >= ARRANGE_LIMIT or (w.automatic == 1 and s.stack[t, 3] == 0):
        return 0
    if holds_anything(s, i) == 1:
        return 1
    if partner >= 0:
        return holds_anything(s, partner)
    return 0


@jit
def end_arrange(s: Record, i: int, partner: int) -> None:
    """The partner of a trade may rearrange his own inventory afterwards (BP-11.R12)."""
    if partner >= 0:
        push(s, T_ARRANGE, partner, NONE, 0)


@jit
def advance(w: Record, s: Record) -> None:
    """Work the agenda off until somebody has to decide or the game is over."""
    while s.outcome == ONGOING and s.depth > 0:
        if s.stack[s.depth - 1, 0] < FIRST_DECISION:
            work(w, s)
        elif settled(w, s) == 1:
            return


# ---- kernels -----------------------------------------------------------------------------------------------------------------


@jit
def reset(w: Record, s: Record, seed: int) -> None:
    """Start a game from its seed."""
    setup(w, s, seed)
    push(s, T_PLAYERS)
    advance(w, s)
    start_rewards(w, s)


@jit
def apply(w: Record, s: Record, a: int) -> None:
    """Carry out the action of the decision on top."""
    t = s.depth - 1
    task = s.stack[t, 0]
    if task == D_TURN:
        act(w, s, s.stack[t, 1], a)
    elif task == D_ARRANGE:
        i = s.stack[t, 1]
        partner = s.stack[t, 2]
        if a == A_DONE:
            s.depth = t
            end_arrange(s, i, partner)
        else:
            arrange_step(w, s, i, partner, a)
    elif task == D_STORE:
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
    give_rewards(w, s)


@jit
def decider(w: Record, s: Record) -> int:
    """Index of the survivor who decides, -1: nobody (the game is over)."""
    if s.outcome != ONGOING or s.depth == 0:
        return -1
    return s.stack[s.depth - 1, 1]


@jit
def active(w: Record, s: Record, i: int) -> int:
    """1 while survivor ``i`` lives and stands on the board: whoever is killed or has left never decides again."""
    return in_play(s, i)


# ---- conformance vectors ----------------------------------------------------------------------------------------------------------


@jit
def begin_position(w: Record, s: Record, i: int, actions: int) -> None:
    """Rest in the Players' Phase at the turn of survivor ``i`` (-1: nobody); ``actions`` left, -1: all."""
    s.resting = 1
    s.phase = PLAYERS_PHASE
    s.depth = 0
    s.pool_n = 0
    push(s, T_PLAYERS)
    if i >= 0:
        s.go = w.player_of[i]
        start_turn(w, s, i, 0)
        if actions >= 0:
            s.actions[i] = actions
    advance(w, s)


@jit
def run_step(w: Record, s: Record, code: int) -> None:
    """Carry out a step of the round on the present position; running turns are dropped."""
    for t in range(s.depth):  # cards that an additional turn has interrupted
        if s.stack[t, 0] == T_CARDS:
            for k in range(s.stack[t, 2]):
                s.zdiscard[s.zdiscard_n] = s.pool[s.stack[t, 1] + k]
                s.zdiscard_n += 1
    s.depth = 0
    s.pool_n = 0
    s.current = NONE
    s.link_turn = 0
    s.go = NONE
    if code == RUN_ACTIVATION:
        s.phase = ZOMBIES_PHASE
        push(s, T_ACTIVATE, ALL_KINDS, NONE, NONE, NONE)
    elif code == RUN_SPAWN:
        push(s, T_SPAWN_STEP)
    elif code == RUN_END:
        push(s, T_END)
    elif code == RUN_ROUND or code == RUN_ZOMBIES:
        if code == RUN_ROUND:
            push(s, T_END)
        push(s, T_ZOMBIES)
    for i in range(w.n_survivors):
        s.actions[i] = 0
    advance(w, s)
