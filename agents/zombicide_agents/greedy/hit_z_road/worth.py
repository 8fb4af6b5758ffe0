"""What things are worth, in victory points: survivors, resources, and battles by the odds of the dice."""

from __future__ import annotations

from functools import cache
from typing import Final

from .odds import melee, ranged

#: Value of a group of 0 .. 7: in the last round, in the two rounds before, earlier.
GROUP: Final = (
    (-20.0, 0.0, 1.0, 1.8, 2.6, 3.3, 4.0, 4.6),
    (-20.0, 0.0, 4.0, 7.0, 9.0, 10.3, 11.2, 12.0),
    (-20.0, 0.0, 5.0, 9.0, 12.0, 14.0, 15.4, 16.4),
)
#: Value of the first units of ammo, gas, adrenaline, and of each further one, by the same times.
FIRST: Final = 4
UNIT: Final = (
    ((0.3, 0.3, 0.4), (0.25, 0.25, 0.25)),
    ((0.7, 0.6, 1.0), (0.4, 0.35, 0.6)),
    ((0.8, 0.7, 1.2), (0.5, 0.4, 0.8)),
)
NO_ADRENALINE: Final = 2  # red rules, as in layout.RULES
RANGED_BITES: Final = 1
NO_FLEE: Final = 3
MOST_SHOTS: Final = 8
MOST_ADRENALINE: Final = 9
MOST_ZOMBIES: Final = 16
MOLOTOV: Final = 4.0


def time_of(round_number: int) -> int:
    """0 in the last round, 1 in the two before, 2 earlier."""
    return 0 if round_number >= 8 else 1 if round_number >= 6 else 2


def resource(time: int, kind: int, n: int) -> float:
    """Value of ``n`` units of a type."""
    first, further = UNIT[time]
    return first[kind] * min(n, FIRST) + further[kind] * max(0, n - FIRST)


def unit(time: int, kind: int, n: int) -> float:
    """Value of the last of ``n`` units."""
    return resource(time, kind, n) - resource(time, kind, n - 1)


def body(time: int, group: int, adrenaline: int) -> float:
    """Value of what a melee can change."""
    return GROUP[time][group] + (resource(time, 2, adrenaline) if group else 0.0)


@cache
def fight(time: int, group: int, adrenaline: int, zombies: int, horde: int, blocked: bool) -> float:
    """Expected ``body`` after a melee; ``blocked``: no adrenaline may be used (HZ-17.25).

    Wounds are treated while there is adrenaline; adrenaline kills are made where they pay.
    """
    if zombies <= 0:
        return body(time, group, adrenaline)
    total = 0.0
    stay = 0.0  # probability of a roll that changes nothing
    open_rolls: list[tuple[float, float]] = []  # rolls that change something only if adrenaline is spent
    red = min(horde, group)
    for (targets, sparks, wounds, deaths), chance in melee(group - red, red):
        left, usable = group - deaths, 0 if blocked else adrenaline
        if left <= 0:
            total += chance * GROUP[time][0]
            continue
        saved = min(wounds, usable)
        left, usable = left - (wounds - saved), usable - saved
        if left <= 0:
            total += chance * GROUP[time][0]
            continue
        alive, spent = max(0, zombies - targets), saved
        options = [(k, alive - k) for k in range(min(sparks, alive, usable) + 1)]
        changed = alive < zombies or left < group or spent
        if changed:
            total += chance * max(fight(time, left, adrenaline - spent - k, z, horde, blocked) for k, z in options)
        elif len(options) > 1:
            best = max(fight(time, left, adrenaline - spent - k, z, horde, blocked) for k, z in options[1:])
            open_rolls.append((chance, best))
        else:
            stay += chance
    return _settle(total, stay, open_rolls)


def _settle(total: float, stay: float, open_rolls: list[tuple[float, float]]) -> float:
    """The value v for which v = total + stay * v + the sum of chance * max(best, v) over the open rolls."""
    value = -1e9
    for _ in range(len(open_rolls) + 1):
        taken = [(chance, best) for chance, best in open_rolls if best > value]
        held = stay + sum(chance for chance, best in open_rolls if best <= value)
        found = (total + sum(chance * best for chance, best in taken)) / max(1e-9, 1.0 - held)
        if abs(found - value) < 1e-9:
            break
        value = found
    return value


def melee_value(time: int, group: int, adrenaline: int, zombies: int, horde: int, rule: int) -> float:
    """``fight`` within the bounds of its table."""
    surplus = max(0, adrenaline - MOST_ADRENALINE)
    inside = fight(time, group, adrenaline - surplus, min(MOST_ZOMBIES, zombies), horde, rule == NO_ADRENALINE)
    return inside + surplus * UNIT[time][1][2]


def after_shot(time: int, group: int, own: tuple[int, int, int], zombies: int, horde: int, rule: int, prize: float) -> float:
    """Value of group and adrenaline when it is time to flee or to fight; ``prize`` is what the card is worth."""
    _, gas, adrenaline = own
    if zombies <= 0:
        return body(time, group, adrenaline) + prize
    value = melee_value(time, group, adrenaline, zombies, horde, rule) + prize
    if gas >= 2 and rule != NO_FLEE:
        value = max(value, body(time, group, adrenaline) - unit(time, 1, gas) - unit(time, 1, gas - 1))
    return value


@cache
def shots(time: int, group: int, own: tuple[int, int, int], zombies: int, horde: int, rule: int, prize: float) -> tuple[float, ...]:
    """Expected value of a ranged attack with 0, 1, 2 ... ammo, relative to keeping everything."""
    values = []
    start = body(time, group, own[2]) + resource(time, 0, own[0])
    after: dict[int, float] = {}  # by zombies alive: what follows does not ask for the ammo left
    for n in range(min(own[0], MOST_SHOTS) + 1):
        value = resource(time, 0, own[0] - n) - start
        for (targets, wounded), chance in ranged(n):
            alive = max(0, zombies - targets) + (wounded if rule == RANGED_BITES else 0)
            if alive not in after:
                after[alive] = after_shot(time, group, own, alive, horde, rule, prize)
            value += chance * after[alive]
        values.append(value)
    return tuple(values)
