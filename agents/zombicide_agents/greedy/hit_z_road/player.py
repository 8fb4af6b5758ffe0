"""The rules-based player of Hit Z Road: values resources, bids by the value of routes, fights by the odds."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from zombicide_env.games.hit_z_road import actions as act
from zombicide_env.games.hit_z_road import tasks
from zombicide_env.games.hit_z_road.layout import ADRENALINE, BUS, GAS, MOST_MELEE
from zombicide_env.games.hit_z_road.layout import MOLOTOV as MOLOTOV_TOKEN

from ...base import Agent, AgentError, legal_actions
from .routes import Purse, cheapest, harm, pay, route_value, values_by_place, worth
from .worth import MOLOTOV, after_shot, body, melee_value, shots, time_of, unit

BID_COST = 1.3  # a unit paid in the auction is missed later
HOLD = 0.5  # chance that a bid stands although another player could raise it


class Greedy(Agent):
    """Takes the route that promises most, raises a bid while a better place is worth it, shoots, flees and strikes by the odds.

    It reads what every player may know, and nothing of the deck or of cards that lie face down.  Deterministic.
    """

    name = "greedy"
    reads_state: ClassVar[bool] = True
    reads_observation: ClassVar[bool] = False

    def __init__(self, game: Any) -> None:
        self._game = game

    def act(self, observation: NDArray[Any] | None, mask: NDArray[Any], game: Any = None, state: NDArray[Any] | None = None) -> int:
        """The action with the highest score, the first of equals."""
        actions, scores = self.scores(observation, mask, game, state)
        return int(actions[scores.argmax()])

    def scores(
        self, observation: NDArray[Any] | None, mask: NDArray[Any], game: Any = None, state: NDArray[Any] | None = None
    ) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """Every legal action and its expected value in victory points, up to a constant of the decision."""
        if state is None:
            raise AgentError("greedy plays from the state of the game: call act(observation, mask, game, state)")
        legal: list[int] = legal_actions(mask, self.name).tolist()
        seat = _Seat((game if game is not None else self._game).world[0], state[0])
        return np.array(legal, np.int64), np.array([seat.score(action) for action in legal], np.float64)


class _Seat:
    """One decision, seen by the player who takes it."""

    def __init__(self, w: Any, s: Any) -> None:
        self.w, self.s = w, s
        frame = s["stack"][s["depth"] - 1]
        self.task, self.p = int(frame[0]), int(frame[1])
        self.time = time_of(int(s["round"]))
        self.purse = Purse.of(s, self.p)
        self.score: Callable[[int], float] = {
            tasks.D_BID: self.bid,
            tasks.D_ROUTE: lambda a: route_value(w, s, self.p, a - act.A_ROUTE),
            tasks.D_TAKE: lambda a: unit(self.time, a - act.A_TAKE, self.purse.own[a - act.A_TAKE] + 1),
            tasks.D_MOLOTOV: self.molotov,
            tasks.D_SHOOT: self.shoot,
            tasks.D_FLEE: self.flee,
            tasks.D_WOUNDED: lambda a: float(a == act.A_SAVE),
            tasks.D_STRIKE: self.strike,
            tasks.D_TOLL: self.toll,
            tasks.D_FANATIC: lambda a: float(a == act.A_REFUSE),
        }.get(self.task, self.pay)
        if self.task in (tasks.D_MOLOTOV, tasks.D_SHOOT, tasks.D_FLEE, tasks.D_STRIKE):
            self.look_at_battle()

    # ---- auction and payment

    @cached_property
    def places(self) -> list[float]:
        """What the player may expect when he chooses first, second ..."""
        return values_by_place(self.w, self.s, self.p)

    def bid(self, action: int) -> float:
        """The place in the turn order that may be expected, less what the marker costs.  No bid jumps."""
        s = self.s
        value = 0 if action == act.A_PASS else action - act.A_BID + 1
        if value > int(s["high"]) + 1:
            return -1000.0 - value
        bids = {q: int(s["bid"][q]) for q in s["order"][: s["n_order"]].tolist()}
        rivals = [q for q in bids if q != self.p and int(s["own"][q].sum()) > value]
        if value:
            bids[self.p] = value
        place = sorted(bids, key=lambda q: -bids[q]).index(self.p)  # stable: players without a bid keep their order
        places = self.places
        expected = places[place]
        if value and rivals:
            expected = HOLD * expected + (1.0 - HOLD) * places[min(place + 1, len(places) - 1)]
        rest = worth(self.time, pay(self.time, self.purse, bids[self.p])) - worth(self.time, self.purse)
        return expected + BID_COST * rest

    def pay(self, action: int) -> float:
        r = action - act.A_PAY
        return float(r == cheapest(self.time, self.purse, [k for k in range(3) if self.purse.own[k] > 0]))

    def toll(self, action: int) -> float:
        if action == act.A_SACRIFICE:
            return -harm(self.time, self.purse.group, 1)
        return -unit(self.time, GAS, self.purse.own[GAS])

    # ---- battle

    def look_at_battle(self) -> None:
        s, w = self.s, self.w
        card = int(s["route"][s["row"], s["place"]])
        immune = self.purse.liquidator and self.purse.tokens[BUS]
        self.horde = 0 if immune else int(w["horde"][card])
        self.rule, self.prize = int(w["rule"][card]), float(w["points"][card])
        self.zombies = int(s["zombies"])

    def situation(self) -> tuple[int, tuple[int, int, int], int, int, int, float]:
        return self.purse.group, self.purse.own, self.zombies, self.horde, self.rule, self.prize

    def melee(self, adrenaline: int, zombies: int) -> float:
        if zombies <= 0:
            return body(self.time, self.purse.group, adrenaline) + self.prize
        return melee_value(self.time, self.purse.group, adrenaline, zombies, self.horde, self.rule) + self.prize

    def molotov(self, action: int) -> float:
        """Thrown, it wins without loss; kept, the battle goes on as it stands."""
        adrenaline = self.purse.own[ADRENALINE]
        if action == act.A_MOLOTOV:
            spare = self.purse.tokens[MOLOTOV_TOKEN] > 1 or self.time == 0
            return body(self.time, self.purse.group, adrenaline) + self.prize - (0.5 if spare else MOLOTOV)
        if self.s["step"] == 0:
            return max(shots(self.time, *self.situation())) + body(self.time, self.purse.group, adrenaline)
        if self.s["step"] == 1:
            return after_shot(self.time, *self.situation())
        return self.melee(adrenaline, self.zombies) if self.s["melee_round"] < MOST_MELEE - 1 else -1000.0

    def shoot(self, action: int) -> float:
        n = action - act.A_SHOOT
        values = shots(self.time, *self.situation())
        return values[n] if n < len(values) else -1000.0 - n

    def flee(self, action: int) -> float:
        gas, adrenaline = self.purse.own[GAS], self.purse.own[ADRENALINE]
        if action == act.A_FIGHT:
            return self.melee(adrenaline, self.zombies)
        return body(self.time, self.purse.group, adrenaline) - unit(self.time, GAS, gas) - unit(self.time, GAS, gas - 1)

    def strike(self, action: int) -> float:
        """The best number of strikes with the dice that are left."""
        adrenaline = self.purse.own[ADRENALINE]
        if action == act.A_HOLD:
            return self.melee(adrenaline, self.zombies)
        most = min(int(self.s["strikes"]), adrenaline, self.zombies)
        return max(self.melee(adrenaline - k, self.zombies - k) for k in range(1, most + 1))
