"""A state as a plain nested dict, for conformance vectors, logs and language models."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from ..content import cards
from ..numbers import decisions as ASK
from ..numbers.layout import CATEGORIES, DICE, OUTCOMES, RESOURCES, RESULTS, ROLLS, RULES, STEPS, TOKENS, WITH_PLAYER
from ..rules.table import TABLE
from .notation import legal_texts

__all__ = ["DESCRIBE_KEYS", "HIDDEN", "PHASES", "PLAYER_KEYS", "decision", "describe", "due", "scored"]

Array = np.ndarray[Any, Any]

HIDDEN: Final = "hidden"
DESCRIBE_KEYS: Final = (
    "game", "round", "phase", "decision", "to_act", "legal", "due", "turn_order", "deck_left", "deck", "keys", "routes", "taken", "bids",
    "battle", "last_roll", "outcome", "winners", "scores", "bonus_cards", "grade", "players",
)  # fmt: skip
PLAYER_KEYS: Final = ("alive", "survivors", *RESOURCES, "tokens", "cards", "bonus", "vp", "liquidator")
PHASES: Final = (*dict.fromkeys(row.phase for row in TABLE.decisions.values()), "over")


def player(seat: int) -> str:
    """Return the name of a seat."""
    return f"player_{seat}"


def _card(number: int) -> str:
    return cards()[number - 1].id


def decision(state: Array) -> tuple[int, int]:
    """Return the code of the decision on top of the agenda (``numbers.decisions``) and the deciding seat; (0, -1): none."""
    s: Any = state[0]
    if s["outcome"] or s["depth"] == 0:
        return 0, -1
    frame = s["stack"][s["depth"] - 1]
    return int(frame[0]), int(frame[1])


def due(state: Array) -> int:
    """Return how many units are still paid or taken, including the one asked for; 0: the decision is about something else."""
    s: Any = state[0]
    code, _ = decision(state)
    return int(s["stack"][s["depth"] - 1, 2]) if code and "units" in TABLE.decisions[code].words else 0


def scored(s: Any) -> bool:
    """Return whether the game has ended with a score: it was neither truncated nor forfeited."""
    return bool(s["outcome"]) and (OUTCOMES[s["outcome"]] == "won" or not s["alive"].any())


def describe(world: Array, state: Array, mask: Array) -> dict[str, Any]:
    """Return the state as plain values; ``mask`` has its legal actions.  Face-down cards are left out."""
    w: Any = world[0]
    s: Any = state[0]
    code, who = decision(state)
    over = bool(s["outcome"])
    seats = range(int(w["n_players"]))
    levels = w["level"][s["deck"][: s["deck_n"]]]
    rows = range(0 if over else int(w["n_routes"]))
    return {
        "game": "hit_z_road",
        "round": int(s["round"]),
        "phase": TABLE.decisions[code].phase if code else "over",
        "decision": ASK.NAMES[code - ASK.FIRST] if code else None,
        "to_act": player(who) if code else None,
        "legal": sorted(legal_texts(mask)),
        "due": due(state),
        "turn_order": [player(p) for p in s["order"][: s["n_order"]].tolist()],
        "deck_left": int(s["deck_n"]),
        "deck": {level: int((levels == level).sum()) for level in (1, 2, 3)},
        "keys": {r + 1: int(s["key"][r]) for r in rows if s["key"][r]},
        "routes": {r + 1: [_card(c) if up else HIDDEN for c, up in zip(s["route"][r], s["face_up"][r], strict=True)] for r in rows},
        "taken": {r + 1: player(s["taken"][r]) for r in rows if s["taken"][r] >= 0},
        "bids": {player(p): int(s["bid"][p]) for p in seats if s["alive"][p]},
        "battle": _battle(w, s) if s["fighting"] and not over else None,
        "last_roll": _last_roll(s) if s["roll_kind"] else None,
        "outcome": OUTCOMES[s["outcome"]],
        "winners": [player(p) for p in seats if s["winner"][p]],
        "scores": {player(p): int(s["score"][p]) for p in seats} if scored(s) else {},
        "bonus_cards": _bonus_cards(s) if s["bonus_cards_dealt"] else {},
        "grade": f"grade_{s['grade']}" if s["grade"] else None,
        "players": {player(p): _player(w, s, p) for p in seats},
    }


def _battle(w: Any, s: Any) -> dict[str, Any]:
    card = int(s["route"][s["row"], s["place"]])
    return {
        "card": _card(card),
        "zombies": int(s["zombies"]),
        "horde": int(w["horde"][card]),
        "rule": RULES[w["rule"][card]] or None,
        "step": STEPS[s["step"]],
        "melee_round": int(s["melee_round"]),
        "wounds": int(s["wounds"]),
        "strikes": int(s["strikes"]),
    }


def _last_roll(s: Any) -> dict[str, Any]:
    colours = {die: {result: int(n) for result, n in zip(RESULTS, s["roll"][colour], strict=True) if n} for colour, die in enumerate(DICE)}
    return {"kind": ROLLS[s["roll_kind"]], **colours}


def _bonus_cards(s: Any) -> dict[str, str | None]:
    return {category: player(p) if p >= 0 else None for category, p in zip(CATEGORIES, s["bonus_card"].tolist(), strict=True)}


def _player(w: Any, s: Any, p: int) -> dict[str, Any]:
    collected = np.flatnonzero(s["where"] == WITH_PLAYER + p)
    return {
        "alive": bool(s["alive"][p]),
        "survivors": int(s["group"][p]),
        **{resource: int(s["own"][p, r]) for r, resource in enumerate(RESOURCES)},
        "tokens": {token: int(s["tokens"][p, k]) for k, token in enumerate(TOKENS) if s["tokens"][p, k]},
        "cards": [_card(c) for c in collected.tolist()],
        "bonus": int(s["bonus"][p]),
        "vp": int(w["points"][collected].sum()) + int(s["bonus"][p]),
        "liquidator": bool(s["liquidator"][p]),
    }
