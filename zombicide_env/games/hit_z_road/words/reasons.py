"""Probabilities of dice in a battle, and reasons why actions are impossible now; texts in ``explanations.yaml``, part ``reason``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import Any, Final

import numpy as np

from zombicide_env.core.events import Event
from zombicide_env.core.odds import Odds

from ..numbers.actions import A_BID, A_FLEE, A_MOLOTOV, A_SHOOT
from ..numbers.layout import AMMO, AT_START, DOUBLE, FLEE_COST, GAS, HORROR, KILL, MELEE_ROLL, MOLOTOV, NO_FLEE, RANGED_ROLL, WOUNDED
from ..rules.table import TABLE

__all__ = ["chances", "impossible"]

Array = np.ndarray[Any, Any]

_BIDS: Final = 10


def chances(world: Array, before: Array, events: Sequence[Event]) -> Odds | None:
    """Return the probabilities of an immediate roll (HZ-7.2, HZ-7.R3): ``kills`` without adrenaline, ``harm``: dice that wound or kill.

    A strike kills without a roll; the round of melee that may follow it is not promised.

    Args:
        world: world record of the game, shape (1,).
        before: the position, shape (1,).
        events: events of a trial of the action, with any dice.  Their results are ignored.
    """
    if any(event.kind == "strike" for event in events):  # HZ-7.R3: no die decides that this zombie dies
        return Odds(dice=0, need=0, any=1.0, successes=1.0, kills=1.0)
    first = [event.values for event in _first_roll(events)]
    if not first or first[0]["roll"] not in (RANGED_ROLL, MELEE_ROLL):
        return None
    faces, zombies = world[0]["face"], int(before[0]["zombies"])
    colours = [int(die["colour"]) for die in first]
    hits = [float(np.isin(faces[colour], (KILL, DOUBLE)).mean()) for colour in colours]
    bites = [float(np.isin(faces[colour], (WOUNDED, HORROR)).mean()) for colour in colours]
    spread = np.array([1.0])
    for p in hits:
        spread = np.convolve(spread, (1 - p, p))
    return Odds(
        dice=len(colours),
        need=0,
        any=1 - float(spread[0]),
        successes=float(sum(hits)),
        kills=float(np.minimum(np.arange(len(spread)), zombies) @ spread),
        harm=float(sum(bites)) if first[0]["roll"] == MELEE_ROLL else 0.0,
    )


def _first_roll(events: Sequence[Event]) -> Iterator[Event]:
    rolled = iter(events)
    first = next((event for event in rolled if event.kind == "die"), None)
    if first is not None:
        yield first
        yield from takewhile(lambda event: event.kind == "die", rolled)


def impossible(world: Array, state: Array, mask: Array) -> dict[str, str]:
    """Return verb -> reason, in a battle and in the auction; {} in other decisions."""
    w, s = world[0], state[0]
    if s["depth"] == 0:
        return {}
    task, p = (int(value) for value in s["stack"][s["depth"] - 1][:2])
    if TABLE.decisions[task].phase == "auction":
        return {} if mask[A_BID : A_BID + _BIDS].any() else {"bid": "bid_too_high"}
    if not s["fighting"]:
        return {}
    told = {}
    if not mask[A_SHOOT + 1] and not mask[A_SHOOT]:
        told["shoot"] = "no_ammo" if s["own"][p, AMMO] == 0 else "shots_fired"
    if not mask[A_FLEE]:
        told["flee"] = _no_flight(w, s, p)
    if not mask[A_MOLOTOV] and s["tokens"][p, MOLOTOV] == 0:
        told["molotov"] = "no_molotov"
    return told


def _no_flight(w: Any, s: Any, p: int) -> str:
    """Return why fleeing is impossible (HZ-7.4): once, after the shots and before the first melee round, for gas."""
    if w["rule"][s["route"][s["row"], s["place"]]] == NO_FLEE:
        return "no_flight_here"
    if s["own"][p, GAS] < FLEE_COST:
        return "no_gas"
    return "shots_first" if s["step"] == AT_START else "melee_begun"
