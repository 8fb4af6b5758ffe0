"""White Death's parts of a written position: levels, Defile tokens, Guards, pieces on the ground, artefacts, modes."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from ...table.codes import GOAL_BEACON_IN, RULE_BANISH
from ..edition import FIRST_ZOMBIE_CARD
from ..numbers import skills as SK
from ..numbers.layout import ABOMINATION
from ..numbers.rulings import RULINGS
from ..numbers.tokens import DEFILER_TOKEN
from ..words.names import Names
from ..world.build import new_world
from .read import BOARD_KINDS

__all__ = ["SURVIVOR", "keys", "zombie_card"]

#: Keys of survivors in addition to the family's, as in ``describe``.
SURVIVOR: Final[tuple[str, ...]] = ("laps", "rope_ladders", "tokens", "beacon")
_ESCALATION: Final = [column for column, skill in enumerate(SK.SKILL_INDEX) if "escalation" in skill]


def keys(w: Any, s: Any, names: Names, told: dict[str, Any], board: dict[str, Any]) -> dict[str, Any]:
    """Return keys in addition to the family's; those of the board are added to ``board``; ``told`` is the result of ``describe``.

    Raises:
        ValueError: no vector can express the position, with the reason.
    """
    _refuse_options(w, s)
    _refuse_past(w, s)
    if s["current"] >= 0:
        _refuse_turn(w, s, int(s["current"]))
    _lay(w, s, names, told, board)
    zones = names.zones
    lying: dict[str, list[str]] = {}
    for zone, copy in zip(s["ground_zone"], s["ground_copy"], strict=True):
        if copy:
            lying.setdefault(zones[zone], []).append(_card(w, names, copy))
    piles = zip(s["pile_zone"], s["pile"], s["pile_n"], strict=True)
    modes = {"ultra": w["ultra"], "abomination_fest": w["fest"], "many_necromancers": w["many_necromancers"]}
    return {
        "quest": int(w["quest"]) or "tutorial",
        "zombies": {zone: census for zone, census in told["zombies"].items() if census},
        "supply": {kind: told["supply"][kind] for kind in BOARD_KINDS},
        "freeze": told["freeze"],
        **{key: {zone: n for zone, n in told[key].items() if n} for key in ("guards", "cauldrons", "loose_ladders")},
        "artefacts": lying,
        "prepared": {zones[zone]: [_card(w, names, copy) for copy in pile[:n][::-1]] for zone, pile, n in piles if n},
        "artefact_cards": [_card(w, names, copy) for copy in s["aside"][::-1] if copy],
        "decks": {"artefact": {"exact": True}},
        "progress": _progress(told),
        "modes": {mode: True for mode, on in modes.items() if on},
        "abomination_deck": int(s["abominations_left"]),
        "necromancer_deck": int(s["necromancers_left"]),
    }


def _progress(told: dict[str, Any]) -> dict[str, Any]:
    """Return earlier achievements that still count."""
    removed = {colour: n for colour, n in told["objectives_removed"].items() if n}
    found = {"artefacts": told["artefacts_taken"], "guards_escaped": told["guards_escaped"], "removed": removed}
    return {key: value for key, value in found.items() if value}


def _card(w: Any, names: Names, copy: int) -> str:
    return names.cards[w["copy_card"][copy]]


def _lay(w: Any, s: Any, names: Names, told: dict[str, Any], board: dict[str, Any]) -> None:
    """Add pieces on the board, and the present state of its rooms."""
    zones = names.zones
    tokens = zip(s["token_id"], s["token_zone"][: s["n_tokens"]], strict=False)
    goals = (int(goal[2]) for goal in w["goal"][: w["n_goals"]] if goal[1] == GOAL_BEACON_IN)
    found = {
        "ruins": [zone for z, zone in enumerate(zones) if zone in board.get("ruins", ()) or s["burned"][z]],
        "rope_ladders": told["rope_ladders"],
        "defiled": told["defiled"],
        "spawn": [f"{zones[zone]}:{token + 1}" for token, zone in tokens if token != DEFILER_TOKEN],
        "linked": told["linked"],
        "beacon": None if s["beacon_by"] >= 0 else told["beacon"],
        "exit": [zones[z] for z in goals if z >= 0] or board.get("exit"),
        "marks": {"flag": zones[w["flag_zone"]]} if w["flag_zone"] >= 0 else {},
    }
    for key, value in found.items():
        board.pop(key, None)
        if value:
            board[key] = value


# ---- positions that cannot be expressed ------------------------------------------------------------------------------


def _refuse_options(w: Any, s: Any) -> None:
    plain = new_world()
    for name in ("guard_absorbs", "guard_stats", *(name for name, *_ in RULINGS)):
        if not np.array_equal(w[name], plain[0][name]):
            raise ValueError(f"vectors are played by the rulings of the rules, and {name} is another one here")
    if s["guests"][ABOMINATION] or (w["abomination_deck"] and not s["abominations_left"]):
        raise ValueError("vectors do not know which Abomination came from the Abomination deck")


def _refuse_past(w: Any, s: Any) -> None:
    """Reject earlier events that still count but cannot be expressed."""
    if s["blessing"].any():
        raise ValueError("vectors cannot express a Blessing that waits for an attack")
    banished = any(rule[0] == RULE_BANISH for rule in w["rule"][: w["n_rules"]])
    first = [int(zone) for token, zone in zip(s["token_id"], s["token_zone"][: s["n_tokens"]], strict=False) if token == 0]
    if banished and first and first[0] != w["first_spawn_zone"]:
        raise ValueError("vectors do not know from where spawn token 1 has been moved")


def _refuse_turn(w: Any, s: Any, i: int) -> None:
    """Reject what the survivor in turn has used up; a vector begins with the survivor's actions and everything else unused."""
    if s["lent"] or s["link_turn"]:
        raise ValueError("vectors cannot express additional turns")
    free = s["skill"][i][list(SK.FREE)]
    used = (s["free"][: len(free)] != free).any() or s["used"].any() or s["ordered"][i] or s["searched"][i]
    if used or s["pending_attack"] or s["pending_run"] or any(s["spent"][copy] == s["turn_id"] for copy in s["inv"].ravel() if copy):
        raise ValueError("vectors do not know what has been used up in the turn besides ordinary actions")
    escalates = s["skill"][:, _ESCALATION].any() or np.isin(w["card_skill"][w["copy_card"][s["inv"][i]]], _ESCALATION).any()
    if s["streak"].any() and escalates:
        raise ValueError("vectors cannot express earlier attacks in a row")


def zombie_card(w: Any, number: int) -> str:
    """Return the name of a zombie card in vectors."""
    return f"card_{FIRST_ZOMBIE_CARD + number - 1}"
