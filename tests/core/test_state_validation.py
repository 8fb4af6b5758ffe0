"""Compiled code checks everything a kernel relies on: every field, every word of the agenda, and that some seat can decide."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest

from tests.core.toy import Race
from zombicide_env import make_game
from zombicide_env.core.batch import Batch
from zombicide_env.core.jit import jit
from zombicide_env.core.layout import ANY, FLAG, Bounds, Range, ranges, record
from zombicide_env.core.state_validation import RANGE, STUCK, StateValidator
from zombicide_env.games import GAMES

FIELDS = [
    ("small", "i1", (3,), Range(-1, 5)),
    ("wide", "u2", Range(0, "most")),
    ("long", "i4", (2, 2), Range(-70_000, "most", 1)),
    ("flag", "u1", FLAG),
    ("free", "i2", ANY),
    ("real", "f4", (2,), ANY),
    ("outcome", "u1"),
    ("depth", "i2"),
    ("stack", "i2", (4, 3)),
]
DTYPE = record(FIELDS)
WORLD = np.array([(9,), (4,)], np.dtype([("most", "i2")], align=True))
BOUNDS = Bounds(ranges(FIELDS), {1: (), 3: (Range(-2, "most"), FLAG)})


@jit
def nobody(_w: Any, _s: Any) -> Any:
    return -1


@jit
def nothing(_w: Any, _s: Any, _mask: Any) -> None:
    pass


OVER = Race.kernels._replace(name="over", legal=nothing, decider=nobody)


def look(change: dict[tuple[str, Any], Any], world: int = 0) -> tuple[int, str]:
    states = np.zeros(2, DTYPE)
    states["outcome"] = 1  # over: no seat has to decide
    for (name, place), value in change.items():
        states[name][(1, *place)] = value
    checks = StateValidator(OVER, BOUNDS, DTYPE, WORLD[world:], 4)
    flags, _ = checks.look(states, np.zeros(2, np.int32))
    assert flags[0] == 0
    return int(flags[1]), checks.fault(states[1:])


@pytest.mark.parametrize(
    ("name", "place", "value", "fault"),
    [
        ("small", (0,), -1, ""),
        ("small", (2,), 6, "small[2] is 6, not -1 .. 5"),
        ("small", (1,), -128, "small[1] is -128, not -1 .. 5"),
        ("wide", (), 9, ""),
        ("wide", (), 10, "wide is 10, not 0 .. 9"),
        ("wide", (), 65535, "wide is 65535, not 0 .. 9"),
        ("long", (1, 1), -70_000, ""),
        ("long", (1, 0), -70_001, "long[2] is -70001, not -70000 .. 10"),
        ("long", (1, 1), 2**31 - 1, "long[3] is 2147483647, not -70000 .. 10"),
        ("flag", (), 2, "flag is 2, not 0 .. 1"),
        ("free", (), -32768, ""),
        ("real", (1,), -1e30, ""),
        ("real", (1,), np.inf, "real[1] is inf"),
        ("real", (0,), np.nan, "real[0] is nan"),
        ("outcome", (), 5, "outcome is 5, not 0 .. 4"),
        ("depth", (), 5, "depth is 5, not 0 .. 4"),
        ("depth", (), -1, "depth is -1, not 0 .. 4"),
    ],
)
def test_every_field_lies_within_its_range(name: str, place: tuple[int, ...], value: Any, fault: str) -> None:
    frames = {("stack", (t, 0)): 1 for t in range(4)}
    assert look({**frames, (name, place): value}) == (RANGE if fault else 0, fault)


@pytest.mark.parametrize(
    ("frame", "fault"),
    [
        ((3, 9, 1), ""),
        ((3, -2, 0), ""),
        ((3, 10, 0), "word 1 of frame 1 of the agenda is 10"),
        ((3, -3, 0), "word 1 of frame 1 of the agenda is -3"),
        ((3, 0, 2), "word 2 of frame 1 of the agenda is 2"),
        ((1, 0, 1), "word 2 of frame 1 of the agenda is 1"),  # a word without meaning is 0
        ((0, 0, 0), "the task of frame 1 of the agenda is 0"),
        ((2, 0, 0), "the task of frame 1 of the agenda is 2"),
        ((4, 0, 0), "the task of frame 1 of the agenda is 4"),
        ((-1, 0, 0), "the task of frame 1 of the agenda is -1"),
        ((32767, 0, 0), "the task of frame 1 of the agenda is 32767"),
    ],
)
def test_every_frame_below_the_depth_has_a_task_with_its_words(frame: tuple[int, ...], fault: str) -> None:
    stack: dict[tuple[str, Any], Any] = {("depth", ()): 2, ("stack", (0, 0)): 1, ("stack", (1,)): frame, ("stack", (2,)): (99, 99, 99)}
    assert look(stack) == (RANGE if fault else 0, fault)


def test_limits_are_those_of_the_world() -> None:
    assert look({("wide", ()): 5}, world=0) == (0, "")
    assert look({("wide", ()): 5}, world=1) == (RANGE, "wide is 5, not 0 .. 4")


def test_threads_look_at_once_and_look_again_with_the_same_memory() -> None:
    batch = Batch(Race(), 3, seed=0)
    batch.states["outcome"][1] = 77
    checks = Race()._checks()
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda _: checks.look(batch.states)[0].tolist(), range(40)))
    assert found == [[0, RANGE, 0]] * 40
    kept = [id(worlds) for worlds in checks._free]
    assert 1 <= len(kept) <= 4
    checks.look(batch.states)
    assert [id(worlds) for worlds in checks._free] == kept


def test_every_decider_has_a_legal_action() -> None:
    batch = Batch(Race(), 2, seed=0)
    assert batch.status().tolist() == [0, 0]
    batch.states["stack"][1, 0, 0] = 9  # a task without actions
    assert batch.status().tolist() == [0, STUCK]
    batch.states["outcome"][1] = 1
    assert batch.status().tolist() == [0, 0]
    batch.states["outcome"][0] = 77
    assert batch.status().tolist() == [RANGE, 0]


@pytest.mark.parametrize("name", GAMES)
def test_games_say_what_each_field_may_hold(name: str) -> None:
    game = make_game(name)
    fields = {field for field in game.state_dtype.names or () if not field.startswith("pad")}
    assert set(game.bounds.fields) == fields
    assert [flag.name for flag in game.flags][:2] == ["RANGE", "STUCK"]
    assert [flag.value for flag in game.flags][:2] == [RANGE, STUCK]


@pytest.mark.parametrize("name", GAMES)
def test_an_index_outside_its_range_is_found_in_every_field(name: str) -> None:
    game = make_game(name)
    batch = Batch(game, 1, seed=3, autoreset="disabled", observation_dtype="uint8")
    batch.step_random(40)
    for field, allowed in game.bounds.fields.items():
        state = batch.states.copy()
        low, high = allowed.within(game.world[0])
        kind = game.state_dtype[field].base
        if allowed == ANY or (np.iinfo(kind).max <= high and np.iinfo(kind).min >= low):
            continue
        wrong = high + 1 if np.iinfo(kind).max > high else low - 1
        state[field].reshape(-1)[-1] = wrong
        assert game.fault(state).startswith(field), field
        assert game.status(state).value == RANGE
