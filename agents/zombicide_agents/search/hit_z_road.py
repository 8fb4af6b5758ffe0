"""Hit Z Road for the search: quick players for imagined games, all places of a batch at once.

They judge as the rules-based player does, but routes by a table of cards instead of the purse at hand, so that a whole game costs
little more than its steps.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from zombicide_env import make_game
from zombicide_env.core.batch import Batch
from zombicide_env.games.hit_z_road import actions as act
from zombicide_env.games.hit_z_road import tasks
from zombicide_env.games.hit_z_road.layout import ADRENALINE, BUS, GAS, MAX_GROUP, N_TOKENS, R
from zombicide_env.games.hit_z_road.world import build_world

from ..greedy.hit_z_road.routes import Purse, card_value
from ..greedy.hit_z_road.worth import body, melee_value, shots, time_of, unit
from .guide import Guide

#: What imagined games are played with: small decisions take their defaults, and winning is all that counts.
OPTIONS: Final = {"decisions": "actions", "reward": "zero_sum"}
USUAL: Final = (3, 3, 3)  # resources for which the table of cards is made
KEY_COST: Final = 0.7  # victory points that a unit paid for the key token is worth, and one paid for a bid
BID_COST: Final = 0.8
HOLD: Final = 0.5  # chance that a bid stands
TASTE: Final = 0.3  # standard deviation by which players judge routes differently
ROUND_TIME: Final = np.array([time_of(k) for k in range(10)])
MANY: Final = (5, 3, 4)  # ammo, gas, adrenaline: more makes little difference to a battle
HORDE: Final = 12  # zombies, likewise


class HitZRoadGuide(Guide):
    """Plays every seat: bids and routes by the table, battles as the rules-based player does."""

    def __init__(self, game: Any) -> None:
        super().__init__(make_game(game.id, **{**game.options, **OPTIONS}))
        self._cards = card_table(len(game.agents))
        self._random = np.random.default_rng(0)

    def seed(self, seed: int) -> None:
        """See Guide."""
        self._random = np.random.default_rng(seed)

    def choose(self, batch: Batch) -> NDArray[np.int64]:
        """See Guide."""
        s = batch.states
        frames = s["stack"][np.arange(batch.n), s["depth"] - 1]
        task, seat = np.where(batch.dones == 0, frames[:, 0], 0), frames[:, 1]
        chosen = batch.random_actions()
        if len(rows := np.flatnonzero(task == tasks.D_BID)):
            chosen[rows] = bid(batch, rows, seat[rows], self._routes(batch, rows))
        if len(rows := np.flatnonzero(task == tasks.D_ROUTE)):
            mine = self._routes(batch, rows)[np.arange(len(rows)), seat[rows]]
            legal = batch.masks[rows, act.A_ROUTE : act.A_ROUTE + R] != 0
            chosen[rows] = act.A_ROUTE + np.where(legal, mine, -np.inf).argmax(axis=1)
        if len(rows := np.flatnonzero(task == tasks.D_SHOOT)):
            chosen[rows] = [act.A_SHOOT + shot(*battle) for battle in battles(batch, rows, seat[rows])]
        if len(rows := np.flatnonzero(task == tasks.D_FLEE)):
            chosen[rows] = [act.A_FLEE if flees(*battle) else act.A_FIGHT for battle in battles(batch, rows, seat[rows])]
        return chosen

    def _routes(self, batch: Batch, rows: NDArray[np.intp]) -> NDArray[np.float64]:
        """What each player thinks of each route, [rows, players, routes]; -inf: it is taken."""
        s = batch.states
        time = ROUND_TIME[s["round"][rows]]
        cards = s["route"][rows]  # [rows, routes, places]
        group = s["group"][rows, : batch.n_agents]
        worth = self._cards[time[:, None, None, None], group[:, :, None, None], cards[:, None]].sum(axis=3)
        worth = worth - KEY_COST * s["key"][rows][:, None] + self._random.normal(0.0, TASTE, worth.shape)
        free = (s["taken"][rows] < 0) & (cards[:, :, 0] > 0)
        return np.where(free[:, None], worth, -np.inf)


# ---- auction -----------------------------------------------------------------------------------------------------------------


def bid(batch: Batch, rows: NDArray[np.intp], seat: NDArray[np.int16], values: NDArray[np.float64]) -> NDArray[np.int64]:
    """One more than the highest bid where choosing first, or perhaps second, is worth it, else pass."""
    s, k = batch.states, np.arange(len(rows))
    high, bids = s["high"][rows].astype(np.int64), s["bid"][rows].astype(np.int64)
    own = bids[k, seat]
    places = values_by_place(values, seat)
    raised = HOLD * places[:, 0] + (1.0 - HOLD) * places[:, min(1, places.shape[1] - 1)] - BID_COST * (high + 1)
    passed = places[k, np.minimum(place_of(s["order"][rows], s["n_order"][rows], bids, seat), places.shape[1] - 1)] - BID_COST * own
    step = np.minimum(act.A_BID + high, act.A_PAY - 1)
    return np.where((raised > passed) & (batch.masks[rows, step] != 0), step, act.A_PASS)


def place_of(order: NDArray[np.int8], n: NDArray[np.int16], bids: NDArray[np.int64], seat: NDArray[np.int16]) -> NDArray[np.int64]:
    """Place in the new turn order if the bids stand: by bid, those without one in the old order (HZ-5.R6)."""
    k = np.arange(len(seat))
    playing = np.arange(order.shape[1]) < n[:, None]
    offered = np.where(playing, bids[k[:, None], order], -1)
    own = bids[k, seat]
    before = np.cumsum(playing & (order == seat[:, None]), axis=1) == 0
    place: NDArray[np.int64] = ((offered > own[:, None]) | (before & (offered == own[:, None]))).sum(axis=1)
    return place


def values_by_place(values: NDArray[np.float64], seat: NDArray[np.int16]) -> NDArray[np.float64]:
    """What the player gets when he chooses first, second ...: those before him take what they like best, [rows, places]."""
    rows, players, routes = values.shape
    mine = values[np.arange(rows), seat]
    free = np.isfinite(mine)
    others = np.where(free, values.sum(axis=1, where=np.isfinite(values)) - mine, -np.inf)
    ordered = np.take_along_axis(mine, np.argsort(-others, axis=1), axis=1)
    best = np.maximum.accumulate(ordered[:, ::-1], axis=1)[:, ::-1]  # of the routes that are left from a place on
    return np.where(np.isfinite(best), best, 0.0)[:, : min(players, routes)]


# ---- battles -----------------------------------------------------------------------------------------------------------------


def battles(batch: Batch, rows: NDArray[np.intp], seat: NDArray[np.int16]) -> Iterator[tuple[Any, ...]]:
    """The battles as the rules-based player looks at them, large numbers cut."""
    s, w = batch.states, batch.games[0].world[0]
    card = s["route"][rows, s["row"][rows], s["place"][rows]]
    immune = (s["liquidator"][rows, seat] != 0) & (s["tokens"][rows, seat, BUS] != 0)
    own = np.minimum(s["own"][rows, seat], MANY).tolist()
    return zip(
        ROUND_TIME[s["round"][rows]].tolist(),
        s["group"][rows, seat].tolist(),
        map(tuple, own),
        np.minimum(s["zombies"][rows], HORDE).tolist(),
        np.where(immune, 0, w["horde"][card]).tolist(),
        w["rule"][card].tolist(),
        w["points"][card].astype(float).tolist(),
        strict=True,
    )


@cache
def shot(*situation: Any) -> int:
    """How much ammo to use."""
    values = shots(*situation)
    return max(range(len(values)), key=values.__getitem__)


@cache
def flees(time: int, group: int, own: tuple[int, int, int], zombies: int, horde: int, rule: int, prize: float) -> bool:
    """Whether to leave the card."""
    gas, adrenaline = own[GAS], own[ADRENALINE]
    fight = melee_value(time, group, adrenaline, zombies, horde, rule) + prize
    return body(time, group, adrenaline) - unit(time, GAS, gas) - unit(time, GAS, gas - 1) > fight


@cache
def card_table(players: int) -> NDArray[np.float64]:
    """What cards are worth in victory points: [time, survivors, card], for a player with the usual resources."""
    w: Any = build_world(players)[0]
    table = np.zeros((3, MAX_GROUP + 1, int(w["n_cards"]) + 1))
    for time in range(3):
        for group in range(1, MAX_GROUP + 1):
            purse = Purse(group, USUAL, (0,) * N_TOKENS, False)
            for card in range(1, table.shape[2]):
                table[time, group, card] = card_value(w, time, purse, card)[0]
    return table
