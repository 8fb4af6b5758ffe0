"""Every invariant of ``status`` can be violated, and the violation is named."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from zombicide_env.conformance import load
from zombicide_env.conformance.hit_z_road import position as placed
from zombicide_env.core.state_validation import StateValidator
from zombicide_env.games.hit_z_road.numbers.actions import N_ACTIONS
from zombicide_env.games.hit_z_road.numbers.layout import HORROR, WON
from zombicide_env.games.hit_z_road.rules.kernels import KERNELS
from zombicide_env.games.hit_z_road.rules.status import BOUNDS, Status

DOCUMENT = """
- id: S-1
  rules: [HZ-7.R3]
  title: in the middle of a melee
  game: hit_z_road
  players: {player_0: {cards: [I-1]}, player_1: {}, player_2: {alive: false}}
  round: 3
  phase: battle
  routes: {1: [II-1, II-19], 2: [II-2, II-3], 3: [II-16, II-17]}
  taken: {1: player_0}
  turn: player_0
  battle: {card: II-19, step: melee}
  dice: [wounded, dodge, dodge, dodge, dodge]
  expect: {decision: wounded}
"""


def put(name: str, place: Any, value: int) -> Callable[[Any], None]:
    def change(s: Any) -> None:
        if place is None:
            s[name] = value
        else:
            s[name][place] = value

    return change


def swap_levels(s: Any) -> None:
    s["deck"][[0, s["deck_n"] - 1]] = s["deck"][[s["deck_n"] - 1, 0]]


@pytest.fixture
def position(tmp_path: Any) -> Any:
    file = tmp_path / "v.yaml"
    file.write_text(DOCUMENT, encoding="utf-8")
    [vector] = load(file)
    return placed(vector.document)


def status(world: np.ndarray[Any, Any], state: np.ndarray[Any, Any]) -> Status:
    (flags,), _ = StateValidator(KERNELS, BOUNDS, state.dtype, world, N_ACTIONS).look(state)
    return Status(int(flags))


def test_the_position_is_sound(position: Any) -> None:
    assert status(position.world, position.state) == Status(0)


@pytest.mark.parametrize(
    ("flag", "change"),
    [
        (Status.CARDS, put("route", (0, 0), 40)),
        (Status.CARDS, put("where", 17, 1)),
        (Status.CARDS, put("pile", 3, 1)),
        (Status.DECK, put("deck_n", None, 3)),
        (Status.DECK, swap_levels),
        (Status.GROUPS, put("group", 1, 0)),
        (Status.RANGE, put("group", 1, 8)),
        (Status.RANGE, put("own", (1, 1), -1)),
        (Status.ELIMINATED, put("tokens", (2, 1), 1)),
        (Status.ELIMINATED, put("where", 5, 5)),
        (Status.ORDER, put("order", 0, 1)),
        (Status.ORDER, put("n_order", None, 1)),
        (Status.BIDS, put("bid", 0, 3)),
        (Status.BIDS, put("leader", None, 0)),
        (Status.ROUTES, put("taken", 1, 0)),
        (Status.ROUTES, put("row", None, 2)),
        (Status.BATTLE, put("place", None, -1)),
        (Status.RANGE, put("wounds", None, 9)),
        (Status.ROLL, put("roll", (0, HORROR), 1)),
        (Status.AGENDA, put("depth", None, 0)),
        (Status.AGENDA, put("alive", 0, 0)),
        (Status.END, put("winner", 0, 1)),
        (Status.END, put("outcome", None, WON)),
        (Status.RANGE, put("round", None, 9)),
    ],
)
def test_broken_invariants_are_named(position: Any, flag: Status, change: Callable[[np.void], None]) -> None:
    change(position.state[0])
    assert flag in status(position.world, position.state)
