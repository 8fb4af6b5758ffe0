"""Expected group and adrenaline after a melee (HZ-9), in victory points."""

from __future__ import annotations

from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record

from ..numbers.layout import ADRENALINE, NO_ADRENALINE
from .odds import roll
from .records import MOST_ADRENALINE, MOST_HORDE, MOST_ZOMBIES
from .worth import FURTHER, GROUP, body

NEARLY = 1e-9


@jit
def melee_value(v: Record, group: int, adrenaline: int, zombies: int, horde: int, rule: int) -> float:
    """Expected ``body`` after a melee of these sizes."""
    if zombies <= 0 or group <= 0:
        return body(v.time, group, adrenaline)
    blocked = 1 if rule == NO_ADRENALINE else 0  # HZ-17.25
    counts = min(MOST_ADRENALINE, adrenaline)
    number = min(MOST_ZOMBIES, zombies)
    red = min(MOST_HORDE, horde)
    if v.fought[blocked, v.time, red, group, counts, number] == 0:
        fill(v, blocked, red, group, counts, number)
    return v.fight[blocked, v.time, red, group, counts, number] + (adrenaline - counts) * FURTHER[v.time][ADRENALINE]


@jit
def fill(v: Record, blocked: int, horde: int, group: int, adrenaline: int, zombies: int) -> None:
    """Compute the values of this melee and of all that it can lead to, the smaller ones first."""
    for g in range(1, group + 1):
        roll(v, g, min(horde, g))
        for a in range(adrenaline + 1):
            for z in range(1, zombies + 1):
                if v.fought[blocked, v.time, horde, g, a, z] == 0:
                    v.fight[blocked, v.time, horde, g, a, z] = expected(v, blocked, horde, g, a, z)
                    v.fought[blocked, v.time, horde, g, a, z] = 1


@jit
def left_of(v: Record, blocked: int, horde: int, group: int, adrenaline: int, zombies: int) -> float:
    """Value of a melee in this state."""
    if zombies <= 0 or group <= 0:
        return body(v.time, group, adrenaline)
    return v.fight[blocked, v.time, horde, group, adrenaline, zombies]


@jit
def expected(v: Record, blocked: int, horde: int, group: int, adrenaline: int, zombies: int) -> float:
    """Mean over the rolls: wounds are treated while there is adrenaline, adrenaline is used for kills where that pays."""
    red = min(horde, group)
    total = 0.0
    stay = 0.0  # probability of a roll that changes nothing
    n_open = 0
    for k in range(v.n_results[group, red]):
        chance = v.chance[group, red, k]
        wounds = v.result[group, red, k, 2]
        left = group - v.result[group, red, k, 3]
        usable = 0 if blocked == 1 else adrenaline
        saved = min(wounds, usable) if left > 0 else 0
        left -= wounds - saved
        if left <= 0:
            total += chance * GROUP[v.time][0]
            continue
        alive = max(0, zombies - v.result[group, red, k, 0])
        most = min(v.result[group, red, k, 1], min(alive, usable - saved))
        changed = alive < zombies or left < group or saved > 0
        if not changed and most == 0:
            stay += chance
            continue
        best = -1e9
        for kills in range(0 if changed else 1, most + 1):
            best = max(best, left_of(v, blocked, horde, left, adrenaline - saved - kills, alive - kills))
        if changed:
            total += chance * best
        else:
            v.open_chance[n_open] = chance
            v.open_best[n_open] = best
            n_open += 1
    return settle(v, total, stay, n_open)


@jit
def settle(v: Record, total: float, stay: float, n_open: int) -> float:
    """Solve x = total + stay * x + the sum of chance * max(best, x) over the rolls that change something only if adrenaline is spent."""
    value = -1e9
    for _ in range(n_open + 1):
        gained = total
        held = stay
        for k in range(n_open):
            if v.open_best[k] > value:
                gained += v.open_chance[k] * v.open_best[k]
            else:
                held += v.open_chance[k]
        found = gained / max(NEARLY, 1.0 - held)
        if abs(found - value) < NEARLY:
            break
        value = found
    return value
