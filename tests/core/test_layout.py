"""Records without padding: every byte of a state belongs to a field, so that copies are exact."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from zombicide_env.core.layout import copy_records, has_holes, record

INNER = record([("x", "u1"), ("y", "i4"), ("z", "u1")])
KINDS = st.sampled_from(["u1", "i2", "f4", "u8", INNER])


@settings(deadline=None, derandomize=True)
@given(st.lists(st.tuples(KINDS, st.sampled_from([(), (1,), (3,), (2, 3)])), min_size=1, max_size=12))
def test_gaps_become_fields_and_nothing_moves(kinds: list[tuple[object, tuple[int, ...]]]) -> None:
    fields = [(f"f{i}", kind, shape) for i, (kind, shape) in enumerate(kinds)]
    made, plain = record(fields), np.dtype(fields, align=True)
    assert not has_holes(made)
    assert made.itemsize == plain.itemsize
    assert made.isalignedstruct
    assert [made.fields[name][1] for name, *_ in fields] == [plain.fields[name][1] for name, *_ in fields]


def test_holes_in_records_are_found() -> None:
    holed = np.dtype([("a", "u1"), ("b", "i4")], align=True)
    assert has_holes(holed)
    assert has_holes(np.dtype([("a", holed, (2,))]))
    assert not has_holes(np.dtype("i4"))
    assert record([("a", "u1"), ("b", "i4")]).names == ("a", "pad0", "b")


@pytest.mark.parametrize("make", [record, lambda fields: np.dtype(fields, align=True)])
def test_copies_are_exact(make: object) -> None:
    array = np.zeros(50, make([("a", "u1"), ("b", "i4"), ("c", "u1")]))
    array.view(np.uint8)[:] = np.random.default_rng(0).integers(0, 255, array.nbytes)
    copy = copy_records(array)
    assert copy.tobytes() == array.tobytes()
    copy["a"] = 1
    assert copy.tobytes() != array.tobytes()
