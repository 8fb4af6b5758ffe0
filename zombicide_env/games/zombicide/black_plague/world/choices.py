"""Options of Black Plague in the WORLD record: the Dark ritual, deaths, the order of spawn zones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from zombicide_env.core.words import suggest

from ...table.codes import RED
from ...table.quest_types import Quest
from ...table.survivors import SurvivorSheet, TeamError
from ..options import Options
from .team import insert_token


def choose(w: np.void, quest: Quest, sheets: Sequence[SurvivorSheet], zones: Mapping[str, int], options: Options) -> None:
    """Apply Black Plague's own options; None keeps the documented default (BP-D-4, BP-D-5)."""
    w["strict_all_survivors"], w["cabal"] = options.strict_all_survivors, options.cabal
    spawns = {label: zone for label, zone in zones.items() if zone in set(w["token_zone"][: w["n_tokens"]].tolist())}
    if options.extra_spawns is not None:
        _move_extra_spawns(w, len(sheets), spawns, options.extra_spawns)
    first = options.first_spawn
    if first is not None:
        if first not in spawns:
            raise TeamError(f"first_spawn {first!r} is not a spawn zone{suggest(first, spawns)}; use {', '.join(spawns)}")
        _begin_order_with(w, spawns[first])


def _move_extra_spawns(w: np.void, n: int, spawns: Mapping[str, int], chosen: Sequence[str]) -> None:
    """Put the additional tokens into the zones named instead of the default ones (BP-21.R2)."""
    extra = (max(0, n - 6) + 1) // 2
    if len(chosen) != extra or not set(chosen) <= set(spawns):
        raise TeamError(f"extra_spawns must name {extra} of the spawn zones {', '.join(spawns)} for {n} survivors (BP-21.2)")
    zones = list(dict.fromkeys(int(zone) for zone in w["token_zone"][: w["n_tokens"]]))
    order = [int(zone) for zone in w["token_zone"][: w["n_tokens"]]]
    for number in range(extra):  # the default put one into each of the first zones, after the zone's own
        zone = zones[number % len(zones)]
        _drop_token(w, max(i for i, z in enumerate(order) if z == zone))
        order = [int(z) for z in w["token_zone"][: w["n_tokens"]]]
    for label in chosen:
        place = max(i for i in range(int(w["n_tokens"])) if w["token_zone"][i] == spawns[label]) + 1
        insert_token(w, place, spawns[label], RED, True)


def _drop_token(w: np.void, place: int) -> None:
    n = int(w["n_tokens"])
    for name in ("token_zone", "token_colour", "token_active"):
        w[name][place : n - 1] = w[name][place + 1 : n].copy()
    w["n_tokens"] = n - 1


def _begin_order_with(w: np.void, zone: int) -> None:
    """Rotate the order of spawn tokens to begin with the zone (BP-D-5)."""
    n = int(w["n_tokens"])
    turn = next(i for i in range(n) if w["token_zone"][i] == zone)
    for name in ("token_zone", "token_colour", "token_active"):
        w[name][:n] = np.roll(w[name][:n], -turn)
    w["spawn_first"] = zone
