"""Guarantees of every edition: a game is the same however it is run, and only legal actions are executed."""

from __future__ import annotations

import os
from importlib import import_module
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.games.zombicide import properties
from tests.games.zombicide.play import Table
from zombicide_env.core.jit import PYTHON_MODE
from zombicide_env.games.zombicide import EDITIONS

FEW = settings(max_examples=6 if PYTHON_MODE else 12, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
EACH = pytest.mark.parametrize("edition", EDITIONS)


def module(edition: str) -> str:
    """Module with the edition's random games for the tests."""
    return f"tests.games.zombicide.{edition}.play"


def table(edition: str) -> Table:
    found: Table = import_module(module(edition)).TABLE
    return found


@pytest.mark.slow
@EACH
@FEW
@given(seed=st.integers(0, 10**6))
def test_the_mask_is_what_is_legal_in_wild_games(edition: str, seed: int) -> None:
    """With skills, cards and supplies that no quest contains."""
    properties.mask_is_the_law(table(edition), table(edition).wild(seed), seed)


@EACH
def test_actions_of_a_game_that_is_over_are_ignored(edition: str) -> None:
    properties.a_finished_game_rests(table(edition), table(edition).plain(0, max_rounds=1), 1)


# ---- seeds, places, threads ----------------------------------------------------------------------------------------------


@EACH
def test_same_seed_same_game(edition: str) -> None:
    """BP-INV-10, AP-INV-9: the same seed and the same decisions give the same bytes; another seed gives others."""
    properties.same_seed_same_game(table(edition))


@EACH
def test_position_in_the_batch_does_not_matter(edition: str) -> None:
    """BP-INV-10: a game alone equals the game at any place of a batch."""
    properties.place_in_the_batch_does_not_matter(table(edition), 2)


@EACH
@pytest.mark.skipif(PYTHON_MODE, reason="plain Python takes minutes for enough games to make two threads work")
def test_threads_do_not_matter(edition: str) -> None:
    """BP-INV-10: 1 and 2 threads, 128 games."""
    one, two = (properties.random_batch(table(edition), 128, threads, 40) for threads in (1, 2))
    assert properties.digest(one) == properties.digest(two)


# ---- the other ways to run the same rules ----------------------------------------------------------------------------------


@EACH
@pytest.mark.slow
def test_plain_python_plays_the_same_games(edition: str, root: Path, plain_environment: dict[str, str]) -> None:
    """BP-INV-10: the compiled rules and the same source as plain Python give the same bytes."""
    other = plain_environment | {"NUMBA_DISABLE_JIT": "0" if PYTHON_MODE else "1"}
    assert properties.child_digests(module(edition), root, other) == properties.digests(table(edition))


@EACH
@pytest.mark.slow
@pytest.mark.skipif(PYTHON_MODE or not os.environ.get("BOUNDS_CHECKS"), reason="compiles all rules again: set BOUNDS_CHECKS=1")
def test_no_kernel_indexes_outside_its_arrays(edition: str, root: Path, plain_environment: dict[str, str], tmp_path: Path) -> None:
    """Compiled with checks of every index: no kernel reads or writes outside its arrays."""
    environment = plain_environment | {"NUMBA_BOUNDSCHECK": "1", "ZOMBICIDE_CACHE_DIR": str(tmp_path)}
    assert properties.child_digests(module(edition), root, environment) == properties.digests(table(edition))
