"""Vectors as tests: a game runs those of its folder of tests/conformance, and breaks a valid one in every way that the format forbids."""

from __future__ import annotations

import os
import subprocess
import sys
from functools import cache
from pathlib import Path
from textwrap import dedent
from typing import Final

from zombicide_env.conformance import Report, Vector, check, load

CONFORMANCE: Final = Path(__file__).parents[1] / "conformance"


@cache
def vectors(game: str) -> list[Vector]:
    """All vectors of a game."""
    return load(CONFORMANCE / game)


def hold_in_the_other_mode(game: str) -> None:
    """The same vectors hold in the mode that this run does not use: compiled, or plain Python."""
    switched = "0" if os.environ.get("NUMBA_DISABLE_JIT", "0") == "1" else "1"
    command = [sys.executable, "-m", "zombicide_env.conformance", str(CONFORMANCE / game)]
    done = subprocess.run(command, env={**os.environ, "NUMBA_DISABLE_JIT": switched}, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def report_on(folder: Path, text: str, old: str = "", new: str = "") -> Report:
    """Report on the vector ``text``, written to ``folder``, with ``old`` replaced by ``new``."""
    assert old in text
    file = folder / "vectors.yaml"
    file.write_text(dedent(text.replace(old, new) if old else text), encoding="utf-8")
    [vector] = load(file)
    return check(vector)
