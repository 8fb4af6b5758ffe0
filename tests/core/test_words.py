"""Suggestions in place of unknown names, names with ranges, and entries of a log."""

from __future__ import annotations

import pytest

from zombicide_env.core.words import MOST_NAMES, counted, differing, log_entry, spread, suggest, unknown, whole_number


def test_only_similar_names_are_suggested() -> None:
    assert suggest("door", ["objectives", "doors"]) == " (did you mean 'doors'?)"
    assert suggest("foo", ["objectives", "doors"]) == ""
    assert unknown("key", "foo", ["objectives", "doors"]) == "there is no key 'foo'; there are: objectives, doors"


def test_a_range_expands_to_several_names() -> None:
    assert spread("danse_macabre") == ["danse_macabre"]
    assert spread("generated:seed=8..10,tiles=2") == [f"generated:seed={seed},tiles=2" for seed in (8, 9, 10)]
    assert spread("a1..2b0..1") == ["a1b0", "a1b1", "a2b0", "a2b1"]
    assert spread("x5..5") == ["x5"]


def test_paths_are_not_ranges() -> None:
    assert spread("../1/quest.yaml") == ["../1/quest.yaml"]


def test_an_empty_range_is_refused() -> None:
    with pytest.raises(ValueError, match=r"'seed=3..1': the range 3..1 is empty; write the smaller number first"):
        spread("seed=3..1")


@pytest.mark.parametrize("text", ["seed=0..1000000000000", "a0..99b0..100", "0.." + "9" * 5000])
def test_a_range_has_a_limit_of_names(text: str) -> None:
    assert len(spread(f"seed=0..{MOST_NAMES - 1}")) == MOST_NAMES
    with pytest.raises(ValueError, match=r"(more than 10,000 names|beyond 2\*\*63 - 1); write (a smaller range|smaller ones)$"):
        spread(text)


def test_whole_numbers_are_digits_and_nothing_else() -> None:
    assert [whole_number(text, -7, 10) for text in ("7", "-7", "007", "0", "-0", "10")] == [7, -7, 7, 0, 0, 10]
    assert [whole_number(text, -7, 10) for text in ("", "-", "11", "-8", "+1", "1_0", " 1", "1.0", "٣", "9" * 5000)] == [None] * 10


def test_only_differences_are_reported() -> None:
    made, here = {"quest": "famine", "survivors": 6, "cabal": False}, {"quest": "dead_trail", "survivors": 6, "deal": None, "cabal": False}
    assert differing(made, here) == "quest='famine' (here 'dead_trail')"
    assert differing(here, {"quest": "dead_trail", "survivors": 6}) == "cabal=False (here None)"
    assert differing(made, made) == ""


def test_differences_within_are_reported_by_their_own_names() -> None:
    """A dataset names the one entry of its record that differs, instead of two whole records."""
    made, here = ({"record": {"seed": 0, "options": {"quest": quest}}, "shard": 100} for quest in ("famine", "dead_trail"))
    assert differing(made, here) == "record.options.quest='famine' (here 'dead_trail')"
    assert differing({"agents": {"greedy": None, "random": "a"}}, {"agents": {"greedy": None}}) == "agents.random='a' (here None)"
    assert differing({"agents": {"greedy": None}}, {"agents": "random"}) == "agents={'greedy': None} (here 'random')"


def test_one_thing_is_called_by_its_singular() -> None:
    assert [counted(n, "point") for n in (0, 1, 2)] == ["0 points", "1 point", "2 points"]


def test_effects_that_do_not_fit_on_the_line_of_a_move_have_lines_of_their_own() -> None:
    assert log_entry("  ann", "done", "", []) == "  ann  done"
    assert (
        log_entry("  ann", "open 9B", "dice 5", ["noise in 9A", "the door opens"])
        == "  ann  open 9B  [dice 5]  -> noise in 9A; the door opens"
    )
    effects = [f"a walker comes to {zone}{'.' * 30}" for zone in ("9A", "9B", "9C")]
    assert log_entry("  ann", "end", "", effects).splitlines() == ["  ann  end", *(f"         {effect}" for effect in effects)]
