"""Names with ranges."""

from __future__ import annotations

import pytest

from zombicide_env.core.words import spread


def test_a_range_stands_for_several_names() -> None:
    assert spread("danse_macabre") == ["danse_macabre"]
    assert spread("generated:seed=8..10,tiles=2") == [f"generated:seed={seed},tiles=2" for seed in (8, 9, 10)]
    assert spread("a1..2b0..1") == ["a1b0", "a1b1", "a2b0", "a2b1"]
    assert spread("x5..5") == ["x5"]


def test_paths_are_not_ranges() -> None:
    assert spread("../1/quest.yaml") == ["../1/quest.yaml"]


def test_an_empty_range_is_refused() -> None:
    with pytest.raises(ValueError, match=r"'seed=3..1': the range 3..1 is empty; write the smaller number first"):
        spread("seed=3..1")
