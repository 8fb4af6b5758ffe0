"""Set up a position: world and state from the text of a position (``text``)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from zombicide_env.core.jit import entry, records
from zombicide_env.core.rng import seed_rng
from zombicide_env.core.scratch import workplaces

from ..numbers.layout import (
    CHARACTER,
    FIRST_FIGHTER,
    IN_BOX,
    IN_DECK,
    IN_DISCARD,
    IN_HAND,
    IN_PILE,
    N_DECKS,
    NONE,
    S2,
    START_FOOD,
    TO_CARD,
    A,
    C,
)
from ..numbers.state import SCRATCH, STATE
from ..rules.board import deploy
from ..rules.cards import shuffle_deck
from ..rules.setup import clear, setup
from ..world.build import build_world
from .read import read_position
from .run import BEGIN, carry_out
from .text import PositionText

__all__ = ["Placed", "place", "z_game_position"]

Array = np.ndarray[Any, Any]


@dataclass(frozen=True)
class Placed:
    """A position at its first decision: world and state, both of shape (1,)."""

    world: Array
    state: Array


@entry
def _clear(states: Any) -> None:
    seed_rng(states[0], 0)
    clear(states[0])


@entry
def _setup(worlds: Any, states: Any) -> None:
    setup(worlds[0], states[0], 0)


@entry
def _deploy(states: Any, c: int, p: int, loc: int) -> None:
    deploy(states[0], c, p, loc)


@entry
def _shuffle(states: Any, d: int) -> None:
    shuffle_deck(states[0], d)


def z_game_position(document: Mapping[str, Any]) -> Placed:
    """Return the position of a document.  Raises ``FormatError`` for a malformed one."""
    return place(read_position(document))


def place(text: PositionText) -> Placed:
    """Return world (with scratch) and state of a position, with seed 0 for what it does not script."""
    world = workplaces(build_world(text.config, text.house), SCRATCH)
    world[0]["first_player"] = text.first
    state = np.zeros(1, STATE)
    s = state[0]
    if text.setup:
        _setup(records(world), records(state))
        _lay_tiles(world[0], s, text)
        if text.phase == S2:
            s["faction"][: text.players] = text.factions
        for d in range(N_DECKS):
            _fill_deck(world[0], state, d, text, s["deck"][d, : s["n_deck"][d]].tolist())
    else:
        _clear(records(state))
        _lay_out(world[0], state, text)
    s["round"] = text.turn
    s["stop"] = (text.turn + (text.until < text.phase)) * 32 + text.until
    s["scripted"] = 1
    s["tape_n"], s["zombie_n"] = len(text.dice), len(text.zombie_cards)
    s["tape"][: len(text.dice)] = text.dice
    s["zombie_tape"][: len(text.zombie_cards)] = [strength * 16 + reward for strength, reward in text.zombie_cards]
    carry_out(records(world), records(state), BEGIN, text.phase)
    return Placed(world, state)


def _lay_tiles(w: Any, s: Any, text: PositionText) -> None:
    """Deal the tiles of ``s0_tiles``."""
    if not text.tile_hands:
        return
    s["tiles"][...] = s["reserve"][:] = 0
    for p, tiles in text.tile_hands.items():
        for kind in tiles:
            s["tiles"][p, kind] += 1
    s["n_reserve"] = len(text.tile_reserve)
    s["reserve"][: len(text.tile_reserve)] = text.tile_reserve


def _fill_deck(w: Any, state: Array, d: int, text: PositionText, free: list[int]) -> None:
    """Fill the deck as in the text: completely, or named cards on top of the other free ones, shuffled."""
    s = state[0]
    named = list(text.decks.get(d, text.top.get(d, ())))
    if d in text.decks:
        free = []
    else:
        for card in named:
            free.remove(card)
    s["deck"][d, :] = 0
    s["deck"][d, : len(free)] = sorted(free)
    s["n_deck"][d] = len(free)
    _shuffle(records(state), d)
    s["deck"][d, len(free) : len(free) + len(named)] = named[::-1]
    s["n_deck"][d] = len(free) + len(named)
    if d == CHARACTER:
        for card in [*free, *named]:
            s["zone"][card - TO_CARD] = IN_DECK
        for c in range(FIRST_FIGHTER, C):
            if s["zone"][c] == IN_DECK and c + TO_CARD not in (*free, *named):
                s["zone"][c] = IN_BOX


def _lay_out(w: Any, state: Array, text: PositionText) -> None:
    """Fill in board, markers, characters, hands, discards, decks, tracks, squads, in this order."""
    s = state[0]
    n = text.players
    s["first"] = text.first
    s["kind"][:] = w["tile"]
    for loc, kind in text.types.items():
        s["kind"][loc] = kind
    s["face_down"][list(text.face_down)] = 1
    s["faction"][:n] = text.factions
    s["base"][:n] = text.bases
    for loc, place in text.locations.items():
        for name in ("owner", "intact", "ruined", "pending", "pending_owner", "pending_kind", "horde"):
            s[name][loc] = getattr(place, name)
    _put_characters(state, text)
    s["food"][:n] = START_FOOD
    for p, tracks in text.tracks.items():
        for name, number in tracks.items():
            s[name][p] = number
    _deal(w, state, text)
    for loc, squads in text.squads.items():
        s["squad"][loc, :] = NONE
        s["squad"][loc, : len(squads)] = [p for p, _ in squads]
        for p, due in squads:
            s["due"][loc, p] = due


def _put_characters(state: Array, text: PositionText) -> None:
    s = state[0]
    for c, character in text.characters.items():
        _deploy(records(state), c, character.seat, character.at)
        for name in ("exhausted", "moved", "origin", "job", "retreats"):
            s[name][c] = getattr(character, name)


def _deal(w: Any, state: Array, text: PositionText) -> None:
    """Deal hands, discard piles, piles of fighters, and make decks of the remaining cards."""
    s = state[0]
    free = {card: int(w["copies"][card]) if card < A else 1 for card in range(A + C - FIRST_FIGHTER)}
    for c in text.characters:
        if c >= FIRST_FIGHTER:
            free[c + TO_CARD] -= 1
    for p, cards in text.hands.items():
        for card in cards:
            free[card] -= 1
            s["hand"][p, card] += 1
            s["n_hand"][p] += 1
            if card >= A:
                s["zone"][card - TO_CARD], s["seat"][card - TO_CARD] = IN_HAND, p
    for d, cards in text.discards.items():
        for card in cards:
            free[card] -= 1
            s["discard"][card] += 1
            s["n_discard"][d] += 1
            if card >= A:
                s["zone"][card - TO_CARD] = IN_DISCARD
    if w["few"]:
        _lay_piles(w, s, text, free)
    for d in range(N_DECKS):
        of_deck = [card for card, copies in free.items() if w["deck_of"][card] == d for _ in range(copies)]
        _fill_deck(w, state, d, text, [] if d == CHARACTER and w["few"] else of_deck)


def _lay_piles(w: Any, s: Any, text: PositionText, free: Mapping[int, int]) -> None:
    """Fill in the piles of the factions in play; fighters left out are out of the game."""
    for c in range(FIRST_FIGHTER, C):
        faction = int(w["pile"][c])
        named = text.piles.get(faction)
        if faction in text.factions and free[c + TO_CARD] and (named is None or c + TO_CARD in named):
            s["zone"][c] = IN_PILE
