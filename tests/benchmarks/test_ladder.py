"""The ladder's results: wins are counted on test boards, and the pages show the measured values."""

from __future__ import annotations

from xml.etree import ElementTree as ET

from zombicide_benchmarks.ladder.__main__ import FIVE, wanted
from zombicide_benchmarks.ladder.curve import Curve
from zombicide_benchmarks.ladder.learners import LEARNERS, ORDERS, TOGETHER
from zombicide_benchmarks.ladder.page import page, picture, rungs
from zombicide_benchmarks.ladder.play import random_play, rule_based_play
from zombicide_env.ladder import RUNGS


def test_rule_based_play_wins_more_than_random_play_of_a_team_and_of_rivals() -> None:
    for name in ("exit", "road_short"):
        assert rule_based_play(RUNGS[name], 60).low > random_play(RUNGS[name], 60).value


def test_a_curve_looks_at_the_beginning_and_the_end() -> None:
    curve = Curve([RUNGS["exit"], RUNGS["kill"]], minutes=0.001, looks=1, games=4)
    steps = 0
    while curve.look(steps, lambda _, masks: masks.argmax(axis=1)):
        steps += 1
    assert [point[1] for point in curve.points] == [0, steps]
    assert curve.points[1][0] >= 0.06
    assert curve.spent > 0
    assert set(curve.of("both", "own", 0)["each"]) == {"exit", "kill"}


def test_first_seeds_come_first_and_a_third_library_learns_two_rungs() -> None:
    order = list(wanted(list(RUNGS), list(LEARNERS), None))
    assert [seed for *_, seed in order] == sorted(seed for *_, seed in order)
    assert {seed for rung, _, seed in order if rung == FIVE[0]} == set(range(5))
    assert {seed for rung, _, seed in order if rung == "kill"} == set(range(3))
    assert {learner for rung, learner, _ in order if rung == TOGETHER} == set(ORDERS)
    assert len({rung for rung, learner, _ in order if learner == "torchrl"}) == 2


RUNS = [
    {"rung": "exit", "learner": "own", "seed": seed, "minutes": 1.0, "games": 100, "points": [[0, 0, 0.2], [60.1, 5000, won]]}
    for seed, won in enumerate((0.8, 0.9))
]
RESULTS = {"rates": {"exit": {"games": 500, "random": [0.28, 0.24, 0.32], "greedy": [1.0, 0.99, 1.0]}}, "runs": RUNS}


def test_the_page_shows_every_rung_and_what_was_learned() -> None:
    text = page(RESULTS)
    assert all(f"`{one.gymnasium_id}`" in text for one in RUNGS.values())
    assert "| `exit` | our loop | 2 | 1 | 5,000 | 28.0 % | 85.0 % (80.0 to 90.0) |" in text
    assert "28.0 % (24.0 to 32.0)" in rungs(RESULTS["rates"])
    assert "**2 of 2 runs here are shorter**" in text
    assert "shorter" not in page({**RESULTS, "runs": [{**run, "minutes": 4} for run in RUNS]})


def test_a_run_over_several_rungs_says_what_it_wins_of_each() -> None:
    both = RUNS[0] | {"rung": TOGETHER, "learner": "even", "each": {"exit": 0.5, "all": 0.25}}
    lines = page({**RESULTS, "runs": [*RUNS, both]}).splitlines()
    assert "| `exit` | 28 % | 85 % (1 min) | 50 % |" in lines
    assert "| `all` |  |  | 25 % |" in lines
    assert "small" not in page(RESULTS)


def test_the_picture_is_whole() -> None:
    drawn = ET.fromstring(picture(RESULTS))
    assert any(element.text == "exit" for element in drawn.iter())
