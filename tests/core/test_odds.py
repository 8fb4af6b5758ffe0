"""Probabilities of dice, compared with an enumeration of all rolls."""

from __future__ import annotations

from itertools import product

import pytest

from zombicide_env.core.odds import odds


@pytest.mark.parametrize("dice", [1, 2, 4])
@pytest.mark.parametrize("need", [1, 3, 6, 7])
def test_odds_are_those_of_all_throws(dice: int, need: int) -> None:
    throws = [sum(face >= need for face in faces) for faces in product(range(1, 7), repeat=dice)]
    found = odds(dice, need, kills=lambda hits: min(hits, 2), harm=lambda misses: 2 * misses)
    assert found.any == pytest.approx(sum(hits > 0 for hits in throws) / len(throws))
    assert found.successes == pytest.approx(sum(throws) / len(throws))
    assert found.kills == pytest.approx(sum(min(hits, 2) for hits in throws) / len(throws))
    assert found.harm == pytest.approx(sum(2 * (dice - hits) for hits in throws) / len(throws))


def test_what_needs_no_dice_is_certain() -> None:
    assert (odds(0, 0).any, odds(0, 0).kills) == (1.0, None)
