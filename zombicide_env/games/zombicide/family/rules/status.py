"""Invariants of a state (BP-29): the kernel ``status`` returns every broken one as flags of ``Status``.

It accepts any state whose fields and agenda are within their ranges (``state.RANGES``, ``tasks.WORDS``); the parts of the state may
contradict one another.  The rules can continue from every state that passes.
"""

from __future__ import annotations

import enum

from zombicide_env.core.agenda import pending
from zombicide_env.core.chance import DIE, EVENT
from zombicide_env.core.decks import count, find
from zombicide_env.core.jit import jit
from zombicide_env.core.layout import Bounds
from zombicide_env.core.records import Record
from zombicide_env.core.state_validation import unless

from ...table.codes import (
    BODY_CARD,
    EV_ARTEFACT,
    EV_EQUIPMENT,
    EV_OBJECTIVE,
    EV_SHUFFLE,
    EV_ZOMBIES,
    GREEN,
    HAND_CARD,
    NONE,
    PACK_CARD,
    ZOMBIE_DECK,
)
from ..edition import LEVEL_XP
from ..numbers import tasks as T
from ..numbers.layout import BODY, MAX_WOUNDS, NECROMANCER, ON_ITS_WAY, PACK, SLOTS, K
from ..numbers.state import RANGES
from . import card_conservation
from .card_conservation import copies_elsewhere, guests, necromancers_fit, set_aside, zombie_cards_elsewhere
from .invariants import own_fits
from .inventory import count_copy
from .status_agenda import agenda_rests, options_fit, pool_fits
from .table import TABLE
from .turn import before_turns, in_turn

BOUNDS = Bounds(RANGES, TABLE.words)


class Status(enum.Flag):
    """Broken invariants of a state; ``Status(0)``: the state is valid."""

    RANGE = enum.auto()  # a field, or a word of the agenda, outside its range
    STUCK = enum.auto()  # the decider has no legal action
    ZOMBIE_SUPPLY = enum.auto()  # BP-INV-1
    CROWD = enum.auto()  # the sum by kinds differs from the zone's number of zombies
    EQUIPMENT = enum.auto()  # BP-INV-2
    ZOMBIE_DECK = enum.auto()  # BP-INV-3
    WOUNDS = enum.auto()  # BP-INV-4
    INVENTORY = enum.auto()  # BP-INV-4: a card in a slot that may not hold it
    LEVEL = enum.auto()  # BP-INV-5
    NOISE = enum.auto()  # BP-INV-6
    NECROMANCER = enum.auto()  # BP-INV-8
    BILE = enum.auto()  # BP-INV-9
    TOKENS = enum.auto()  # spawn tokens outside the board or with one id twice
    AGENDA = enum.auto()  # no decision although the game goes on, or one whose decider is not in play
    POOL = enum.auto()  # words of the pool that belong to no frame of the agenda, or are not what it needs
    OPTIONS = enum.auto()  # the listed answers are not those of the decision
    POSITION = enum.auto()  # a survivor on the board although dead
    ACTIVATION = enum.auto()  # more zombies activate than there are, or move outside a step of movement
    CHANCE = enum.auto()  # the record of chance names a die or card that does not exist
    RESTING = enum.auto()  # the position of a vector, which does not continue automatically; not reachable in a game
    OWN = enum.auto()  # an edition-specific invariant


_BITS = tuple(flag.value for flag in Status)
(
    _,
    _,
    _ZOMBIE_SUPPLY,
    _CROWD,
    _EQUIPMENT,
    _ZOMBIE_DECK,
    _WOUNDS,
    _INVENTORY,
    _LEVEL,
    _NOISE,
    _NECROMANCER,
    _BILE,
    _TOKENS,
    _AGENDA,
    _POOL,
    _OPTIONS,
    _POSITION,
    _ACTIVATION,
    _CHANCE,
    _RESTING,
    _OWN,
) = _BITS


@jit
def status(w: Record, s: Record, work: Record) -> int:
    """Return every broken invariant as bits; ``work`` is a copy of the state."""
    broken = _RESTING * s.resting
    if agenda_rests(w, s) == 0:
        broken |= _AGENDA
    elif pool_fits(w, s) == 0:
        broken |= _POOL
    elif options_fit(w, s, work) == 0:
        broken |= _OPTIONS
    return broken | board_broken(w, s) | cards_broken(w, s, work) | team_broken(w, s)  # the cards are counted in the copy


@jit
def board_broken(w: Record, s: Record) -> int:
    return (
        unless(zombies_kept(w, s), _ZOMBIE_SUPPLY)
        | unless(crowds_fit(w, s), _CROWD)
        | unless(activation_fits(w, s), _ACTIVATION)
        | unless(necromancers_fit(w, s), _NECROMANCER)
        | unless(find(s.bile_zone, s.n_bile, NONE) < 0, _BILE)
        | unless(tokens_fit(s), _TOKENS)
        | unless(own_fits(w, s), _OWN)
    )


@jit
def cards_broken(w: Record, s: Record, work: Record) -> int:
    return (
        unless(equipment_kept(w, s, work), _EQUIPMENT)
        | unless(zombie_cards_kept(w, s, work), _ZOMBIE_DECK)
        | unless(slots_fit(w, s), _INVENTORY)
    )


@jit
def team_broken(w: Record, s: Record) -> int:
    broken = unless(quiet_start(w, s), _NOISE)
    for i in range(w.n_survivors):
        if s.alive[i] == 1 and in_turn(s) == 1 and s.wounds[i] >= MAX_WOUNDS:  # possible only while deaths wait on the agenda (BP-13.R18)
            broken |= _WOUNDS
        if s.alive[i] == 0 and s.zone[i] >= 0:
            broken |= _POSITION
        if s.level[i] > 0 and s.xp[i] < LEVEL_XP[s.level[i]]:
            broken |= _LEVEL
    for k in range(min(s.chance_n, s.chance.shape[0])):
        broken |= unless(event_fits(w, s.chance[k]), _CHANCE)
    return broken


# ---- zombies -------------------------------------------------------------------------------------------------------------


@jit
def zombies_kept(w: Record, s: Record) -> int:
    """1 if board + supply = box, minus what a planned split has taken from the supply; outside an activation nobody moves."""
    planning = pending(s, T.ARRIVE)
    for kind in range(K):
        total = s.supply[kind]
        reserved = 0
        for z in range(w.n_zones):
            total += s.zombies[z, kind]
            if s.act_moved[z, kind] > 0 and planning == 0:
                return 0  # nobody is moving
            reserved += s.act_moved[z, kind]
        box = w.supply[kind] + guests(s, kind)
        if total > box or reserved > box or box > total + reserved + set_aside(s):
            return 0
    return 1


@jit
def crowds_fit(w: Record, s: Record) -> int:
    for z in range(w.n_zones):
        n = 0
        for kind in range(K):
            n += s.zombies[z, kind]
        if n != s.crowd[z]:
            return 0
    return 1


@jit
def activation_fits(w: Record, s: Record) -> int:
    """1 if no more zombies activate than there are, and zombies move only in a step of movement."""
    planning = pending(s, T.ARRIVE)
    running = planning + pending(s, T.PASS) + pending(s, T.MOVES)
    for z in range(w.n_zones):
        if s.act_went[z] == 1 and planning == 0:
            return 0
        for kind in range(NECROMANCER):
            if running > 0 and s.act_zombies[z, kind] > s.zombies[z, kind]:
                return 0
    goes = s.quest_abomination - ON_ITS_WAY
    if s.quest_abomination >= w.n_zones and (planning == 0 or goes < 0 or goes >= w.n_zones):
        return 0
    return 1


@jit
def tokens_fit(s: Record) -> int:
    for t in range(s.n_tokens):
        if s.token_zone[t] < 0 or (card_conservation.nameless(s, t) == 0 and has_own_id(s, t) == 0):
            return 0
    return 1


@jit
def has_own_id(s: Record, t: int) -> int:
    """1 if spawn token ``t`` has an assigned id that no other token has."""
    return 1 if s.token_id[t] < s.next_token and find(s.token_id, t, s.token_id[t]) < 0 else 0


# ---- cards ---------------------------------------------------------------------------------------------------------------


@jit
def equipment_kept(w: Record, s: Record, work: Record) -> int:
    """1 if no copy is in two places, and none is lost: copies out of the game are counted."""
    for c in range(w.n_copies + 1):
        work.spent[c] = 0
    n = 0
    for k in range(s.deck_n):
        n += count_copy(work, s.deck[k])
    for k in range(s.discard_n):
        n += count_copy(work, s.discard[k])
    if n < s.deck_n + s.discard_n:  # a pile has an entry without a card
        return 0
    n += count_copy(work, s.gain_copy) + count_copy(work, s.gain_extra)
    for i in range(w.n_survivors):
        for slot in range(SLOTS):
            n += count_copy(work, s.inv[i, slot])
    for v in range(s.vault_cards.shape[0]):
        for p in range(s.vault_cards.shape[1]):
            n += count_copy(work, s.vault_cards[v, p])
    for a in range(s.aside.shape[0]):
        n += count_copy(work, s.aside[a])
    n += copies_elsewhere(w, s, work)
    return 1 if n + s.n_gone == copies_in_game(w) else 0


@jit
def copies_in_game(w: Record) -> int:
    """Number of copies in the game at its start."""
    n = w.n_deck + w.n_start + w.n_artefacts
    for v in range(w.vault_cards.shape[0]):
        for p in range(w.vault_cards.shape[1]):
            n += w.vault_cards[v, p] > 0
    return n


@jit
def zombie_cards_kept(w: Record, s: Record, work: Record) -> int:
    """1 if deck, discard pile and cards being resolved, which wait in the pool, are the deck of the game."""
    for c in range(w.n_zcards + 1):
        work.pool[c] = 0
    for k in range(w.n_zdeck):
        work.pool[w.zdeck[k]] += 1
    n = s.zdeck_n + s.zdiscard_n
    for k in range(s.zdeck_n):
        work.pool[s.zdeck[k]] -= 1
    for k in range(s.zdiscard_n):
        work.pool[s.zdiscard[k]] -= 1
    n += zombie_cards_elsewhere(w, s, work)
    for c in range(w.n_zcards + 1):
        if work.pool[c] < 0:
            return 0
    for t in range(s.depth):
        if s.stack[t, 0] == T.CARDS:
            n += s.stack[t, T.CARDS_NUMBER]
    return 1 if n == w.n_zdeck else 0


@jit
def slots_fit(w: Record, s: Record) -> int:
    """1 if the dead and those who have left hold nothing, and every card is in a slot that it fits (BP-9.R1)."""
    for i in range(w.n_survivors):
        for slot in range(SLOTS):
            card = w.copy_card[s.inv[i, slot]]
            if card > 0 and (s.alive[i] == 0 or card_fits(w.card_place[card], slot, card == w.body_card[i]) == 0):
                return 0
    return 1


@jit
def card_fits(place: int, slot: int, exception: int) -> int:
    if slot >= PACK:
        return 1 if place == HAND_CARD or place == BODY_CARD or place == PACK_CARD else 0
    if slot == BODY:
        return 1 if place == BODY_CARD or exception else 0
    return 1 if place == HAND_CARD else 0


@jit
def event_fits(w: Record, event: int) -> int:
    """1 if an entry of the record of chance is a possible die or an existing card."""
    kind = event // EVENT
    value = event - kind * EVENT
    if kind == DIE:
        return 1 if value >= 1 and value <= 6 else 0
    if kind == EV_EQUIPMENT or kind == EV_ARTEFACT:
        return 1 if value <= w.n_cards else 0
    if kind == EV_ZOMBIES:
        return 1 if value <= w.n_zcards else 0
    if kind == EV_OBJECTIVE:
        return 1 if value <= GREEN else 0
    return 1 if kind == EV_SHUFFLE and value <= ZOMBIE_DECK else 0


# ---- the round -------------------------------------------------------------------------------------------------------------


@jit
def quiet_start(w: Record, s: Record) -> int:
    """1 if there is no noise and no unloaded weapon before the first turn of a round (BP-INV-6)."""
    if before_turns(w, s) == 0:
        return 1
    return 1 if count(s.noise, w.n_zones, 0) == w.n_zones and find(s.unloaded, w.n_copies + 1, 1) < 0 else 0
