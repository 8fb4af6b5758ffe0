"""What the speed of single environments rests on."""

from __future__ import annotations

import copy
import pickle

import pytest

from tests.envs.toy import Toy
from zombicide_env.core.jit import PYTHON_MODE
from zombicide_env.envs.single import Single


@pytest.mark.skipif(PYTHON_MODE, reason="there are no compiled calls in Python mode")
def test_all_copies_call_the_engine_with_the_same_dtype_objects():
    """Numba finds the type of a record array by its dtype object; another object that is equal costs 20 microseconds a call."""
    one = Single(Toy(), "uint8")
    others = [Single(Toy(), "uint8"), copy.deepcopy(one), pickle.loads(pickle.dumps(one))]

    def records(single: Single) -> list[object]:
        return [array.dtype for array in single._step.args if getattr(array, "dtype", None) is not None and array.dtype.names]

    first = records(one)
    assert len(first) >= 3
    for other in others:
        assert all(a is b for a, b in zip(first, records(other), strict=True))


def test_copies_share_the_game_and_nothing_else():
    one = Single(Toy(), "float32")
    one.reset(3)
    twin = copy.deepcopy(one)
    assert twin.game is one.game
    before = one.state.tobytes()
    twin.step(0)
    assert one.state.tobytes() == before
    assert twin.state.tobytes() != before
    assert one.mask is not twin.mask
