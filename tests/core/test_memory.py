"""Tables of arrays: what a kernel reads from them, and what they reject."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from zombicide_env.core.jit import entry
from zombicide_env.core.memory import BITS, exchanged, lowest, marked, matrix, ones, scale_row, table, vector

PAIR = np.dtype([("a", "i2"), ("b", "u1", (3,))], align=True)
I2, I8, U1, F4 = np.dtype("i2"), np.dtype("i8"), np.dtype("u1"), np.dtype("f4")


@entry
def work(rows: Any, i: Any) -> Any:
    records = vector(rows, 0, PAIR)
    numbers = vector(rows, 1, I8)
    flags = matrix(rows, 2, U1)
    scale = vector(rows, 3, F4)
    scaled = matrix(rows, 4, F4)
    numbers[0] = len(records)
    numbers[1] = len(flags)
    numbers[2] = len(flags[0])
    numbers[3] = records[i].b[2]
    records[i].a = -5
    scale_row(flags[i], scale, scaled[i])
    return ones(flags[i], 1)


@entry
def mark(rows: Any, n: Any) -> Any:
    """Mark the nonzero entries before ``n`` in a row of bytes and in one of wider numbers. Return their number."""
    found = 0
    for start in range(0, n, BITS):
        for k in range(2):
            bits = marked(vector(rows, 0, U1), start, n) if k == 0 else marked(vector(rows, 1, I2), start, n)
            while bits != 0:
                vector(rows, 2, U1)[start + lowest(bits)] += k + 1
                bits &= bits - 1
                found += 1
    return found


def arrays() -> list[np.ndarray[Any, Any]]:
    records = np.zeros(3, PAIR)
    records["b"][1] = (7, 8, 9)
    flags = np.zeros((4, 19), np.uint8)
    flags[1, [0, 8, 11, 15, 16]] = 1
    return [records, np.zeros(4, np.int64), flags, np.full(19, 1 / 3, np.float32), np.zeros((4, 19), np.float32)]


def test_a_kernel_reads_and_writes_the_arrays_of_a_table() -> None:
    made = arrays()
    assert work(table(made), 1) == 3  # of the flags 8 .. 15
    assert made[1].tolist() == [3, 4, 19, 9]
    assert made[0]["a"].tolist() == [0, -5, 0]
    np.testing.assert_array_equal(made[4][1], made[2][1] * np.float32(1 / 3))
    assert not made[4][[0, 2, 3]].any()


def test_arrays_of_a_table_can_be_exchanged() -> None:
    made, other = arrays(), np.zeros(4, np.int64)
    rows = table(made)
    work(exchanged(rows, {1: other}), 1)
    assert other.tolist() == [3, 4, 19, 9]
    assert not made[1].any()
    work(rows, 1)
    assert made[1].tolist() == [3, 4, 19, 9]


@pytest.mark.parametrize("n", [1, 7, 8, 9, 55, 56, 57, 64, 75])
def test_what_is_set_is_found_and_nothing_else(n: int) -> None:
    random = np.random.default_rng(n)
    for share in (0.0, 0.05, 0.5, 1.0):
        narrow = (random.random(75) < share).astype(np.uint8) * 200
        wide = (random.random(75) < share).astype(np.int16) * -256
        marks = np.zeros(75, np.uint8)
        assert mark(table([narrow, wide, marks]), n) == np.count_nonzero(narrow[:n]) + np.count_nonzero(wide[:n])
        assert marks.tolist() == [int(a != 0) + 2 * int(b != 0) if k < n else 0 for k, (a, b) in enumerate(zip(narrow, wide, strict=True))]


@pytest.mark.parametrize("array", [np.zeros((4, 6))[:, ::2], np.zeros((2, 2, 2)), np.zeros(())])
def test_what_is_no_table_of_rows_is_refused(array: np.ndarray[Any, Any]) -> None:
    with pytest.raises(ValueError, match="a C-contiguous one of one or two dimensions is needed"):
        table([array])
