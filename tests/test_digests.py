"""Equal seeds give equal bytes: in every process, for any hash seed, compiled or not, and in every Python version.

``ZOMBICIDE_PYTHONS`` names further interpreters, separated by colons, that have the dependencies (``tests/digests.py``).
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest


def digests(root: Path, python: str, **more: str) -> Any:
    path = os.pathsep.join(str(root / part) for part in ("", "agents", "training", "benchmarks"))
    done = subprocess.run(
        [python, "-m", "tests.digests"],
        cwd=root,
        env=os.environ | {"PYTHONPATH": path} | more,
        capture_output=True,
        text=True,
        timeout=1200,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.slow
@pytest.mark.long
def test_every_process_and_python_gives_the_same_bytes(root: Path) -> None:
    expected = digests(root, sys.executable, PYTHONHASHSEED="1")
    others = [python for python in os.environ.get("ZOMBICIDE_PYTHONS", "").split(os.pathsep) if python]
    for python in (sys.executable, *others):
        assert digests(root, python, PYTHONHASHSEED="2", NUMBA_DISABLE_JIT="1") == expected, python
