"""Objectives, keys, vault cards and the special rules of quests (BP-11.13, BP-19, BP-23)."""

from __future__ import annotations

from typing import Final

from zombicide_env.core.agenda import push
from zombicide_env.core.chance import note
from zombicide_env.core.decisions import CHOICE, Decision, Text, nothing_more
from zombicide_env.core.decks import remove_at
from zombicide_env.core.events import tell
from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record
from zombicide_env.core.rng import rand_below

from ...table.codes import (
    EV_ARTEFACT,
    EV_OBJECTIVE,
    NONE,
    RED,
    RULE_ACTIVATE_SPAWN,
    RULE_GIVES_ARTEFACT,
    RULE_GIVES_CARD,
    RULE_OBJECTIVE_BRINGS,
    RULE_OBJECTIVE_SPAWNS,
)
from ..numbers import actions as A
from ..numbers import decisions as ASK
from ..numbers import events as E
from ..numbers import tasks as T
from ..numbers.layout import COPY, NECROMANCER, WHO
from .doors import unlock
from .inventory import free_slot, shuffle_deck
from .necromancer import appear
from .options import offer
from .outcome import any_objective, check_end
from .spawn import spawn_in
from .storing import gain
from .survivor import gain_xp
from .team import in_play

OBJECTIVE_XP = 5  # BP-23.R6


@jit
def may_take(w: Record, s: Record, z: int) -> int:
    """1 if the zone has something that may be taken."""
    return 1 if s.objective[z] > 0 else 0


@jit
def take_objective(w: Record, s: Record, i: int) -> None:
    """Take the token of the zone: experience, keys, then the quest's effects (BP-11.R7)."""
    z = s.zone[i]
    colour = s.objective[z]
    if s.hidden[z] == 1:
        note(s, EV_OBJECTIVE, colour)
    tell(w, E.OBJECTIVE, i, z, colour, s.hidden[z])
    s.objective[z] = s.hidden[z] = 0
    s.taken[colour] += 1
    s.taken_at[z] = 1
    gain_xp(w, s, i, OBJECTIVE_XP)
    unlock(w, s, colour)
    if any_objective(w, s) == 0:
        unlock(w, s, RED)
    push(s, T.ACTION_END, i)
    push(s, T.OBJECTIVE, i, colour, z, 0)


@jit
def objective_effects(w: Record, s: Record, i: int, colour: int, z: int, first: int) -> None:
    """Apply the special rules of the token one after the other, then test victory and defeat."""
    for r in range(first, w.n_rules):
        kind = w.rule[r, 0]
        if w.rule[r, 1] != 0 and w.rule[r, 1] != colour:
            continue
        if kind == RULE_ACTIVATE_SPAWN:
            activate_tokens(w, s, w.rule[r, 1])
        elif kind == RULE_OBJECTIVE_SPAWNS or kind == RULE_OBJECTIVE_BRINGS or kind == RULE_GIVES_CARD or kind == RULE_GIVES_ARTEFACT:
            push(s, T.OBJECTIVE, i, colour, z, r + 1)
            objective_effect(w, s, i, z, r)
            return
    check_end(w, s)


@jit
def objective_effect(w: Record, s: Record, i: int, z: int, r: int) -> None:
    kind = w.rule[r, 0]
    if kind == RULE_OBJECTIVE_SPAWNS:
        spawn_in(s, z)  # BP-23.Q3.R1
    elif kind == RULE_OBJECTIVE_BRINGS:
        bring(w, s, z, w.rule[r, 2], w.rule[r, 3])
    elif kind == RULE_GIVES_CARD:
        search_card(w, s, i, w.rule[r, 2])
    else:
        gain_artefact(w, s, i)


@jit
def activate_tokens(w: Record, s: Record, colour: int) -> None:
    """Activate blue and green spawn zones (BP-16.4, BP-23.R7)."""
    for t in range(s.n_tokens):
        if s.token_colour[t] == colour and s.token_active[t] == 0:
            s.token_active[t] = 1
            tell(w, E.TOKEN_WAKES, s.token_zone[t], colour)


@jit
def on_board(w: Record, s: Record, kind: int) -> int:
    for z in range(w.n_zones):
        if s.zombies[z, kind] > 0:
            return 1
    return 0


@jit
def bring(w: Record, s: Record, z: int, first: int, second: int) -> None:
    """Place the first of two kinds that is not on the board (BP-23.Q1.5)."""
    kind = first
    if on_board(w, s, first) == 1:
        kind = second
        if second < 0 or on_board(w, s, second) == 1:
            return
    if s.supply[kind] == 0:  # BP-23.Q1.R2
        return
    if kind == NECROMANCER:
        appear(w, s, z)
        spawn_in(s, z)  # the Necromancer's immediate spawn (BP-17.2)
    else:
        push(s, T.PLACE, kind, 1, z)


@jit
def search_card(w: Record, s: Record, i: int, card: int) -> None:
    """Search a card in the deck, then in the discard pile, for any survivor; shuffle the deck (BP-23.Q9.3)."""
    c = 0
    for k in range(s.deck_n - 1, -1, -1):
        if c == 0 and w.copy_card[s.deck[k]] == card:
            c = s.deck[k]
            remove_at(s.deck, s.deck_n, k)
            s.deck_n -= 1
    for k in range(s.discard_n - 1, -1, -1):
        if c == 0 and w.copy_card[s.discard[k]] == card:
            c = s.discard[k]
            remove_at(s.discard, s.discard_n, k)
            s.discard_n -= 1
    shuffle_deck(w, s)
    if c > 0:
        s.gain_copy = c
        tell(w, E.DRAW, i, card, E.FROM_DECK)
        push(s, ASK.GIFT, i, c)


@jit
def default_gift(w: Record, s: Record, i: int) -> int:
    """Default: the taker if it has room, else the first survivor with room (BP-D-41), -1: none."""
    card = w.copy_card[s.gain_copy]
    if in_play(s, i) == 1 and free_slot(w, s, i, card) >= 0:
        return i
    for j in range(w.n_survivors):
        if in_play(s, j) == 1 and free_slot(w, s, j, card) >= 0:
            return j
    return NONE


@jit
def gain_artefact(w: Record, s: Record, i: int) -> None:
    """Give one of the artefacts set aside, at random (BP-23.Q10.5, BP-23.Q10.R3)."""
    n = 0
    while n < s.aside.shape[0] and s.aside[n] > 0:
        n += 1
    if n == 0 or in_play(s, i) == 0:
        return
    k = rand_below(s, n)
    c = s.aside[k]
    remove_at(s.aside, n, k)
    note(s, EV_ARTEFACT, w.copy_card[c])
    tell(w, E.DRAW, i, w.copy_card[c], E.FROM_BOX)
    gain(w, s, i, c)


# ---- a card given by an objective ------------------------------------------------------------------------------------------


@jit
def offer_takers(w: Record, s: Record) -> None:
    for j in range(w.n_survivors):
        if in_play(s, j) == 1:
            offer(s, A.RESCUE + j)
    offer(s, A.DONE)


@jit
def answer_gift(w: Record, s: Record, copy: int, a: int) -> None:
    s.gain_copy = 0
    if a == A.DONE:
        push(s, T.RETURN_CARD, copy)
    else:
        gain(w, s, a - A.RESCUE, copy)


@jit
def choose_taker(w: Record, s: Record, i: int) -> int:
    j = default_gift(w, s, i)
    return A.DONE if j < 0 else A.RESCUE + j


@jit
def fits_gift(s: Record, copy: int) -> int:
    """1 if the frame is about the card gained."""
    return 1 if copy > 0 and copy == s.gain_copy else 0


ROWS: Final = (
    Decision(
        ASK.GIFT,
        words={"i": WHO, "copy": COPY},
        asked=CHOICE,
        offer=offer_takers,
        answer=answer_gift,
        default=choose_taker,
        see=nothing_more,
        fits=fits_gift,
        text=Text("an objective gives a card", "the survivor that takes it", "the taker if there is room, else the first who has"),
    ),
)
