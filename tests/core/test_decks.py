"""Searching and counting in decks."""

from __future__ import annotations

from typing import Any

import pytest

from zombicide_env.core import decks
from zombicide_env.core.state_validation import unless


def plain(kernel: Any) -> Any:
    return getattr(kernel, "py_func", kernel)


@pytest.mark.parametrize(("n", "card", "first", "copies"), [(4, 7, 0, 2), (4, 5, 1, 1), (2, 7, 0, 1), (4, 9, -1, 0), (0, 7, -1, 0)])
def test_only_the_first_cards_count(n: int, card: int, first: int, copies: int) -> None:
    cards = [7, 5, 7, 0, 9]
    assert plain(decks.find)(cards, n, card) == first
    assert plain(decks.count)(cards, n, card) == copies


def test_a_broken_invariant_sets_its_flag() -> None:
    assert plain(unless)(0, 8) == 8
    assert plain(unless)(1, 8) == 0
