"""The same rules as plain Python: runs the tests marked `python_mode` again, with NUMBA_DISABLE_JIT=1.

Plain Python checks indices and has exact integers, so that silent errors of compiled code raise here.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest


@pytest.mark.slow
@pytest.mark.long
def test_marked_tests_pass_as_plain_python(root: Path, plain_environment: dict[str, str]) -> None:
    if plain_environment.get("NUMBA_DISABLE_JIT", "0") not in ("", "0"):
        pytest.skip("this run is in plain Python already")
    marked = sorted(str(path) for path in (root / "tests").rglob("test_*.py") if "mark.python_mode" in path.read_text(encoding="utf-8"))
    command = [sys.executable, "-m", "pytest", "-q", "-m", "python_mode", "-p", "no:cacheprovider", "-p", "no:xdist", *marked]
    run = subprocess.run(command, cwd=root, env=plain_environment | {"NUMBA_DISABLE_JIT": "1"}, capture_output=True, text=True)
    assert run.returncode == 0, run.stdout[-6000:] + run.stderr[-2000:]
    assert "kernels: plain Python" in run.stdout or "-q" in command
    passed = re.search(r"(\d+) passed", run.stdout)
    assert passed is not None
    assert int(passed[1]) > 0
