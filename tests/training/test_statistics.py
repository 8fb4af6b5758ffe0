"""Intervals compared with published values and their definitions."""

from __future__ import annotations

import math

import numpy as np
import pytest

from zombicide_training.evaluation.statistics import bootstrap_ratio, mean, paired_difference, wilson


@pytest.mark.parametrize(
    ("successes", "trials", "low", "high"),
    [(0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (15, 148, 0.0624, 0.1605), (81, 263, 0.2553, 0.3662)],  # Newcombe 1998, table I
)
def test_wilson_gives_the_published_intervals(successes: int, trials: int, low: float, high: float) -> None:
    interval = wilson(successes, trials)
    assert interval.value == pytest.approx(successes / trials)
    assert (interval.low, interval.high) == (pytest.approx(low, abs=1e-4), pytest.approx(high, abs=1e-4))


@pytest.mark.parametrize(("successes", "trials"), [(0, 0), (3, 2), (-1, 5)])
def test_what_is_no_rate_is_refused(successes: int, trials: int) -> None:
    with pytest.raises(ValueError, match="not a rate"):
        wilson(successes, trials)


def test_the_mean_covers_the_truth_about_95_times_in_100() -> None:
    random = np.random.default_rng(0)
    inside = sum(m.low <= 2.0 <= m.high for m in (mean(random.normal(2.0, 3.0, 60)) for _ in range(1000)))
    assert 920 <= inside <= 975


def test_one_value_has_no_width_and_none_no_mean() -> None:
    assert mean([4.0]) == (4.0, 4.0, 4.0)
    assert math.isnan(mean([]).value)


def test_pairs_take_out_what_both_share() -> None:
    random = np.random.default_rng(1)
    luck = random.random(400) < 0.5
    better = luck | (random.random(400) < 0.1)
    paired = paired_difference(better, luck)
    assert paired.low > 0
    assert paired.high - paired.low < 0.07
    with pytest.raises(ValueError, match="paired"):
        paired_difference([1, 0], [1])


def test_nothing_measured_is_a_dash() -> None:
    assert (mean([]).plain(), mean([2.0, 4.0]).plain(2)) == ("-", "3.00 ±1.96")


def test_a_ratio_is_that_of_the_same_games() -> None:
    half, all_won = np.tile([0.0, 1.0], 50), np.ones(100)
    ratio = bootstrap_ratio([half, all_won], [all_won, all_won])
    assert ratio.value == 0.75
    assert ratio.low == pytest.approx(0.75 - 1.96 * 0.5 / 10 / 2, abs=0.01)
    assert ratio.high == pytest.approx(0.75 + 1.96 * 0.5 / 10 / 2, abs=0.01)
    assert bootstrap_ratio([half], [half]) == (1.0, 1.0, 1.0)
    assert math.isnan(bootstrap_ratio([half], [np.zeros(100)]).value)
    with pytest.raises(ValueError, match="cannot be paired"):
        bootstrap_ratio([half], [all_won[:50]])
