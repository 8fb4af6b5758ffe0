"""Checksums of replays use a form that outlives changes of the state record."""

from __future__ import annotations

import zlib

import numpy as np
import pytest

from zombicide_env import make_game
from zombicide_env.core.layout import record
from zombicide_env.core.recorded import Recorded
from zombicide_env.games import GAMES

THEN = record([("a", "i2", (2, 3)), ("work", "u1", (5,)), ("b", "u1"), ("flags", "u1", (4,)), ("c", "i4")])
NOW = record([("c", "i4"), ("new", "u1"), ("a", "u1", (2, 2)), ("flags", "u1"), ("b", "u1")])


#: Limits that keep copies cheap and let many games fit into the CPU caches; add a new game's size here.
MOST_BYTES = {"black_plague": 8192, "hit_z_road": 1536, "z_game": 4096}


def unpacked(state: np.ndarray) -> np.ndarray:
    return state["flags"][0] >> np.arange(4) & 1


def test_a_state_has_the_checksum_that_it_had_when_its_record_looked_otherwise() -> None:
    then, now = np.zeros(1, THEN), np.zeros(1, NOW)
    then["a"], then["b"], then["c"], then["flags"] = [[[1, 200, 0], [3, 4, 0]]], 7, -5, [[1, 0, 1, 1]]
    now["a"], now["b"], now["c"], now["flags"], now["new"] = [[[1, 200], [3, 4]]], 7, -5, 0b1101, 9
    form = Recorded(NOW, THEN, ("work",), {"flags": unpacked})
    usual = Recorded(THEN, left_out=("work",))
    assert form.layout == usual.layout == Recorded(THEN).layout != Recorded(NOW).layout
    assert form.checksum(now) == usual.checksum(then) != Recorded(THEN).checksum(then)
    for name in ("a", "b", "c", "flags"):
        other = now.copy()
        other[name] += 1
        assert form.checksum(other) != form.checksum(now)
    then["work"] = 1
    assert usual.checksum(then) == form.checksum(now)


def test_the_record_itself_is_the_usual_form() -> None:
    state = np.arange(NOW.itemsize, dtype=np.uint8).view(NOW)
    assert Recorded(NOW).checksum(state) == f"{zlib.crc32(state.tobytes()):08x}"


def test_a_world_has_the_hash_that_it_had_when_its_fields_had_other_names() -> None:
    then, now = (np.zeros(1, [(name, "i2"), ("n", "u1", (2,))]) for name in ("pad0", "limit"))
    then["pad0"] = now["limit"] = 7
    assert Recorded(NOW, world=then.dtype).world(now) == Recorded(NOW).world(then) != Recorded(NOW).world(now)
    now["limit"] = 8
    assert Recorded(NOW, world=then.dtype).world(now) != Recorded(NOW).world(then)


def test_signed_numbers_are_not_made_wider() -> None:
    with pytest.raises(TypeError, match="field c: only unsigned"):
        Recorded(record([("c", "i2")]), record([("c", "i4")]))


@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_a_few_kilobytes(name: str) -> None:
    assert make_game(name).state_dtype.itemsize <= MOST_BYTES.get(name, 16384)
