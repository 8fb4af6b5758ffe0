"""The proxies of plain Python mode raise where compiled code would fail silently."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from zombicide_env.core.python_mode import Records, buffers

INNER = np.dtype([("x", "u1"), ("y", "i2", (2,))], align=True)
DTYPE = np.dtype(
    [
        ("rng", "u8"),
        ("a", "u1"),
        ("f", "f4"),
        ("line", "i2", (3,)),
        ("plane", "u1", (2, 3)),
        ("cube", "i4", (2, 2, 2)),
        ("rules", INNER),
        ("many", INNER, (2,)),
    ],
    align=True,
)


@pytest.fixture
def array() -> np.ndarray[Any, Any]:
    return np.zeros(3, DTYPE)


def test_fields_are_views_of_the_memory(array: np.ndarray[Any, Any]) -> None:
    s = Records(array)[1]
    s.rng = 2**64 - 1
    s.a += 3
    s.f = 0.1
    s.line[2] = -4
    s.plane[1, 2] += 7
    s.cube[1, 0, 1] = -(2**31)
    s.rules.x = 9
    s.rules.y[1] = -1
    s.many[1].x = 8
    assert array["rng"][1] == 2**64 - 1
    assert array["a"].tolist() == [0, 3, 0]
    assert s.f == float(np.float32(0.1))
    assert array["line"][1].tolist() == [0, 0, -4]
    assert array["plane"][1, 1, 2] == 7
    assert array["cube"][1, 1, 0, 1] == -(2**31)
    assert array["rules"]["x"][1] == 9
    assert array["rules"]["y"][1].tolist() == [0, -1]
    assert array["many"]["x"][1].tolist() == [0, 8]
    assert type(s.a) is int
    assert type(s.line[0]) is int


def test_values_that_do_not_fit_raise(array: np.ndarray[Any, Any]) -> None:
    s = Records(array)[0]
    for put in (
        lambda: setattr(s, "a", 256),
        lambda: setattr(s, "a", -1),
        lambda: s.line.__setitem__(0, 2**15),
        lambda: s.plane.__setitem__((0, 0), -1),
        lambda: setattr(s.rules, "x", 300),
        lambda: setattr(s, "rng", 2**64),
    ):
        with pytest.raises((ValueError, OverflowError)):
            put()
    with pytest.raises(TypeError):
        s.a = 1.5
    assert not array.view(np.uint8).any()


def test_wrong_indices_and_names_raise(array: np.ndarray[Any, Any]) -> None:
    s = Records(array)[0]
    with pytest.raises(IndexError):
        s.line[3]
    with pytest.raises(IndexError):
        s.plane[0, 3] = 1
    with pytest.raises(AttributeError):
        _ = s.lines
    with pytest.raises(AttributeError):
        s.zones = 3
    with pytest.raises(IndexError):
        Records(array)[3]


def test_records_are_copied_by_assignment(array: np.ndarray[Any, Any]) -> None:
    records = Records(array)
    records[0].line[1] = 5
    records[2] = records[0]
    records[0].line[1] = 6
    assert array["line"][:, 1].tolist() == [6, 0, 5]
    assert len(records) == 3
    assert [r.line[1] for r in records] == [6, 0, 5]


def test_buffers_write_into_plain_arrays() -> None:
    line, plane = np.zeros(3, np.int16), np.zeros((2, 3), np.int8)
    buffers(line)[1] = 4
    buffers(plane)[1][2] = 5
    assert line.tolist() == [0, 4, 0]
    assert plane.tolist() == [[0, 0, 0], [0, 0, 5]]
    with pytest.raises(ValueError, match="format"):
        buffers(plane)[0][0] = 128


def test_records_need_one_dimension() -> None:
    with pytest.raises(ValueError, match="one dimension"):
        Records(np.zeros((2, 2), DTYPE))


def test_a_debugger_shows_what_records_and_rows_hold(array: np.ndarray[Any, Any]) -> None:
    """``p s``, ``p s.plane[1]``."""
    records = Records(array)
    s = records[1]
    s.rng, s.f = 2**64 - 1, 0.5
    s.line[1], s.plane[1, 2], s.cube[1, 0, 1], s.rules.x, s.many[1].y[0] = -4, 7, 9, 200, 3
    assert repr(s.line) == "[ 0, -4,  0]"
    assert repr(s.plane) == "[[0, 0, 0],\n [0, 0, 7]]"
    assert repr(s.plane[1]) == "[0, 0, 7]"
    assert repr(s.cube[1][0]) == "[0, 9]"
    assert repr(s.rules) == "x = 200\ny = [0, 0]"
    assert repr(s.many) == "[0]\nx = 0\ny = [0, 0]\n[1]\nx = 0\ny = [3, 0]"
    text = repr(s)
    assert "rng = 18446744073709551615\na = 0\nf = 0.5\nline = [ 0, -4,  0]\nplane =\n    [[0, 0, 0],\n     [0, 0, 7]]" in text
    assert "rules =\n    x = 200\n    y = [0, 0]" in text
    assert repr(records).startswith("[0]\nrng = 0\n")
    assert len(s.plane[1]) == 3 and s.plane.shape == (2, 3)
    s.plane[1][2] = 8  # a slice is a view, too
    assert array["plane"][1, 1, 2] == 8
    assert repr(buffers(np.arange(3))) == "[0, 1, 2]"
