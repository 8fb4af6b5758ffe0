"""Positions to paint: states filled by hand, so that no kernel has to be compiled."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from zombicide_env.core.scene import Scene
from zombicide_env.games.zombicide.black_plague.numbers.skills import SKILL_INDEX
from zombicide_env.games.zombicide.black_plague.numbers.state import STATE
from zombicide_env.games.zombicide.black_plague.options import Options
from zombicide_env.games.zombicide.black_plague.picture.page import scene
from zombicide_env.games.zombicide.black_plague.words.names import Names
from zombicide_env.games.zombicide.black_plague.world.box import box, quest
from zombicide_env.games.zombicide.black_plague.world.build import build_world
from zombicide_env.games.zombicide.table.board import Board, quest_board
from zombicide_env.games.zombicide.table.codes import BLUE, CLOSED, GREEN, NONE, OPEN, STREET
from zombicide_env.games.zombicide.table.quest_types import Quest

SIX = ("ann", "baldric", "clovis", "nelly", "samson", "silas")


@dataclass
class Position:
    """A world and a state, with their quest, board and names."""

    quest: Quest
    board: Board
    names: Names
    world: np.ndarray[Any, Any]
    state: np.ndarray[Any, Any]

    @property
    def w(self) -> Any:
        return self.world[0]

    @property
    def s(self) -> Any:
        return self.state[0]

    def scene(self) -> Scene:
        return scene(self.world, self.state, self.board, self.names, self.quest.title)

    def zone(self, label: str) -> int:
        return self.board.zones.index(label)


def fresh(quest_name: str, survivors: int = 6) -> Position:
    """The start of a quest: as set up, objectives in a fixed order."""
    found = quest(quest_name)
    board = quest_board(found)
    world = build_world(found, box().survivors[: min(survivors, 6)], Options())
    w = world[0]
    roster = list(SIX[: min(survivors, 6)])
    while len(roster) < survivors:  # duplicates: there are only six sheets
        twin = len(roster) % 6
        for name in ("skill_start", "starts_with", "body_card", "start_zone"):
            w[name][len(roster)] = w[name][twin]
        roster.append(f"{('eva', 'otto', 'rolf', 'vera', 'ulla', 'kurt')[twin]}")
    w["n_survivors"] = survivors
    names = Names(board.zones, tuple(roster), ("player",), ("", *box().card_ids))
    state = np.zeros(1, STATE)
    s = state[0]
    n = survivors
    s["round"] = 1
    s["current"] = s["go"] = s["loud_zone"] = s["loud_by"] = s["fire_zone"] = NONE
    s["alive"][:n] = 1
    s["zone"][:] = NONE
    s["zone"][:n] = w["start_zone"][:n]
    s["skill"][:] = w["skill_start"]
    s["door"][:] = w["door_start"]
    s["zombies"][:] = w["zombie_start"]
    s["crowd"][:] = s["zombies"].sum(axis=1)
    s["supply"] = w["supply"]
    for name in ("token_zone", "token_colour", "token_active", "n_tokens", "spawn_first", "objective", "vault_cards"):
        s[name] = w[name]
    s["hidden"][:] = w["shuffled"]
    places = np.flatnonzero(w["shuffled"])
    colours = [BLUE] * int(w["shuffle_blue"]) + [GREEN] * int(w["shuffle_green"])
    s["objective"][places[: len(colours)]] = colours
    for vault in range(w["n_vaults"]):
        for place in range(w["vault_random"][vault]):
            s["vault_cards"][vault][place] = w["artefacts"][vault]
            s["vault_face_down"][vault][place] = 1
    s["deck"], s["deck_n"] = w["deck"], w["n_deck"]
    s["zdeck"], s["zdeck_n"] = w["zdeck"], w["n_zdeck"]
    s["quest_abomination"] = w["quest_abomination"]
    for i in range(n):
        s["inv"][i, 0] = w["start_cards"][i % 6]
    return Position(found, board, names, world, state)


def busy(quest_name: str, survivors: int = 6, seed: int = 0) -> Position:
    """A crowded position: zombies everywhere, open doors, noise, wounds, full packs, tokens of every kind."""
    p = fresh(quest_name, survivors)
    w, s = p.w, p.s
    rng = np.random.default_rng(seed)
    n, zones = survivors, int(w["n_zones"])
    s["round"], s["phase"], s["current"] = 7, 0, 1
    joined = [z for z in range(zones) if w["degree"][z]]
    for z in rng.choice(joined, len(joined) // 2, replace=False):
        s["zombies"][z] += (rng.integers(0, 4, 5) * (rng.random(5) < (0.7, 0.5, 0.4, 0.05, 0.05))).astype(np.uint8)
    crowd, rest = rng.choice(joined, 2, replace=False)
    s["zombies"][crowd] = (12, 6, 5, 1, 1)  # 25 in one zone
    s["zone"][:n] = rng.choice(joined, n)
    s["zone"][: max(2, n // 2)] = rest
    if survivors == 12:
        s["zone"][:n] = crowd
    s["crowd"][:] = s["zombies"].sum(axis=1)
    for door in range(int(w["n_doors"])):
        if s["door"][door] == CLOSED and rng.random() < 0.5:
            s["door"][door] = OPEN
    for z in rng.choice(joined, 4, replace=False):
        s["noise"][z] = rng.integers(1, 12)
    s["wounds"][:n] = rng.integers(0, 3, n)
    s["xp"][:n] = rng.integers(0, 50, n)
    s["acted"][0] = 1
    s["actions"][1] = 2
    for i in range(n):
        for slot in (0, 1, 2, 3, 4, 5):
            s["inv"][i, slot] = rng.integers(1, w["n_copies"]) if rng.random() < 0.7 else 0
        for skill in ("plus_1_action", "bloodlust_melee", "hit_and_run")[: 1 + i % 3]:
            s["skill"][i, SKILL_INDEX[skill]] += 1
    s["unloaded"][s["inv"][0, 0]] = 1
    s["rotten"][2] = 1
    s["n_bile"] = 2
    s["bile_zone"][:2] = crowd, rest
    street = next(z for z in joined if w["zone_kind"][z] == STREET)
    t = int(s["n_tokens"])
    s["token_zone"][t], s["token_colour"][t], s["token_active"][t] = street, 4, 1
    s["n_tokens"] = t + 1
    s["deck_n"], s["discard_n"], s["zdeck_n"], s["zdiscard_n"] = 41, 12, 30, 18
    if survivors > 4:
        s["alive"][3], s["zone"][3] = 0, NONE
    return p


@pytest.fixture(scope="session")
def positions() -> Any:
    """The two functions that make positions."""
    return {"fresh": fresh, "busy": busy}


__all__ = ["Position", "busy", "fresh"]
