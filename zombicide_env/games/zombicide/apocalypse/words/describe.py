"""A state as a plain nested dict, for conformance vectors, logs and language models."""

from __future__ import annotations

from collections import Counter
from typing import Any, Final

import numpy as np

from ...table.codes import DEFEATS, LEVELS, OUTCOMES, PHASES, TOKEN_COLOURS
from ..edition import ACTIONS, KINDS, SLOT_NAMES
from ..numbers import skills as SK
from ..numbers import tasks as T
from ..numbers.cars import CAR_KINDS, SEAT_NAMES, SEATS
from ..numbers.facts import level_of
from ..numbers.layout import PACK, SLOTS, E
from ..numbers.master import MASTER_CARDS, ZG2
from ..numbers.mini_missions import MINI_MISSIONS, TASKS
from .names import Names, damage_with

#: Keys of ``describe()``, and of each of its survivors.
KEYS: Final = (
    *("round", "phase", "danger", "outcome", "defeat", "first_player", "to_act", "zombies", "noise", "noise_total", "doors", "objectives"),
    *("spawn", "spawn_order", "tokens", "fire_timers", "bombs", "cars", "zm", "supply", "piles", "decks", "discards", "escaped"),
    *("supplies_out", "neutralised", "los", "survivors_total", "carried", "carried_total", "dice_left", "survivors"),
)
SURVIVOR_KEYS: Final = (
    *("zone", "alive", "wounds", "xp", "danger", "actions", "left", "right", "pack", "unloaded", "skills", "searched", "left_board"),
    *("in_play", "cards", "limit", "in_car", "minimissions", "hidden"),
)
#: Counters of zones, and the names of plain values.
CENSUS: Final = {"zombies": KINDS, "spawn": TOKEN_COLOURS[1:], "tokens": ("gasoline", "fire"), "los": ()}
_OUTCOMES: Final = tuple("draw" if name == "drawn" else name for name in OUTCOMES)
WORDS: Final = {
    "phase": ("players", "zombies", "zombie_master"),
    "danger": LEVELS,
    "outcome": ("ongoing", "won", "lost", "draw"),
    "defeat": (None, "no_survivors", "quest"),
}
OBJECTIVES: Final = ("red", "blue", "green", "medicine", "face_down")
OWN_KEYS: Final = ("to_act", "fire_timers", "bombs", "cars", "zm", "piles", "decks", "los", "carried")
OWN_SURVIVOR_KEYS: Final = ("left_board", "in_play", "cards", "limit", "in_car", "minimissions", "hidden")
EMPTY_IS_EMPTY: Final = True
DICE_MAY_BE_LEFT: Final = True

_DOORS = ("open", "closed", "locked")
_COLOURS = (None, "red", "blue", "green")


def describe(world: np.ndarray[Any, Any], state: np.ndarray[Any, Any], names: Names) -> dict[str, Any]:
    """Return the state as plain values, including the Zombie Master's hand.

    ``world`` and ``state`` are structured arrays of shape (1,) or records of them, which are not changed.
    """
    w = world[0] if world.shape else world
    s = state[0] if state.shape else state
    zones = names.zones
    total = {zone: int(s["noise"][z]) + int(w["steady_noise"][z]) + _echo(s, z) for z, zone in enumerate(zones)}
    for i in range(len(names.survivors)):
        if _in_play(s, i) and not _hidden(w, s, names, i):
            total[zones[s["zone"][i]]] += 1
    spawn = [Counter[str]() for _ in zones]
    for zone, colour in zip(s["token_zone"][: s["n_tokens"]], s["token_colour"], strict=False):
        spawn[zone][TOKEN_COLOURS[colour]] += 1
    here = [i for i in range(len(names.survivors)) if not s["waiting"][i]]
    carried = Counter(names.cards[w["copy_card"][copy]] for i in here for copy in s["inv"][i] if copy)
    return {
        "round": int(s["round"]),
        "phase": PHASES[s["phase"]],
        "danger": LEVELS[max((level_of(int(s["xp"][i])) for i in here if _in_play(s, i)), default=0)],
        "outcome": _OUTCOMES[s["outcome"]],
        "defeat": DEFEATS[s["defeat"]] if s["defeat"] else None,
        "first_player": names.players[s["first_player"]],
        "to_act": _to_act(s, names),
        "zombies": {zone: _census(s["zombies"][z]) for z, zone in enumerate(zones)},
        "noise": {zone: int(s["noise"][z]) for z, zone in enumerate(zones)},
        "noise_total": total,
        "doors": {"-".join(zones[z] for z in sorted(w["door_zone"][d].tolist())): _DOORS[s["door"][d]] for d in range(w["n_doors"])},
        "objectives": {zone: _objective(w, s, z) for z, zone in enumerate(zones)},
        "spawn": {zone: dict(spawn[z]) for z, zone in enumerate(zones)},
        "spawn_order": [zones[s["token_zone"][t]] for t in range(s["n_tokens"]) if s["token_active"][t]],
        "tokens": {zone: _tokens(s, z) for z, zone in enumerate(zones)},
        "fire_timers": {zone: int(s["fire"][z]) for z, zone in enumerate(zones) if s["fire"][z]},
        "bombs": _bombs(s, names),
        "cars": _cars(w, s, names),
        "zm": _master(s, names),
        "supply": {kind: int(s["supply"][k]) for k, kind in enumerate(KINDS)},
        "piles": _piles(w, s, names),
        "decks": {"equipment": int(s["deck_n"]), "zombie": int(s["zdeck_n"])},
        "discards": {"equipment": _discards(w, s, names), "zombie": int(s["zdiscard_n"])},
        "escaped": int(s["escaped"]),
        "supplies_out": int(s["supplies_out"]),
        "neutralised": int(s["neutralised"]),
        "los": {zone: _sight(w, s, names, z) for z, zone in enumerate(zones)},
        "survivors_total": len(here),
        "carried": {card: carried[card] for card in names.cards[1:]},
        "carried_total": sum(carried.values()),
        "dice_left": int(s["tape_n"]) - int(s["tape_pos"]),
        "survivors": {names.survivors[i]: _survivor(w, s, i, names) for i in here},
    }


def _in_play(s: Any, i: int) -> bool:
    return bool(s["alive"][i] and s["zone"][i] >= 0)


def _hidden(w: Any, s: Any, names: Names, i: int) -> bool:
    coat = any(names.cards[w["copy_card"][copy]] == "stinky_raincoat" for copy in s["inv"][i] if copy)
    return bool(s["rotten"][i] or s["invisible"][i] or coat)


def _echo(s: Any, z: int) -> int:
    lying = zip(s["zm_active"][: s["zm_active_n"]], s["zm_target"], strict=False)
    return sum(3 for card, target in lying if MASTER_CARDS[card - 1] == "zg1" and target == z)


def _to_act(s: Any, names: Names) -> str | None:
    if s["outcome"] or s["depth"] == 0 or s["stack"][s["depth"] - 1, 0] < 64:
        return None
    return names.seats[s["stack"][s["depth"] - 1, 1]]


def _census(row: Any) -> dict[str, int]:
    return {kind: int(n) for kind, n in zip(KINDS, row, strict=True) if n}


def _objective(w: Any, s: Any, z: int) -> str | None:
    if not s["objective"][z]:
        return None
    if w["medicine"][z]:
        return "medicine"
    return "face_down" if s["hidden"][z] else _COLOURS[s["objective"][z]]


def _tokens(s: Any, z: int) -> dict[str, int]:
    return {"gasoline": 1} if s["gasoline"][z] else {"fire": 1} if s["fire"][z] else {}


def _bombs(s: Any, names: Names) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for zone, by in zip(s["bomb_zone"][: s["n_bombs"]], s["bomb_by"], strict=False):
        found.setdefault(names.zones[zone], []).append(names.survivors[by])
    return found


def _cars(w: Any, s: Any, names: Names) -> dict[str, Any]:
    found = {}
    for c, name in enumerate(names.cars):
        if s["car_zone"][c] < 0:
            continue
        seats: dict[str, str | None] = dict.fromkeys(SEAT_NAMES)
        for i, survivor in enumerate(names.survivors):
            if _in_play(s, i) and s["seat"][i] >= 0 and s["seat"][i] // SEATS == c:
                seats[SEAT_NAMES[s["seat"][i] % SEATS]] = survivor
        found[name] = {
            "kind": CAR_KINDS[w["car_kind"][c]],
            "zone": names.zones[s["car_zone"][c]],
            "started": bool(s["car_started"][c]),
            "searched": bool(s["car_searched"][c]),
            **seats,
            "supplies": [names.cards[w["copy_card"][copy]] for copy in s["car_load"][c] if copy],
        }
    return found


def _master(s: Any, names: Names) -> dict[str, Any]:
    active: dict[str, str | None] = {}
    for card, target in zip(s["zm_active"][: s["zm_active_n"]], s["zm_target"], strict=False):
        on = names.survivors if card - 1 == ZG2 else names.zones
        active[MASTER_CARDS[card - 1]] = on[target] if target >= 0 else None
    return {
        "hand": [card for card, n in zip(MASTER_CARDS, s["zm_hand"], strict=True) for _ in range(n)],
        "hand_size": int(s["zm_hand"].sum()),
        "active": active,
        "discard": [MASTER_CARDS[card - 1] for card in s["zm_pile"][: s["zm_pile_n"]]],
    }


def _piles(w: Any, s: Any, names: Names) -> dict[str, int]:
    lying = Counter(int(w["copy_card"][copy]) for copy in s["discard"][: s["discard_n"]])
    return {name: lying[card] for card, name in enumerate(names.cards) if card and w["card_returns"][card]}


def _discards(w: Any, s: Any, names: Names) -> dict[str, int]:
    cards = [w["copy_card"][copy] for copy in s["discard"][: s["discard_n"]]]
    return dict(Counter(names.cards[card] for card in cards if not w["card_returns"][card]))


def _sight(w: Any, s: Any, names: Names, z: int) -> dict[str, int]:
    seen: dict[str, int] = {}
    for ray in range(w["ray_from"][z], w["ray_from"][z + 1]):
        other = int(w["ray_zone"][ray])
        gates = [int(gate) for gate in w["ray_door"][ray] if gate >= 0]
        is_open = all(s["fire"][gate - E] == 0 if gate >= E else s["door"][gate] == 0 for gate in gates)
        if other != z and is_open and names.zones[other] not in seen:
            seen[names.zones[other]] = int(w["ray_range"][ray])
    return seen


def _survivor(w: Any, s: Any, i: int, names: Names) -> dict[str, Any]:
    cards = [names.cards[w["copy_card"][copy]] or None for copy in s["inv"][i]]
    zone, seat = s["zone"][i], int(s["seat"][i])
    in_play = _in_play(s, i)
    return {
        "zone": names.zones[zone] if in_play else None,
        "alive": bool(s["alive"][i]),
        "wounds": int(s["wounds"][i]),
        "xp": int(s["xp"][i]),
        "danger": LEVELS[level_of(int(s["xp"][i]))],
        "actions": _actions(s, i),
        "left": cards[0],
        "right": cards[1],
        "pack": [card for card in cards[PACK:] if card],
        "unloaded": [SLOT_NAMES[slot] for slot in range(SLOTS) if cards[slot] and s["unloaded"][s["inv"][i, slot]]],
        "skills": _skills(w, s, i, names),
        "searched": bool(s["searched"][i]),
        "left_board": bool(s["alive"][i] and zone < 0),
        "in_play": in_play,
        "cards": sum(card is not None for card in cards),
        "limit": SLOTS - int(s["wounds"][i]),
        "in_car": f"{names.cars[seat // SEATS]}.{SEAT_NAMES[seat % SEATS]}" if in_play and seat >= 0 else None,
        "minimissions": {
            name: [task for number, task in enumerate(TASKS[name]) if s["mini_done"][i, m] >> number & 1]
            for m, name in enumerate(MINI_MISSIONS)
            if s["mini"][i, m]
        },
        "hidden": _hidden(w, s, names, i),
    }


def _actions(s: Any, i: int) -> int:
    """Return normal actions: those left in the turn (running or interrupted), else those with which the turn will begin."""
    frames = s["stack"][: s["depth"]]
    if s["current"] == i or any(s["pool"][place] == i for place in frames[frames[:, 0] == T.RESUME][:, 1]):
        return int(s["actions"][i])
    if s["acted"][i] or not _in_play(s, i):
        return 0
    full = ACTIONS + int(s["skill"][i, SK.PLUS_1_ACTION]) + int(s["gift"][i])
    lying = zip(s["zm_active"][: s["zm_active_n"]], s["zm_target"], strict=False)
    return int(max(2, full - sum(card - 1 == ZG2 and target == i for card, target in lying)))


def _skills(w: Any, s: Any, i: int, names: Names) -> list[str]:
    """Return all skills, one entry for each time that the survivor has it (BP-22.R4)."""
    skills = [skill for skill, n in zip(names.skills, s["skill"][i], strict=False) for _ in range(n)]
    for card, name in enumerate(names.cards):
        skills += [f"plus_1_damage_with:{name}"] * damage_with(w, s, i, card)
    skills += [f"starts_with:{names.cards[card]}" for card in w["starts_with"][i] if card]
    return sorted(skills)
