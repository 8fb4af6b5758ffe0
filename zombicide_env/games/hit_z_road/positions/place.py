"""Set up a position: world and state from the text of a position (``read``)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from zombicide_env.core.decks import shuffle
from zombicide_env.core.jit import entry, records
from zombicide_env.core.rng import seed_rng
from zombicide_env.core.scratch import workplaces

from ..numbers.layout import IN_BOX, IN_DECK, LEVELS, LOST, NONE, ON_ROUTE, PLACES, ROUNDS, WITH_PLAYER
from ..numbers.state import SCRATCH, STATE
from ..options import Options
from ..rules.routes import place_keys, planning, shown
from ..rules.setup import clear
from ..rules.step import begin_auction, begin_battle_at, begin_card, begin_end, begin_planning, begin_routes, begin_step, reset
from ..world.build import build_world
from .read import FormatError, PlayerText, PositionText, read_position

__all__ = ["Placed", "hit_z_road_position", "place"]

Array = np.ndarray[Any, Any]


@dataclass(frozen=True)
class Placed:
    """A position at its first decision: world and state, both of shape (1,)."""

    world: Array
    state: Array


@entry
def _reset(worlds: Any, states: Any) -> None:
    reset(worlds[0], states[0], 0)


@entry
def _empty(states: Any) -> None:
    seed_rng(states[0], 0)
    clear(states[0])


@entry
def _shuffle_level(states: Any, n: int) -> None:
    shuffle(states[0], states[0].pile, n)


@entry
def _start(worlds: Any, states: Any, keys: int, phase: int, p: int, r: int, k: int, stage: int, zombies: int, melee_round: int) -> None:
    """Place the keys (HZ-10.R1) if ``keys`` is 1, then continue from the phase: 0 planning, 1 auction, 2 route, 3 card, 4 battle, 5 end."""
    w = worlds[0]
    s = states[0]
    seed_rng(s, 0)
    begin_step(s)
    if keys == 1:
        place_keys(w, s)
    if phase == 0:
        begin_planning(w, s)
    elif phase == 1:
        begin_auction(w, s)
    elif phase == 2:
        begin_routes(w, s)
    elif phase == 3:
        begin_card(w, s, p, r, k)
    elif phase == 4:
        begin_battle_at(w, s, p, r, k, stage, zombies, melee_round)
    else:
        begin_end(w, s)


@entry
def _lay_out(worlds: Any, states: Any) -> None:
    planning(worlds[0], states[0])


@entry
def _shown(worlds: Any, r: int, k: int) -> int:
    up: int = shown(worlds[0], r, k)
    return up


_PHASES = ("planning", "auction", "route", "card", "battle", "end")


def hit_z_road_position(document: Mapping[str, Any]) -> Placed:
    """Return the position of a document.  Raises ``FormatError`` for a malformed one."""
    return place(read_position(document))


def place(text: PositionText) -> Placed:
    """Return world and state of a position.  Raises ``FormatError`` if there are not enough cards left for its deck."""
    world = workplaces(build_world(Options(len(text.players), "actions" if text.automatic else "full")), SCRATCH)
    state = np.zeros(1, STATE)
    if text.phase == "setup":
        _reset(records(world), records(state))
        _script(state[0], text)
        return Placed(world, state)
    _empty(records(state))
    s = state[0]
    _script(s, text)
    s["round"] = text.round
    s["where"][:] = IN_BOX
    for p, player in enumerate(text.players):
        _seat(s, p, player)
    active = [p for p in text.order if text.players[p].alive]
    s["n_order"] = len(active)
    s["order"][: len(active)] = active
    _lay_routes(world, s, text)
    _lay_deck(world, state, text)
    phase = text.phase
    if phase == "planning" and text.keys is not None:  # Planning would place the keys again
        _lay_out(records(world), records(state))
        phase = "auction"
    if not active:  # HZ-3.R1, HZ-11.2
        s["outcome"] = LOST
        return Placed(world, state)
    if text.keys is not None:
        s["key"][: text.n_routes] = [text.keys.get(r, 0) for r in range(text.n_routes)]
    row = next((r for r, p in text.taken.items() if p == text.turn), 0)
    ask = text.keys is None and text.phase != "end"
    stage = (text.turn, row, text.place, text.step, text.zombies, text.melee_round)
    _start(records(world), records(state), int(ask), _PHASES.index(phase), *stage)
    return Placed(world, state)


def _script(s: Any, text: PositionText) -> None:
    s["scripted"] = text.dice is not None
    dice = text.dice or ()
    s["tape"][: len(dice)] = dice
    s["tape_n"] = len(dice)


def _seat(s: Any, p: int, player: PlayerText) -> None:
    s["alive"][p] = player.alive
    s["group"][p] = player.survivors
    s["own"][p] = player.own
    s["bonus"][p] = player.bonus
    s["liquidator"][p] = player.liquidator
    for token, n in player.tokens.items():
        s["tokens"][p, token] = n
    for card in player.cards:
        s["where"][card] = WITH_PLAYER + p
        s["seen"][card] = 1


def _lay_routes(world: Array, s: Any, text: PositionText) -> None:
    """Lay out the routes of the round; played cards are with their owner or in the box."""
    for r, row in enumerate(text.routes):
        taker = text.taken.get(r, NONE)
        s["taken"][r] = taker
        if taker != NONE:
            s["went"][taker] = 1
        for k, card in enumerate(row):
            played = taker not in (NONE, text.turn) or (taker == text.turn and k < text.place)
            s["route"][r, k] = card
            if played or _shown(records(world), r, k):
                s["face_up"][r, k] = s["seen"][card] = 1
            if not played:
                s["where"][card] = ON_ROUTE


def _lay_deck(world: Array, state: Array, text: PositionText) -> None:
    """Fill the deck: the named cards on top, below them others that the position does not name, levels by HZ-3.R2."""
    s, level_of, in_play = state[0], world[0]["level"], world[0]["in_play"]
    first = text.round + (text.phase != "planning")
    size = PLACES * text.n_routes
    needed = [0] * (LEVELS + 1)
    for number in range(first, ROUNDS + 1):
        needed[1 if number <= 2 else 2 if number <= 5 else 3] += size
    if text.phase == "end":
        needed = [0] * (LEVELS + 1)
    named = {c for row in text.routes for c in row} | {c for player in text.players for c in player.cards} | set(text.cards)
    deck: list[int] = []
    for level in (1, 2, 3):
        top = [card for card in text.cards if level_of[card] == level]
        free = [card for card in range(1, len(level_of)) if level_of[card] == level and in_play[card] and card not in named]
        missing = needed[level] - len(top)
        if missing > len(free):
            raise FormatError((), f"{missing - len(free)} cards of level {level} are missing for the deck; name fewer of them")
        s["pile"][: len(free)] = free
        _shuffle_level(records(state), len(free))
        deck += top + s["pile"][:missing].tolist()
        s["pile"][:] = 0
    s["deck_n"] = len(deck)
    s["deck"][: len(deck)] = deck[::-1]
    s["where"][deck] = IN_DECK
