"""A state as a plain nested dict, for conformance vectors, logs and language models."""

from __future__ import annotations

from collections import Counter
from typing import Any, Final

import numpy as np

from ...table.codes import DEFEATS, GOAL_BEACON_IN, LEVELS, OUTCOMES, PHASES, RAMPART, ROOM, RUIN, RULE_BEACON_WALKS, STREET
from ..edition import ACTIONS, KINDS, SLOT_NAMES
from ..numbers import edition_skills as OSK
from ..numbers import skills as SK
from ..numbers import tasks as T
from ..numbers.edition_skills import GHOST_SIGHT, SEE_THROUGH_RUINS
from ..numbers.facts import level_of
from ..numbers.layout import PACK, SLOTS
from ..numbers.tokens import DEFILER_TOKEN, FREE_TOKENS
from .names import Names

#: Keys of ``describe()``, and of each of its survivors.
KEYS: Final = (
    *("round", "phase", "danger", "outcome", "defeat", "zombies", "supply", "noise", "noise_total", "freeze", "defiled", "kinds", "los"),
    *("guards", "cauldrons", "loose_ladders", "guards_escaped", "rope_ladders", "spawn", "linked", "beacon", "objectives"),
    *("objectives_removed", "artefacts", "artefacts_taken", "prepared", "discards", "decks", "totals", "dice_left", "survivors"),
)
SURVIVOR_KEYS: Final = (
    *("zone", "alive", "wounds", "xp", "danger", "laps", "actions", "left", "right", "body", "pack", "unloaded", "skills", "searched"),
    *("guard_action", "rope_ladders", "tokens", "beacon", "sees"),
)
TOKENS: Final = (*(f"spawn_{number}" for number in range(1, FREE_TOKENS)), "spawn_defiler")
CENSUS: Final = {"zombies": KINDS, "spawn": TOKENS}
COLOURS: Final = ("red", "blue", "green")
KEPT: Final = (*COLOURS, "folio")
TOTALS: Final = (*("guards", "cauldrons", "rope_ladders", "objectives", *COLOURS, "defiled", "beacon", "exit", "flag", "prepared"),)
WORDS: Final = {
    "phase": PHASES,
    "danger": LEVELS,
    "outcome": OUTCOMES[:3],
    "defeat": (None, "survivor_killed", "beacon_defiled", "quest"),
    "linked": (None, *TOKENS[:-1]),
}
EMPTY_IS_EMPTY: Final = False  # an expected empty mapping is not checked
DICE_MAY_BE_LEFT: Final = True

_KIND_NAMES: Final = {STREET: "street", ROOM: "indoor", RUIN: "ruin", RAMPART: "rampart"}


def describe(world: np.ndarray[Any, Any], state: np.ndarray[Any, Any], names: Names) -> dict[str, Any]:
    """Return the state as plain values.  Keys: ``KEYS``; hidden decks appear as numbers only.

    ``world`` and ``state`` are structured arrays of shape (1,) or records of them, which are not changed.
    """
    w = world[0] if world.shape else world
    s = state[0] if state.shape else state
    zones = names.zones
    return {
        **_course(w, s),
        **_ground(w, s, names),
        **_pieces(w, s, names),
        "los": {zone: seen(w, s, names, z, False, False) for z, zone in enumerate(zones)},
        "supply": {kind: int(s["supply"][k]) for k, kind in enumerate(KINDS)},
        "discards": {
            "equipment": dict(Counter(names.cards[w["copy_card"][c]] for c in s["discard"][: s["discard_n"]])),
            "zombie": int(s["zdiscard_n"]),
        },
        "decks": {"equipment": int(s["deck_n"]), "zombie": int(s["zdeck_n"]), "artefact": int(np.count_nonzero(s["aside"]))},
        "totals": _totals(w, s),
        "dice_left": int(s["tape_n"]) - int(s["tape_pos"]),
        "survivors": {name: _survivor(w, s, i, names) for i, name in enumerate(names.survivors)},
    }


def _course(w: Any, s: Any) -> dict[str, Any]:
    return {
        "round": int(s["round"]),
        "phase": PHASES[s["phase"]],
        "danger": LEVELS[max((_danger(s, i) for i in range(w["n_survivors"]) if _in_play(s, i)), default=0)],
        "outcome": OUTCOMES[s["outcome"]],
        "defeat": DEFEATS[s["defeat"]] if s["defeat"] else None,
    }


def _ground(w: Any, s: Any, names: Names) -> dict[str, Any]:
    zones = names.zones
    loud = Counter(int(s["zone"][i]) for i in range(w["n_survivors"]) if _in_play(s, i))
    if any(rule[0] == RULE_BEACON_WALKS for rule in w["rule"][: w["n_rules"]]):
        loud[int(s["beacon_zone"])] += 1
    ropes = [
        f"{zones[z]}-{zones[w['neighbour'][z, n]]}"
        for z in range(len(zones))
        for n in range(w["degree"][z])
        if s["rope"][z, n] and z < w["neighbour"][z, n]
    ]
    return {
        "zombies": {zone: {kind: int(n) for kind, n in zip(KINDS, s["zombies"][z], strict=True) if n} for z, zone in enumerate(zones)},
        "noise": {zone: int(s["noise"][z]) for z, zone in enumerate(zones)},
        "noise_total": {zone: int(s["noise"][z]) + int(s["guards"][z]) + loud[z] for z, zone in enumerate(zones)},
        "freeze": [zone for z, zone in enumerate(zones) if s["frozen"][z]],
        "defiled": [zone for z, zone in enumerate(zones) if s["defiled"][z]],
        "kinds": {zone: "defiled" if s["defiled"][z] else _KIND_NAMES[kind_of(w, s, z)] for z, zone in enumerate(zones)},
        "guards": {zone: int(s["guards"][z]) for z, zone in enumerate(zones)},
        "cauldrons": {zone: int(s["cauldrons"][z]) for z, zone in enumerate(zones)},
        "loose_ladders": {zone: int(s["loose"][z]) for z, zone in enumerate(zones)},
        "guards_escaped": int(s["guards_escaped"]),
        "rope_ladders": ropes,
    }


def _pieces(w: Any, s: Any, names: Names) -> dict[str, Any]:
    zones = names.zones
    spawn: list[dict[str, int]] = [{} for _ in zones]
    for zone, token in zip(s["token_zone"][: s["n_tokens"]], s["token_id"], strict=False):
        spawn[zone][TOKENS[token]] = 1
    artefacts, prepared, beacon = on_ground(s)
    return {
        "spawn": {zone: spawn[z] for z, zone in enumerate(zones)},
        "linked": TOKENS[s["linked"]] if 0 <= s["linked"] < DEFILER_TOKEN else None,
        "beacon": zones[beacon] if beacon >= 0 else None,
        "objectives": {zone: (None, *COLOURS)[s["objective"][z]] for z, zone in enumerate(zones)},
        "objectives_removed": {colour: int(s["removed"][c]) for c, colour in enumerate(COLOURS, 1)},
        "artefacts": {zone: artefacts[z] for z, zone in enumerate(zones)},
        "artefacts_taken": int(s["artefacts"]),
        "prepared": {zone: prepared[z] for z, zone in enumerate(zones)},
    }


def on_ground(s: Any) -> tuple[Counter[int], Counter[int], int]:
    """Return zone -> number of artefacts, zone -> number of prepared cards, and the zone of the Beacon, carried or not (-1: none)."""
    artefacts = Counter(int(zone) for zone, copy in zip(s["ground_zone"], s["ground_copy"], strict=True) if copy)
    prepared = Counter({int(zone): int(n) for zone, n in zip(s["pile_zone"], s["pile_n"], strict=True) if zone >= 0})
    return artefacts, prepared, int(s["zone"][s["beacon_by"]]) if s["beacon_by"] >= 0 else int(s["beacon_zone"])


def _totals(w: Any, s: Any) -> dict[str, int]:
    n = int(w["n_zones"])
    exits = {int(goal[2]) for goal in w["goal"][: w["n_goals"]] if goal[1] == GOAL_BEACON_IN}
    return {
        "guards": int(s["guards"][:n].sum()),
        "cauldrons": int(s["cauldrons"][:n].sum()),
        "rope_ladders": int(s["loose"][:n].sum()) + int(s["ladders"].sum()) + int(s["rope"].sum()) // 2,
        "objectives": int((s["objective"][:n] > 0).sum()),
        **{colour: int((s["objective"][:n] == c).sum()) for c, colour in enumerate(COLOURS, 1)},
        "defiled": int(s["defiled"][:n].sum()),
        "beacon": int(s["beacon_by"] >= 0 or s["beacon_zone"] >= 0),
        "exit": int(bool(w["exit_zone"].any()) or bool(exits - {-1})),
        "flag": int(w["flag_zone"] >= 0),
        "prepared": int(s["pile_n"].sum()),
    }


# ---- sight ---------------------------------------------------------------------------------------------------------------


def kind_of(w: Any, s: Any, z: int) -> int:
    """Return the current kind of a zone."""
    return STREET if s["defiled"][z] else RUIN if s["burned"][z] else int(w["zone_kind"][z])


def seen(w: Any, s: Any, names: Names, z: int, ghost: bool, ruins: bool) -> dict[str, int]:
    """Return zones in sight with their range, nearest line first (WD-5.13)."""
    found: dict[str, int] = {}
    for r in range(w["ray_from"][z], w["ray_from"][z + 1]):
        zone = names.zones[w["ray_zone"][r]]
        if zone not in found and (ghost or _clear(w, s, r, ruins)):
            found[zone] = int(w["ray_range"][r])
    return found


def _clear(w: Any, s: Any, r: int, ruins: bool) -> bool:
    path = w["ray_path"][r][: int(w["ray_range"][r]) + 1].tolist()
    kinds = [kind_of(w, s, z) for z in path]
    if RAMPART in (kinds[0], kinds[-1]):
        return ROOM not in (kinds[0], kinds[-1])
    walls = int(w["ray_walls"][r])
    ignored = any if w["defiled_walls_all_ignored"] else all
    closed = any((walls >> k) & 1 and not ignored(s["defiled"][path[k : k + 2]]) for k in range(len(path) - 1))
    if len(path) > 2 and not w["los_building_to_building_across_street"]:
        closed = closed or not any(kind == STREET or (ruins and kind == RUIN) for kind in (kinds[0], kinds[-1]))
    return not closed and all(kind == STREET or (ruins and kind == RUIN) for kind in kinds[1:-1])


# ---- survivors -------------------------------------------------------------------------------------------------------------


def _in_play(s: Any, i: int) -> bool:
    return bool(s["alive"][i]) and s["zone"][i] >= 0


def _danger(s: Any, i: int) -> int:
    return 3 if s["laps"][i] else level_of(int(s["xp"][i]))


def _skilled(w: Any, s: Any, i: int, skill: int) -> bool:
    """Return whether the survivor has the skill, or company that shares it (WD-24.14)."""
    here = [j for j in range(w["n_survivors"]) if _in_play(s, j) and s["zone"][j] == s["zone"][i]]
    alone = len(here) < 2 and not (w["brother_in_arms_counts_guards"] and s["guards"][s["zone"][i]])
    return bool(s["skill"][i, skill]) or (not alone and any(s["skill"][j, OSK.COMPANY[skill]] for j in here))


def _survivor(w: Any, s: Any, i: int, names: Names) -> dict[str, Any]:
    cards = [names.cards[w["copy_card"][copy]] or None for copy in s["inv"][i]]
    zone = int(s["zone"][i])
    there = bool(s["alive"][i]) and zone >= 0
    ghost, ruins = _skilled(w, s, i, GHOST_SIGHT), _skilled(w, s, i, SEE_THROUGH_RUINS)
    return {
        "zone": names.zones[zone] if there else None,
        "alive": bool(s["alive"][i]),
        "wounds": int(s["wounds"][i]),
        "xp": int(s["xp"][i]),
        "danger": LEVELS[_danger(s, i)],
        "laps": int(s["laps"][i]),
        "actions": _actions(s, i),
        "left": cards[0],
        "right": cards[1],
        "body": cards[2],
        "pack": [card for card in cards[PACK:] if card],
        "unloaded": [SLOT_NAMES[slot] for slot in range(SLOTS) if cards[slot] and s["unloaded"][s["inv"][i, slot]]],
        "skills": sorted(skill for skill, n in zip(names.skills, s["skill"][i][: len(names.skills)], strict=True) for _ in range(n)),
        "searched": bool(s["searched"][i]),
        "guard_action": bool(s["ordered"][i]),
        "rope_ladders": int(s["ladders"][i]),
        "tokens": [KEPT[colour - 1] for colour in s["keepsakes"][i] if colour],
        "beacon": bool(s["beacon_by"] == i),
        "sees": seen(w, s, names, zone, ghost, ruins) if there else {},
    }


def _actions(s: Any, i: int) -> int:
    """Return normal actions: those left in the turn (running or interrupted), else those with which the turn will begin."""
    frames = s["stack"][: s["depth"]]
    if s["current"] == i or any(s["pool"][place] == i for place in frames[frames[:, 0] == T.RESUME][:, 1]):
        return int(s["actions"][i])
    if s["acted"][i] or not _in_play(s, i):
        return 0
    if s["first_actions"][i] >= 0:
        return int(s["first_actions"][i])
    return ACTIONS + int(s["skill"][i, SK.PLUS_1_ACTION])
