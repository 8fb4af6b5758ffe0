"""What a fight with zombies promises before it is taken up, and why something cannot be done now.

The reasons have their texts in ``explanations.yaml``, part ``reason``.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from ...core.odds import Odds
from .actions import A_CARD, A_CHAR, A_CONFIRM, A_OPTION, N_OPTIONS
from .describe import own_strength
from .layout import A, C, K
from .notation import node_of

__all__ = ["chances", "impossible"]

Array = np.ndarray[Any, Any]

_WEAPONS: Final = ("ZF_WEAPON", "PF_WEAPON", "NA_WEAPON")


def chances(world: Array, state: Array, action: int) -> Odds | None:
    """How likely a squad is at least as strong as the zombies that are drawn, without a card played (ZG-12.23, ZG-12.25)."""
    if node_of(state)[0] != "ZF_STANCE" or action != A_CONFIRM:
        return None
    w, s = world[0], state[0]
    enough = own_strength(w, s, 0)
    if s["intact"][s["f_at"]] > 0 and s["owner"][s["f_at"]] != s["f_side"][0]:  # ZG-9.4
        enough -= 1
    drawn = w["zombie_strength"].tolist()
    beaten = [_beaten(drawn, at, enough, bool(w["herd"])) for at in range(len(drawn))]
    won = float(np.mean(beaten))
    return Odds(dice=1, need=0, any=won, successes=won)


def _beaten(deck: list[int], at: int, strength: int, herd: bool) -> float:
    """The probability that a squad stands against the card ``at``; with the herd a 1 brings a second one (ZG-17.8)."""
    if not herd or deck[at] != 1:
        return float(strength >= deck[at])
    others = deck[:at] + deck[at + 1 :]
    return float(np.mean([strength >= 1 + other for other in others]))


def impossible(world: Array, state: Array, mask: Array) -> dict[str, str]:
    """Verb -> reason, where a player is asked for what he has not; {} where anything can be done."""
    node, p = node_of(state)
    w, s = world[0], state[0]
    if node == "MV_CHAR" and not mask[A_CHAR : A_CHAR + C].any():
        return {"move": "nobody_can_move"}
    if node == "MV_RIDE" and not mask[A_CARD : A_CARD + A].any():
        vehicles = s["hand"][p, :A] * (w["capacity"][:A] > 0)
        return {"ride": "no_rider" if vehicles.any() else "no_vehicle"}
    if node == "BLD_KIND" and not mask[A_OPTION : A_OPTION + N_OPTIONS].any():
        return {"project": "nothing_to_build"}
    if node in _WEAPONS and not mask[A_CARD : A_CARD + K].any():
        return {"use": "no_weapon"}
    return {}
