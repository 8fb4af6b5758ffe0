"""Properties that the speed of single environments depends on."""

from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest

from tests.envs.toy import Toy
from zombicide_env.core.jit import PYTHON_MODE
from zombicide_env.envs.single import Single


@pytest.mark.skipif(PYTHON_MODE, reason="there are no compiled calls in Python mode")
def test_the_engine_is_called_with_one_table_and_numbers():
    """Every array argument costs 0.1 microseconds per call, a structured array more, so all of them are passed in one table."""
    one = Single(Toy(), "uint8")
    for single in (one, copy.deepcopy(one), pickle.loads(pickle.dumps(one))):
        buffers, *numbers = single._step.args
        assert buffers.dtype == np.int64
        assert buffers[0, 0] == single.state.ctypes.data
        assert all(type(number) is int for number in numbers)


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
