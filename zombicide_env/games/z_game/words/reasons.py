"""Probabilities of a fight with zombies before it begins, what an action costs, and reasons why actions are impossible now.

The reasons have their texts in ``explanations.yaml``, part ``reason``.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import takewhile
from typing import Any, Final

import numpy as np

from zombicide_env.core.events import Event
from zombicide_env.core.odds import Odds

from ..numbers.actions import A_CONFIRM, ACTIONS
from ..numbers.layout import A
from .describe import own_strength
from .notation import asked, node_of

__all__ = ["chances", "impossible", "losses"]

Array = np.ndarray[Any, Any]

#: Verb -> reason why no answer with it is possible.
_REASONS: Final = {"move": "nobody_can_move", "ride": "no_vehicle", "project": "nothing_to_build", "use": "no_weapon"}
#: What happens after the losses of a retreat: it may bring others, which depend on chance.
_LATER: Final = ("move", "zombies", "clash", "phase")


def losses(events: Iterable[Event]) -> Odds | None:
    """Return the characters that an action costs for certain as ``harm``, None for nobody (ZG-11.24, ZG-12.47, ZG-12.52).

    Args:
        events: events of a trial of the action, with any dice: those of the Raiders decide only between death and enslavement.
    """
    lost = sum(event.kind in ("death", "enslaved") for event in takewhile(lambda event: event.kind not in _LATER, events))
    return Odds(dice=0, need=0, any=1.0, successes=1.0, harm=lost) if lost else None


def chances(world: Array, state: Array, action: int) -> Odds | None:
    """Return the probability that a squad is at least as strong as the drawn zombies, without played cards (ZG-12.23, ZG-12.25)."""
    row = asked(state)
    if row is None or row.phase != "zombie_fight" or "card" in row.notation or action != A_CONFIRM:
        return None
    w, s = world[0], state[0]
    enough = own_strength(w, s, 0)
    if s["intact"][s["f_at"]] > 0 and s["owner"][s["f_at"]] != s["f_side"][0]:  # ZG-9.4
        enough -= 1
    drawn = w["zombie_strength"].tolist()
    won = float(np.mean([_beaten(drawn, at, enough, bool(w["herd"])) for at in range(len(drawn))]))
    return Odds(dice=1, need=0, any=won, successes=won)


def _beaten(deck: list[int], at: int, strength: int, herd: bool) -> float:
    """Return the probability that a squad beats the card ``at``; with the herd a 1 draws a second one (ZG-17.8)."""
    if not herd or deck[at] != 1:
        return float(strength >= deck[at])
    others = deck[:at] + deck[at + 1 :]
    return float(np.mean([strength >= 1 + other for other in others]))


def impossible(world: Array, state: Array, mask: Array) -> dict[str, str]:
    """Return verb -> reason, if a player is asked for something that it lacks; {} where anything can be done."""
    row, p = asked(state), node_of(state)[1]
    w, s = world[0], state[0]
    if row is None:
        return {}
    for block, text in row.notation.items():
        verb = text.partition(" ")[0]
        if verb not in _REASONS or (verb == "use" and not row.phase) or mask[ACTIONS.start[block] :][: ACTIONS[block].size].any():
            continue
        owns_vehicle = verb == "ride" and (s["hand"][p, :A] * (w["capacity"][:A] > 0)).any()
        return {verb: "no_rider" if owns_vehicle else _REASONS[verb]}
    return {}
