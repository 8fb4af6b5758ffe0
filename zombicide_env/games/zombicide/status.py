"""Invariants of a state (BP-29): ``status`` names every one that is broken."""

from __future__ import annotations

import enum
from typing import Any

import numpy as np

from .layout import (
    BILES,
    FAR,
    NECROMANCER,
    OUTCOMES,
    PACK,
    PHASES,
    PLAYERS_PHASE,
    SLOTS,
    STACK,
    K,
)
from .tasks import D_TURN, FIRST_DECISION

Array = np.ndarray[Any, Any]


class Status(enum.Flag):
    """What is wrong with a state; ``Status(0)``: it is sound."""

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
    AGENDA = enum.auto()  # no decision although the game goes on, or an overflow
    POSITION = enum.auto()  # a survivor outside the board, or on it although dead
    DISTANCES = enum.auto()  # a row of distances that is not what the doors make it
    RANGE = enum.auto()  # an enumeration outside its values


def status(world: Array, state: Array) -> Status:
    """Every broken invariant of ``state`` (shape (1,)) in ``world`` (shape (1,))."""
    w: Any = world[0]
    s: Any = state[0]
    checks = {
        Status.ZOMBIE_SUPPLY: _zombies_kept(w, s),
        Status.CROWD: bool((s["zombies"].sum(axis=1) == s["crowd"]).all() and (s["zombies"] >= 0).all()),
        Status.EQUIPMENT: _equipment_kept(w, s),
        Status.ZOMBIE_DECK: _zombie_cards_kept(w, s),
        Status.WOUNDS: _wounds_fit(w, s),
        Status.INVENTORY: _slots_fit(w, s),
        Status.LEVEL: _levels_fit(w, s),
        Status.NOISE: _quiet_start(w, s),
        Status.NECROMANCER: _necromancers_fit(w, s),
        Status.BILE: 0 <= s["n_bile"] <= BILES and bool((s["bile_zone"][: s["n_bile"]] >= 0).all()),
        Status.TOKENS: _tokens_fit(w, s),
        Status.AGENDA: _agenda_rests(s),
        Status.POSITION: _positions_fit(w, s),
        Status.DISTANCES: _distances_fit(w, s),
        Status.RANGE: s["outcome"] < len(OUTCOMES) and s["phase"] < len(PHASES) and s["round"] >= 1,
    }
    broken = Status(0)
    for flag, sound in checks.items():
        if not sound:
            broken |= flag
    return broken


def _zombies_kept(w: Any, s: Any) -> bool:
    """On the board + supply = the box, less what a split that is being planned has taken from the supply."""
    total = s["zombies"].sum(axis=0) + s["supply"]
    planning = bool(s["act_went"].any())
    for kind in range(K):
        reserved = int(s["act_moved"][:, kind].sum()) if planning else 0
        if s["supply"][kind] < 0 or not total[kind] <= w["supply"][kind] <= total[kind] + reserved:
            return False
    return True


def _copies(w: Any, s: Any) -> list[int]:
    copies = [
        *s["deck"][: s["deck_n"]],
        *s["discard"][: s["discard_n"]],
        *s["inv"][: w["n_survivors"]].ravel(),
        *s["vault_cards"].ravel(),
        *s["aside"],
        s["gain_copy"],
        s["gain_extra"],
    ]
    return [int(copy) for copy in copies if copy > 0]


def _equipment_kept(w: Any, s: Any) -> bool:
    """No copy in two places, and none lost: those out of the game are counted."""
    copies = _copies(w, s)
    outside = int(w["n_copies"]) - _in_game(w)
    return len(copies) == len(set(copies)) and len(copies) + s["n_gone"] + outside == w["n_copies"]


def _in_game(w: Any) -> int:
    """Copies that take part in the game at its start."""
    return int(w["n_deck"] + w["n_start"] + w["n_artefacts"] + (w["vault_cards"] > 0).sum())


def _zombie_cards_kept(w: Any, s: Any) -> bool:
    """Deck, discard pile and cards being resolved (they wait in the pool)."""
    return bool(0 <= w["n_zdeck"] - s["zdeck_n"] - s["zdiscard_n"] <= s["pool_n"])


def _wounds_fit(w: Any, s: Any) -> bool:
    n = w["n_survivors"]
    living = s["alive"][:n] == 1
    return bool((s["wounds"][:n][living] <= 3).all() and (s["xp"][:n] >= 0).all() and _three_wounds_pending(s, living))


def _three_wounds_pending(s: Any, living: Array) -> bool:
    """Three wounds on a living survivor are possible only while deaths wait on the agenda (BP-13.R18)."""
    resting = s["depth"] > 0 and s["stack"][s["depth"] - 1, 0] == D_TURN
    return not (resting and bool((s["wounds"][: len(living)][living] >= 3).any()))


def _slots_fit(w: Any, s: Any) -> bool:
    for i in range(w["n_survivors"]):
        if not s["alive"][i] and s["inv"][i].any():
            return False
        for slot in range(SLOTS):
            card = int(w["copy_card"][s["inv"][i, slot]])
            if card and not _fits(int(w["card_place"][card]), slot, card == w["body_card"][i]):
                return False
    return True


def _fits(place: int, slot: int, exception: bool) -> bool:
    if slot >= PACK:
        return place in (1, 2, 3)
    if slot == 2:
        return place == 2 or exception
    return place == 1


def _levels_fit(w: Any, s: Any) -> bool:
    n = w["n_survivors"]
    reached = np.searchsorted((7, 19, 43), s["xp"][:n], side="right")
    return bool((s["level"][:n] <= reached).all())


def _quiet_start(w: Any, s: Any) -> bool:
    """No noise and no unloaded weapon before the first turn of a round (BP-INV-6)."""
    fresh = s["phase"] == PLAYERS_PHASE and s["current"] < 0 and not s["acted"][: w["n_survivors"]].any()
    return not (fresh and s["outcome"] == 0 and s["resting"] == 0 and (s["noise"].any() or s["unloaded"].any()))


def _necromancers_fit(w: Any, s: Any) -> bool:
    n = int(s["n_necros"])
    zones = s["necro_zone"][:n]
    if n != s["zombies"][:, NECROMANCER].sum() or (n and not ((zones >= 0) & (zones < w["n_zones"])).all()):
        return False
    tokens = {int(i): int(z) for i, z in zip(s["token_id"][: s["n_tokens"]], s["token_zone"][: s["n_tokens"]], strict=True)}
    return all(tokens.get(int(s["necro_token"][k]), s["necro_entry"][k]) == s["necro_entry"][k] for k in range(n))


def _tokens_fit(w: Any, s: Any) -> bool:
    n = int(s["n_tokens"])
    zones = s["token_zone"][:n]
    return bool(0 <= n <= len(s["token_zone"]) and ((zones >= 0) & (zones < w["n_zones"])).all()) and len(set(s["token_id"][:n])) == n


def _agenda_rests(s: Any) -> bool:
    if not 0 <= s["depth"] < STACK:
        return False
    if s["outcome"] != 0:
        return True
    if s["depth"] == 0:
        return bool(s["resting"])
    return bool(s["stack"][s["depth"] - 1, 0] >= FIRST_DECISION)


def _positions_fit(w: Any, s: Any) -> bool:
    n = w["n_survivors"]
    zones, alive = s["zone"][:n], s["alive"][:n]
    return bool((zones < w["n_zones"]).all() and (zones >= -1).all() and (zones[alive == 0] == -1).all())


def _distances_fit(w: Any, s: Any) -> bool:
    """Neighbours over passable borders differ by at most one step in every valid row."""
    for z in range(w["n_zones"]):
        if not s["dist_ok"][z]:
            continue
        row = s["dist"][z]
        if row[z] != 0:
            return False
        for a in range(w["n_zones"]):
            for k in range(w["degree"][a]):
                door = w["link_door"][a, k]
                b = w["neighbour"][a, k]
                if (door < 0 or s["door"][door] == 0) and row[a] != FAR and int(row[b]) > int(row[a]) + 1:
                    return False
    return True
