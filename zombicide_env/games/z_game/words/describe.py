"""A state as a plain nested dict, for conformance vectors, logs and language models."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from zombicide_env.core.decisions import Decision

from ...prompts import compact
from ..numbers.layout import (
    CARDS,
    CHARACTERS,
    D1,
    D4,
    DECKS,
    ENDS,
    FACTIONS,
    FIGHTS,
    FIRST_FIGHTER,
    IN_DECK,
    IN_HAND,
    IN_PILE,
    JOBS,
    N_ZOMBIES,
    NEUTRAL,
    NIGHT_FIGHT,
    NO_TYPE,
    ON_BOARD,
    PENDING_KINDS,
    PEOPLE_FIGHT,
    PHASES,
    TO_CARD,
    TYPES,
    ZONES,
)
from .notation import asked, called, node_of

__all__ = [
    "CHARACTER_KEYS",
    "DESCRIBE_KEYS",
    "FIGHT_KEYS",
    "LOCATION_KEYS",
    "PLAYER_KEYS",
    "describe",
    "describe_for",
    "own_strength",
    "summary",
]

Array = np.ndarray[Any, Any]

DESCRIBE_KEYS: Final = (
    "game", "turn", "phase", "node", "to_act", "first_player", "outcome", "end", "winners", "fight", "squads", "locations", "characters",
    "players", "decks", "discards", "deck_sizes", "zombie_deck", "piles",
)  # fmt: skip
LOCATION_KEYS: Final = (
    "type", "neighbours", "owner", "intact", "ruined", "pending", "pending_owner", "pending_kind", "horde", "face_down", "controller",
    "attacked",
)  # fmt: skip
CHARACTER_KEYS: Final = ("zone", "player", "at", "exhausted", "moved", "origin", "job", "retreats_today")
PLAYER_KEYS: Final = (
    "seat", "faction", "base", "food", "medicine", "vp", "brewed", "hand", "hand_size", "scheme", "leaders_killed", "captures",
    "eliminated",
)  # fmt: skip
FIGHT_KEYS: Final = ("kind", "at", "player", "defender", "attacker", "strength", "against", "reward", "dice")
UNKNOWN: Final = "hidden"


def describe(world: Array, state: Array) -> dict[str, Any]:
    """Return the complete state, including hidden information (``docs/conformance/z_game.md``, section 8)."""
    w: Any = world[0]
    s: Any = state[0]
    node, who = node_of(state)
    row = asked(state)
    seats = range(int(w["n_players"]))
    return {
        "game": "z_game",
        "turn": int(s["round"]),
        "phase": PHASES[s["phase"]],
        "node": node,
        "to_act": called(state, who) if node else None,
        "first_player": called(state, int(s["first"])),
        "outcome": "over" if s["outcome"] else "ongoing",
        "end": ENDS[s["end"]] or None,
        "winners": [called(state, p) for p in seats if s["winner"][p]],
        "fight": _fight(w, state, row) if row and row.phase else None,
        "squads": _squads(w, state) if D1 <= s["phase"] <= D4 else {},
        "locations": {loc: _location(w, state, loc) for loc in range(int(w["n_locations"]))},
        "characters": {name: _character(state, c) for c, name in enumerate(CHARACTERS)},
        "players": {called(state, p): _player(state, p) for p in seats},
        "decks": {deck: _cards(np.bincount(s["deck"][d, : s["n_deck"][d]], minlength=len(CARDS))) for d, deck in enumerate(DECKS)},
        "discards": {deck: _cards(np.where(w["deck_of"] == d, s["discard"], 0)) for d, deck in enumerate(DECKS)},
        "deck_sizes": {deck: int(s["n_deck"][d]) for d, deck in enumerate(DECKS)} | {"zombie": N_ZOMBIES},
        "zombie_deck": _zombies(w),
        "piles": _piles(w, state) if w["few"] else None,
    }


def _name(state: Array, seat: int) -> str | None:
    return "neutral" if seat == NEUTRAL else called(state, seat) if seat >= 0 else None


def _place(loc: int) -> int | None:
    return loc if loc >= 0 else None


def _cards(counts: Any) -> list[str]:
    return [CARDS[card] for card in range(len(CARDS)) for _ in range(int(counts[card]))]


def _zombies(w: Any) -> dict[str, int]:
    found: dict[str, int] = {}
    for strength, reward in zip(w["zombie_strength"].tolist(), w["zombie_reward"].tolist(), strict=True):
        found[f"{strength}/{reward}"] = found.get(f"{strength}/{reward}", 0) + 1
    return found


def _piles(w: Any, state: Array) -> dict[str, list[str]]:
    s: Any = state[0]
    return {
        FACTIONS[f]: [CHARACTERS[c] for c in range(FIRST_FIGHTER, len(CHARACTERS)) if s["zone"][c] == IN_PILE and w["pile"][c] == f]
        for f in s["faction"].tolist()
        if f >= 0
    }


def _squads(w: Any, state: Array) -> dict[int, list[str]]:
    s: Any = state[0]
    return {
        loc: [called(state, p) + "*" * int(s["due"][loc, p]) for p in s["squad"][loc, : s["n_squads"][loc]].tolist()]
        for loc in range(int(w["n_locations"]))
        if s["n_squads"][loc]
    }


def _controller(s: Any, loc: int) -> int:
    there = [p for p, n in enumerate(s["people"][loc].tolist()) if n]
    owner = int(s["owner"][loc])
    if owner == NEUTRAL or len(there) > 1 or (owner >= 0 and there and there != [owner]):
        return -1
    return owner if owner >= 0 else there[0] if there else -1


def _location(w: Any, state: Array, loc: int) -> dict[str, Any]:
    s: Any = state[0]
    return {
        "type": TYPES[s["kind"][loc]] if s["kind"][loc] < NO_TYPE else None,
        "neighbours": w["near"][loc, : w["n_near"][loc]].tolist(),
        "owner": _name(state, int(s["owner"][loc])),
        "intact": int(s["intact"][loc]),
        "ruined": int(s["ruined"][loc]),
        "pending": int(s["pending"][loc]),
        "pending_owner": _name(state, int(s["pending_owner"][loc])),
        "pending_kind": PENDING_KINDS[s["pending_kind"][loc]] if s["pending_kind"][loc] >= 0 else None,
        "horde": bool(s["horde"][loc]),
        "face_down": bool(s["face_down"][loc]),
        "controller": _name(state, _controller(s, loc)),
        "attacked": int(s["attacked"][loc]),
    }


def _character(state: Array, c: int) -> dict[str, Any]:
    s: Any = state[0]
    return {
        "zone": ZONES[s["zone"][c]],
        "player": _name(state, int(s["seat"][c])),
        "at": _place(int(s["at"][c])),
        "exhausted": bool(s["exhausted"][c]),
        "moved": bool(s["moved"][c]),
        "origin": _place(int(s["origin"][c])),
        "job": JOBS[s["job"][c]],
        "retreats_today": int(s["retreats"][c]),
    }


def _player(state: Array, p: int) -> dict[str, Any]:
    s: Any = state[0]
    return {
        "seat": p,
        "faction": FACTIONS[s["faction"][p]] if s["faction"][p] >= 0 else None,
        "base": _place(int(s["base"][p])),
        **{name: int(s[name][p]) for name in ("food", "medicine", "vp", "brewed")},
        "hand": _cards(s["hand"][p]),
        "hand_size": int(s["n_hand"][p]),
        "scheme": sorted((CARDS[card] for card in s["scheme"][p, : s["n_scheme"][p]].tolist()), key=CARDS.index),
        "leaders_killed": int(s["leaders_killed"][p]),
        "captures": int(s["captures"][p]),
        "eliminated": bool(s["eliminated"][p]),
    }


# ---- fights ----------------------------------------------------------------------------------------------------------


def own_strength(w: Any, s: Any, side: int) -> int:
    """Return the present strength of a side of the current fight, as ``fight.strength``."""
    p, loc = int(s["f_side"][side]), int(s["f_at"])
    skill = int(w["char_fight"][(s["zone"] == ON_BOARD) & (s["seat"] == p) & (s["at"] == loc)].sum())
    owner, own = int(s["owner"][loc]), int(s["owner"][loc]) == p
    among_people = s["f_kind"] == PEOPLE_FIGHT and (own or (side == 0 and owner != s["f_side"][1]))
    fort = int(s["intact"][loc]) if among_people or (s["f_kind"] == NIGHT_FIGHT and own) else 0
    return skill + int(s["f_bonus"][side]) + fort


def _fight(w: Any, state: Array, row: Decision) -> dict[str, Any]:
    s: Any = state[0]
    people = s["f_kind"] == PEOPLE_FIGHT
    sides = [p for p in s["f_side"].tolist() if p >= 0]
    shown = "card" in row.notation and not people
    return {
        "kind": FIGHTS[s["f_kind"]],
        "at": int(s["f_at"]),
        "player": None if people else called(state, sides[0]),
        "defender": called(state, sides[0]) if people else None,
        "attacker": called(state, sides[1]) if people else None,
        "strength": {called(state, p): own_strength(w, s, side) for side, p in enumerate(sides)},
        "against": int(s["f_against"]) if shown else None,
        "reward": int(s["f_reward"]) if shown and row.phase == "zombie_fight" else None,
        "dice": [die for die in s["f_dice"].tolist() if die] if row.phase == "night_fight" else None,
    }


# ---- the view of a seat (ZG-19.1) --------------------------------------------------------------------------------------------


def describe_for(world: Array, state: Array, seat: int) -> dict[str, Any]:
    """Return the dictionary without what ``seat`` cannot know: "hidden" for zones and types, None for lists of cards.

    A hand of another player shows only its size; cards known to be in it are under ``known``.
    """
    s: Any = state[0]
    found = describe(world, state)
    for p in range(int(world[0]["n_players"])):
        if p == seat:
            entry = found["players"][called(state, p)]
            entry["scheme"] = None
            continue
        entry = found["players"][called(state, p)]
        entry["hand"], entry["known"] = None, _cards(s["known"][seat, p])
        entry["hand_size"] += sum(int(s["commit"][side].sum()) for side in range(2) if s["f_side"][side] == p)
        entry["scheme"] = [CARDS[s["scheme"][p, i]] for i in range(int(s["n_scheme"][p])) if s["scheme_from"][p, i] == seat]
        if found["fight"] and found["fight"]["kind"] == "people" and called(state, p) in found["fight"]["strength"]:
            side = s["f_side"].tolist().index(p)
            found["fight"]["strength"][called(state, p)] -= int(s["f_bonus"][side])
    for c in range(FIRST_FIGHTER, len(CHARACTERS)):
        if s["zone"][c] == IN_DECK or (s["zone"][c] == IN_HAND and not _sees(s, seat, c)):
            found["characters"][CHARACTERS[c]] |= {"zone": UNKNOWN, "player": None}
    found["decks"] = None
    for loc in range(int(world[0]["n_locations"])):
        if s["face_down"][loc] and not s["looked"][loc] >> seat & 1:
            found["locations"][loc]["type"] = UNKNOWN
    return found


def summary(world: Array, described: dict[str, Any]) -> dict[str, Any]:
    """Return the same for readers without a board: no empty entries, no character whose place is unknown, the node as ``decision``."""
    about = compact(described)
    about["characters"] = {
        name: {key: value for key, value in character.items() if value != "none"}
        for name, character in about["characters"].items()
        if character.get("zone") != UNKNOWN
    }
    target, turns = int(world["target"][0]), int(world["max_turns"][0])
    goal = {"goals": [f"have the most victory points (vp) when somebody has {target}, at the latest after turn {turns}"]}
    return goal | {"decision" if key == "node" else key: value for key, value in about.items() if key != "game"}


def _sees(s: Any, seat: int, c: int) -> bool:
    """Return whether the seat knows that the fighter's card is in its hand."""
    holder, card = int(s["seat"][c]), c + TO_CARD
    if s["hand"][holder, card]:
        return holder == seat or bool(s["known"][seat, holder, card])
    given = [i for i in range(int(s["n_scheme"][holder])) if s["scheme"][holder, i] == card]
    return bool(given and s["scheme_from"][holder, given[0]] == seat) or (s["laid"] == card and s["laid_by"] == seat)
