"""Worth in victory points of survivors, resources, and of all belongings of a player."""

from __future__ import annotations

from typing import Final

from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record

from ..numbers.layout import ADRENALINE, AMMO, GAS, N_RESOURCES, N_TOKENS

#: Value of a group of 0 .. 7: in the last round, in the two rounds before, earlier.
GROUP: Final = (
    (-20.0, 0.0, 1.0, 1.8, 2.6, 3.3, 4.0, 4.6),
    (-20.0, 0.0, 4.0, 7.0, 9.0, 10.3, 11.2, 12.0),
    (-20.0, 0.0, 5.0, 9.0, 12.0, 14.0, 15.4, 16.4),
)
#: Value of the first units of ammo, gas, adrenaline, and of each further one, by the same times.
MANY: Final = 4
FIRST: Final = ((0.3, 0.3, 0.4), (0.7, 0.6, 1.0), (0.8, 0.7, 1.2))
FURTHER: Final = ((0.25, 0.25, 0.25), (0.4, 0.35, 0.6), (0.5, 0.4, 0.8))
LAST_ROUND: Final = 8
LATE: Final = 6


@jit
def time_of(number: int) -> int:
    """Return 0 in the last round, 1 in the two before, 2 earlier."""
    if number >= LAST_ROUND:
        return 0
    return 1 if number >= LATE else 2


@jit
def resource(time: int, kind: int, n: int) -> float:
    """Value of ``n`` units of a type."""
    return FIRST[time][kind] * min(n, MANY) + FURTHER[time][kind] * max(0, n - MANY)


@jit
def unit(time: int, kind: int, n: int) -> float:
    """Value of the last of ``n`` units."""
    return resource(time, kind, n) - resource(time, kind, n - 1)


@jit
def body(time: int, group: int, adrenaline: int) -> float:
    """Worth of what a melee can change."""
    return GROUP[time][0] if group == 0 else GROUP[time][group] + resource(time, ADRENALINE, adrenaline)


@jit
def harm(time: int, group: int, n: float) -> float:
    """Worth lost with ``n`` survivors, fractions included."""
    whole = min(group, int(n))
    value = GROUP[time][group] - GROUP[time][group - whole]
    part = n - int(n)
    if part > 0.0 and group > whole:
        value += part * (GROUP[time][group - whole] - GROUP[time][group - whole - 1])
    return value


# ---- the current belongings ---------------------------------------------------------------------------------------------------


@jit
def look_at(s: Record, v: Record, p: int) -> None:
    """Read the belongings of a player."""
    v.group = s.group[p]
    v.liquidator = s.liquidator[p]
    for r in range(N_RESOURCES):
        v.own[r] = s.own[p, r]
    for k in range(N_TOKENS):
        v.tokens[k] = s.tokens[p, k]


@jit
def worth(v: Record) -> float:
    """Worth of the current survivors and resources."""
    return body(v.time, v.group, v.own[ADRENALINE]) + resource(v.time, AMMO, v.own[AMMO]) + resource(v.time, GAS, v.own[GAS])


@jit
def cheapest(v: Record) -> int:
    """Type of resource whose loss of one unit costs least, -1: none."""
    best = -1
    for r in range(N_RESOURCES):
        if v.own[r] > 0 and (best < 0 or unit(v.time, r, v.own[r]) < unit(v.time, best, v.own[best])):
            best = r
    return best


@jit
def pay(v: Record, units: int) -> None:
    """Pay with the units that cost least."""
    for _ in range(units):
        r = cheapest(v)
        if r < 0:
            return
        v.own[r] -= 1
