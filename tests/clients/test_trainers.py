"""The programs of ``docs/trainers.md`` train: each one is run as it stands, where its library is installed."""

from __future__ import annotations

import ast
import importlib.util
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests import needs

PAGE = Path(__file__).parents[2] / "zombicide_env" / "docs" / "trainers.md"
PROGRAMS = re.findall(r"^```python\n(.*?)^```", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
OURS = {"zombicide_env", "zombicide_agents"}
#: Lines of a whole program.
MOST = 30


def _libraries(program: str) -> set[str]:
    """The packages that a program imports, those that every user has left out."""
    found = {alias.name for node in ast.walk(ast.parse(program)) if isinstance(node, ast.Import) for alias in node.names}
    found |= {node.module or "" for node in ast.walk(ast.parse(program)) if isinstance(node, ast.ImportFrom)}
    return {name.partition(".")[0] for name in found} - OURS - {"gymnasium"}


@pytest.mark.clients
@pytest.mark.parametrize("program", PROGRAMS, ids=[" ".join(sorted(_libraries(program) - {"torch"})) for program in PROGRAMS])
def test_it_trains(program: str, tmp_path: Path, plain_environment: dict[str, str]) -> None:
    missing = sorted(name for name in _libraries(program) if importlib.util.find_spec(name) is None)
    if missing:
        pytest.skip(needs.library(", ".join(missing)))
    script = tmp_path / "program.py"
    script.write_text(program, encoding="utf-8")
    run = subprocess.run([sys.executable, str(script)], cwd=tmp_path, env=plain_environment, capture_output=True, text=True)
    assert run.returncode == 0, run.stdout[-2000:] + run.stderr[-4000:]


def test_programs_are_short() -> None:
    assert len(PROGRAMS) >= 8
    assert all(program.count("\n") <= MOST for program in PROGRAMS)
