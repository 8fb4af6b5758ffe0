"""Build the WORLD record from content and options."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..content import House, factions, incomes
from ..numbers.layout import CHARACTER, DECKS, FACTIONS, FIRST_FIGHTER, LEADERS, NONE, REWARDS, SKILLS, TARGETS, TYPES, A
from ..numbers.state import WORLD
from ..options import Options

__all__ = ["build_world"]

Array = np.ndarray[Any, Any]

#: Options of section 17 -> their world fields.
MODES = {
    "quick_start": "quick_start",
    "fog_of_war": "fog",
    "terrain_knowledge": "terrain",
    "herd_instinct": "herd",
    "pharmacy_business": "pharmacy",
    "survivor_search": "survivors",
    "few_but_effective": "few",
}


def build_world(options: Options, house: House) -> Array:
    """Return the world of a game, an array of shape (1,) and dtype ``WORLD``."""
    world = np.zeros(1, WORLD)
    w = world[0]
    w["n_players"] = options.players
    w["target"] = TARGETS[options.target]
    w["max_turns"] = house.max_turns[options.target] if options.max_turns is None else options.max_turns
    w["first_player"] = NONE if options.first_player is None else options.first_player
    w["scheming"] = options.trade in ("full", "scheming")
    w["business"] = options.trade in ("full", "business")
    w["leader_speed"] = options.leader_speed
    w["by_rounds"] = options.zombie_fight_order == "rounds"
    w["sabotage_combo"], w["auto_skip"] = options.sabotage_combo, options.auto_skip
    w["automatic"] = options.decisions == "actions"
    w["reward_by"] = REWARDS.index(options.reward)
    for mode, field in MODES.items():
        w[field] = getattr(options, mode)
    _fill_board(w, options.players, house)
    _fill_cards(w, house)
    _fill_characters(w, house)
    return world


def _fill_board(w: Any, players: int, house: House) -> None:
    """Fill in places, neighbours (ZG-3.1) and distances (ZG-3.2)."""
    places = house.layouts[players]
    index = {(place.q, place.r): n for n, place in enumerate(places)}
    w["n_locations"] = len(places)
    w["near"][...] = NONE
    for n, place in enumerate(places):
        q, r = place.q, place.r
        w["tile"][n], w["ring"][n], w["q"][n], w["r"][n] = TYPES.index(place.type), place.ring, q, r
        around = ((q + 1, r), (q, r + 1), (q - 1, r + 1), (q - 1, r), (q, r - 1), (q + 1, r - 1))
        near = sorted(index[hexagon] for hexagon in around if hexagon in index)
        w["n_near"][n] = len(near)
        w["near"][n, : len(near)] = near
    for start in range(len(places)):
        w["dist"][start, : len(places)] = _distances(w, start, len(places))
    for n, income in enumerate(incomes()):
        w["food"][n], w["medicine"][n], w["draws"][n], w["neutral"][n] = income.food, income.medicine, income.draws, income.neutral


def _distances(w: Any, start: int, n: int) -> list[int]:
    steps = {start: 0}
    edge = [start]
    for place in edge:
        for other in w["near"][place, : w["n_near"][place]].tolist():
            if other not in steps:
                steps[other] = steps[place] + 1
                edge.append(other)
    return [steps[place] for place in range(n)]


def _fill_cards(w: Any, house: House) -> None:
    for n, card in enumerate(house.cards):
        w["deck_of"][n] = DECKS.index(card.deck)
        w["copies"][n] = card.count
        for name in ("fight", "capacity", *SKILLS):
            w[name][n] = getattr(card, name)
    w["deck_of"][A:] = CHARACTER
    pairs = [pair for pair, copies in house.zombies.items() for _ in range(copies)]
    w["zombie_strength"], w["zombie_reward"] = [s for s, _ in pairs], [r for _, r in pairs]


def _fill_characters(w: Any, house: House) -> None:
    """Fill in skills (ZG-8.2, ZG-8.3), piles (ZG-17.13), starting equipment of the factions (ZG-4.9)."""
    for name in ("fight", *SKILLS):
        w[f"char_{name}"][:LEADERS] = 2
        w[f"char_{name}"][FIRST_FIGHTER:] = [1 + (fighter.specialty == name) for fighter in house.fighters]
    for n, faction in enumerate(factions()):
        w["pile"][faction.leader] = n
        w["starter"][n] = faction.starter
        w["kit"][n] = faction.named
        w["kit_melee"][n] = faction.melee
    w["pile"][FIRST_FIGHTER:] = [FACTIONS.index(fighter.pile) for fighter in house.fighters]
