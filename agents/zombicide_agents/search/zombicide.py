"""The Zombicide family for the search: imagined survivors who mostly do something sensible, all places of a batch at once.

Each legal action gets a weight, and one is drawn in proportion: attacks and objectives are likely, a move the likelier the nearer it
leads to an objective or, when none is left, to the Exit.  Random survivors would die before anything could be learned from them.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from zombicide_env import make_game
from zombicide_env.core.batch import Batch
from zombicide_env.games.zombicide.black_plague.numbers import actions as act
from zombicide_env.games.zombicide.black_plague.numbers.layout import Z
from zombicide_env.games.zombicide.table.codes import FAR

from .guide import Guide

#: What imagined games are played with: answers other than a survivor's own actions take their defaults; progress is rewarded.
OPTIONS: Final = {"decisions": "actions", "reward": "shaped"}
#: Weights of actions by block; the others have 1.
WEIGHTS: Final = {
    "melee": 30.0,
    "attack_left": 20.0,
    "attack_right": 20.0,
    "attack_body": 20.0,
    "take": 200.0,
    "take_artefact": 200.0,
    "exit": 500.0,
    "search": 4.0,
    "reload": 2.0,
    "open_left": 3.0,
    "open_right": 3.0,
    "open_body": 3.0,
    "open_break_in": 3.0,
    "end": 0.2,
    "noise": 0.01,
    "trade": 0.01,
    "reorganise": 0.01,
    "drop": 0.01,
    "close": 0.01,
    "bile": 0.01,
    "torch": 0.01,
}
FRIEND: Final = 0.02  # factor for an attack into a zone with friends
NEARER: Final = 4.0  # weights of moves by what they do to the distance
LEVEL: Final = 0.5
FARTHER: Final = 0.2
HANDS: Final = 3
N_ATTACKS: Final = HANDS * Z
_ROW: Final = np.dtype((np.void, Z))  # a row of zones as one value


class ZombicideGuide(Guide):
    """Draws actions by weight."""

    depth = 40  # about two rounds of six survivors

    def __init__(self, game: Any) -> None:
        super().__init__(make_game(game.id, **{**game.options, **OPTIONS}))
        self._random = np.random.default_rng(0)
        self._far = self.game.world[0]["far"].astype(np.int64)
        self._exits = self.game.world[0]["exit_zone"] != 0
        self._ways: dict[bytes, NDArray[np.int64]] = {}
        self._weights = np.ones(act.N_ACTIONS)
        for block in act.ACTIONS.blocks:
            self._weights[act.ACTIONS.start[block.name] :][: block.size] = WEIGHTS.get(block.name, 1.0)

    def seed(self, seed: int) -> None:
        """See Guide."""
        self._random = np.random.default_rng(seed)

    def choose(self, batch: Batch) -> NDArray[np.int64]:
        """See Guide."""
        rows, actions = np.divmod(np.flatnonzero(batch.masks.view(np.bool_)), act.N_ACTIONS)
        weights = self._weights[actions]
        self._weigh_moves(batch, rows, actions, weights)
        _spare_friends(batch, rows, actions, weights)
        total = np.cumsum(weights)
        first = np.searchsorted(rows, np.arange(batch.n + 1))
        before = np.concatenate(([0.0], total))[first]
        drawn = before[:-1] + self._random.random(batch.n) * (before[1:] - before[:-1])
        place = np.clip(np.searchsorted(total, drawn, side="right"), first[:-1], first[1:] - 1)
        return np.where(batch.deciders >= 0, actions[np.clip(place, 0, len(actions) - 1)], 0)

    def _weigh_moves(self, batch: Batch, rows: NDArray[np.intp], actions: NDArray[np.intp], weights: NDArray[np.float64]) -> None:
        moves = np.flatnonzero(actions < act.ATTACK)
        if not len(moves):
            return
        row = rows[moves]
        sets, kind = np.unique(np.ascontiguousarray(batch.states["objective"]).view(_ROW)[:, 0], return_inverse=True)
        ways = np.stack([self._way(np.frombuffer(one.tobytes(), np.uint8)) for one in sets])[kind]
        here = batch.states["zone"][row, batch.deciders[row]]
        gain = ways[row, here] - ways[row, actions[moves] - act.MOVE]
        weights[moves] = np.where(gain > 0, NEARER, np.where(gain == 0, LEVEL, FARTHER))

    def _way(self, objective: NDArray[np.uint8]) -> NDArray[np.int64]:
        """Steps from each zone to the nearest objective, or if there is none to the Exit."""
        key = (objective != 0).tobytes()
        found = self._ways.get(key)
        if found is None:
            goals = objective != 0 if objective.any() else self._exits
            found = self._far[:, goals].min(axis=1) if goals.any() else np.full(Z, FAR, np.int64)
            self._ways[key] = found
        return found


def _spare_friends(batch: Batch, rows: NDArray[np.intp], actions: NDArray[np.intp], weights: NDArray[np.float64]) -> None:
    """Attacks into zones where survivors stand are unlikely: misses hit them."""
    shots = np.flatnonzero((actions >= act.ATTACK) & (actions < act.ATTACK + N_ATTACKS))
    if len(shots):
        zones = (actions[shots] - act.ATTACK) % Z
        friends = (batch.states["zone"][rows[shots]] == zones[:, None]).any(axis=1)
        weights[shots[friends]] *= FRIEND
