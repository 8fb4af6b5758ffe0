"""A state as a plain nested dict, for conformance vectors, logs and language models."""

from __future__ import annotations

from collections import Counter
from typing import Any, Final

import numpy as np

from ...table.codes import DEFEATS, LEVELS, OUTCOMES, PHASES, TOKEN_COLOURS
from ..edition import ACTIONS, KINDS, SLOT_NAMES
from ..numbers import skills as SK
from ..numbers import tasks as T
from ..numbers.facts import level_of
from ..numbers.layout import PACK, SLOTS
from .names import Names, damage_with

#: Keys of ``describe()``, and of each of its survivors.
KEYS: Final = (
    *("round", "phase", "danger", "outcome", "defeat", "first_player", "zombies", "noise", "noise_total", "doors", "objectives"),
    *("spawn", "spawn_order", "tokens", "supply", "discards", "survivors"),
)
SURVIVOR_KEYS: Final = (
    *("zone", "alive", "wounds", "xp", "danger", "actions", "left", "right", "body", "pack", "unloaded", "skills", "searched", "rotten"),
)
#: Counters of zones, and the names of plain values.
CENSUS: Final = {"zombies": KINDS, "spawn": TOKEN_COLOURS[1:], "tokens": ("dragon_bile",)}
WORDS: Final = {"phase": PHASES, "danger": LEVELS, "outcome": OUTCOMES[:3], "defeat": (None, *DEFEATS[1:])}

#: Settings of conformance vectors: colours of objectives; keys of this edition only; whether an empty mapping must be empty.
OBJECTIVES: Final = ("red", "blue", "green")
OWN_KEYS: Final[tuple[str, ...]] = ()
OWN_SURVIVOR_KEYS: Final[tuple[str, ...]] = ()
EMPTY_IS_EMPTY: Final = False
DICE_MAY_BE_LEFT: Final = False  # unused scripted dice are not a failure

_DOORS = ("open", "closed", "locked")
_COLOURS = (None, "red", "blue", "green")


def describe(world: np.ndarray[Any, Any], state: np.ndarray[Any, Any], names: Names) -> dict[str, Any]:
    """Return the state as plain values.

    ``world`` and ``state`` are structured arrays of shape (1,) or records of them, which are not changed.  Keys:
    ``round phase danger outcome defeat first_player zombies noise noise_total doors objectives spawn spawn_order tokens supply
    discards survivors``.  All public information is included: a face-down objective has the colour ``face_down``, decks are left out.
    """
    w = world[0] if world.shape else world
    s = state[0] if state.shape else state
    zones = names.zones
    spawn = [Counter[str]() for _ in zones]
    for zone, colour in zip(s["token_zone"][: s["n_tokens"]], s["token_colour"], strict=False):
        spawn[zone][TOKEN_COLOURS[colour]] += 1
    biles = Counter(s["bile_zone"][: s["n_bile"]].tolist())
    seen = _in_play(w, s) & (s["rotten"][: w["n_survivors"]] == 0) & (s["invisible"][: w["n_survivors"]] == 0)
    standing = Counter(s["zone"][: w["n_survivors"]][seen].tolist())
    return {
        "round": int(s["round"]),
        "phase": PHASES[s["phase"]],
        "danger": LEVELS[_team_level(w, s)],
        "outcome": OUTCOMES[s["outcome"]],
        "defeat": DEFEATS[s["defeat"]] if s["defeat"] else None,
        "first_player": names.players[s["first_player"]],
        "zombies": {zone: _census(s["zombies"][z]) for z, zone in enumerate(zones)},
        "noise": {zone: int(s["noise"][z]) for z, zone in enumerate(zones)},
        "noise_total": {zone: int(s["noise"][z]) + standing[z] for z, zone in enumerate(zones)},
        "doors": {"-".join(zones[z] for z in sorted(w["door_zone"][d].tolist())): _DOORS[s["door"][d]] for d in range(w["n_doors"])},
        "objectives": {
            zone: "face_down" if s["hidden"][z] and s["objective"][z] else _COLOURS[s["objective"][z]] for z, zone in enumerate(zones)
        },
        "spawn": {zone: dict(spawn[z]) for z, zone in enumerate(zones)},
        "spawn_order": [zones[s["token_zone"][t]] for t in range(s["n_tokens"]) if s["token_active"][t]],
        "tokens": {zone: {"dragon_bile": biles[z]} if biles[z] else {} for z, zone in enumerate(zones)},
        "supply": {kind: int(s["supply"][k]) for k, kind in enumerate(KINDS)},
        "discards": {
            "equipment": dict(Counter(names.cards[w["copy_card"][c]] for c in s["discard"][: s["discard_n"]])),
            "zombie": int(s["zdiscard_n"]),
        },
        "survivors": {name: _survivor(w, s, i, names) for i, name in enumerate(names.survivors)},
    }


def _in_play(w: Any, s: Any) -> Any:
    n = w["n_survivors"]
    return (s["alive"][:n] == 1) & (s["zone"][:n] >= 0)


def _team_level(w: Any, s: Any) -> int:
    """Highest level of the survivors in play, Blue if there is none (BP-8.R4)."""
    return max((level_of(xp) for xp in s["xp"][: w["n_survivors"]][_in_play(w, s)]), default=0)


def _census(row: Any) -> dict[str, int]:
    return {kind: int(n) for kind, n in zip(KINDS, row, strict=True) if n}


def _survivor(w: Any, s: Any, i: int, names: Names) -> dict[str, Any]:
    cards = [names.cards[w["copy_card"][copy]] or None for copy in s["inv"][i]]
    zone = s["zone"][i]
    return {
        "zone": names.zones[zone] if s["alive"][i] and zone >= 0 else None,
        "alive": bool(s["alive"][i]),
        "wounds": int(s["wounds"][i]),
        "xp": int(s["xp"][i]),
        "danger": LEVELS[level_of(s["xp"][i])],
        "actions": _actions(s, i),
        "left": cards[0],
        "right": cards[1],
        "body": cards[2],
        "pack": [card for card in cards[PACK:] if card],
        "unloaded": [SLOT_NAMES[slot] for slot in range(SLOTS) if cards[slot] and s["unloaded"][s["inv"][i, slot]]],
        "skills": _skills(w, s, i, names),
        "searched": bool(s["searched"][i]),
        "rotten": bool(s["rotten"][i] or s["invisible"][i]),
    }


def _actions(s: Any, i: int) -> int:
    """Normal actions: those left in the turn (running or interrupted), else those with which the turn will begin."""
    frames = s["stack"][: s["depth"]]
    if s["current"] == i or any(s["pool"][place] == i for place in frames[frames[:, 0] == T.RESUME][:, 1]):
        return int(s["actions"][i])
    if s["acted"][i] or not s["alive"][i] or s["zone"][i] < 0:
        return 0
    return ACTIONS + int(s["skill"][i, SK.PLUS_1_ACTION]) + int(s["gift"][i])


def _skills(w: Any, s: Any, i: int, names: Names) -> list[str]:
    """All skills, one entry for each time that the survivor has it (BP-22.R4)."""
    skills = [skill for skill, n in zip(names.skills, s["skill"][i][: len(names.skills)], strict=True) for _ in range(n)]
    for card, name in enumerate(names.cards):
        skills += [f"plus_1_damage_with:{name}"] * damage_with(w, s, i, card)
    skills += [f"starts_with:{names.cards[card]}" for card in w["starts_with"][i] if card]
    skills += [f"starts_with:{card}" for survivor, card in names.further_starts if survivor == i]
    return sorted(skills)
