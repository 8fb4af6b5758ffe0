"""`zombicide warm` leaves nothing to compile for the commands that follow."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest


def run(cache: Path, *words: str) -> str:
    """Return the output of a command that uses this compile cache."""
    done = subprocess.run(
        [sys.executable, "-m", "zombicide_env", *words],
        env={**os.environ, "ZOMBICIDE_CACHE_DIR": str(cache)},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout + done.stderr


@pytest.mark.slow
@pytest.mark.long
def test_players_and_checks_of_states_are_compiled_ahead(tmp_path: Path) -> None:
    assert "compiled the rules of hit_z_road with its player" in run(tmp_path, "warm", "hit_z_road")
    said = run(tmp_path, "evaluate", "--game", "hit_z_road", "--teams", "greedy", "random", "--games", "4")
    said += run(tmp_path, "play", "--game", "hit_z_road", "--seats", "greedy", "random", "--seed", "1")
    assert "compil" not in said
