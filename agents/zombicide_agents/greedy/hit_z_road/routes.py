"""The value of a route for a player, and what it is worth to choose before the others."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from zombicide_env.games.hit_z_road.layout import (
    ADRENALINE,
    AMMO,
    BUS,
    EV_FANATIC_BLAST,
    EV_FANATIC_FEE,
    EV_GAIN_SURVIVOR,
    EV_INJURY_CHECK,
    EV_LIQUIDATOR,
    EV_LOSE_RESOURCE,
    EV_LOSE_SURVIVOR,
    EV_MAP_CHECK,
    EV_RESCUE,
    EV_ROULETTE,
    EV_SNIPER_CHECK,
    EV_TAKE_TOKEN,
    EV_TOLL_1,
    EV_TOLL_2,
    EV_TOXIC_CHECK,
    FANATIC,
    GAS,
    INJURED,
    MAP,
    MAX_GROUP,
    MOLOTOV,
    N_CARDS,
    ON_ROUTE,
    RIFLE,
    TOXIC,
)

from .worth import GROUP, body, resource, shots, time_of, unit
from .worth import MOLOTOV as MOLOTOV_WORTH

#: Points that a token may be expected to bring: rifle, map, fanatic, bus, toxic gas, injured, Molotov.
TOKEN_WORTH = (2.0, 2.0, 1.0, 0.5, -1.5, -1.0, MOLOTOV_WORTH)


@dataclass(frozen=True)
class Purse:
    """What a player has, as far as it changes the value of a card."""

    group: int
    own: tuple[int, int, int]
    tokens: tuple[int, ...]
    liquidator: bool

    @staticmethod
    def of(s: Any, p: int) -> Purse:
        """The purse of a player now."""
        ammo, gas, adrenaline = s["own"][p].tolist()
        return Purse(int(s["group"][p]), (ammo, gas, adrenaline), tuple(s["tokens"][p].tolist()), bool(s["liquidator"][p]))

    def with_own(self, *own: int) -> Purse:
        """The same with other resources."""
        return Purse(self.group, (own[0], own[1], own[2]), self.tokens, self.liquidator)


def worth(time: int, purse: Purse) -> float:
    """Value of survivors and resources."""
    ammo, gas, adrenaline = purse.own
    return body(time, purse.group, adrenaline) + resource(time, AMMO, ammo) + resource(time, GAS, gas)


def cheapest(time: int, purse: Purse, among: list[int]) -> int:
    """The type of which one unit is missed least."""
    return min(among, key=lambda r: unit(time, r, purse.own[r]))


@lru_cache(maxsize=1 << 14)
def pay(time: int, purse: Purse, units: int) -> Purse:
    """What is left after paying the units that are missed least."""
    own = list(purse.own)
    for _ in range(units):
        among = [r for r in range(3) if own[r] > 0]
        if not among:
            break
        own[cheapest(time, purse.with_own(*own), among)] -= 1
    return purse.with_own(*own)


def harm(time: int, group: int, n: float) -> float:
    """Value lost with ``n`` survivors, fractions included."""
    whole = min(group, int(n))
    value = GROUP[time][group] - GROUP[time][group - whole]
    part = n - int(n)
    if part and group > whole:
        value += part * (GROUP[time][group - whole] - GROUP[time][group - whole - 1])
    return value


def event_value(time: int, purse: Purse, event: int, token: int) -> float:
    """What the black text may be expected to bring or to cost."""
    group, (ammo, gas, _), tokens = purse.group, purse.own, purse.tokens
    if event == EV_TAKE_TOKEN:
        return TOKEN_WORTH[token] * (1.0 if time == 2 else 0.5)
    if event == EV_GAIN_SURVIVOR:
        return GROUP[time][min(MAX_GROUP, group + 1)] - GROUP[time][group]
    if event == EV_LOSE_SURVIVOR:
        return -harm(time, group, 1)
    if event == EV_LOSE_RESOURCE:
        return worth(time, pay(time, purse, 1)) - worth(time, purse)
    if event in (EV_TOLL_1, EV_TOLL_2):
        units = 1 if event == EV_TOLL_1 else 2
        paid = min(units, gas)
        return resource(time, GAS, gas - paid) - resource(time, GAS, gas) - harm(time, group, units - paid)
    if event == EV_SNIPER_CHECK:
        return -TOKEN_WORTH[RIFLE] if tokens[RIFLE] else -harm(time, group, 2)
    if event == EV_MAP_CHECK:
        return 6.0 * tokens[MAP]
    if event == EV_LIQUIDATOR:
        return 2.5 if tokens[BUS] else 0.0
    if event == EV_ROULETTE:
        return -harm(time, group, group / 6)
    if event == EV_RESCUE:
        return -harm(time, group, 0.5)
    if event == EV_INJURY_CHECK:
        return -harm(time, group, 1) if tokens[INJURED] else 0.0
    if event == EV_TOXIC_CHECK:
        return -harm(time, group, tokens[TOXIC])
    if event == EV_FANATIC_FEE:
        return -1.0 if tokens[FANATIC] and ammo >= 3 else 0.0
    return 0.0


def battle_value(time: int, purse: Purse, zombies: int, horde: int, rule: int, prize: float) -> float:
    """What the battle may be expected to bring: the best of shooting, fleeing and fighting, and the Molotov."""
    strength = 0 if purse.liquidator and purse.tokens[BUS] else horde
    value = max(shots(time, purse.group, purse.own, zombies, strength, rule, prize))
    return max(value, prize - MOLOTOV_WORTH) if purse.tokens[MOLOTOV] else value


def card_value(w: Any, time: int, purse: Purse, card: int) -> tuple[float, Purse]:
    """What the card brings, and the purse with what it gives (losses are left out)."""
    facts = (int(w[name][card]) for name in ("event", "token", "zombies", "horde", "rule", "points"))
    return _card_value(time, purse, tuple(w["gives"][card].tolist()), *facts)


@lru_cache(maxsize=1 << 16)  # in an auction the same cards are asked for again and again
def _card_value(
    time: int, purse: Purse, gives: tuple[int, ...], event: int, token: int, zombies: int, horde: int, rule: int, points: int
) -> tuple[float, Purse]:
    rich = purse.with_own(*(n + more for n, more in zip(purse.own, gives, strict=True)))
    value = worth(time, rich) - worth(time, purse) + event_value(time, rich, event, token)
    prize = float(points)
    if zombies == 0 or (event == EV_FANATIC_BLAST and rich.tokens[FANATIC]):
        return value + prize, rich
    return value + battle_value(time, rich, zombies, horde, rule, prize), rich


def unknown_value(w: Any, s: Any, time: int, purse: Purse, level: int) -> float:
    """Mean over the cards of a level that nobody has seen yet."""
    unseen = [c for c in range(1, N_CARDS + 1) if w["level"][c] == level and w["in_play"][c] and not s["seen"][c]]
    return sum(card_value(w, time, purse, c)[0] for c in unseen) / max(1, len(unseen))


def route_value(w: Any, s: Any, p: int, r: int) -> float:
    """What the route brings the player, its cost included; ``-inf`` if he cannot pay it."""
    time = time_of(int(s["round"]))
    purse = Purse.of(s, p)
    start = worth(time, purse)
    price = (2 if r == 2 else 0) if w["solo"] else int(s["key"][r])
    if price > sum(purse.own):
        return float("-inf")
    value = 0.0
    if w["solo"] and r == 0:
        purse = purse.with_own(purse.own[0], purse.own[1], purse.own[2] + 2)
        value += worth(time, purse) - start
    elif price:
        purse = pay(time, purse, price)
        value += worth(time, purse) - start
    for card, up in zip(s["route"][r].tolist(), s["face_up"][r].tolist(), strict=True):
        if up:
            gain, purse = card_value(w, time, purse, card)
        else:
            gain = unknown_value(w, s, time, purse, int(w["level"][card]))
        value += gain
    return value


def free_routes(w: Any, s: Any) -> list[int]:
    """Routes that nobody has taken."""
    return [r for r in range(int(w["n_routes"])) if s["taken"][r] < 0 and s["where"][s["route"][r, 1]] == ON_ROUTE]


def values_by_place(w: Any, s: Any, p: int) -> list[float]:
    """What the player may expect when he chooses first, second ...: those before him take what they like best."""
    routes = free_routes(w, s)
    mine = {r: route_value(w, s, p, r) for r in routes}
    others = [q for q in s["order"][: s["n_order"]].tolist() if q != p]
    theirs = {r: sum(route_value(w, s, q, r) for q in others) / max(1, len(others)) for r in routes}
    values = []
    left = sorted(routes, key=lambda r: -theirs[r])
    for _ in range(len(others) + 1):
        values.append(max((mine[r] for r in left), default=0.0))
        left = left[1:]
    return values


__all__ = [
    "ADRENALINE", "Purse", "battle_value", "card_value", "cheapest", "event_value", "free_routes", "harm", "pay", "route_value",
    "values_by_place", "worth",
]  # fmt: skip
