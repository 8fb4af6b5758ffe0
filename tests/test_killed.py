"""Commands recover from interruptions and full disks, see tests/killed.py."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests import killed
from tests.hostile.spoil import MORE
from tests.needs import TRAIN

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.parametrize("command", list(killed.COMMANDS))
def test_results_are_those_of_a_command_to_which_nothing_has_happened(command: str, root: Path) -> None:
    pytest.importorskip("openskill", reason=TRAIN)
    times = "20" if MORE > 1 else "1"
    words = [sys.executable, "-m", "tests.killed", "--times", times, "--commands", command]
    path = os.pathsep.join([str(root), *sys.path])
    done = subprocess.run(words, cwd=root, env=os.environ | {"PYTHONPATH": path}, capture_output=True, text=True, timeout=1800)
    assert done.returncode == 0, done.stdout + done.stderr
    assert [line.partition(",")[0] for line in done.stdout.splitlines()] == [
        f"{command}: {times} times {mishap}" for mishap in ("kill", "disk", "clock")
    ]
