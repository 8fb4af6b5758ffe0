"""Turns and phases (BP-3): the order of turns, their beginning and end, the round."""

from __future__ import annotations

from typing import Final

from zombicide_env.core.agenda import push
from zombicide_env.core.decisions import ALWAYS, CHOICE, VOID, Decision, Task, Text, anywhere, nothing_more
from zombicide_env.core.decks import find
from zombicide_env.core.events import tell
from zombicide_env.core.jit import jit
from zombicide_env.core.layout import FLAG
from zombicide_env.core.records import Record

from ...table.codes import BY_TIME, END_PHASE, NONE, ONGOING, PLAYERS_PHASE, TRUNCATED, ZOMBIES_PHASE
from ..numbers import actions as A
from ..numbers import decisions as ASK
from ..numbers import edition_tasks as OT
from ..numbers import events as E
from ..numbers import skills as SK
from ..numbers import tasks as T
from ..numbers.budget import N_FREE, N_USED
from ..numbers.layout import LAST_ROUND, TEAM, WHO
from . import edition_hooks
from .act import act, can_act, legal_turn
from .asking import ask_action
from .born_leader import lent_spent
from .cars import walks
from .interrupts import save_turn
from .leaving import ask_exit
from .options import offer
from .outcome import check_victory, exit_open, lose
from .owners import listed, owner
from .removals import next_removal
from .survivor import after_action, end_invisibility, fill_budget
from .team import common_decider, first_of_player, in_play
from .zombies import ALL_KINDS

BY_QUEST = 3

# ---- the Players' Phase -------------------------------------------------------------------------------------------------


@jit
def candidates(w: Record, s: Record) -> int:
    """Survivors who may take the next turn, as bits (BP-3.2, Tactician: BP-22.70)."""
    mine = 0
    others = 0
    for i in range(w.n_survivors):
        if in_play(s, i) == 1 and s.acted[i] == 0:
            if owner(w, s, i) == s.go:
                mine |= 1 << i
            elif s.skill[i, SK.TACTICIAN] > 0:
                others |= 1 << i
    return 0 if mine == 0 else mine | others


@jit
def ask_turn(s: Record, decider: int, bits: int, link: int) -> None:
    push(s, ASK.ACTIVATE, decider, bits, link)


@jit
def offer_turns(w: Record, s: Record, team: int) -> None:
    for j in range(w.n_survivors):
        if (team >> j) & 1 and in_play(s, j) == 1:
            offer(s, A.ACTIVATE + j)


@jit
def answer_turn(s: Record, team: int, link: int, a: int) -> None:
    """Start the turn of the chosen survivor; for Zombie link the others follow."""
    j = a - A.ACTIVATE
    rest = team & ~(1 << j)
    if link == 1 and rest != 0:
        push(s, T.LINK, rest)
    push(s, T.TURN, j, link)


@jit
def default_turn(w: Record, s: Record, team: int, link: int) -> int:
    """BP-D-7, BP-D-36: a Tactician plays with the other survivors of its controller."""
    if link == 0:
        for k in range(w.n_survivors):
            j = listed(w, s, k)
            if owner(w, s, j) == s.go and in_play(s, j) == 1 and (team >> j) & 1:
                return A.ACTIVATE + j
    return s.options[0]


@jit
def players(w: Record, s: Record) -> None:
    """Ask for the next turn; when all have played, begin the Zombies' Phase."""
    for _ in range(w.n_players):
        bits = candidates(w, s)
        if bits != 0:
            push(s, T.PLAYERS)
            ask_turn(s, first_of_player(w, s, s.go), bits, 0)
            return
        s.go += 1
        if s.go >= w.n_players:
            s.go = 0
    s.go = NONE
    if s.resting == 1:
        return
    push(s, T.END)
    push(s, T.ZOMBIES)


# ---- a turn --------------------------------------------------------------------------------------------------------------


@jit
def start_turn(w: Record, s: Record, i: int, link: int) -> None:
    """Begin a turn; an additional one interrupts the turn in progress (BP-22.64)."""
    if in_play(s, i) == 0:
        return
    if s.current >= 0:
        push(s, T.RESUME, save_turn(w, s))
    push(s, T.TURN_END, i)
    ask_action(s, i)
    s.current = i
    tell(w, E.TURN if link == 0 else E.EXTRA_TURN, i)
    s.link_turn = link
    s.next_turn += 1
    s.turn_id = s.next_turn
    s.searched[i] = 0
    s.quiet = 1
    s.pending_attack = s.pending_run = s.pending_blitz = 0
    for u in range(N_USED):
        s.used[u] = 0
    if s.loud_by == i:  # until the survivor's next turn (BP-22.71)
        s.loud_by = NONE
        s.loud_zone = NONE
    fill_budget(w, s, i)
    edition_hooks.turn_ready(w, s, i)


@jit
def turn_end(w: Record, s: Record, i: int) -> None:
    """End a turn: Rotten token (BP-22.33), the Exit (BP-11.R9)."""
    push(s, T.TURN_OVER, i)
    s.pending_attack = s.pending_run = s.pending_blitz = s.actions[i] = 0
    if in_play(s, i) == 0:
        return
    if s.quiet == 1 and s.skill[i, SK.ROTTEN] > 0:
        if s.rotten[i] == 0:
            tell(w, E.UNNOTICED, i, E.ROTTEN)
        s.rotten[i] = 1
    edition_hooks.turn_ends(w, s, i)
    if exit_open(w, s, s.zone[i]) == 1 and walks(s, i) == 1:
        ask_exit(s, i)


@jit
def turn_over(w: Record, s: Record, i: int) -> None:
    tell(w, E.TURN_OVER, i)
    if s.link_turn == 0:
        s.acted[i] = 1
    s.current = NONE
    s.link_turn = 0
    for k in range(N_FREE):
        s.free[k] = 0


@jit
def before_turns(w: Record, s: Record) -> int:
    """1 at the start of a round, before the first turn."""
    if s.phase != PLAYERS_PHASE or s.current >= 0 or s.outcome != ONGOING or s.resting == 1:
        return 0
    return 1 if find(s.acted, w.n_survivors, 1) < 0 else 0


@jit
def in_turn(s: Record) -> int:
    """1 if the pending decision is an action of a survivor's turn."""
    return 1 if s.depth > 0 and s.stack[s.depth - 1, 0] == ASK.TURN else 0


@jit
def between_turns(s: Record) -> int:
    """1 if the pending decision is whose turn comes next."""
    return 1 if s.depth > 0 and s.stack[s.depth - 1, 0] == ASK.ACTIVATE else 0


@jit
def turn_goes_on(w: Record, s: Record, i: int) -> int:
    if in_play(s, i) == 0 or s.current != i or lent_spent(s) != 0:
        return 0
    return can_act(w, s, i)


# ---- phases ----------------------------------------------------------------------------------------------------------------


@jit
def zombies_phase(w: Record, s: Record) -> None:
    s.phase = ZOMBIES_PHASE
    tell(w, E.PHASE, ZOMBIES_PHASE)
    if w.cabal == 1:
        push(s, T.RITUAL)
    push(s, T.SPAWN_STEP)
    push(s, T.ACTIVATE, ALL_KINDS, NONE, NONE, NONE)


@jit
def end_phase(w: Record, s: Record) -> None:
    """End Phase (BP-20), in the order of BP-20.R1; then the next round."""
    s.phase = END_PHASE
    tell(w, E.PHASE, END_PHASE)
    if w.goal_in_end_phase == 1:
        check_victory(w, s)
        if s.outcome != ONGOING:
            return
    edition_hooks.end_phase(w, s)
    if s.outcome != ONGOING:
        return
    for z in range(w.n_zones):
        if s.noise[z] > 0:
            tell(w, E.SILENCE, z, s.noise[z])
        s.noise[z] = s.nose[z] = 0
    for c in range(w.n_copies + 1):
        s.unloaded[c] = 0
    playing = 0
    for i in range(w.n_survivors):
        if in_play(s, i) == 1:
            playing = 1
            if s.skill[i, SK.REGENERATION] > 0 and s.wounds[i] > 0:
                tell(w, E.HEAL, i, s.wounds[i], 0)
                s.wounds[i] = 0
        end_invisibility(w, s, i)
        s.acted[i] = s.tough_used[i] = 0
    next_first_player(w, s)
    edition_hooks.token_passed(w, s)
    if s.outcome != ONGOING:
        return
    if s.round < LAST_ROUND:
        s.round += 1
    else:
        s.outcome = TRUNCATED
    s.phase = PLAYERS_PHASE
    tell(w, E.ROUND, s.round)
    tell(w, E.FIRST_PLAYER, s.first_player)
    s.go = s.first_player
    if w.max_rounds < 0 and s.round > -w.max_rounds:
        lose(s, BY_TIME)
    elif w.max_rounds > 0 and s.round > w.max_rounds:
        s.outcome = TRUNCATED
    elif s.outcome == ONGOING and playing == 0 and s.resting == 0:
        lose(s, BY_QUEST)  # everybody has left and the quest is not won, so that it cannot be won any more
    push(s, T.PLAYERS)
    edition_hooks.round_begins(w, s)


@jit
def next_first_player(w: Record, s: Record) -> None:
    """Pass the token to the next controller who has a survivor in play (BP-20.4, BP-3.R5)."""
    for _ in range(w.n_players):
        s.first_player += 1
        if s.first_player >= w.n_players:
            s.first_player = 0
        if first_of_player(w, s, s.first_player) >= 0:
            return


@jit
def link(w: Record, s: Record, bits: int) -> None:
    """Play the additional turns of Zombie link, one survivor after the other (BP-22.64)."""
    for i in range(w.n_survivors):
        if in_play(s, i) == 0:
            bits &= ~(1 << i)
    if bits != 0:
        ask_turn(s, common_decider(w, s), bits, 1)


# ---- on the agenda -----------------------------------------------------------------------------------------------------


@jit
def asked_turn(w: Record, s: Record, i: int) -> int:
    """A turn ends automatically when nothing can be done any more."""
    return ALWAYS if turn_goes_on(w, s, i) == 1 else VOID


@jit
def action_ends(w: Record, s: Record, i: int) -> None:
    """End an action: levels, Necromancers' tokens, free reload."""
    after_action(w, s, i)
    push(s, T.TOKENS)
    push(s, T.LEVELS, i)
    edition_hooks.action_ends(w, s, i)


ROWS: Final = (
    Task(T.PLAYERS, players),
    Decision(
        ASK.ACTIVATE,
        words={"i": WHO, "team": TEAM, "link": FLAG},
        asked=CHOICE,
        offer=offer_turns,
        answer=answer_turn,
        default=default_turn,
        see=nothing_more,
        fits=anywhere,
        text=Text("Players' Phase", "which survivor acts next", "roster order"),
    ),
    Task(T.TURN, start_turn, words={"i": WHO, "link": FLAG}),
    Decision(
        ASK.TURN,
        words={"i": WHO},
        below=(T.TURN_END, *OT.RESTS),
        asked=asked_turn,
        offer=legal_turn,
        answer=act,
        default=A.END,
        see=nothing_more,
        fits=anywhere,
        text=Text("a survivor's turn", "next action, free action, free use of a card or skill, or the end of the turn", "always asked"),
        stays=True,
        waits=True,
    ),
    Task(T.ACTION_END, action_ends, words={"i": WHO}),
    Task(T.TOKENS, next_removal),
    Task(T.TURN_END, turn_end, words={"i": WHO}),
    Task(T.TURN_OVER, turn_over, words={"i": WHO}),
    Task(T.LINK, link, words={"bits": TEAM}),
    Task(T.ZOMBIES, zombies_phase),
    Task(T.END, end_phase),
)
